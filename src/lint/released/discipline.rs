//! What a release demands: files stay as they are, and new ones come after them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Difference, Files, Indexed, has_same, key};
use crate::catalog::Place;
use crate::lint::{Diagnostic, Options, Report, Rule, rules};
use crate::source::{Migration, Phase, lf};
use crate::text::{SourceFile, Span};

impl<'a> Difference<'a> {
    /// Tells every released file that is changed, renamed or gone, and every new one that comes too early.
    pub(in crate::lint) fn tell(&self, report: &mut Report, options: &Options) {
        let mut successors = BTreeSet::new();
        for (before, now) in self.gone() {
            successors.extend(now.map(|now| now.index));
            self.changed(report, options, before, now);
        }
        let new = self.now.values().flatten().filter(|new| !self.before.contains_key(&key(new.file)));
        for new in new.filter(|new| !successors.contains(&new.index) && !has_same(&self.later, new.file)) {
            if let Some(taken) = self.later.get(&key(new.file)).and_then(|files| files.first()) {
                self.taken(report, options, *new, taken.file);
                continue;
            }
            let last = self.last_before(new.file.phase).filter(|last| new.file.version < last.version);
            if let Some(last) = last {
                self.too_early(report, options, *new, last);
            }
        }
    }

    /// The released files that are not there as they were, each with what became of it: a file of its
    /// version, or a new one with its text.
    fn gone(&self) -> Vec<(&'a Migration, Option<Indexed<'a>>)> {
        let gone = self.before.values().flatten().map(|before| before.file).filter(|file| !has_same(&self.now, file));
        let gone: Vec<_> = gone.collect();
        let by_text = if gone.is_empty() { BTreeMap::new() } else { self.new_by_text() };
        let now = |before: &Migration| {
            let of_version = self.now.get(&key(before)).and_then(|files| closest(files, before));
            of_version.or_else(|| by_text.get(&lf(before.file.text())).copied())
        };
        gone.into_iter().map(|before| (before, now(before))).collect()
    }

    fn new_by_text(&self) -> BTreeMap<Cow<'a, str>, Indexed<'a>> {
        let new = self.now.values().flatten().filter(|new| !self.before.contains_key(&key(new.file)));
        new.map(|new| (lf(new.file.file.text()), *new)).collect()
    }

    /// The last released file of a folder.
    fn last_before(&self, phase: Phase) -> Option<&'a Migration> {
        let last = |files: &Files<'a>| {
            let (_, files) = files.range((phase, i64::MIN)..=(phase, i64::MAX)).next_back()?;
            files.first().map(|last| last.file)
        };
        last(&self.before).into_iter().chain(last(&self.later)).max_by_key(|last| last.version)
    }

    /// A new file whose version the reference got in the meantime for another one.
    fn taken(&self, report: &mut Report, options: &Options, new: Indexed, by: &Migration) {
        let (version, reference, path) = (new.file.version, self.reference, by.file.path());
        let message = format!("version {version} is released for another file: `{reference}` has `{path}`");
        let last = self.last_before(new.file.phase).map_or(version, |last| last.version);
        let place = Place { file: new.index, span: Span::default() };
        add(report, options, &rules::DUPLICATE_VERSION, place, message)
            .help(format!("bring `{reference}` into this branch, and give the file a version after {last}"));
    }

    fn changed(&self, report: &mut Report, options: &Options, before: &Migration, now: Option<Indexed>) {
        let place = match now {
            Some(now) => Place { file: now.index, span: first_difference(&before.file, &now.file.file) },
            None => joined(report, &before.file),
        };
        let (path, reference) = (before.file.path(), self.reference);
        let what = match now.map(|now| (now.file.file.path(), lf(now.file.file.text()) == lf(before.file.text()))) {
            None => "deleted".to_owned(),
            Some((now, _)) if now == path => "edited".to_owned(),
            Some((now, true)) => format!("renamed to `{now}`"),
            Some((now, false)) => format!("edited and renamed to `{now}`"),
        };
        let message = format!("`{path}` is released (it is part of `{reference}`) and was {what}");
        add(report, options, &rules::RELEASED_FILE_CHANGED, place, message)
            .help("put it back as it was, and write what should be different into a new file");
    }

    fn too_early(&self, report: &mut Report, options: &Options, new: Indexed, last: &Migration) {
        let place = Place { file: new.index, span: Span::default() };
        let last_place = self.now.get(&key(last)).and_then(|files| files.first());
        let last_place = last_place.map(|last| Place { file: last.index, span: Span::default() });
        let message = format!(
            "version {} comes before {}, which is released (it is part of `{}`)",
            new.file.version, last.version, self.reference
        );
        add(report, options, &rules::OUT_OF_ORDER_FILE, place, message)
            .related(last_place, "the last released file")
            .help(format!("give it a version after {}", last.version));
    }
}

/// Of the files of one version the one that a file became: the one with its path, or the first.
fn closest<'a>(files: &[Indexed<'a>], before: &Migration) -> Option<Indexed<'a>> {
    let same_path = files.iter().find(|now| now.file.file.path() == before.file.path());
    same_path.or_else(|| files.first()).copied()
}

fn add<'r>(
    report: &'r mut Report,
    options: &Options,
    rule: &'static Rule,
    place: Place,
    message: String,
) -> &'r mut Diagnostic {
    let level = options.level_in(report.file(place).path(), rule);
    report.findings.push(Diagnostic::new(rule, level, place, message));
    report.findings.last_mut().expect("one was just added")
}

/// The beginning of a file that is gone, which joins the report's files.
fn joined(report: &mut Report, file: &Arc<SourceFile>) -> Place {
    report.files.push(Arc::clone(file));
    Place { file: report.files.len() as u32 - 1, span: Span::default() }
}

/// The first line of a text that is not as before; the beginning when all are.
fn first_difference(before: &SourceFile, now: &SourceFile) -> Span {
    let (old, new) = (lf(before.text()), lf(now.text()));
    if old == new {
        return Span::default();
    }
    let same = old.split('\n').zip(new.split('\n')).take_while(|(old, new)| old == new).count();
    let line = |number: usize| now.line_start(number as u32) as usize;
    let (start, end) = (line(same + 1), line(same + 2));
    Span::new(start, start + now.text()[start..end].trim_end_matches(['\r', '\n']).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(before: &str, now: &str) -> String {
        let now = SourceFile::new("now", now);
        let span = first_difference(&SourceFile::new("before", before), &now);
        format!("{}:{}", now.position(span.start).line, now.slice(span))
    }

    #[test]
    fn the_first_line_that_differs() {
        assert_eq!(difference("a\nb\nc", "a\r\nx\r\nc"), "2:x");
        assert_eq!(difference("a\nb", "a\nb\nc"), "3:c");
        assert_eq!(difference("a\nb\nc\n", "a\nb\n"), "3:");
        assert_eq!(difference("a\nb", "a"), "1:");
        assert_eq!(difference("a\rb", "a\nb"), "1:");
    }
}
