//! The encryption of a push message: RFC 8291 over RFC 8188, in one record.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::{aead, hkdf};

/// The longest text: push services take 4096 bytes with what is around it.
pub(crate) const LONGEST: usize = 3000;

const SALT: usize = 16;
const POINT: usize = 65;
const AUTH: usize = 16;
/// The size of a record, of which there is only one.
const RECORD: u32 = 4096;

/// The keys of a browser.
pub(crate) struct Receiver {
    point: [u8; POINT],
    auth: [u8; AUTH],
}

/// A length for HKDF.
struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl Receiver {
    /// The keys as browsers tell them: a point of P-256 and 16 bytes, as base64url.
    pub fn read(p256dh: &str, auth: &str) -> Option<Receiver> {
        let bytes = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
        let point: [u8; POINT] = bytes(p256dh)?.try_into().ok()?;
        let auth = bytes(auth)?.try_into().ok()?;
        let receiver = Receiver { point, auth };
        // A point that is not on the curve is found out by using it.
        (point[0] == 4 && receiver.encrypt(b"").is_some()).then_some(receiver)
    }

    /// The body of a message that holds this text. None if the keys are worth nothing, or the text is too long.
    pub fn encrypt(&self, text: &[u8]) -> Option<Vec<u8>> {
        if text.len() > LONGEST {
            return None;
        }
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
        let own_point = own.compute_public_key().ok()?;
        let mut salt = [0; SALT];
        random.fill(&mut salt).ok()?;
        let peer = UnparsedPublicKey::new(&ECDH_P256, self.point);
        let secret = agree_ephemeral(own, &peer, |shared| {
            let info: [&[u8]; 3] = [b"WebPush: info\0", &self.point, own_point.as_ref()];
            derive::<32>(&self.auth, shared, &info)
        })
        .ok()??;
        let key = derive::<16>(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce = derive::<12>(&salt, &secret, &[b"Content-Encoding: nonce\0"])?;
        let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &key).ok()?);
        let nonce = aead::Nonce::assume_unique_for_key(nonce);
        // The 2 says that this is the last record.
        let mut sealed = [text, &[2]].concat();
        key.seal_in_place_append_tag(nonce, aead::Aad::empty(), &mut sealed).ok()?;
        let mut body = Vec::with_capacity(SALT + 5 + POINT + sealed.len());
        body.extend_from_slice(&salt);
        body.extend_from_slice(&RECORD.to_be_bytes());
        body.push(POINT as u8);
        body.extend_from_slice(own_point.as_ref());
        body.extend_from_slice(&sealed);
        Some(body)
    }
}

/// HKDF with SHA-256.
fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Option<[u8; N]> {
    let mut key = [0; N];
    let extracted = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
    extracted.expand(info, Length(N)).ok()?.fill(&mut key).ok()?;
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_none_are_refused() {
        let auth = BASE64.encode([7; 16]);
        let point = BASE64.encode([4; 65]);
        for (p256dh, auth) in
            [("", auth.as_str()), (&point, &auth), ("é", &auth), (&auth, &auth), (&point, "")]
        {
            assert!(Receiver::read(p256dh, auth).is_none(), "{p256dh} {auth}");
        }
    }
}
