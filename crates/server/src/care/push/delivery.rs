//! One push message to one browser.

use super::{Endpoint, Push, Receiver};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::header;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use std::time::Duration;
use store::{Subscription, UnixMillis};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a push service may take, from the name to the answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// For how long a push service keeps a message for a browser that is away, in seconds.
const KEPT: u32 = 24 * 3600;

/// What became of a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Delivered {
    /// The push service has it.
    Done,
    /// The browser is told no more: the subscription has ended.
    Gone,
    /// The push service does not take it now.
    Later,
    /// It will never take it.
    Never,
}

impl Push {
    /// Sends a message to a browser. Of those with the same topic the newest replaces the others.
    pub async fn deliver(&self, to: &Subscription, text: &[u8], topic: &str, now: UnixMillis) -> Delivered {
        let receiver = Receiver::read(&to.p256dh, &to.auth);
        let endpoint = Endpoint::read(&to.endpoint, self.anywhere);
        let Some((receiver, endpoint)) = receiver.zip(endpoint) else { return Delivered::Gone };
        let Some(body) = receiver.encrypt(text) else { return Delivered::Never };
        match timeout(PATIENCE, self.post(&endpoint, body, topic, now)).await {
            Ok(Some(status)) => match status {
                200..=299 => Delivered::Done,
                404 | 410 => Delivered::Gone,
                429 | 500..=599 => Delivered::Later,
                // Nobody is sent elsewhere by a redirection.
                _ => Delivered::Never,
            },
            Ok(None) | Err(_) => Delivered::Later,
        }
    }

    /// The status of the answer; its body is not read.
    async fn post(&self, to: &Endpoint, body: Vec<u8>, topic: &str, now: UnixMillis) -> Option<u16> {
        let address = to.resolve(self.anywhere).await?;
        let authorization = self.key.authorization(&to.origin(), &self.contact, now.0 / 1000)?;
        let request = Request::post(&to.path)
            .header(header::HOST, to.authority(if to.tls { 443 } else { 80 }))
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", KEPT)
            .header("urgency", "normal")
            .header("topic", topic)
            .body(Full::new(Bytes::from(body)))
            .ok()?;
        let stream = TcpStream::connect(address).await.ok()?;
        if !to.tls {
            return status(stream, request).await;
        }
        let name = ServerName::try_from(to.host.clone()).ok()?;
        status(self.tls.connect(name, stream).await.ok()?, request).await
    }
}

async fn status<S>(stream: S, request: Request<Full<Bytes>>) -> Option<u16>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.ok()?;
    let mut connection = std::pin::pin!(connection);
    let answer = tokio::select! {
        answer = sender.send_request(request) => answer.ok()?,
        _ = &mut connection => return None,
    };
    Some(answer.status().as_u16())
}
