//! What the kernel threw away or repeated, for the whole network namespace.

use schemars::JsonSchema;
use serde::Serialize;

/// Counts over a run (or since boot, before they are subtracted). What is not known is null.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Drops {
    /// Packets that found the receive queue of a processor full (`/proc/net/softnet_stat`).
    pub(crate) softnet_dropped: Option<u64>,
    /// Connections that found a listener's queue full (`TcpExt ListenOverflows`): each costs its client a second.
    pub(crate) listen_overflows: Option<u64>,
    /// Closed connections forgotten early, as there were too many (`TcpExt TCPTimeWaitOverflow`).
    pub(crate) time_wait_overflows: Option<u64>,
    /// TCP segments sent again (`Tcp RetransSegs`).
    pub(crate) retransmitted_segments: Option<u64>,
}

impl Drops {
    /// Of the texts of `/proc/net/softnet_stat`, `/proc/net/netstat` and `/proc/net/snmp`.
    pub(super) fn read(softnet: Option<&str>, netstat: Option<&str>, snmp: Option<&str>) -> Self {
        Self {
            softnet_dropped: softnet.and_then(softnet_dropped),
            listen_overflows: netstat.and_then(|text| counter(text, "TcpExt", "ListenOverflows")),
            time_wait_overflows: netstat.and_then(|text| counter(text, "TcpExt", "TCPTimeWaitOverflow")),
            retransmitted_segments: snmp.and_then(|text| counter(text, "Tcp", "RetransSegs")),
        }
    }

    pub(super) fn since(self, earlier: Self) -> Self {
        let less = |now: Option<u64>, then: Option<u64>| now.zip(then).map(|(now, then)| now.saturating_sub(then));
        Self {
            softnet_dropped: less(self.softnet_dropped, earlier.softnet_dropped),
            listen_overflows: less(self.listen_overflows, earlier.listen_overflows),
            time_wait_overflows: less(self.time_wait_overflows, earlier.time_wait_overflows),
            retransmitted_segments: less(self.retransmitted_segments, earlier.retransmitted_segments),
        }
    }

    /// By name, for people.
    pub(super) fn named(&self) -> [(&'static str, Option<u64>); 4] {
        [
            ("packets dropped before TCP saw them", self.softnet_dropped),
            ("connections dropped at a full listen queue", self.listen_overflows),
            ("TIME_WAIT overflows", self.time_wait_overflows),
            ("TCP segments sent again", self.retransmitted_segments),
        ]
    }
}

/// The second column, over all processors: hexadecimal.
fn softnet_dropped(text: &str) -> Option<u64> {
    let dropped = |line: &str| u64::from_str_radix(line.split_ascii_whitespace().nth(1)?, 16).ok();
    let all: Vec<u64> = text.lines().map(dropped).collect::<Option<_>>()?;
    (!all.is_empty()).then(|| all.iter().sum())
}

/// A named counter of a group: a line of names, then a line of values, both beginning with the group's name.
fn counter(text: &str, group: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(group)?.strip_prefix(':'));
    let (names, values) = (lines.next()?, lines.next()?);
    let column = names.split_ascii_whitespace().position(|candidate| candidate == name)?;
    values.split_ascii_whitespace().nth(column)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOFTNET: &str = "00000017 00000001 00000000\n00007a23 0000000f 00000002\n";
    const NETSTAT: &str = "TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPTimeWaitOverflow\n\
        TcpExt: 0 17 18 3\nIpExt: InNoRoutes ListenOverflows\nIpExt: 0 99\n";
    const SNMP: &str = "Tcp: RtoAlgorithm MaxConn RetransSegs InErrs\nTcp: 1 -1 42 0\nUdp: InDatagrams\nUdp: 7\n";

    #[test]
    fn counters_are_found_by_their_names() {
        let drops = Drops::read(Some(SOFTNET), Some(NETSTAT), Some(SNMP));
        let expected = Drops {
            softnet_dropped: Some(16),
            listen_overflows: Some(17),
            time_wait_overflows: Some(3),
            retransmitted_segments: Some(42),
        };
        assert_eq!(drops, expected);
        let none = Drops { softnet_dropped: Some(0), listen_overflows: Some(0), ..Drops::default() };
        let half = Drops { softnet_dropped: Some(16), listen_overflows: Some(17), ..Drops::default() };
        assert_eq!(drops.since(half), none);
    }

    #[test]
    fn what_is_not_there_is_unknown() {
        assert_eq!(Drops::read(None, None, None), Drops::default());
        assert_eq!(Drops::read(Some(""), Some("TcpExt: A\nTcpExt: 1\n"), Some("Tcp: RetransSegs\n")), Drops::default());
        assert_eq!(softnet_dropped("00000017\n"), None);
    }
}
