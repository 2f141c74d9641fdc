//! How grave a rule's findings are: the setting of the folder, then that of the project, then the rule's
//! own level for the engine.

use std::collections::BTreeMap;

use super::{Level, Options, Rule, rules};
use crate::refusal::PairSetting;

/// Levels that are set for single rules, by code.
pub type RuleLevels = BTreeMap<String, Level>;

impl Options {
    /// The level of a rule where no folder sets another.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        if let Some(level) = self.levels.get(rule.code) {
            return *level;
        }
        let level = rule.levels.on(self.engine);
        match self.policy_and_vector_index {
            _ if rule.code != rules::POLICY_AND_VECTOR_INDEX.code => level,
            PairSetting::Refuse => level,
            PairSetting::Warn => level.min(Level::Warning),
            PairSetting::Allow => Level::Off,
        }
    }

    /// The level of a rule in a file, given by its path.
    #[must_use]
    pub fn level_in(&self, path: &str, rule: &Rule) -> Level {
        self.set_for(path, rule.code).unwrap_or_else(|| self.level(rule))
    }

    /// What the innermost folder that speaks of the rule says.
    fn set_for(&self, path: &str, code: &str) -> Option<Level> {
        let is_in = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let folders = self.folders.iter().filter(|(folder, levels)| levels.contains_key(code) && is_in(folder));
        folders.max_by_key(|(folder, _)| folder.len()).map(|(_, levels)| levels[code])
    }

    /// Whether a rule has a level in some file.
    pub(super) fn speaks(&self, rule: &Rule) -> bool {
        let in_folder = |levels: &RuleLevels| levels.get(rule.code).is_some_and(|level| *level > Level::Off);
        self.level(rule) > Level::Off || self.folders.values().any(in_folder)
    }
}

/// The levels in the files of a project.
pub(super) struct FileLevels<'a> {
    options: &'a Options,
    /// For each file the rules whose levels a folder sets.
    set: Vec<RuleLevels>,
}

impl<'a> FileLevels<'a> {
    /// For files by their paths, in order.
    pub(super) fn new<'p>(options: &'a Options, paths: impl Iterator<Item = &'p str>) -> Self {
        let codes: Vec<&String> = options.folders.values().flat_map(BTreeMap::keys).collect();
        let set = |path: &str| {
            let levels = codes.iter().map(|code| ((*code).clone(), options.set_for(path, code)));
            levels.filter_map(|(code, level)| Some((code, level?))).collect()
        };
        Self { options, set: if codes.is_empty() { Vec::new() } else { paths.map(set).collect() } }
    }

    /// What is set for the project.
    pub(super) fn options(&self) -> &'a Options {
        self.options
    }

    /// The level of a rule in a file, given by its index.
    pub(super) fn of(&self, rule: &Rule, file: usize) -> Level {
        let set = self.set.get(file).and_then(|set| set.get(rule.code)).copied();
        set.unwrap_or_else(|| self.options.level(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(level: Level) -> RuleLevels {
        BTreeMap::from([(rules::FILE_NAME.code.to_owned(), level)])
    }

    #[test]
    fn the_innermost_folder_goes_before_the_project_and_that_before_the_rule() {
        let mut options = Options::default();
        let level = |options: &Options, path: &str| {
            let index = FileLevels::new(options, [path].into_iter()).of(&rules::FILE_NAME, 0);
            assert_eq!(index, options.level_in(path, &rules::FILE_NAME));
            index
        };
        assert_eq!(level(&options, "a/b/c.sql"), Level::Error);
        options.levels = levels(Level::Warning);
        assert_eq!(level(&options, "a/b/c.sql"), Level::Warning);
        options.folders.insert("a".to_owned(), levels(Level::Info));
        options.folders.insert("a/b".to_owned(), levels(Level::Off));
        assert_eq!(level(&options, "a/b/c.sql"), Level::Off);
        assert_eq!(level(&options, "a/c.sql"), Level::Info);
        assert_eq!(level(&options, "ab/c.sql"), Level::Warning);
    }

    #[test]
    fn a_rule_speaks_when_one_folder_lets_it() {
        let mut options = Options { levels: levels(Level::Off), ..Options::default() };
        assert!(!options.speaks(&rules::FILE_NAME));
        options.folders.insert("a".to_owned(), levels(Level::Info));
        assert!(options.speaks(&rules::FILE_NAME));
    }
}
