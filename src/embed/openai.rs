//! Embedding by an HTTP endpoint that is compatible with OpenAI's: `POST …/embeddings`.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use serde::Deserialize;
use serde_json::json;
use ureq::Agent;
use ureq::http::{HeaderMap, Response};
use ureq::tls::TlsConfig;

/// How long one request may take.
const TIMEOUT: Duration = Duration::from_secs(120);
/// The most bytes of an answer.
const LARGEST: u64 = 256 << 20;
/// The longest pause that an endpoint may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(600);
/// The most characters of an endpoint's own words.
const SAID: usize = 300;

/// An endpoint with its model. It holds a key, so it cannot be shown.
pub struct Endpoint {
    agent: Agent,
    url: String,
    key: Option<String>,
    model: String,
    dimensions: Option<u32>,
    pauses: ExponentialBuilder,
}

/// Why an endpoint gave no vectors.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EndpointError {
    /// The address cannot be used.
    #[error("the endpoint {0}")]
    Address(&'static str),
    /// It takes no more requests now, or has trouble of its own.
    #[error("the endpoint answered with HTTP status {status}: {said}")]
    Busy {
        /// 429 or 5xx.
        status: u16,
        /// How long it asks to be left alone.
        pause: Option<Duration>,
        /// Its own words.
        said: String,
    },
    /// The key is wrong. What the endpoint says may hold a part of it.
    #[error("the endpoint does not take the key (HTTP status {0}): check the variable that holds it")]
    Key(u16),
    /// It refused the request.
    #[error("the endpoint refused the request (HTTP status {status}): {said}")]
    Refused {
        /// The status.
        status: u16,
        /// Its own words.
        said: String,
    },
    /// It was not reached, or the answer broke off.
    #[error("the endpoint cannot be reached: {0}")]
    Unreachable(String),
    /// The answer is no list of vectors, one for each text.
    #[error("the endpoint's answer is not what was asked for: {0}")]
    Answer(String),
}

/// The certificate is checked against the roots that browsers trust.
fn tls() -> TlsConfig {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    TlsConfig::builder().unversioned_rustls_crypto_provider(provider).build()
}

impl EndpointError {
    /// Whether the same request may succeed a little later.
    fn passes(&self) -> bool {
        matches!(self, Self::Busy { .. } | Self::Unreachable(_))
    }
}

/// The answer, as far as it is read.
#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    index: usize,
    embedding: Vec<f32>,
}

