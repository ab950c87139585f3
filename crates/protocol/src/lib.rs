//! Every type that travels: between clients and the server by WebSocket and HTTP, and between a page and its workers.
//!
//! - [`Request`] and [`Message`] are what a socket carries; `POST /api/tables/ID` takes the same requests;
//! - [`TableFrame`] is a table as one viewer may see it, [`Frame`] the game in it;
//! - [`Refusal`] is the one answer for whatever is not done;
//! - [`worker`] holds the requests of a page to the rules that run in its workers;
//! - the rest are the bodies of HTTP requests and answers.
//!
//! `docs/protocol.md` explains it to authors of clients. The TypeScript of the web app is generated from these types by
//! the test of this crate.

mod analysis;
mod care;
mod command;
mod frame;
mod french;
mod message;
mod people;
mod refusal;
mod shelf;
mod table;
pub mod worker;

pub use self::table::{NewSeat, NewTable, Opened, SeatInfo, SeatKind, SeatLink, Status, TableInfo};
pub use analysis::{AnalysisReport, AnalysisRequest, Variation};
pub use care::{
    CalendarLink, Desk, DeskRequest, DeviceInfo, EmailInfo, Forgotten, HostActionInfo, HouseNotice, Hush,
    Hushed, LinkToken, NewEmail, NewReport, NewSubscription, NoticeSettings, PairInfo, Password,
    PasswordChange, PasswordReset, PushKey, ReportInfo, ReportReason, ReportedTalk, SanctionInfo,
    SanctionKind, SubscriptionKeys, Unsubscribe, Who,
};
pub use command::{Channel, Command, Request, Seen};
pub use frame::{Frame, FrameClocks, FrameTurn, Prompt};
pub use message::{ChatMessage, Done, Hand, Message, Steps, TableFrame};
pub use people::{Credentials, LogOut, Me, Name, Program, Rating};
pub use refusal::{Code, Refusal, Sentence};
pub use shelf::{OpenGame, Range, RefusedSetup, ShelfBot, ShelfGame};

/// The version of the protocol: it grows whenever an older client would be misunderstood or misled.
pub const VERSION: u32 = 2;

/// The HTTP header that carries [`VERSION`]: the server sends it with every answer of the API, pages with every request.
pub const VERSION_HEADER: &str = "ludotheque-protocol";

/// Whether a flag is not set: left out of what travels.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Whether a value is the default one: left out of what travels.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_the_page_are_current() {
        let constant = format!(
            "/** The version of the protocol that this page speaks. */\nexport const PROTOCOL_VERSION = {VERSION};\n\n\
             /** The HTTP header that carries it. */\nexport const PROTOCOL_HEADER = '{VERSION_HEADER}';"
        );
        testkit::Declarations::of::<Message>()
            .and::<Request>()
            .and::<NewTable>()
            .and::<Opened>()
            .and::<Me>()
            .and::<Name>()
            .and::<Credentials>()
            .and::<LogOut>()
            .and::<Program>()
            .and::<Rating>()
            .and::<PasswordChange>()
            .and::<Password>()
            .and::<DeviceInfo>()
            .and::<EmailInfo>()
            .and::<NewEmail>()
            .and::<NoticeSettings>()
            .and::<PushKey>()
            .and::<CalendarLink>()
            .and::<NewReport>()
            .and::<Hush>()
            .and::<Hushed>()
            .and::<Desk>()
            .and::<DeskRequest>()
            .and::<AnalysisRequest>()
            .and::<AnalysisReport>()
            .and::<ShelfGame>()
            .and::<worker::WorkerRequest>()
            .and::<worker::WorkerAnswer>()
            .and::<worker::Answers>()
            .and::<::table::Declaration>()
            .and::<game::Lang>()
            .with_text("PROTOCOL", &constant)
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/protocol.ts"));
    }
}
