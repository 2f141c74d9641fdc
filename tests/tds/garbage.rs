//! Bytes that make no sense: no decoder panics, and the server outlives every client.

use proptest::prelude::*;
use proptest::sample::Index;
use ragsql::sandbox::tds::bytes::Reader;
use ragsql::sandbox::tds::{login, prelogin, rpc, transaction, types};

use crate::client::serve;
use crate::engine::every_type;
use crate::raw::{self, BATCH, LOGIN, PRELOGIN, RPC, Raw, TRANSACTION};

/// Reads bytes as everything that a client can send.
fn decode_all(bytes: &[u8]) {
    let reader = || Reader::new(bytes, "garbage");
    let _ = prelogin::parse(bytes);
    let _ = login::parse(bytes);
    let _ = transaction::read_all_headers(&mut reader());
    let _ = transaction::parse(&mut reader());
    let _ = rpc::parse(&mut reader());
    let mut parameter = reader();
    while !parameter.is_empty() {
        let Ok(wire_type) = types::read_type_info(&mut parameter) else { break };
        let _ = types::read_value(&mut parameter, wire_type);
    }
}

/// A call with a parameter of every type, as the bytes of a well client.
fn call_with_every_type() -> Vec<u8> {
    let mut call = raw::call(10);
    for (_, wire_type, value) in every_type() {
        let mut parameter = vec![0, 0];
        types::put_type_info(&mut parameter, wire_type);
        types::put_value(&mut parameter, wire_type, &value).expect("the value is of the type");
        call.extend(parameter);
    }
    call
}

#[test]
fn the_bytes_that_are_mutated_are_good_ones() {
    let calls = rpc::parse(&mut Reader::new(&call_with_every_type(), "test")).unwrap();
    assert_eq!(calls[0].parameters.len(), every_type().len());
    assert!(login::parse(&raw::login7(0x7400_0004, 0, 0, 1)).unwrap().refusal().is_none());
}

proptest! {
    #[test]
    fn random_bytes_panic_nobody(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        decode_all(&bytes);
    }

    #[test]
    fn mutated_messages_panic_nobody(changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6), cut in any::<Index>()) {
        let messages = [call_with_every_type(), raw::login7(0x7400_0004, 0, 0, 1), raw::prelogin(1), raw::headers(1)];
        for mut message in messages {
            for (at, byte) in &changes {
                let at = at.index(message.len());
                message[at] = *byte;
            }
            decode_all(&message);
            decode_all(&message[..cut.index(message.len())]);
        }
    }
}

/// Each of these ends its connection; the server goes on.
#[test]
fn a_client_out_of_its_mind_loses_its_connection_alone() {
    let (server, engine) = serve();
    let before_login: [&[u8]; 5] = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        &[PRELOGIN, 1, 0, 3, 0, 0, 1, 0],
        &[PRELOGIN, 1, 0, 9, 0, 0, 1, 0, 1],
        &[BATCH, 1, 0, 9, 0, 0, 1, 0, 1],
        &[0x16, 3, 1, 0, 2, 1, 1],
    ];
    for bytes in before_login {
        let mut raw = Raw::open(server.port());
        std::io::Write::write_all(&mut raw.0, bytes).unwrap();
        raw.0.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        let _ = std::io::Read::read_to_end(&mut raw.0, &mut answer);
        assert!(!answer.starts_with(&[4]), "{bytes:?} is answered with {answer:?}");
    }
    let after_login = [
        (BATCH, vec![1, 2, 3]),
        (BATCH, [raw::headers(0), vec![b'x']].concat()),
        (RPC, [raw::headers(0), vec![0xFF, 0xFF, 99, 0, 0, 0]].concat()),
        (TRANSACTION, [raw::headers(0), vec![5, 0, 9, 0]].concat()),
        (LOGIN, raw::login7(0x7400_0004, 0, 0, 0)),
        (0x55, vec![]),
    ];
    for (kind, payload) in after_login {
        let mut raw = Raw::log_in(server.port());
        raw.send(kind, &payload);
        assert!(raw.is_closed(), "{kind:#04x} {payload:?}");
    }
    Raw::log_in(server.port());
    assert_eq!(engine.logins.lock().unwrap().len(), 7);
}
