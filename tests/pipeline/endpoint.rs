//! An endpoint that is compatible with OpenAI's, in the test's own process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use ragsql::embed;
use serde_json::{Value, json};

/// A request: the value of its authorization, and its body.
#[derive(Debug)]
pub struct Request {
    pub authorization: String,
    pub body: Value,
}

impl Request {
    pub fn texts(&self) -> Vec<String> {
        let texts = self.body["input"].as_array().expect("a list").iter();
        texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
    }
}

/// What it answers: a status, further headers and a body; `None` when it never does.
pub type Answer = Option<(u16, &'static str, String)>;

/// The address of an endpoint, and the requests that it gets. `answer` is asked for each, by its number from 0.
pub fn endpoint(answer: impl Fn(usize, &Request) -> Answer + Send + 'static) -> (String, Receiver<Request>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let (sender, requests) = channel();
    thread::spawn(move || {
        let mut count = 0;
        let mut held = Vec::new();
        for stream in listener.incoming().map_while(Result::ok) {
            held.extend(serve(stream, &mut count, &answer, &sender));
        }
    });
    (address, requests)
}

/// Answers the requests of one connection; gives it back when one is not answered.
fn serve(
    stream: TcpStream,
    count: &mut usize,
    answer: &impl Fn(usize, &Request) -> Answer,
    sender: &Sender<Request>,
) -> Option<TcpStream> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let request = read(&mut reader)?;
    let answer = answer(*count, &request);
    *count += 1;
    // A test that has seen enough no longer listens.
    let _ = sender.send(request);
    let Some((status, headers, body)) = answer else { return Some(stream) };
    let mut stream = stream;
    let head = format!("HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    let _ = stream.write_all((head + &body).as_bytes());
    None
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            match line.trim_end() {
                "" => break,
                _ => continue,
            }
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().expect("a number"),
            "authorization" => authorization = value.to_owned(),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { authorization, body: serde_json::from_slice(&body).expect("JSON") })
}

/// The vectors of a request, of so many numbers each.
pub fn vectors(request: &Request, dimensions: usize) -> Answer {
    let texts = request.texts();
    let data = texts.iter().enumerate().map(
        |(index, text)| json!({ "object": "embedding", "index": index, "embedding": embed::local(text, dimensions) }),
    );
    // Out of order, as the order is not promised.
    let data: Vec<Value> = data.rev().collect();
    Some((200, "", json!({ "object": "list", "data": data }).to_string()))
}
