//! Extended properties.

use std::collections::BTreeSet;

use super::work::Work;
use crate::change::Change;

impl Work<'_> {
    /// Properties that come, go or have another value. Those of what is gone went with it.
    pub(super) fn properties(&mut self) {
        let to = self.to;
        let keys: BTreeSet<_> = self.state.properties.keys().chain(to.properties.keys()).cloned().collect();
        for on in keys {
            let there = self.state.properties.get(&on).cloned().unwrap_or_default();
            let wanted = to.properties.get(&on).cloned().unwrap_or_default();
            let names: BTreeSet<_> = there.keys().chain(wanted.keys()).collect();
            for name in names {
                let (from, to) = (there.get(name).cloned(), wanted.get(name).cloned());
                if from != to {
                    self.push(Change::SetProperty { on: on.clone(), name: name.clone(), from, to });
                }
            }
        }
    }
}
