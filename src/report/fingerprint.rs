//! What a finding is known by when lines move: pipelines tell by it which findings are new.

use std::collections::BTreeMap;
use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use super::Context;
use crate::catalog::Place;
use crate::lint::{Diagnostic, Report};
use crate::syntax::lexer;
use crate::text::SourceFile;

/// A fingerprint for each finding, in order: a hash of the rule, the path from the root of the
/// repository, the table and the marked text without white space and comments, and how many before it
/// have the same.
pub(super) fn fingerprints(report: &Report, context: &Context) -> Vec<String> {
    let mut seen: BTreeMap<u64, u32> = BTreeMap::new();
    let fingerprint = |finding: &Diagnostic| {
        let hash = hash(report, context, finding);
        let ordinal = seen.entry(hash).and_modify(|count| *count += 1).or_insert(1);
        format!("{hash:016x}:{ordinal}")
    };
    report.findings.iter().map(fingerprint).collect()
}

fn hash(report: &Report, context: &Context, finding: &Diagnostic) -> u64 {
    let file = report.file(finding.place);
    let path = context.path(file.path());
    let table = finding.table.as_deref().unwrap_or("");
    let mut hasher = SipHasher13::new();
    for part in [finding.rule, &path, table] {
        write(&mut hasher, part);
    }
    marked(report, file, finding.place, &mut hasher);
    hasher.finish()
}

/// The tokens of a place, without secrets: a hash of one can be guessed.
fn marked(report: &Report, file: &SourceFile, place: Place, hasher: &mut SipHasher13) {
    for token in lexer::lex(file.text(), place.span).tokens {
        write(hasher, &report.shown(place.file, token.text(file.text()), token.span.start as usize));
    }
}

/// A part with an end, so that no two sequences of parts are alike.
fn write(hasher: &mut SipHasher13, part: &str) {
    hasher.write(part.as_bytes());
    hasher.write_u8(0xff);
}