impl Endpoint {
    /// An endpoint by its address, up to and without `/embeddings`. With `dimensions` the model is asked for them.
    ///
    /// # Errors
    /// When the address is none, or a key would be sent over plain HTTP to another machine.
    pub fn new(url: &str, key: Option<String>, model: &str, dimensions: Option<u32>) -> Result<Self, EndpointError> {
        let parsed =
            url::Url::parse(url).map_err(|_| EndpointError::Address("has no address that can be understood"))?;
        let is_here = matches!(parsed.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        match parsed.scheme() {
            "https" => {}
            "http" if is_here || key.is_none() => {}
            "http" => {
                return Err(EndpointError::Address("is plain HTTP, which would show the key to all: use https://"));
            }
            _ => return Err(EndpointError::Address("has an address that does not begin with https://")),
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(TIMEOUT))
            .tls_config(tls());
        Ok(Self {
            agent: config.build().into(),
            url: format!("{}/embeddings", url.trim_end_matches('/')),
            key,
            model: model.to_owned(),
            dimensions,
            pauses: ExponentialBuilder::default()
                .with_max_delay(Duration::from_secs(60))
                .with_max_times(8)
                .with_jitter(),
        })
    }

    /// The vectors of these texts, in order. What passes is tried again, after the pause that the endpoint asks for.
    ///
    /// # Errors
    /// See [`EndpointError`].
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EndpointError> {
        let mut pauses = self.pauses.build();
        loop {
            match self.request(texts) {
                Err(error) if error.passes() => match pauses.next() {
                    Some(pause) => thread::sleep(pause_after(&error, pause)),
                    None => return Err(error),
                },
                result => return result,
            }
        }
    }

    fn request(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EndpointError> {
        let mut body = json!({ "model": self.model, "input": texts });
        if let Some(dimensions) = self.dimensions {
            body["dimensions"] = dimensions.into();
        }
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let unreachable = |error: ureq::Error| EndpointError::Unreachable(error.to_string());
        let mut response = request.send(body.to_string()).map_err(unreachable)?;
        let bytes = response.body_mut().with_config().limit(LARGEST).read_to_vec().map_err(unreachable)?;
        refusal(&response, &bytes).map_or_else(|| vectors(&bytes, texts.len()), Err)
    }
}

/// What an answer that is no success means.
fn refusal<B>(response: &Response<B>, bytes: &[u8]) -> Option<EndpointError> {
    let status = response.status().as_u16();
    let said = || String::from_utf8_lossy(bytes).chars().take(SAID).collect();
    match status {
        200..=299 => None,
        401 | 403 => Some(EndpointError::Key(status)),
        408 | 429 | 500..=599 => Some(EndpointError::Busy { status, pause: pause(response.headers()), said: said() }),
        _ => Some(EndpointError::Refused { status, said: said() }),
    }
}

/// The pause of `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3).
fn pause(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get("retry-after")?.to_str().ok()?;
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
    Duration::try_from(until.duration_since(jiff::Timestamp::now())).ok()
}

fn pause_after(error: &EndpointError, own: Duration) -> Duration {
    match error {
        EndpointError::Busy { pause: Some(asked), .. } => own.max(*asked).min(LONGEST_PAUSE),
        _ => own,
    }
}

/// The vectors in the order of their texts.
fn vectors(bytes: &[u8], count: usize) -> Result<Vec<Vec<f32>>, EndpointError> {
    let wrong = |what: String| EndpointError::Answer(what);
    let mut answer: Answer = serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
    answer.data.sort_by_key(|item| item.index);
    if answer.data.iter().map(|item| item.index).ne(0..count) {
        return Err(wrong(format!("{count} texts were sent, and the vectors of others came back")));
    }
    Ok(answer.data.into_iter().map(|item| item.embedding).collect())
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn vectors_come_in_the_order_of_their_texts() {
        let two = br#"{"data":[{"index":1,"embedding":[2.5]},{"index":0,"embedding":[1]}]}"#;
        assert_eq!(vectors(two, 2), Ok(vec![vec![1.0], vec![2.5]]));
        assert!(matches!(vectors(two, 3), Err(EndpointError::Answer(_))));
        assert!(matches!(vectors(b"<html>", 1), Err(EndpointError::Answer(_))));
    }

    #[test]
    fn a_key_is_not_sent_over_plain_http() {
        let with_key = |url: &str| Endpoint::new(url, Some("hunter2".into()), "m", None).err();
        assert!(matches!(with_key("http://e.example/v1"), Some(EndpointError::Address(_))));
        assert!(matches!(with_key("file:///etc"), Some(EndpointError::Address(_))));
        assert_eq!(with_key("https://e.example/v1"), None);
        assert_eq!(with_key("http://127.0.0.1:8080/v1"), None);
    }

    #[test]
    fn https_is_spoken_and_a_server_without_it_is_not_reached() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let url = format!("https://{}/v1", listener.local_addr().expect("an address"));
        let first = thread::spawn(move || {
            let mut byte = [0];
            let (mut stream, _) = listener.accept().expect("a connection");
            stream.read_exact(&mut byte).map(|()| byte[0])
        });
        let endpoint = Endpoint::new(&url, Some("hunter2".into()), "m", None).expect("an address");
        assert!(matches!(endpoint.request(&["a"]), Err(EndpointError::Unreachable(_))));
        let handshake = 0x16;
        assert_eq!(first.join().expect("the thread ends").ok(), Some(handshake));
    }

    #[test]
    fn the_pause_that_is_asked_for_is_kept() {
        let asked = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("retry-after", value.parse().expect("a value"));
            pause(&headers)
        };
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert!(asked("Fri, 31 Dec 2100 23:59:59 GMT").is_some_and(|pause| pause > LONGEST_PAUSE));
        assert_eq!([asked("Fri, 31 Dec 1999 23:59:59 GMT"), asked("soon")], [None, None]);
        let busy = |seconds| EndpointError::Busy {
            status: 429,
            pause: Some(Duration::from_secs(seconds)),
            said: String::new(),
        };
        let own = Duration::from_secs(2);
        assert_eq!(
            [pause_after(&busy(9), own), pause_after(&busy(9999), own)],
            [Duration::from_secs(9), LONGEST_PAUSE]
        );
        assert_eq!(pause_after(&busy(0), own), own);
    }
}
