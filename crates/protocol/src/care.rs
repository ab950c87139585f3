//! Care for people: passwords, devices, what one wants to be told, talk that stays safe, the host's desk.

use crate::is_false;
use game::Lang;
use serde::{Deserialize, Serialize};

/// A new password for the account of this session.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The present one.
    pub old: String,
    /// The new one.
    pub new: String,
    /// Whether all other devices are logged out.
    #[serde(default)]
    pub others: bool,
}

/// The password of the account of this session, asked again.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Password {
    /// The password.
    pub password: String,
}

/// A device that is logged in to the account.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// Its id, to log it out.
    pub id: String,
    /// What its browser says of itself, in short.
    pub about: String,
    /// When somebody logged in there, as Unix time in milliseconds.
    pub created: i64,
    /// When it was last seen, within an hour.
    pub seen: i64,
    /// Whether it is the one that asks.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub here: bool,
}

/// What the house knows of an account's e-mail.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EmailInfo {
    /// Whether this house sends e-mail at all.
    pub offered: bool,
    /// The address; empty if there is none.
    pub address: String,
    /// Whether its owner followed the link that was sent there.
    pub confirmed: bool,
}

/// An e-mail address for the account of this session.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewEmail {
    /// The address; empty to have it forgotten.
    pub address: String,
    /// The password of the account.
    pub password: String,
}

/// Somebody has forgotten a password.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    /// The name of the account, or its e-mail address.
    pub name: String,
}

/// The token of a link that was sent by e-mail.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkToken {
    /// The token.
    pub token: String,
}

/// A new password by a link that was sent by e-mail.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PasswordReset {
    /// The token of the link.
    pub token: String,
    /// The new password.
    pub password: String,
}

/// What a person wants to be told while away.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoticeSettings {
    /// That it is their turn.
    pub turn: bool,
    /// That somebody challenges them.
    pub challenge: bool,
    /// That a seat waits for them, at a rematch for example.
    pub invitation: bool,
    /// Their turn in games by days, by e-mail too.
    pub mail_turn: bool,
    /// The time of the day from which nothing is told, as `22:00`; empty: there is none.
    pub quiet_from: String,
    /// The time of the day until which nothing is told.
    pub quiet_until: String,
    /// The time zone, as `Europe/Paris`.
    pub zone: String,
    /// The language.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub lang: Lang,
}

/// What a browser needs to be told by push messages.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PushKey {
    /// The public key of the house, as base64url; empty if it sends none.
    pub key: String,
    /// How many browsers of this person are told now.
    pub browsers: usize,
}

/// A browser that wants to be told, as its push service describes it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewSubscription {
    /// The address of the push service for this browser.
    pub endpoint: String,
    /// Its keys.
    pub keys: SubscriptionKeys,
}

/// The keys of a browser that wants to be told.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SubscriptionKeys {
    /// Its public key, as base64url.
    pub p256dh: String,
    /// Its secret, as base64url.
    pub auth: String,
}

/// A browser that wants to be told no more.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsubscribe {
    /// The address of the push service for this browser.
    pub endpoint: String,
}

/// The secret address of a person's calendar.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CalendarLink {
    /// Its path on this house.
    pub path: String,
}

/// What a host has decided about a person, as the person reads it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HouseNotice {
    /// What it is.
    pub kind: SanctionKind,
    /// Why.
    pub reason: String,
    /// When it ends, as Unix time in milliseconds; left out if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ends: Option<i64>,
}

/// What a host can decide about a person.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// Words.
    Warning,
    /// No talk.
    Mute,
    /// Nothing at all.
    Ban,
}

/// What is wrong.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults or threats.
    Insult,
    /// Unwanted messages.
    Spam,
    /// A name that offends.
    Name,
    /// Help of a program, or a result that was arranged.
    Cheating,
    /// Something else.
    Other,
}

/// Something that the hosts should know: a message or a seat at a table, or a person by name.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The table.
    #[serde(default)]
    pub table: Option<String>,
    /// The number of the message at that table.
    #[serde(default)]
    pub message: Option<i64>,
    /// The seat at that table.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The name of an account or a program.
    #[serde(default)]
    pub name: Option<String>,
    /// What is wrong.
    pub reason: ReportReason,
    /// What else there is to say.
    #[serde(default)]
    pub note: String,
}

