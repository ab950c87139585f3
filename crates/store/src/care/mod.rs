//! What the store keeps to take care of people: their devices, what tells them of their turn, their e-mail addresses, what
//! they do not want to read, and the host's desk.

mod account;
mod desk;
mod device;
mod email;
mod notice;
mod quiet;
mod sanction;

pub use desk::{HostAction, Pair, Report};
pub use device::Device;
pub use email::{Email, MailLink};
pub use notice::Subscription;
pub use sanction::{Sanction, SanctionKind};

use crate::relation::{Kind, Relation};

const TEXT: Kind = Kind::Text;
const KEY: Kind = Kind::Key;
const NUMBER: Kind = Kind::Number;

/// All of it, to be copied.
pub(crate) static RELATIONS: [&Relation; 12] = [
    &device::DEVICES,
    &notice::SUBSCRIPTIONS,
    &notice::SETTINGS,
    &notice::CALENDARS,
    &email::EMAILS,
    &email::LINKS,
    &quiet::HUSHES,
    &quiet::QUIET_TABLES,
    &desk::REPORTS,
    &sanction::SANCTIONS,
    &desk::HOSTS,
    &desk::HOST_LOG,
];

/// The keys of the house; copied before the house itself.
pub(crate) static HOUSE_KEYS: Relation =
    Relation { name: "house_keys", key: 1, columns: &[("name", KEY), ("value", TEXT)] };
