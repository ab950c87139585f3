//! The key by which push services know the house (RFC 8292).

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// For how long a signature is good, in seconds.
const LIFETIME: i64 = 12 * 3600;

/// A key of P-256.
pub(crate) struct VapidKey(EcdsaKeyPair);

impl VapidKey {
    /// A new key, as it is kept.
    pub fn generate() -> String {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        BASE64.encode(key.expect("the system has randomness"))
    }

    /// A key that was kept.
    pub fn read(text: &str) -> Option<VapidKey> {
        let bytes = BASE64.decode(text).ok()?;
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &random).ok().map(VapidKey)
    }

    /// The public half, as base64url.
    pub fn public(&self) -> String {
        BASE64.encode(self.0.public_key())
    }

    /// The value of the header `Authorization` for a push service, at `now` in seconds since 1970.
    pub fn authorization(&self, origin: &str, contact: &str, now: i64) -> Option<String> {
        let head = BASE64.encode(json!({"typ": "JWT", "alg": "ES256"}).to_string());
        let claims = json!({"aud": origin, "exp": now + LIFETIME, "sub": contact});
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", BASE64.encode(signature), self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn the_signature_is_that_of_the_key_and_names_the_service() {
        let key = VapidKey::read(&VapidKey::generate()).unwrap();
        let header = key.authorization("https://push.example", "mailto:a@b.example", 1_000).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(public).unwrap());
        public.verify(signed.as_bytes(), &BASE64.decode(signature).unwrap()).unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1_000 + 12 * 3600);
        assert!(VapidKey::read("").is_none() && VapidKey::read(&"A".repeat(180)).is_none());
    }
}
