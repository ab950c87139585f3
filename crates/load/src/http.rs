//! Requests and sockets to a server.

use anyhow::{Context as _, Result, bail};
use http_body_util::{BodyExt as _, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderValue, SET_COOKIE};
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where a server is.
#[derive(Clone, Debug)]
pub struct HttpClient {
    /// Host and port.
    pub authority: String,
}

/// What a server answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// An open socket.
pub type Socket = WebSocketStream<TcpStream>;

impl HttpClient {
    /// The server at an address like `http://127.0.0.1:8080`.
    pub fn at(url: &str) -> Result<Self> {
        let authority = url.strip_prefix("http://").context("the address must begin with http://")?;
        let authority = authority.trim_end_matches('/');
        if authority.is_empty() || authority.contains('/') {
            bail!("{url:?} is no address of a server: write http://HOST:PORT");
        }
        let port = if authority.contains(':') { "" } else { ":80" };
        Ok(HttpClient { authority: format!("{authority}{port}") })
    }

    /// Sends one request, with more headers if need be.
    pub async fn ask(&self, method: &str, path: &str, headers: &HeaderMap, body: Vec<u8>) -> Result<Answer> {
        timeout(PATIENCE, self.exchange(method, path, headers, body)).await.context("no answer in time")?
    }

    async fn exchange(&self, method: &str, path: &str, headers: &HeaderMap, body: Vec<u8>) -> Result<Answer> {
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(self.connect().await?)).await?;
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.authority);
        if !body.is_empty() && !headers.contains_key(CONTENT_TYPE) {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let mut request = request.body(Full::new(Bytes::from(body)))?;
        request.headers_mut().extend(headers.clone());
        let exchange = async {
            let answer = sender.send_request(request).await?;
            let (head, body) = answer.into_parts();
            let body = body.collect().await?.to_bytes();
            anyhow::Ok(Answer { status: head.status.as_u16(), headers: head.headers, body })
        };
        tokio::pin!(exchange, connection);
        tokio::select! {
            answer = &mut exchange => answer,
            ended = &mut connection => {
                ended?;
                exchange.await
            }
        }
    }

    /// Opens the socket of a table; answers with the cookie too, if it gives a new one.
    pub async fn socket(&self, table: &str, headers: &HeaderMap) -> Result<(Socket, Option<String>)> {
        self.socket_at(&format!("/api/tables/{table}/socket"), headers).await
    }

    /// Opens the socket at a path.
    pub async fn socket_at(&self, path: &str, headers: &HeaderMap) -> Result<(Socket, Option<String>)> {
        let mut request = format!("ws://{}{path}", self.authority).into_client_request()?;
        request.headers_mut().extend(headers.clone());
        let open = async {
            // Thousands of them are open.
            let config = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(0);
            anyhow::Ok(client_async_with_config(request, self.connect().await?, Some(config)).await?)
        };
        let (socket, answer) = timeout(PATIENCE, open).await.context("no socket in time")??;
        Ok((socket, cookie(answer.headers())))
    }

    async fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect(&self.authority).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl Answer {
    /// The body as JSON.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T> {
        Ok(serde_json::from_slice(&self.body)?)
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The cookie that it sets, as it is to be sent back.
    pub fn cookie(&self) -> Option<String> {
        cookie(&self.headers)
    }
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let set = headers.get(SET_COOKIE)?.to_str().ok()?;
    set.split(';').next().map(str::to_owned)
}

/// The headers of somebody with this cookie.
pub fn with_cookie(cookie: Option<&String>) -> HeaderMap {
    let value = cookie.and_then(|cookie| HeaderValue::from_str(cookie).ok());
    value.into_iter().map(|value| (COOKIE, value)).collect()
}
