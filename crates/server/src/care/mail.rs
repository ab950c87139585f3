//! E-mail, by the SMTP server that the operator names.

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use std::time::Duration;

/// How long the server may take for one letter.
const PATIENCE: Duration = Duration::from_secs(20);

/// How e-mail is sent.
#[derive(Clone)]
pub struct MailConfig {
    /// The server: `smtps://user:password@host`, `smtp://host:587?tls=required`, or `smtp://localhost`.
    pub url: String,
    /// From whom letters are: `House <house@example.org>`.
    pub from: String,
}

impl std::fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The URL may hold a password.
        f.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

impl MailConfig {
    /// Why letters can't be sent that way.
    ///
    /// # Errors
    ///
    /// If the URL or the sender can't be read, or if letters would leave the machine in the clear.
    pub fn check(&self) -> Result<(), String> {
        self.from.parse::<Mailbox>().map_err(|error| format!("{:?} is no sender: {error}", self.from))?;
        transport(&self.url).map(drop)
    }
}

/// Sends letters.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Whether a letter that was not sent may be sent later.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Unsent {
    Later,
    Never,
}

/// A letter.
#[derive(Clone)]
pub(crate) struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
}

impl Mailer {
    /// None if letters can't be sent that way.
    pub fn new(config: &MailConfig) -> Option<Mailer> {
        let transport =
            transport(&config.url).inspect_err(|error| tracing::error!(error, "no e-mail is sent"));
        Some(Mailer { transport: transport.ok()?, from: config.from.parse().ok()? })
    }

    /// Sends a letter.
    pub async fn send(&self, letter: Letter) -> Result<(), Unsent> {
        let to = letter.to.parse::<Mailbox>().map_err(|_| Unsent::Never)?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text)
            .map_err(|_| Unsent::Never)?;
        match tokio::time::timeout(PATIENCE, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(%error, "a letter was not sent");
                Err(if Error::is_permanent(&error) { Unsent::Never } else { Unsent::Later })
            }
            Err(_) => Err(Unsent::Later),
        }
    }
}

/// An address of e-mail, if it is one: a plain one, without a name.
pub(crate) fn checked_address(text: &str) -> Option<String> {
    let text = text.trim();
    let plain =
        text.len() <= 254 && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control());
    let address: lettre::Address = text.parse().ok().filter(|_| plain)?;
    Some(address.to_string())
}

/// Without TLS, letters go no further than to this machine.
fn transport(url: &str) -> Result<AsyncSmtpTransport<Tokio1Executor>, String> {
    let uri: axum::http::Uri =
        url.parse().map_err(|_| "the address of the mail server can't be read".to_owned())?;
    let host = uri.host().unwrap_or_default();
    let here = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    let encrypted =
        uri.scheme_str() == Some("smtps") || uri.query().unwrap_or_default().contains("tls=required");
    if !here && !encrypted {
        return Err(format!("{host} is another machine: write smtps://… or smtp://…?tls=required"));
    }
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|error| error.to_string())?;
    Ok(builder.timeout(Some(PATIENCE)).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_leave_the_machine_by_tls_alone() {
        let config =
            |url: &str| MailConfig { url: url.to_owned(), from: "House <house@a.example>".to_owned() };
        for url in [
            "smtp://localhost",
            "smtp://127.0.0.1:2525",
            "smtps://u:p@mail.example",
            "smtp://mail.example:587?tls=required",
        ] {
            assert_eq!(config(url).check(), Ok(()), "{url}");
        }
        for url in [
            "smtp://mail.example",
            "smtp://mail.example?tls=opportunistic",
            "http://localhost",
            "",
            "smtp://localhost.evil.example",
        ] {
            assert!(config(url).check().is_err(), "{url}");
        }
        assert!(MailConfig { from: "nobody".to_owned(), ..config("smtp://localhost") }.check().is_err());
        assert!(!format!("{:?}", config("smtps://u:secret@mail.example")).contains("secret"));
    }

    #[test]
    fn addresses_hold_nothing_but_an_address() {
        assert_eq!(checked_address(" ada@a.example ").as_deref(), Some("ada@a.example"));
        for odd in [
            "",
            "ada",
            "ada@",
            "@a",
            "ada@a.example\r\nbcc: eve@e.example",
            "Ada <ada@a.example>",
            "a b@c.example",
            "a@b.example,c@d.example",
        ] {
            assert_eq!(checked_address(odd), None, "{odd}");
        }
    }
}
