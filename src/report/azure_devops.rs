//! Findings as issues of Azure Pipelines: logging commands on stdout.

use super::{Context, printable, text};
use crate::lint::{Diagnostic, Level, Report};

/// One command for each finding, then the summary. There is no issue below a warning: what is only good
/// to know is a line of the log.
#[must_use]
pub fn render(report: &Report, context: &Context) -> String {
    let report = &*printable::safe(report);
    let commands: String = report.findings.iter().map(|finding| command(report, context, finding)).collect();
    format!("{commands}{}\n", text::summary(report))
}

fn command(report: &Report, context: &Context, finding: &Diagnostic) -> String {
    let region = context.region(report, finding.place);
    let (line, column) = (region.start.line, region.start.column);
    let lines = context.lines(report, finding);
    let kind = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Off => {
            let said = format!("{}:{line}:{column}: {}: {}", region.path, finding.rule, lines.join("; "));
            return format!("info: {}\n", plain(&said));
        }
    };
    let message = data(&lines.join("\n"));
    let (path, rule) = (property(&region.path), property(finding.rule));
    format!(
        "##vso[task.logissue type={kind};sourcepath={path};linenumber={line};columnnumber={column};code={rule};]{message}\n"
    )
}

/// Text in a line of the log, which knows no escapes and must not hold another command.
fn plain(text: &str) -> String {
    text.replace(['\r', '\n'], " ").replace("##", "# #")
}

/// Text in a message.
fn data(text: &str) -> String {
    text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text in a property.
fn property(text: &str) -> String {
    data(text).replace(']', "%5D").replace(';', "%3B")
}
