"""Microsoft's ODBC driver 18, through mssql-python: without TLS, with TLS, and with TLS from the first byte (TDS 8.0)."""

import mssql_python
from checks import *

mssql_python.pooling(enabled=False)


def connect(encryption, autocommit=True, database="sandbox"):
    return mssql_python.connect(f"Server=127.0.0.1,{PORT};Database={database};UID=sa;PWD=not-a-secret;{encryption}",
                                autocommit=autocommit)


def check_errors(connection):
    error = error_of(lambda: connection.cursor().execute("RAISE 547 16 12 p"))
    same("This is error 547." in str(error), True, str(error))
    cursor = connection.cursor()
    cursor.execute("UPDATE 3; RAISE 208 16 2")
    same(cursor.rowcount, 3, "the count before the error")
    same("This is error 208." in str(error_of(cursor.nextset)), True, "an error behind a count")


def check_parameters(connection):
    cursor = connection.cursor()
    values = (1, 2**40, 1.5, "ž" * 5000, b"\x01" * 9000, None, True, Decimal("1.25"), MOMENT, MOMENT.date(),
              VALUES["uniqueidentifier"])
    cursor.execute("SELECT " + ", ".join("?" * len(values)), values)
    same(rows(cursor), [values], "parameters")
    cursor.executemany("UPDATE ?", [(1,), (2,), (3,)])


def check_cancel():
    """A statement that takes longer than the client waits is cancelled, and the connection goes on."""
    with connect("Encrypt=no") as connection:
        connection.timeout = 1
        error = error_of(lambda: connection.cursor().execute("UPDATE 1; WAITFOR cancel"))
        same("timeout" in str(error).lower(), True, str(error))
        check_counts(connection)


check_cancel()
for encryption in ("Encrypt=no", "Encrypt=yes;TrustServerCertificate=yes", f"Encrypt=strict;ServerCertificate={CERTIFICATE}"):
    with connect(encryption) as connection:
        check_results(connection)
        check_types(connection)
        check_counts(connection)
        check_errors(connection)
        check_parameters(connection)
        check_results(connection)
    with connect(encryption, autocommit=False) as connection:
        check_transactions(connection)
same("missing" in str(error_of(lambda: connect("Encrypt=no", database="missing"))), True, "the refusal of a login")
