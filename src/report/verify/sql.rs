//! Health checks as one script that a client of the server runs alone.

use std::fmt::Write;

use crate::syntax::spell::unicode;
use crate::text::printable;
use crate::verify::{Answer, PROLOGUE, Question};

/// What the script begins with. The settings are those that filtered and vector indexes ask for (Msg 1934); ODBC's sqlcmd
/// starts without the first.
const HEAD: &str = "\
-- The health checks of this project's database, as `ragsql verify` makes them. Run it with
--     sqlcmd -b -I -W -i FILE
-- It changes nothing: what a check writes it rolls back. The last result has a line for each answer; when a check failed or
-- could not be made, the script ends with error 50120, and sqlcmd -b with another exit code than 0.
SET QUOTED_IDENTIFIER, ANSI_NULLS, ANSI_PADDING, ANSI_WARNINGS, ARITHABORT, CONCAT_NULL_YIELDS_NULL ON;
SET NUMERIC_ROUNDABORT OFF;
SET NOCOUNT, XACT_ABORT ON;
GO
DROP TABLE IF EXISTS #ragsql_asked, #ragsql_answers;
CREATE TABLE #ragsql_asked (
    number INT NOT NULL PRIMARY KEY, check_name NVARCHAR(60) NOT NULL, subject NVARCHAR(400) NOT NULL, expected NVARCHAR(400) NOT NULL
);
CREATE TABLE #ragsql_answers (number INT NOT NULL, outcome NVARCHAR(20) NOT NULL, found NVARCHAR(MAX) NOT NULL);
GO
";

/// What it ends with. A check that ended in an error has no answer, and is not checked.
const FOOT: &str = "\
SELECT ISNULL(a.outcome, N'not checked') AS outcome, q.check_name, q.subject,
       ISNULL(a.found, N'the check ended in an error') AS found, q.expected
FROM #ragsql_asked AS q
LEFT JOIN #ragsql_answers AS a ON a.number = q.number
ORDER BY q.number;
IF EXISTS (
    SELECT 1
    FROM #ragsql_asked AS q
    LEFT JOIN #ragsql_answers AS a ON a.number = q.number
    WHERE ISNULL(a.outcome, N'not checked') IN (N'failed', N'not checked')
)
    THROW 50120, N'A check failed or could not be made: see the result above.', 1;
GO
";

/// The script. A check whose answer is known without asking stands in it with that answer.
#[must_use]
pub fn render(questions: &[Question]) -> String {
    let mut script = HEAD.to_owned();
    let asked: Vec<String> = questions.iter().enumerate().map(asked).collect();
    // Writing to a String cannot fail.
    let _ = write!(script, "INSERT INTO #ragsql_asked VALUES\n    {};\nGO\n\n", asked.join(",\n    "));
    for (number, question) in questions.iter().enumerate() {
        script += &batch(number, question);
    }
    script + FOOT
}

fn asked((number, question): (usize, &Question)) -> String {
    let texts = [question.check.name, &question.subject, question.check.expected].map(unicode);
    format!("({number}, {})", texts.join(", "))
}

fn batch(number: usize, question: &Question) -> String {
    let title = printable(&format!("{} {}", question.check.name, question.subject)).trim_end().to_owned();
    let body = match &question.text {
        Ok(text) => {
            format!("{PROLOGUE}{text}INSERT INTO #ragsql_answers SELECT {number}, outcome, found FROM @result;")
        }
        Err(Answer { outcome, found, .. }) => {
            format!("INSERT INTO #ragsql_answers VALUES ({number}, {}, {});", unicode(outcome.as_str()), unicode(found))
        }
    };
    format!("-- {title}\n{body}\nGO\n\n")
}
