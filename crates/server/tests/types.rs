//! The types of the web app are those of the server.

use server::protocol::{Message, NewTable, Request, TableFrame, TableInfo};
use server::{Credentials, Inquiry, Leaving, Me, Name, Opened, Program, Strength, Thought};
use testkit::Declarations;

#[test]
fn types_of_the_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/server.ts");
    Declarations::of::<Message>()
        .and::<Request>()
        .and::<NewTable>()
        .and::<TableFrame>()
        .and::<TableInfo>()
        .and::<Opened>()
        .and::<Me>()
        .and::<Name>()
        .and::<Credentials>()
        .and::<Leaving>()
        .and::<Program>()
        .and::<Strength>()
        .and::<Inquiry>()
        .and::<Thought>()
        .check(path);
}
