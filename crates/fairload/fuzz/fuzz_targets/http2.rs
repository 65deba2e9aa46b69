//! What a server of HTTP/2 sends, in any form: `make fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairload::fuzzing::fuzz_http2(data));
