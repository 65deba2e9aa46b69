//! Processors, as `/proc/stat` counts their time (`proc_stat(5)`, since boot, in ticks of 1/100 s).

use std::collections::{BTreeMap, BTreeSet};

/// Ticks per second of what the kernel tells programs (`USER_HZ`), the same on every architecture that matters.
pub(super) const TICKS_PER_S: f64 = 100.0;

/// One processor's time since boot, in ticks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ticks {
    /// Without anything to run; waiting for a disk included.
    pub(super) idle: u64,
    /// Taken by the hypervisor for others while there was something to run.
    pub(super) steal: u64,
    pub(super) total: u64,
}

impl Ticks {
    pub(super) fn since(self, earlier: Self) -> Self {
        Self {
            // The kernel's idle time may step back by a tick.
            idle: self.idle.saturating_sub(earlier.idle),
            steal: self.steal.saturating_sub(earlier.steal),
            total: self.total.saturating_sub(earlier.total),
        }
    }
}

/// The processors of `/proc/stat`; `None` if it is not as documented.
pub(super) fn processors(stat: &str) -> Option<BTreeMap<usize, Ticks>> {
    let mut all = BTreeMap::new();
    for line in stat.lines() {
        let mut words = line.split_ascii_whitespace();
        let Some(number) = words.next().and_then(|name| name.strip_prefix("cpu")).filter(|rest| !rest.is_empty())
        else {
            continue;
        };
        let times: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        // user nice system idle iowait irq softirq steal; what guests got follows, and is in user already.
        let [_, _, _, idle, iowait, _, _, steal, ..] = times[..] else { return None };
        let total = times[..8].iter().sum();
        all.insert(number.parse().ok()?, Ticks { idle: idle + iowait, steal, total });
    }
    (!all.is_empty()).then_some(all)
}

/// Processor numbers as the kernel lists them: `0-2,5`.
pub(super) fn list(text: &str) -> Option<BTreeSet<usize>> {
    let mut numbers = BTreeSet::new();
    for range in text.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        numbers.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(numbers)
}

/// Where a task may run, of its `status` in `/proc`.
pub(super) fn allowed(status: &str) -> Option<BTreeSet<usize>> {
    list(status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str = "cpu  100944 17 19057 35433 6921 0 258 1596 0 0\n\
        cpu0 48238 3 8740 23257 1122 0 22 753 0 0\ncpu1 52705 13 10316 12175 5798 0 235 842 0 0\nintr 1 2 3\n";

    #[test]
    fn the_time_of_each_processor_is_read_and_their_sum_is_not_one_of_them() {
        let all = processors(STAT).expect("as documented");
        let first = Ticks { idle: 24379, steal: 753, total: 48238 + 3 + 8740 + 23257 + 1122 + 22 + 753 };
        assert_eq!((all.len(), all[&0]), (2, first));
        assert_eq!(all[&1].steal, 842);
        for broken in ["", "cpu0 1 2 3\n", "cpu0 1 2 3 x 5 6 7 8\n", "intr 1\n"] {
            assert_eq!(processors(broken), None, "{broken:?}");
        }
    }

    #[test]
    fn a_difference_is_never_below_nothing() {
        let later = Ticks { idle: 9, steal: 4, total: 30 };
        let earlier = Ticks { idle: 10, steal: 1, total: 10 };
        assert_eq!(later.since(earlier), Ticks { idle: 0, steal: 3, total: 20 });
    }

    #[test]
    fn lists_are_ranges_and_numbers() {
        assert_eq!(list("0-2,5\n"), Some([0, 1, 2, 5].into()));
        assert_eq!(list("7"), Some([7].into()));
        for broken in ["", "a", "1-", "0,,2"] {
            assert_eq!(list(broken), None, "{broken:?}");
        }
        assert_eq!(allowed("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n"), Some([0, 1].into()));
        assert_eq!(allowed("Name:\tx\n"), None);
    }
}
