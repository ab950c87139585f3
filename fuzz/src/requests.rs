//! Requests of sockets and of HTTP, as the server reads them.

use crate::text;
use game::Viewer;
use protocol::worker::WorkerRequest;
use protocol::{AnalysisRequest, Command, Credentials, LogOut, Name, NewTable, Request, Seen};
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::{ClockRule, Declaration, Setup, Table};

/// A request that can be read is written in a way that is read as the same; one for a table is refused or performed.
pub fn request(input: &[u8]) {
    let Some(text) = text(input) else { return };
    bodies(text);
    if let Ok(seen) = text.parse::<Seen>() {
        assert_eq!(seen.to_string().parse(), Ok(seen));
    }
    let Ok(request) = Request::read(text) else { return };
    let written = serde_json::to_string(&request).expect("a request is plain data");
    let again = Request::read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(format!("{again:?}"), format!("{request:?}"));
    perform(&request.command);
}

fn bodies(text: &str) {
    same::<NewTable>(text);
    same::<AnalysisRequest>(text);
    same::<Credentials>(text);
    same::<Name>(text);
    same::<LogOut>(text);
    // Requests of a page to its worker are only ever read.
    let _ = serde_json::from_str::<WorkerRequest>(text);
}

/// A body that can be read is written in a way that is read as the same.
fn same<T: Serialize + DeserializeOwned>(text: &str) {
    let Ok(body) = serde_json::from_str::<T>(text) else { return };
    let written = serde_json::to_string(&body).expect("a body is plain data");
    let again: T = serde_json::from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(serde_json::to_string(&again).expect("a body is plain data"), written);
}

/// Performs a command at a new table of every game.
fn perform(command: &Command) {
    for game in catalog::GAMES {
        let setup = Setup::new(*game.info().seats.start());
        let mut table = Table::open(game.kind, setup, ClockRule::None).expect("the least setting is legal");
        let before = table.log().len();
        let done = match command {
            Command::Act { seat, prompt, action } => table.act(*seat, *prompt, action, 1_000).is_ok(),
            Command::Resign { seat } => table.declare(*seat, Declaration::Resign, 1_000).is_ok(),
            Command::Offer { seat, .. } => table.declare(*seat, Declaration::TakeBack, 1_000).is_ok(),
            Command::Answer { seat, .. } => table.declare(*seat, Declaration::Accept, 1_000).is_ok(),
            _ => return,
        };
        assert!(done || table.log().len() == before, "what is refused is not logged");
        table.view(Viewer::Public);
    }
}