/// Somebody whose talk one does not want to read: by name, or by a message or a seat at a table.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hush {
    /// The name of an account or a program.
    #[serde(default)]
    pub name: Option<String>,
    /// The table.
    #[serde(default)]
    pub table: Option<String>,
    /// The number of the message at that table.
    #[serde(default)]
    pub message: Option<i64>,
    /// The seat at that table.
    #[serde(default)]
    pub seat: Option<u8>,
}

/// Somebody whose talk one does not read.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hushed {
    /// What to quote to read it again.
    pub id: String,
    /// The name.
    pub name: String,
}

/// All that lies on the host's desk.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Desk {
    /// The reports, those that are open first.
    pub reports: Vec<ReportInfo>,
    /// The mutes and bans in force.
    pub sanctions: Vec<SanctionInfo>,
    /// Those whose rated games are worth a look.
    pub pairs: Vec<PairInfo>,
    /// What hosts have done, the newest first.
    pub log: Vec<HostActionInfo>,
    /// The names of the hosts.
    pub hosts: Vec<String>,
}

/// A report on the host's desk.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportInfo {
    /// Its id.
    pub id: String,
    /// The name of who reports.
    pub reporter: String,
    /// The name of who is reported, as it was then.
    pub subject: String,
    /// The table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
    /// The number of the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub message: Option<i64>,
    /// What is wrong.
    pub reason: ReportReason,
    /// What the reporter says.
    pub note: String,
    /// What was said around it, as it was then.
    pub talk: Vec<ReportedTalk>,
    /// When, as Unix time in milliseconds.
    pub created: i64,
    /// When a host was done with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub closed: Option<i64>,
    /// How many decisions there were about this person before.
    pub before: usize,
}

/// A message around what is reported.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportedTalk {
    /// When, as Unix time in milliseconds.
    pub at: i64,
    /// The name of the author.
    pub name: String,
    /// The text.
    pub text: String,
    /// Whether it is what is reported.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub reported: bool,
}

/// A mute or a ban in force.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SanctionInfo {
    /// The name of the person; empty if it has none any more.
    pub name: String,
    /// The id of the person, to lift it.
    pub person: String,
    /// What it is.
    pub kind: SanctionKind,
    /// Why.
    pub reason: String,
    /// When it ends, as Unix time in milliseconds; left out if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ends: Option<i64>,
}

/// Two accounts whose rated games with each other are worth a look.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairInfo {
    /// Their names.
    pub names: [String; 2],
    /// How many rated games they played with each other.
    pub together: i64,
    /// How many rated games each of them played in all.
    pub games: [i64; 2],
    /// How many of those with each other each of them won.
    pub wins: [i64; 2],
    /// Whether both were seen at one address.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub same_address: bool,
}

/// Something that a host has done.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HostActionInfo {
    /// When, as Unix time in milliseconds.
    pub at: i64,
    /// The name of the host.
    pub host: String,
    /// What, as a word.
    pub action: String,
    /// To whom or what.
    pub subject: String,
    /// Why, until when, and the like.
    pub detail: String,
}

/// What a host does. A person is named by a report, by name or by id.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum DeskRequest {
    /// Warns, mutes or bans.
    Sanction {
        /// What it is.
        kind: SanctionKind,
        /// Whom.
        who: Who,
        /// Why, in words that the person reads.
        reason: String,
        /// For how many hours; for good if it is left out.
        #[serde(default)]
        hours: Option<u32>,
        /// Whether a ban holds for the guests of the same address too.
        #[serde(default)]
        guests: bool,
    },
    /// Lifts a mute or a ban.
    Lift {
        /// What it is.
        kind: SanctionKind,
        /// Whose.
        who: Who,
    },
    /// Removes the message that a report is about.
    Remove {
        /// The id of the report.
        report: String,
    },
    /// Is done with a report.
    Close {
        /// The id of the report.
        report: String,
    },
}

/// A person, named in one of three ways.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// By the id of a report.
    Report(String),
    /// By name.
    Name(String),
    /// By id.
    Person(String),
}

impl Default for NoticeSettings {
    fn default() -> Self {
        NoticeSettings {
            turn: true,
            challenge: true,
            invitation: true,
            mail_turn: false,
            quiet_from: String::new(),
            quiet_until: String::new(),
            zone: "UTC".to_owned(),
            lang: Lang::En,
        }
    }
}
