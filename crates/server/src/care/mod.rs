//! Care for people: their devices and accounts, what tells them of their turn, talk that stays safe, the host's desk.
//!
//! - `devices.rs` is where somebody is logged in, `accounts.rs` a new password and the end of an account, `export.rs` all
//!   that the house knows of somebody, `letters.rs` and `mail.rs` what is sent by e-mail;
//! - `notices.rs` decides who is told what, `push/` tells browsers, `calendar.rs` calendars;
//! - `hushes.rs` is whose talk somebody does not read, `word_filter.rs` what nobody may say, `sanctions.rs` who may do
//!   nothing here for a while, `desk.rs` what hosts do about reports.

mod accounts;
mod calendar;
mod desk;
mod devices;
mod export;
mod hushes;
mod letters;
mod mail;
mod notices;
mod push;
mod sanctions;
mod word_filter;

pub(crate) use devices::about;
pub(crate) use export::record_text;
pub(crate) use hushes::Hidden;
pub use mail::MailConfig;
pub(crate) use notices::NoticeKind;

use crate::server::Server;
use governor::clock::DefaultClock;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::sync::Semaphore;

/// The settings of what takes care of people.
#[derive(Clone, Debug)]
pub struct CareConfig {
    /// The address of the house as people know it, as `https://games.example`; links in letters begin with it.
    pub public_url: Option<String>,
    /// How e-mail is sent; without it, none is.
    pub mail: Option<MailConfig>,
    /// Whether browsers are told by push messages.
    pub push: bool,
    /// Whether push messages may go to private addresses and without TLS: for tests alone.
    pub push_anywhere: bool,
    /// What nobody may say.
    pub words: Vec<String>,
    /// The time before something that could not be sent is sent again; it doubles each time.
    pub retry: Duration,
}

impl Default for CareConfig {
    fn default() -> Self {
        CareConfig {
            public_url: None,
            mail: None,
            push: true,
            push_anywhere: false,
            words: Vec::new(),
            retry: Duration::from_secs(5),
        }
    }
}

type Limiter = RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock>;

/// What takes care of people, in memory.
pub(crate) struct Care {
    pub(crate) sanctions: sanctions::InForce,
    pub(crate) hushes: hushes::Hushes,
    pub(crate) words: word_filter::WordFilter,
    push: Option<push::Push>,
    mail: Option<mail::Mailer>,
    held: notices::Held,
    /// What is being sent, with what waits to be sent again.
    deliveries: Arc<Semaphore>,
    /// What is being sent at this moment.
    sending: Arc<Semaphore>,
    /// Everything of a person that is being written.
    exports: Arc<Semaphore>,
    notices_limit: Limiter,
    letters_limit: Limiter,
    exports_limit: Limiter,
}

/// How many push messages and letters may wait at once; more are not sent.
const DELIVERIES: usize = 2_000;
/// How many are sent at once.
const SENDING: usize = 16;
/// How many exports are written at once.
const EXPORTS: usize = 2;

impl Care {
    /// Reads the keys of the house and what hosts have decided.
    pub async fn start(store: &Store, config: &CareConfig) -> store::Result<Care> {
        let per = |count: u32, period: Duration| {
            let quota =
                Quota::with_period(period / count).unwrap_or_else(|| Quota::per_hour(NonZeroU32::MIN));
            RateLimiter::keyed(quota.allow_burst(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)))
        };
        let hour = Duration::from_secs(3600);
        Ok(Care {
            sanctions: sanctions::InForce::default(),
            hushes: hushes::Hushes::default(),
            words: word_filter::WordFilter::new(&config.words),
            push: if config.push { Some(push::Push::start(store, config).await?) } else { None },
            mail: config.mail.as_ref().and_then(mail::Mailer::new),
            held: notices::Held::default(),
            deliveries: Arc::new(Semaphore::new(DELIVERIES)),
            sending: Arc::new(Semaphore::new(SENDING)),
            exports: Arc::new(Semaphore::new(EXPORTS)),
            notices_limit: per(60, Duration::from_secs(600)),
            letters_limit: per(6, hour),
            exports_limit: per(6, hour),
        })
    }

    /// Forgets those who have asked for nothing lately.
    pub fn forget_idle(&self) {
        for limiter in [&self.notices_limit, &self.letters_limit, &self.exports_limit] {
            limiter.retain_recent();
        }
    }
}

impl Server {
    /// Every few seconds: reads what hosts have decided, and tells what has waited for the end of quiet hours.
    pub(crate) fn take_care(self: &Arc<Self>) {
        self.care.forget_idle();
        let server = self.clone();
        self.spawn_tracked(async move {
            if let Err(error) = server.refresh_sanctions().await {
                tracing::error!(%error, "cannot read what hosts have decided");
            }
            server.tell_held().await;
        });
    }
}
