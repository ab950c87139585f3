//! Somebody who visits a house: requests with a cookie or a token, and sockets.

use futures_util::{SinkExt as _, StreamExt as _};
use load::Answer;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::{HeaderMap, HeaderValue, header};

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody who visits a house.
#[derive(Clone)]
pub struct Visitor {
    pub server: load::HttpClient,
    pub headers: HeaderMap,
}

/// An answer, with what tests ask of it.
pub struct Answered(pub Answer);

/// Somebody who looks at a table by a socket.
pub struct Viewer {
    socket: WebSocketStream<TcpStream>,
    next_id: u64,
    /// The last frame, with all that came with it.
    pub frame: Value,
    /// Everything that was received, as it was.
    pub received: Vec<String>,
}

impl Visitor {
    pub fn new(server: &load::HttpClient) -> Visitor {
        Visitor { server: server.clone(), headers: HeaderMap::new() }
    }

    /// The same person with another header.
    pub fn with(&self, name: header::HeaderName, value: &str) -> Visitor {
        let mut visitor = self.clone();
        visitor.headers.insert(name, HeaderValue::from_str(value).unwrap());
        visitor
    }

    /// The cookie that was given.
    pub fn cookie(&self) -> String {
        self.headers[header::COOKIE].to_str().unwrap().to_owned()
    }

