//! The rows of plow's histogram: no fixed edges, but as many clusters of neighbouring times.
//!
//! plow merges, whenever a ninth cluster comes up, the two whose means are closest, so its rows depend on the order of
//! the answers. The same rule is applied here to all times at once, so ours do not.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fairload::clock::Nanos;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cluster {
    pub(super) count: u64,
    sum: u128,
}

impl Cluster {
    pub(super) fn new(time: Nanos, count: u64) -> Self {
        Self { count, sum: u128::from(time) * u128::from(count) }
    }

    /// Of a cluster that has times.
    pub(super) fn mean(&self) -> Nanos {
        u64::try_from(self.sum / u128::from(self.count)).expect("no mean is above the largest of its times")
    }

    fn merge(self, other: Self) -> Self {
        Self { count: self.count + other.count, sum: self.sum + other.sum }
    }
}

/// The two neighbours of a cluster, by index, and whether it was merged into the one before it.
#[derive(Clone, Copy)]
struct Links {
    before: Option<usize>,
    after: Option<usize>,
    gone: bool,
}

/// Merges the neighbours with the closest means until no more than `most` are left. `times`: each with how often it
/// was seen, at least once, ascending.
pub(super) fn clusters(times: &[(Nanos, u64)], most: usize) -> Vec<Cluster> {
    let mut all: Vec<_> = times.iter().map(|&(time, count)| Cluster::new(time, count)).collect();
    let mut links: Vec<_> = (0..all.len())
        .map(|i| Links { before: i.checked_sub(1), after: Some(i + 1).filter(|&i| i < all.len()), gone: false })
        .collect();
    // Gap to the next cluster, and which two they were; out of date once one of them has changed.
    let gap = |all: &[Cluster], from: usize, to: usize| all[to].mean().saturating_sub(all[from].mean());
    let mut gaps: BinaryHeap<_> = (1..all.len()).map(|to| Reverse((gap(&all, to - 1, to), to - 1))).collect();
    let mut left = all.len();
    while left > most
        && let Some(Reverse((width, from))) = gaps.pop()
    {
        let Some(to) = links[from].after.filter(|&to| !links[from].gone && gap(&all, from, to) == width) else {
            continue;
        };
        all[from] = all[from].merge(all[to]);
        links[to].gone = true;
        links[from].after = links[to].after;
        left -= 1;
        if let Some(after) = links[from].after {
            links[after].before = Some(from);
            gaps.push(Reverse((gap(&all, from, after), from)));
        }
        if let Some(before) = links[from].before {
            gaps.push(Reverse((gap(&all, before, from), before)));
        }
    }
    all.iter().zip(&links).filter(|(_, links)| !links.gone).map(|(cluster, _)| *cluster).collect()
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    use super::*;

    fn rows(times: &[(Nanos, u64)], most: usize) -> Vec<(Nanos, u64)> {
        clusters(times, most).iter().map(|cluster| (cluster.mean(), cluster.count)).collect()
    }

    #[test]
    fn the_closest_neighbours_are_merged_first() {
        assert_eq!(rows(&[], 8), []);
        assert_eq!(rows(&[(5, 2)], 8), [(5, 2)]);
        assert_eq!(rows(&[(10, 1), (20, 1), (100, 1)], 2), [(15, 2), (100, 1)]);
        // 10 and 14 make 11; 20 is then further from it than from 28.
        assert_eq!(rows(&[(10, 3), (14, 1), (20, 1), (28, 1)], 2), [(11, 4), (24, 2)]);
        assert_eq!(rows(&[(1, 1), (2, 1), (3, 1), (50_000, 9)], 2), [(2, 3), (50_000, 9)]);
    }

    /// The same rule in its simplest form.
    fn slowly(times: &[(Nanos, u64)], most: usize) -> Vec<Cluster> {
        let mut all: Vec<_> = times.iter().map(|&(time, count)| Cluster::new(time, count)).collect();
        while all.len() > most {
            let gap = |at: usize| all[at + 1].mean().saturating_sub(all[at].mean());
            let closest = (0..all.len() - 1).min_by_key(|&at| gap(at)).expect("there are two");
            let next = all.remove(closest + 1);
            all[closest] = all[closest].merge(next);
        }
        all
    }

    proptest! {
        #[test]
        fn merging_with_a_heap_is_merging(times in btree_map(1_u64..2000, 1_u64..50, 0..60), most in 1_usize..10) {
            let times: Vec<_> = times.into_iter().collect();
            prop_assert_eq!(clusters(&times, most), slowly(&times, most));
        }
    }
}
