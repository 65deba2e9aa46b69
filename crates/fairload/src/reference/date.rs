//! The value of a `Date` header.

use std::time::{SystemTime, UNIX_EPOCH};

use httpdate::fmt_http_date;

/// Bytes of every date.
pub(super) const LENGTH: usize = "Thu, 01 Jan 1970 00:00:00 GMT".len();

/// Now, as IMF-fixdate, and how many nanoseconds it stays true.
pub(super) fn now() -> (String, u64) {
    // A clock before 1970 shows 1970.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (fmt_http_date(UNIX_EPOCH + since), u64::from(1_000_000_000 - since.subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn now_is_an_imf_fixdate() {
        let (date, stays_true) = now();
        assert_eq!(date.len(), LENGTH);
        assert!(httpdate::parse_http_date(&date).is_ok() && date.ends_with(" GMT"), "{date:?}");
        assert!((1..=1_000_000_000).contains(&stays_true));
    }
}
