//! What takes the names of others: which renames are to be made, and in what order.

use std::collections::{BTreeMap, BTreeSet};

/// The names that each of several things has had, oldest first.
pub(super) struct Chain<K> {
    chains: Vec<Vec<K>>,
    /// The chain of each name that something has now.
    at: BTreeMap<K, usize>,
}

impl<K> Default for Chain<K> {
    fn default() -> Self {
        Self { chains: Vec::new(), at: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> Chain<K> {
    /// Something takes another name. What had that name before is gone.
    pub(super) fn rename(&mut self, from: &K, to: &K) {
        let at = self.at.remove(from).unwrap_or_else(|| {
            self.chains.push(vec![from.clone()]);
            self.chains.len() - 1
        });
        self.chains[at].push(to.clone());
        if let Some(gone) = self.at.insert(to.clone(), at) {
            self.chains[gone].clear();
        }
    }

    /// The first name of what has a name now.
    pub(super) fn first(&self, now: &K) -> K {
        self.at.get(now).and_then(|at| self.chains[*at].first()).unwrap_or(now).clone()
    }

    /// The first name of each and the last one that is wanted.
    pub(super) fn ends(&self, wanted: impl Fn(&K) -> bool) -> impl Iterator<Item = (K, K)> {
        let last = move |chain: &Vec<K>| chain.iter().rfind(|name| wanted(name)).cloned();
        self.chains.iter().filter_map(move |chain| Some((chain.first()?.clone(), last(chain)?)))
    }

    /// Every name that something had, with the last one that is wanted: a database may be anywhere on the way.
    pub(super) fn pairs(&self, wanted: impl Fn(&K) -> bool) -> Vec<(K, K)> {
        let of = |chain: &Vec<K>| {
            let end = chain.iter().rposition(&wanted)?;
            let (last, before) = (&chain[end], &chain[..end]);
            let before = before.iter().filter(|name| *name != last);
            Some(before.map(|name| (name.clone(), last.clone())).collect::<Vec<_>>())
        };
        self.chains.iter().filter_map(of).flatten().collect()
    }
}

/// What something is, and what it is like where that is known.
type Found<T> = Option<(T, Option<String>)>;

/// The renames that explain what is there and what is wanted. The old name is there, the new one is wanted of the same
/// kind, and it is free or becomes so. Where the old name is wanted too, what is there must be like what the new name
/// stands for, and not like what the old one does: or else the rename may have been made already.
pub(super) fn explained<K: Ord + Clone, T: PartialEq>(
    moves: Vec<(K, K)>,
    there: impl Fn(&K) -> Found<T>,
    wanted: impl Fn(&K) -> Found<T>,
) -> Vec<(K, K)> {
    let fits = |(from, to): &(K, K)| {
        let (Some((kind, shape)), Some((new_kind, new_shape))) = (there(from), wanted(to)) else { return false };
        let is_new =
            wanted(from).is_none_or(|(_, old_shape)| shape.is_some() && shape == new_shape && shape != old_shape);
        kind == new_kind && is_new
    };
    let mut kept: Vec<(K, K)> = moves.into_iter().filter(fits).collect();
    loop {
        let firsts: BTreeSet<K> = kept.iter().map(|(from, _)| from.clone()).collect();
        let before = kept.len();
        kept.retain(|(_, to)| firsts.contains(to) || there(to).is_none());
        if kept.len() == before {
            break;
        }
    }
    // Of several that would take one name, the last one has it.
    let by_target: BTreeMap<K, K> = kept.into_iter().map(|(from, to)| (to, from)).collect();
    by_target.into_iter().map(|(to, from)| (from, to)).collect()
}

/// Renames in an order in which every new name is free. Of those that wait for each other one steps aside first.
pub(super) fn in_order<K: Ord + Clone>(moves: Vec<(K, K)>, spare: impl Fn(&K) -> K) -> Vec<(K, K)> {
    let mut open: BTreeMap<K, K> = moves.into_iter().collect();
    let mut ordered = Vec::new();
    while let Some(first) = open.keys().next().cloned() {
        let free = open.iter().find(|(_, to)| !open.contains_key(*to)).map(|(from, _)| from.clone());
        let from = free.clone().unwrap_or(first);
        let Some(to) = open.remove(&from) else { break };
        if free.is_some() {
            ordered.push((from, to));
        } else {
            let aside = spare(&from);
            ordered.push((from, aside.clone()));
            open.insert(aside, to);
        }
    }
    ordered
}
