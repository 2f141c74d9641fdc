"""python-tds: with and without TLS."""

import pytds
from checks import *


def connect(autocommit=True, user="sa", **options):
    return pytds.connect(dsn="127.0.0.1", port=PORT, user=user, password="not-a-secret", database="sandbox",
                         autocommit=autocommit, validate_host=False, **options)


def check_errors(connection):
    error = error_of(lambda: connection.cursor().execute("RAISE 547 16 12 p"))
    same((error.number, error.severity, error.state, error.line, error.procname, error.srvname, error.text),
         (547, 16, 3, 12, "p", "ragsql-sandbox", "This is error 547."), "the error")
    same(error_of(lambda: connect(user="nobody")).number, 18456, "the refusal of a login")


def check_parameters(connection):
    cursor = connection.cursor()
    # python-tds sends plain bytes as varchar, and writes NULL into the statement.
    values = (1, 2**40, 1.5, "ž" * 5000, pytds.Binary(b"\x01" * 9000), True, Decimal("1.25"), MOMENT, MOMENT.date(),
              VALUES["uniqueidentifier"])
    cursor.execute("SELECT " + ", ".join(["%s"] * len(values)), values)
    same(rows(cursor), [values], "parameters")
    cursor.callproc("some_procedure", (pytds.output(param_type="int"), 1))
    same(rows(cursor), [("some_procedure",)], "the result of a procedure")
    cursor.nextset()
    same(cursor.get_proc_outputs(), [42], "an output parameter")
    same(cursor.get_proc_return_status(), 7, "a return status")


for options in ({}, {"cafile": CERTIFICATE}, {"cafile": CERTIFICATE, "enc_login_only": True}):
    with connect(**options) as connection:
        check_results(connection)
        check_types(connection)
        check_counts(connection)
        check_errors(connection)
        check_parameters(connection)
        check_results(connection)
    with connect(autocommit=False, **options) as connection:
        check_transactions(connection)
