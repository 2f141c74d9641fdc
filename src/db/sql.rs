//! The settings that ragsql sends before a file.

/// The settings that every file starts with, whatever an earlier one left behind. They are those that filtered
/// indexes, indexed views, computed columns and vector indexes ask for (Msg 1934), XACT_ABORT, so that an error
/// never leaves half a file, and for the rest what a new session of sqlcmd or SSMS has (Learn, "SET XACT_ABORT",
/// "CREATE INDEX", "SET ANSI_DEFAULTS").
pub const PRELUDE: &str = "\
SET NOEXEC OFF; SET PARSEONLY OFF; SET FMTONLY OFF; SET XACT_ABORT ON; SET QUOTED_IDENTIFIER ON; SET ANSI_NULLS ON; \
SET ANSI_PADDING ON; SET ANSI_WARNINGS ON; SET ANSI_NULL_DFLT_ON ON; SET ARITHABORT ON; \
SET CONCAT_NULL_YIELDS_NULL ON; SET NUMERIC_ROUNDABORT OFF; SET IMPLICIT_TRANSACTIONS OFF; \
SET CURSOR_CLOSE_ON_COMMIT OFF; SET NOCOUNT OFF; SET ROWCOUNT 0; SET TEXTSIZE 2147483647; SET LOCK_TIMEOUT -1; \
SET DEADLOCK_PRIORITY NORMAL; SET TRANSACTION ISOLATION LEVEL READ COMMITTED;";
