//! Who may not talk, and to whom the house is closed: held in memory, since every request asks for it.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use axum::http::Method;
use protocol::{HouseNotice, Refusal, SanctionKind};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use store::{Sanction, UnixMillis};

/// The mutes and bans in force.
#[derive(Default)]
pub(crate) struct InForce(Mutex<Ends>);

/// When those of a person, or of the guests of an address, end.
type Ends = HashMap<(String, store::SanctionKind), Vec<Option<UnixMillis>>>;

impl InForce {
    /// Whether one of this kind is in force for a person, or for the guests of an address.
    pub fn holds(&self, whom: &str, kind: store::SanctionKind, now: UnixMillis) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let in_force = |end: &Option<UnixMillis>| end.is_none_or(|end| now < end);
        !known.is_empty() && known.get(&(whom.to_owned(), kind)).is_some_and(|ends| ends.iter().any(in_force))
    }

    fn set(&self, sanctions: Vec<Sanction>) {
        let mut known = Ends::new();
        for sanction in sanctions {
            if let Some(network) = sanction.network {
                known.entry((network, sanction.kind)).or_default().push(sanction.ends);
            }
            known.entry((sanction.user, sanction.kind)).or_default().push(sanction.ends);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }
}

impl Server {
    /// Reads what hosts have decided, here or on another node.
    pub(crate) async fn refresh_sanctions(&self) -> store::Result<()> {
        self.care.sanctions.set(self.store.sanctions_in_force(self.clock.now()).await?);
        Ok(())
    }

    /// Whether the house is closed to a person: to an account with its programs, and to the guests of an address.
    pub(crate) fn is_banned(&self, person: &Person) -> bool {
        let ban = store::SanctionKind::Ban;
        let now = self.clock.now();
        let holds = |whom: &str| self.care.sanctions.holds(whom, ban, now);
        holds(person.owner()) || holds(&person.id) || (!person.has_account() && holds(&person.network))
    }

    /// Refuses those to whom the house is closed. They may still read why, leave, and take what is theirs with them.
    pub(crate) fn require_welcome(&self, person: &Person, method: &Method, path: &str) -> Result<()> {
        let harmless = match path.strip_prefix("/api").unwrap_or(path) {
            "/me" | "/me/export" => *method == Method::GET,
            "/logout" | "/login" | "/me/delete" | "/me/notices" => true,
            _ => false,
        };
        if harmless || !self.is_banned(person) { Ok(()) } else { Err(Refusal::banned().into()) }
    }

    /// Refuses those who may not talk.
    pub(crate) fn require_voice(&self, person: &Person) -> Result<()> {
        let now = self.clock.now();
        let muted = |whom: &str| self.care.sanctions.holds(whom, store::SanctionKind::Mute, now);
        if muted(person.owner()) || muted(&person.id) { Err(Refusal::muted().into()) } else { Ok(()) }
    }

    /// What hosts have decided about a person: what is in force, and what was not read yet.
    pub(crate) async fn notices_of(&self, person: &Person) -> Result<Vec<HouseNotice>> {
        if person.user.is_none() {
            return Ok(Vec::new());
        }
        let now = self.clock.now();
        let concerns = |one: &Sanction| {
            one.lifted.is_none()
                && one.ends.is_none_or(|ends| now < ends)
                && (one.read_at.is_none() || one.kind != store::SanctionKind::Warning)
        };
        let decided = self.store.sanctions_of(person.owner()).await?;
        Ok(decided.into_iter().filter(concerns).map(notice).collect())
    }
}

fn notice(sanction: Sanction) -> HouseNotice {
    HouseNotice {
        kind: kind_of(sanction.kind),
        reason: sanction.reason,
        ends: sanction.ends.map(|ends| ends.0),
    }
}

/// A kind as it travels.
pub(crate) fn kind_of(kind: store::SanctionKind) -> SanctionKind {
    match kind {
        store::SanctionKind::Warning => SanctionKind::Warning,
        store::SanctionKind::Mute => SanctionKind::Mute,
        store::SanctionKind::Ban => SanctionKind::Ban,
    }
}

/// A kind as it is stored.
pub(crate) fn stored_kind(kind: SanctionKind) -> store::SanctionKind {
    match kind {
        SanctionKind::Warning => store::SanctionKind::Warning,
        SanctionKind::Mute => store::SanctionKind::Mute,
        SanctionKind::Ban => store::SanctionKind::Ban,
    }
}
