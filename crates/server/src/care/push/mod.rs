//! Push messages to browsers (RFC 8030), encrypted so that only the browser reads them (RFC 8291), signed by the house
//! (RFC 8292). They go to public addresses by HTTPS alone: whoever names an endpoint can't have the house speak with its
//! own network.

mod delivery;
mod encryption;
mod endpoint;
mod vapid;

pub(crate) use delivery::Delivered;
pub(crate) use encryption::Receiver;
pub(crate) use endpoint::Endpoint;

use super::CareConfig;
use std::sync::Arc;
use store::Store;
use tokio_rustls::TlsConnector;
use vapid::VapidKey;

/// Sends push messages.
pub(crate) struct Push {
    key: VapidKey,
    tls: TlsConnector,
    /// Whom push services may write to about this house.
    contact: String,
    /// Whether private addresses and plain HTTP are allowed: in tests.
    anywhere: bool,
}

impl Push {
    /// Reads the key of the house, which is made and kept at the first start.
    pub async fn start(store: &Store, config: &CareConfig) -> store::Result<Push> {
        let key = store.house_key("vapid", &VapidKey::generate()).await?;
        let key = VapidKey::read(&key);
        let key =
            key.ok_or_else(|| store::Error::Damaged("the key for push messages is unreadable".into()))?;
        let contact = config.public_url.clone().filter(|url| url.starts_with("https://"));
        let contact = contact.unwrap_or_else(|| "mailto:host@ludotheque.invalid".to_owned());
        Ok(Push { key, tls: tls(), contact, anywhere: config.push_anywhere })
    }

    /// The public key of the house, as base64url.
    pub fn public_key(&self) -> String {
        self.key.public()
    }
}

/// TLS with the certificates that the system trusts.
fn tls() -> TlsConnector {
    let mut roots = rustls::RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        tracing::warn!("the system has no certificates: no push message can be sent");
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring knows the versions of TLS")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}
