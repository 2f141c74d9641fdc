"""pymssql, which is FreeTDS as a library: with and without TLS."""

import pymssql
from checks import *


def connect(encryption, autocommit=True, database="sandbox"):
    return pymssql.connect(server="127.0.0.1", port=PORT, user="sa", password="not-a-secret", database=database,
                           autocommit=autocommit, encryption=encryption)


def check_errors(connection):
    error = error_of(lambda: connection.cursor().execute("RAISE 547 16 12 p"))
    same(error.args[0], 547, "the number")
    same(b"This is error 547." in error.args[1], True, "the text")
    # The refusal of a login reaches Python as text, with the server's number in it.
    same("4060" in str(error_of(lambda: connect("off", database="missing"))), True, "the refusal of a login")


def check_parameters(connection):
    """pymssql writes parameters into the text of plain statements; procedures get real ones."""
    cursor = connection.cursor()
    outcome = cursor.callproc("quiet_procedure", (5, "ž", None, pymssql.output(int)))
    same(outcome, (5, "ž", None, 42), "an output parameter")


for encryption in ("off", "request", "require"):
    with connect(encryption) as connection:
        check_results(connection)
        # DB-Library hands a sql_variant over as bytes.
        check_types(connection, variant_int=b"\x0c\x00\x00\x00", variant_text=b"a variant")
        check_counts(connection)
        check_errors(connection)
        check_parameters(connection)
        check_results(connection)
    with connect(encryption, autocommit=False) as connection:
        check_transactions(connection)
