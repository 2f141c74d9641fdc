// Microsoft's JDBC driver: without TLS, with TLS, and with TLS from the first byte (TDS 8.0).
import java.math.BigDecimal;
import java.sql.*;
import java.util.*;

public class JdbcClient {
    static String port;

    static Connection connect(String encryption) throws SQLException {
        return DriverManager.getConnection(
            "jdbc:sqlserver://localhost:" + port + ";databaseName=sandbox;user=sa;password=not-a-secret;" + encryption);
    }

    static void same(Object got, Object want, String what) {
        if (!Objects.equals(got, want)) throw new AssertionError(what + ": got " + got + ", want " + want);
    }

    interface Action { void run() throws SQLException; }

    static SQLException errorOf(Action action) {
        try {
            action.run();
        } catch (SQLException error) {
            return error;
        }
        throw new AssertionError("no error");
    }

    static Map<String, String> wanted() {
        Map<String, String> want = new LinkedHashMap<>();
        String[] pairs = {
            "bit", "1", "tinyint", "255", "smallint", "-32768", "int", "-2147483648", "bigint", "9223372036854775807",
            "real", "1.5", "float", "-2.25E300", "decimal", "-12345678901234567890.1234", "small_decimal", "999.99",
            "money", "-1234567.8901", "smallmoney", "1.2345", "nvarchar", "žluť 😀", "nvarchar_max", "ž".repeat(5000),
            "nchar", "ab  ", "varchar", "café €", "varchar_max", "v".repeat(9000), "char", "abc", "varbinary", "0001FF",
            "varbinary_max", "07".repeat(9000), "binary", "0102",
            "uniqueidentifier", "01234567-89AB-CDEF-0123-456789ABCDEF", "date", "2026-11-30", "time", "13:14:15.1234567",
            "datetime2", "2026-11-30 13:14:15.1234567", "datetime2_0", "2026-11-30 13:14:15",
            "datetime", "2026-11-30 13:14:15.123", "smalldatetime", "2026-11-30 13:14:00.0",
            "datetimeoffset", "2026-11-30 15:14:15.1234567 +02:00", "variant_int", "12", "variant_text", "a variant",
            "xml", "<a>ž</a>", "vector", "[1.0,2.0,3.0]",
        };
        for (int at = 0; at < pairs.length; at += 2) want.put(pairs[at], pairs[at + 1]);
        return want;
    }

    static void checkTypes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery("SELECT types")) {
            Map<String, String> want = wanted();
            same(rows.getMetaData().getColumnCount(), want.size(), "the number of columns");
            for (boolean isNull : new boolean[] {false, true}) {
                rows.next();
                for (String name : want.keySet()) same(rows.getString(name), isNull ? null : want.get(name), name);
            }
            same(rows.next(), false, "a third row");
        }
    }

    static void checkResults(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            same(statement.executeUpdate("UPDATE 5"), 5, "rows affected");
            same(statement.execute("PRINT hello; SELECT rows 2; UPDATE 3; SELECT text 100000"), true, "a result first");
            same(statement.getWarnings().getMessage(), "hello", "a message");
            same(statement.getMoreResults(), false, "then a count");
            same(statement.getUpdateCount(), 3, "the count");
            same(statement.getMoreResults(), true, "then a result");
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                same(rows.getString(1).length(), 100000, "a long text");
            }
        }
    }

    static void checkErrors(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            SQLException error = errorOf(() -> statement.execute("RAISE 547 16 12 p"));
            same(error.getErrorCode(), 547, "the number");
            var server = ((com.microsoft.sqlserver.jdbc.SQLServerException) error).getSQLServerError();
            same(List.of(server.getLineNumber(), server.getProcedureName(), server.getErrorSeverity(), server.getErrorState()),
                List.of(12L, "p", 16, 3), "line, procedure, severity and state");
        }
    }

    static void checkCancel(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            same(errorOf(() -> statement.execute("WAITFOR cancel")).getMessage(), "The query has timed out.", "a timeout");
        }
        checkResults(connection);
    }

    static void checkParameters(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?, ?, ?, ?, ?")) {
            for (int run = 0; run < 3; run++) {
                statement.setInt(1, run);
                statement.setString(2, "ž".repeat(5000));
                statement.setBytes(3, new byte[9000]);
                statement.setBigDecimal(4, new BigDecimal("1.25"));
                statement.setNull(5, Types.INTEGER);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    same(rows.getInt(1), run, "a number");
                    same(rows.getString(2), "ž".repeat(5000), "a text");
                    same(rows.getBytes(3).length, 9000, "bytes");
                    same(rows.getBigDecimal(4), new BigDecimal("1.25"), "a decimal");
                    same(rows.getObject(5), null, "a NULL");
                }
            }
        }
        try (CallableStatement call = connection.prepareCall("{? = call quiet_procedure(?)}")) {
            call.registerOutParameter(1, Types.INTEGER);
            call.registerOutParameter(2, Types.INTEGER);
            call.execute();
            same(call.getInt(1), 7, "a return status");
            same(call.getInt(2), 42, "an output parameter");
        }
    }

    public static void main(String[] arguments) throws Exception {
        port = arguments[0];
        String[] levels = {
            "encrypt=false", "encrypt=true;trustServerCertificate=true",
            "encrypt=strict;serverCertificate=" + arguments[1],
        };
        for (String level : levels) {
            try (Connection connection = connect(level)) {
                checkResults(connection);
                checkTypes(connection);
                checkErrors(connection);
                checkParameters(connection);
                checkResults(connection);
            }
        }
        try (Connection connection = connect("encrypt=false")) {
            checkCancel(connection);
        }
        same(errorOf(() -> connect("encrypt=false;user=nobody")).getErrorCode(), 18456, "the refusal of a login");
    }
}
