//! What a server of WebSocket sends, in any form: `make fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairload::fuzzing::fuzz_websocket(data));
