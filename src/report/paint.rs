//! Colours for a terminal, or none.

/// Paints, or leaves text as it is.
pub(super) struct Paint {
    /// Whether escape sequences are written.
    pub color: bool,
}

impl Paint {
    fn wrap(&self, code: &str, text: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// A heading.
    pub fn bold(&self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// What asks for care.
    pub fn warn(&self, text: &str) -> String {
        self.wrap("1;33", text)
    }

    /// What comes, or is well.
    pub fn green(&self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// What goes.
    pub fn red(&self, text: &str) -> String {
        self.wrap("31", text)
    }

    /// What changes.
    pub fn cyan(&self, text: &str) -> String {
        self.wrap("36", text)
    }
}
