//! The house's seal: what it signs can't be made by anybody else, and it need not remember what it signed.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use game::Seat;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// How many bytes of a signature are kept: nobody guesses 128 bits.
const KEPT: usize = 16;

/// Signs identities and links with the secret of the house.
#[derive(Clone)]
pub struct Seal {
    secret: [u8; 32],
}

impl Seal {
    /// The seal of the house with this secret.
    pub fn new(secret: [u8; 32]) -> Self {
        Seal { secret }
    }

    /// The link to a seat. It changes with every `renewal`, so that it can be used once.
    pub fn seat(&self, table: &str, seat: Seat, renewal: i64) -> String {
        self.sign(&["seat", table, &seat.to_string(), &renewal.to_string()])
    }

    /// The link to watch a table, for as many as like.
    pub fn watch(&self, table: &str) -> String {
        self.sign(&["watch", table])
    }

    /// The cookie of a person; an older `generation` is no longer believed.
    pub fn cookie(&self, user: &str, generation: i64) -> String {
        let generation = generation.to_string();
        let signature = self.sign(&["person", user, &generation]);
        format!("{user}.{generation}.{signature}")
    }

    /// The person and generation that a cookie names, if the house signed it.
    pub fn person<'a>(&self, cookie: &'a str) -> Option<(&'a str, i64)> {
        let mut parts = cookie.split('.');
        let (user, generation, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let genuine = parts.next().is_none() && self.is(&["person", user, generation], signature);
        genuine.then_some((user, generation.parse().ok()?))
    }

    /// Whether `token` is the link to that seat.
    pub fn is_seat(&self, token: &str, table: &str, seat: Seat, renewal: i64) -> bool {
        self.is(&["seat", table, &seat.to_string(), &renewal.to_string()], token)
    }

    /// Whether `token` is the link to watch that table.
    pub fn is_watch(&self, token: &str, table: &str) -> bool {
        self.is(&["watch", table], token)
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
        BASE64.encode(&self.mac(parts).finalize().into_bytes()[..KEPT])
    }

    /// Compares in constant time: a near miss takes as long as any other.
    fn is(&self, parts: &[&str], token: &str) -> bool {
        let Ok(given) = BASE64.decode(token) else { return false };
        given.len() == KEPT && self.mac(parts).verify_truncated_left(&given).is_ok()
    }
}

/// A new name for a person, a table or a program, that nobody guesses.
pub fn random_id(bytes: usize) -> String {
    let mut random = [0; 32];
    let random = &mut random[..bytes.min(32)];
    getrandom::fill(random).expect("the system has randomness");
    BASE64.encode(random)
}

/// A number that nobody guesses.
pub fn random_number() -> u64 {
    let mut random = [0; 8];
    getrandom::fill(&mut random).expect("the system has randomness");
    u64::from_le_bytes(random)
}

/// What is stored of a program's token: enough to know it again, not enough to use it.
pub fn token_hash(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_house_signs() {
        let (seal, other) = (Seal::new([1; 32]), Seal::new([2; 32]));
        let cookie = seal.cookie("ada", 3);
        assert_eq!(seal.person(&cookie), Some(("ada", 3)));
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
            assert_eq!(seal.person(forged), None, "{forged}");
        }
    }

    #[test]
    fn a_link_opens_one_seat_of_one_table_once() {
        let seal = Seal::new([7; 32]);
        let token = seal.seat("t", Seat(1), 0);
        assert!(seal.is_seat(&token, "t", Seat(1), 0));
        assert!(!seal.is_seat(&token, "t", Seat(1), 1) && !seal.is_seat(&token, "t", Seat(0), 0));
        assert!(!seal.is_seat(&token, "u", Seat(1), 0) && !seal.is_watch(&token, "t"));
        assert!(seal.is_watch(&seal.watch("t"), "t") && !seal.is_watch(&seal.watch("t"), "u"));
    }
}
