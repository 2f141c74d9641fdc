"""What every Python client must see, against the scripted engine of tests/tds/engine.rs."""

import datetime
import sys
import uuid
from decimal import Decimal

PORT = int(sys.argv[1])
CERTIFICATE = sys.argv[2]

MOMENT = datetime.datetime(2026, 11, 30, 13, 14, 15, 123456)
VALUES = {
    "bit": True,
    "tinyint": 255,
    "smallint": -32768,
    "int": -(2**31),
    "bigint": 2**63 - 1,
    "real": 1.5,
    "float": -2.25e300,
    "decimal": Decimal("-12345678901234567890.1234"),
    "small_decimal": Decimal("999.99"),
    "money": Decimal("-1234567.8901"),
    "smallmoney": Decimal("1.2345"),
    "nvarchar": "žluť 😀",
    "nvarchar_max": "ž" * 5000,
    "nchar": "ab  ",
    "varchar": "café €",
    "varchar_max": "v" * 9000,
    "char": "abc",
    "varbinary": b"\x00\x01\xff",
    "varbinary_max": b"\x07" * 9000,
    "binary": b"\x01\x02",
    "date": MOMENT.date(),
    "time": MOMENT.time(),
    "datetime2": MOMENT,
    "datetime2_0": MOMENT.replace(microsecond=0),
    "datetime": MOMENT.replace(microsecond=123000),
    "smalldatetime": MOMENT.replace(second=0, microsecond=0),
    "datetimeoffset": MOMENT.replace(tzinfo=datetime.timezone.utc),
    "uniqueidentifier": uuid.UUID("01234567-89ab-cdef-0123-456789abcdef"),
    "variant_int": 12,
    "variant_text": "a variant",
    "xml": "<a>ž</a>",
    "vector": "[1.0,2.0,3.0]",
}


def same(got, want, what):
    if got == want:
        return
    if isinstance(got, (list, tuple)) and isinstance(want, (list, tuple)) and len(got) == len(want):
        for at, (one, other) in enumerate(zip(got, want)):
            same(one, other, f"{what}, item {at}")
    raise AssertionError(f"{what}: got {repr(got)[:200]}, want {repr(want)[:200]}")


def rows(cursor):
    return [tuple(row) for row in cursor.fetchall()]


def check_results(connection):
    cursor = connection.cursor()
    cursor.execute("SELECT rows 3")
    same([column[0] for column in cursor.description], ["n", "t"], "column names")
    same(rows(cursor), [(0, "row 0"), (1, "row 1"), (2, "row 2")], "rows")
    cursor.execute("SELECT text 100000")
    same(rows(cursor), [("x" * 100000,)], "a long text")
    cursor.execute("SELECT rows 20000")
    same(len(rows(cursor)), 20000, "many rows")
    cursor.execute("PRINT hello; SELECT rows 1; UPDATE 4; SELECT rows 2")
    same(rows(cursor), [(0, "row 0")], "the first result")
    behind = []
    while cursor.nextset():
        if cursor.description:
            behind += rows(cursor)
    same(behind, [(0, "row 0"), (1, "row 1")], "the last result")


def check_types(connection, **overrides):
    want = VALUES | overrides
    cursor = connection.cursor()
    cursor.execute("SELECT types")
    names = [column[0] for column in cursor.description]
    values, nulls = rows(cursor)
    same(names, list(want), "the names of the types")
    for name, value in zip(names, values):
        same(value, want[name], name)
        same(type(value), type(want[name]), f"the class of {name}")
    same(nulls, (None,) * len(names), "NULL of every type")


def check_counts(connection):
    cursor = connection.cursor()
    cursor.execute("UPDATE 5")
    same(cursor.rowcount, 5, "rows affected")
    cursor.execute("SET NOCOUNT ON")
    same(cursor.rowcount, -1, "no count")


def check_transactions(connection):
    """For a connection without autocommit."""
    cursor = connection.cursor()

    def open_transactions():
        cursor.execute("SELECT trancount")
        return rows(cursor)[0][0]

    for end in (connection.commit, connection.rollback):
        same(open_transactions(), 1, "the client began a transaction")
        cursor.execute("UPDATE 1")
        end()
    same(open_transactions(), 1, "the next one began")
    connection.rollback()


def error_of(run):
    """The error that `run` raises."""
    try:
        run()
    except Exception as error:  # every client has classes of its own
        return error
    raise AssertionError("no error")
