//! A small push service, and browsers that decrypt what they get by themselves: RFC 8291 from the other side, with other
//! code than the house's.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use hmac::{Hmac, Mac};
use p256::elliptic_curve::PrimeField as _;
use p256::elliptic_curve::sec1::{FromEncodedPoint as _, ToEncodedPoint as _};
use p256::{AffinePoint, EncodedPoint, ProjectivePoint, Scalar};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

/// A message as the push service got it.
#[derive(Clone)]
pub struct Pushed {
    /// The part of the endpoint that names the browser.
    pub browser: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

#[derive(Default)]
struct Shared {
    got: Mutex<Vec<Pushed>>,
    /// What is answered next; 201 when there is nothing more.
    answers: Mutex<Vec<u16>>,
}

pub struct PushService {
    pub address: String,
    shared: Arc<Shared>,
}

impl PushService {
    pub async fn open() -> PushService {
        let shared = Arc::new(Shared::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().route("/push/{browser}", post(take)).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        PushService { address, shared }
    }

    /// Answers the next messages with these statuses.
    pub fn answer(&self, statuses: &[u16]) {
        *self.shared.answers.lock().unwrap() = statuses.iter().rev().copied().collect();
    }

    pub fn got(&self) -> Vec<Pushed> {
        self.shared.got.lock().unwrap().clone()
    }

    /// Waits until so many messages have come.
    pub async fn until(&self, count: usize) -> Vec<Pushed> {
        let wait = async {
            while self.got().len() < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(crate::visitor::PATIENCE, wait).await;
        assert!(waited.is_ok(), "{} of {count} messages came", self.got().len());
        self.got()
    }
}

async fn take(
    State(shared): State<Arc<Shared>>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    shared.got.lock().unwrap().push(Pushed { browser, headers, body: body.to_vec() });
    let status = shared.answers.lock().unwrap().pop().unwrap_or(201);
    StatusCode::from_u16(status).unwrap()
}

/// A browser: its key pair and its secret.
pub struct Browser {
    secret: Scalar,
    pub point: Vec<u8>,
    pub auth: [u8; 16],
}

impl Browser {
    /// One with a key of its own; not a good one, and good enough here.
    pub fn new(number: u64) -> Browser {
        let secret = Scalar::from(number + 7).invert().unwrap();
        Browser {
            point: point(&(ProjectivePoint::GENERATOR * secret).to_affine()),
            secret,
            auth: [number as u8; 16],
        }
    }

    /// What it tells the house.
    pub fn subscription(&self, service: &PushService, name: &str) -> Value {
        json!({
            "endpoint": format!("{}/push/{name}", service.address),
            "expirationTime": null,
            "keys": {"p256dh": BASE64.encode(&self.point), "auth": BASE64.encode(self.auth)},
        })
    }

    /// The text of a message for it.
    pub fn decrypt(&self, body: &[u8]) -> Value {
        serde_json::from_slice(&open(&self.secret, &self.point, &self.auth, body).unwrap()).unwrap()
    }
}

fn point(point: &AffinePoint) -> Vec<u8> {
    point.to_encoded_point(false).as_bytes().to_vec()
}

fn hkdf(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mac = |key: &[u8], text: &[&[u8]]| {
        let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).unwrap();
        text.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().to_vec()
    };
    let extracted = mac(salt, &[secret]);
    mac(&extracted, &[info, &[1]])[..length].to_vec()
}

/// The text of a body of RFC 8188 that was encrypted as RFC 8291 says.
fn open(secret: &Scalar, own: &[u8], auth: &[u8], body: &[u8]) -> Option<Vec<u8>> {
    let (salt, rest) = body.split_at(16);
    assert!(u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize >= body.len() - 86, "one record");
    let length = rest[4] as usize;
    let (sender, sealed) = rest[5..].split_at(length);
    let theirs = AffinePoint::from_encoded_point(&EncodedPoint::from_bytes(sender).unwrap()).unwrap();
    let shared = (ProjectivePoint::from(theirs) * secret).to_affine().to_encoded_point(false);
    let info = [b"WebPush: info\0".as_slice(), own, sender].concat();
    let key = hkdf(auth, shared.x().unwrap(), &info, 32);
    let content = hkdf(salt, &key, b"Content-Encoding: aes128gcm\0", 16);
    let nonce = hkdf(salt, &key, b"Content-Encoding: nonce\0", 12);
    let cipher = Aes128Gcm::new_from_slice(&content).unwrap();
    let mut text = cipher.decrypt(Nonce::from_slice(&nonce), sealed).ok()?;
    while text.last() == Some(&0) {
        text.pop();
    }
    (text.pop()? == 2).then_some(text)
}

/// The receiver is right: it reads the example of RFC 8291, section 5.
#[test]
fn the_receiver_reads_the_example_of_the_standard() {
    let secret = BASE64.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94").unwrap();
    let secret: [u8; 32] = secret.try_into().unwrap();
    let secret = Scalar::from_repr(secret.into()).unwrap();
    let own = BASE64
        .decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        .unwrap();
    assert_eq!(point(&(ProjectivePoint::GENERATOR * secret).to_affine()), own);
    let auth = BASE64.decode("BTBZMqHH6r4Tts7J_aSIgg").unwrap();
    let body = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    let text = open(&secret, &own, &auth, &BASE64.decode(body).unwrap()).unwrap();
    assert_eq!(text, b"When I grow up, I want to be a watermelon");
}
