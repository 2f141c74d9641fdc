//! A report that is safe to show: names come from files, and files come from anybody.

use std::borrow::Cow;
use std::sync::Arc;

use crate::lint::{Diagnostic, Related, Report};
use crate::text::{SourceFile, is_control, printable, printable_lines};

/// The report with escapes in its messages and paths, where they need any.
pub(super) fn safe(report: &Report) -> Cow<'_, Report> {
    if is_safe(report) {
        return Cow::Borrowed(report);
    }
    let mut safe = report.clone();
    for file in safe.files.iter_mut().filter(|file| file.path().contains(is_control)) {
        *file = Arc::new(SourceFile::new(printable(file.path()), file.text()));
    }
    for finding in &mut safe.findings {
        finding.message = printable_lines(&finding.message).into_owned();
        finding.help = finding.help.as_deref().map(|help| printable_lines(help).into_owned());
        for Related { message, .. } in &mut finding.related {
            *message = printable_lines(message).into_owned();
        }
    }
    Cow::Owned(safe)
}

fn is_safe(report: &Report) -> bool {
    let of_finding = |finding: &Diagnostic| {
        let related = finding.related.iter().all(|related| !related.message.contains(is_control));
        related && !finding.message.contains(is_control) && !finding.help.iter().any(|help| help.contains(is_control))
    };
    report.findings.iter().all(of_finding) && !report.files.iter().any(|file| file.path().contains(is_control))
}
