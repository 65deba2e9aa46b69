//! Ten thousand connections on one thread.

use super::common::{Reference, only, outcomes, peak_kib};

#[test]
fn ten_thousand_connections_are_served_without_an_error_in_64_mib() {
    let server = Reference::start(&[]);
    let (most, document) = peak_kib(server.address, &["-c", "10000", "-n", "30000", "--timeout", "60s"]);
    assert_eq!(outcomes(&document), only("ok", 30_000), "{}", document["first_failure"]);
    assert_eq!(document["reconnects"], 0);
    assert!((1000..64 * 1024).contains(&most), "{most} KiB");
}
