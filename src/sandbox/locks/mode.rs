//! The modes of a lock, and which of them go together.

/// The mode of a lock (Learn, sp_getapplock).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// `IntentShared`.
    IntentShared,
    /// `Shared`.
    Shared,
    /// `Update`.
    Update,
    /// `IntentExclusive`.
    IntentExclusive,
    /// `Exclusive`.
    Exclusive,
}

impl Mode {
    /// Every mode, weakest first.
    pub const ALL: [Mode; 5] = [Mode::IntentShared, Mode::Shared, Mode::Update, Mode::IntentExclusive, Mode::Exclusive];

    /// The name that `sp_getapplock` takes and `APPLOCK_MODE` gives.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Mode::IntentShared => "IntentShared",
            Mode::Shared => "Shared",
            Mode::Update => "Update",
            Mode::IntentExclusive => "IntentExclusive",
            Mode::Exclusive => "Exclusive",
        }
    }

    /// The short name in `sys.dm_tran_locks`.
    #[must_use]
    pub fn short_name(self) -> &'static str {
        match self {
            Mode::IntentShared => "IS",
            Mode::Shared => "S",
            Mode::Update => "U",
            Mode::IntentExclusive => "IX",
            Mode::Exclusive => "X",
        }
    }

    /// Whether two sessions may hold these modes at once (Learn, lock compatibility).
    #[must_use]
    pub fn is_compatible(self, other: Mode) -> bool {
        use Mode::{Exclusive, IntentExclusive, IntentShared, Shared, Update};
        match (self.min(other), self.max(other)) {
            (_, Exclusive) => false,
            (IntentShared, _) | (Shared, Shared | Update) | (IntentExclusive, IntentExclusive) => true,
            (Shared | Update, IntentExclusive) | (Update, _) => false,
            (Shared | IntentExclusive | Exclusive, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compatibility_is_symmetric_and_as_documented() {
        let compatible: Vec<(&str, &str)> = Mode::ALL
            .iter()
            .flat_map(|a| Mode::ALL.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a.is_compatible(**b))
            .map(|(a, b)| (a.short_name(), b.short_name()))
            .collect();
        let expected = [
            ("IS", "IS"),
            ("IS", "S"),
            ("IS", "U"),
            ("IS", "IX"),
            ("S", "IS"),
            ("S", "S"),
            ("S", "U"),
            ("U", "IS"),
            ("U", "S"),
            ("IX", "IS"),
            ("IX", "IX"),
        ];
        assert_eq!(compatible, expected);
    }
}