    pub async fn get(&mut self, path: &str) -> Answered {
        self.ask("GET", path, Vec::new()).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Answered {
        self.ask("PUT", path, body.to_string().into_bytes()).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answered {
        self.ask("POST", path, body.to_string().into_bytes()).await
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Vec<u8>) -> Answered {
        let answer = self.server.ask(method, path, &self.headers, body).await.unwrap();
        if let Some(cookie) = answer.cookie() {
            self.headers.insert(header::COOKIE, HeaderValue::from_str(&cookie).unwrap());
        }
        Answered(answer)
    }

    /// Makes a table; its id.
    pub async fn table(&mut self, wanted: Value) -> String {
        let answer = self.post("/api/tables", wanted).await.is(200).json();
        answer["id"].as_str().unwrap().to_owned()
    }

    /// Does something at a table by request.
    pub async fn command(&mut self, table: &str, request: Value) -> Answered {
        self.post(&format!("/api/tables/{table}"), request).await
    }

    /// The table as this visitor may see it.
    pub async fn look(&mut self, table: &str) -> Value {
        let mut frame = self.get(&format!("/api/tables/{table}")).await.is(200).json();
        with_counts(&mut frame);
        frame
    }

    /// Opens a socket and says nothing yet.
    pub async fn socket(&mut self, table: &str) -> anyhow::Result<Viewer> {
        let (socket, cookie) = self.server.socket(table, &self.headers).await?;
        if let Some(cookie) = cookie {
            self.headers.insert(header::COOKIE, HeaderValue::from_str(&cookie).unwrap());
        }
        Ok(Viewer { socket, next_id: 0, frame: Value::Null, received: Vec::new() })
    }

    /// Comes to a table, as far as to the first frame.
    pub async fn enter(&mut self, table: &str) -> Viewer {
        self.enter_with(table, json!({})).await
    }

    /// Comes to a table with a token, or with what was seen before.
    pub async fn enter_with(&mut self, table: &str, with: Value) -> Viewer {
        let mut viewer = self.socket(table).await.unwrap();
        let mut request = json!({"do": "enter", "version": protocol::VERSION});
        request.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        viewer.done(request).await;
        viewer.until(|frame| !frame.is_null()).await;
        viewer
    }
}

impl Answered {
    /// That the status is this one.
    #[track_caller]
    pub fn is(self, status: u16) -> Answered {
        assert_eq!(self.0.status, status, "{}", self.0.text());
        self
    }

    pub fn json(&self) -> Value {
        self.0.json().unwrap_or_else(|error| panic!("{error}: {}", self.0.text()))
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Viewer {
    pub async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Sends something that the house may hang up on.
    pub async fn try_send(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next message; none if the socket was closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("the house is silent");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.received.push(text.to_string());
                    let mut message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "frame" {
                        with_counts(&mut message);
                        self.frame = message.clone();
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Sends a request and reads on to its answer.
    pub async fn ask(&mut self, mut request: Value) -> Value {
        self.next_id += 1;
        request["id"] = self.next_id.into();
        self.send(Message::Text(request.to_string().into())).await;
        loop {
            let message =
                self.next().await.unwrap_or_else(|| panic!("the socket was closed after {request}"));
            if message["type"] != "frame" && (message["id"] == self.next_id || message["id"] == 0) {
                return message;
            }
        }
    }

    /// Has something done.
    pub async fn done(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "done", "{request}: {answer}");
        answer
    }

    /// Is refused; with which code.
    pub async fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "refused", "{request}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Reads on to a frame that is as it should be.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> &Value {
        let wait = async {
            while !fits(&self.frame) {
                assert!(self.next().await.is_some(), "the socket was closed after {}", self.frame);
            }
        };
        if timeout(PATIENCE, wait).await.is_err() {
            panic!("waited in vain after {}", self.frame);
        }
        &self.frame
    }

    /// Reads on to a frame after so many steps.
    pub async fn until_steps(&mut self, steps: usize) -> &Value {
        self.until(|frame| frame["total"] == steps).await
    }

    /// Reads on to the end of the game.
    pub async fn until_over(&mut self) -> &Value {
        self.until(|frame| frame["table"]["status"] == "over").await
    }

    /// Waits until it is asked to act; the seat, the prompt and the actions.
    pub async fn prompted(&mut self) -> (u64, u64, Vec<String>) {
        let frame = self.until(|frame| !frame["game"]["prompts"][0].is_null()).await;
        let prompt = &frame["game"]["prompts"][0];
        let actions = prompt["actions"].as_array().unwrap();
        let actions = actions.iter().map(|action| action.as_str().unwrap().to_owned()).collect();
        (prompt["seat"].as_u64().unwrap(), prompt["prompt"].as_u64().unwrap(), actions)
    }

    /// Waits for its turn, acts, and reads on to a frame that shows it; its place in the log.
    pub async fn act(&mut self, action: &str) -> u64 {
        let (seat, prompt, _) = self.prompted().await;
        let request = json!({"do": "act", "seat": seat, "prompt": prompt, "action": action});
        let entry = self.done(request).await["entry"].as_u64().unwrap();
        self.until(|frame| frame["log"].as_u64().unwrap() > entry).await;
        entry
    }

    /// Plays the first legal action again and again, to the end of the game.
    pub async fn play_on(&mut self) {
        loop {
            let asked = |frame: &Value| !frame["game"]["prompts"][0].is_null();
            self.until(|frame| asked(frame) || frame["table"]["status"] == "over").await;
            if self.frame["table"]["status"] == "over" {
                return;
            }
            let (_, _, actions) = self.prompted().await;
            self.act(&actions[0]).await;
        }
    }

    /// Drops the connection without a word.
    pub fn drop_dead(self) {}
}

/// A message with what tests count, if it is a frame.
pub fn counted(mut message: Value) -> Value {
    if message["type"] == "frame" {
        with_counts(&mut message);
    }
    message
}

/// Adds to a frame what tests count: `total` steps, the length of the `log`, and the number of `chats`.
fn with_counts(frame: &mut Value) {
    let added = frame["steps"]["added"].as_array().unwrap().len() as u64;
    let seen: protocol::Seen = frame["seen"].as_str().unwrap().parse().unwrap();
    frame["total"] = (frame["steps"]["from"].as_u64().unwrap() + added).into();
    frame["log"] = seen.log.into();
    frame["chats"] = seen.chat.into();
}

/// The actions in a frame.
pub fn told(message: &Value) -> Vec<String> {
    let steps = message["steps"]["added"].as_array().unwrap();
    steps.iter().map(|step| step["action"].as_str().unwrap_or("left").to_owned()).collect()
}
