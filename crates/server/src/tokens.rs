//! Signed tokens: cookies, and links to seats and tables. Only the server can make them, and it stores none of them.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use game::Seat;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::net::IpAddr;

/// How many bytes of a signature are used: 128 bits.
const SIGNATURE_BYTES: usize = 16;

/// Signs identities and links with the secret of the server.
#[derive(Clone)]
pub struct TokenSigner {
    secret: [u8; 32],
}

impl TokenSigner {
    /// A signer with this secret.
    pub fn new(secret: [u8; 32]) -> Self {
        TokenSigner { secret }
    }

    /// The token of the link to a seat. Raising `renewal` makes it worthless.
    pub fn seat(&self, table: &str, seat: Seat, renewal: i64) -> String {
        self.sign(&["seat", table, &seat.to_string(), &renewal.to_string()])
    }

    /// The token of the link to watch a table; it may be used by many.
    pub fn watch(&self, table: &str) -> String {
        self.sign(&["watch", table])
    }

    /// The cookie of a person; those of an older `generation` are not accepted.
    pub fn cookie(&self, user: &str, generation: i64) -> String {
        let generation = generation.to_string();
        let signature = self.sign(&["person", user, &generation]);
        format!("{user}.{generation}.{signature}")
    }

    /// The person and generation of a cookie, if the signature is right.
    pub fn person<'a>(&self, cookie: &'a str) -> Option<(&'a str, i64)> {
        let mut parts = cookie.split('.');
        let (user, generation, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let genuine = parts.next().is_none() && self.is(&["person", user, generation], signature);
        genuine.then_some((user, generation.parse().ok()?))
    }

    /// The cookie of a person on one device of an account.
    pub fn device_cookie(&self, user: &str, generation: i64, device: &str) -> String {
        let generation = generation.to_string();
        let signature = self.sign(&["device", user, &generation, device]);
        format!("{user}.{generation}.{device}.{signature}")
    }

    /// The person, generation and device of such a cookie, if the signature is right.
    pub fn person_on_device<'a>(&self, cookie: &'a str) -> Option<(&'a str, i64, &'a str)> {
        let mut parts = cookie.split('.');
        let (user, generation) = (parts.next()?, parts.next()?);
        let (device, signature) = (parts.next()?, parts.next()?);
        let genuine = parts.next().is_none() && self.is(&["device", user, generation, device], signature);
        genuine.then_some((user, generation.parse().ok()?, device))
    }

    /// The token of a person's calendar; raising `renewal` makes it worthless.
    pub fn calendar(&self, user: &str, renewal: i64) -> String {
        self.sign(&["calendar", user, &renewal.to_string()])
    }

    /// Whether `token` is that of a person's calendar.
    pub fn is_calendar(&self, token: &str, user: &str, renewal: i64) -> bool {
        self.is(&["calendar", user, &renewal.to_string()], token)
    }

    /// A keyed hash of an address: equal ones can be told, and nobody without the secret can find the address.
    pub fn network(&self, address: IpAddr) -> String {
        self.sign(&["network", &address.to_string()])
    }

    /// Whether `token` is that of the link to this seat.
    pub fn is_seat(&self, token: &str, table: &str, seat: Seat, renewal: i64) -> bool {
        self.is(&["seat", table, &seat.to_string(), &renewal.to_string()], token)
    }

    /// Whether `token` is that of the link to watch this table.
    pub fn is_watch(&self, token: &str, table: &str) -> bool {
        self.is(&["watch", table], token)
    }

    /// Something that is counted in the database, as it stands there: nobody reads from it whose it is.
    pub fn subject(&self, kind: &str, value: &str) -> String {
        self.sign(&["subject", kind, value])
    }

    fn mac(&self, parts: &[&str]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("a secret of any length will do");
        for part in parts {
            // Each with its length: no two lists of parts read the same.
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part.as_bytes());
        }
        mac
    }

    fn sign(&self, parts: &[&str]) -> String {
        BASE64.encode(&self.mac(parts).finalize().into_bytes()[..SIGNATURE_BYTES])
    }

    /// Compares in constant time: a near miss takes as long as any other.
    fn is(&self, parts: &[&str], token: &str) -> bool {
        let Ok(given) = BASE64.decode(token) else { return false };
        given.len() == SIGNATURE_BYTES && self.mac(parts).verify_truncated_left(&given).is_ok()
    }
}

/// A random, unguessable id for a person, a table or a program.
pub fn random_id(bytes: usize) -> String {
    let mut random = [0; 32];
    let random = &mut random[..bytes.min(32)];
    getrandom::fill(random).expect("the system has randomness");
    BASE64.encode(random)
}

/// A random, unguessable number.
pub fn random_number() -> u64 {
    let mut random = [0; 8];
    getrandom::fill(&mut random).expect("the system has randomness");
    u64::from_le_bytes(random)
}

/// The hash of a program's token, which is all that is stored of it.
pub fn token_hash(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_server_signs() {
        let (signer, other) = (TokenSigner::new([1; 32]), TokenSigner::new([2; 32]));
        let cookie = signer.cookie("ada", 3);
        assert_eq!(signer.person(&cookie), Some(("ada", 3)));
        assert_eq!(other.person(&cookie), None);
        for forged in [
            "",
            "ada",
            "ada.3",
            "ada.3.",
            &cookie.replace("ada", "bob"),
            &cookie.replace(".3.", ".4."),
            &format!("{cookie}.x"),
            &cookie[..cookie.len() - 1],
        ] {
            assert_eq!(signer.person(forged), None, "{forged}");
        }
    }

    #[test]
    fn a_link_opens_one_seat_of_one_table_once() {
        let signer = TokenSigner::new([7; 32]);
        let token = signer.seat("t", Seat(1), 0);
        assert!(signer.is_seat(&token, "t", Seat(1), 0));
        assert!(!signer.is_seat(&token, "t", Seat(1), 1) && !signer.is_seat(&token, "t", Seat(0), 0));
        assert!(!signer.is_seat(&token, "u", Seat(1), 0) && !signer.is_watch(&token, "t"));
        assert!(signer.is_watch(&signer.watch("t"), "t") && !signer.is_watch(&signer.watch("t"), "u"));
    }
}
