//! Messages that nobody thought of: the house answers or hangs up, and nothing changes.

use crate::home::Home;
use crate::site::Site;
use crate::visitor::{Viewer, Visitor};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use protocol::{NewTable, Request};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;

/// Any JSON, not too deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "(?s).{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "take", "act", "table", "watchers", "resign", "me", "open", "random", "pebbles"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        let key = prop_oneof![any_key().prop_map(str::to_owned), "(?s).{0,6}"];
        prop_oneof![vec(inner.clone(), 0..4).prop_map(Value::from), object(key, inner)]
    })
}

fn any_key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "do", "id", "seat", "prompt", "action", "offer", "accept", "movement", "version", "channel", "text",
        "token", "seen", "bot", "allies", "seats", "epoch", "seq", "log", "chat", "own", "over", "game",
        "options", "clock", "record",
    ])
}

fn object(
    key: impl Strategy<Value = String>,
    value: impl Strategy<Value = Value>,
) -> impl Strategy<Value = Value> {
    vec((key, value), 0..5).prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// A seat as somebody may write it, right or wrong.
fn any_seat() -> impl Strategy<Value = Value> {
    prop_oneof![(0..10_u64).prop_map(Value::from), any::<u8>().prop_map(Value::from), any_json()]
}

/// Requests that look almost right. The prompts are of the far future and the words to the table are too long: none of
/// them may change anything, even if it comes from somebody who plays.
fn almost_right() -> impl Strategy<Value = Value> {
    let prompt = prop_oneof![(1000..u64::from(u32::MAX)).prop_map(Value::from), any_json()];
    let text = prop_oneof![Just(Value::from("x".repeat(501))), any::<i64>().prop_map(Value::from)];
    let action = prop_oneof![Just(Value::from("take")), Just(Value::from("stop")), any_json()];
    let act = (any_seat(), prompt, action).prop_map(
        |(seat, prompt, action)| json!({"do": "act", "seat": seat, "prompt": prompt, "action": action}),
    );
    let talk = (any_json(), text)
        .prop_map(|(channel, text)| json!({"do": "chat", "channel": channel, "text": text}));
    let join = (any_seat(), any_json())
        .prop_map(|(seat, token)| json!({"do": "join", "seat": seat, "token": token}));
    let say = (any_seat(), any_json())
        .prop_map(|(seat, offer)| json!({"do": "offer", "seat": seat, "offer": [offer]}));
    let others = prop::sample::select(vec!["leave", "start", "enter", "rematch", "fly"]);
    let other = (others, any_json(), any_json())
        .prop_map(|(what, one, other)| json!({"do": what, "seat": one, "bot": other, "seen": one}));
    prop_oneof![act, talk, join, say, other]
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => almost_right().prop_map(|value| value.to_string()),
        1 => any_json().prop_map(|value| value.to_string()),
        1 => "(?s).{0,100}",
        // Cut off, or with something in the middle.
        1 => (almost_right(), any::<prop::sample::Index>(), "(?s).{0,3}").prop_map(|(value, index, put)| {
            let text = value.to_string();
            let mut letters: Vec<char> = text.chars().collect();
            let at = index.index(letters.len());
            letters.splice(at.., put.chars());
            letters.into_iter().collect()
        }),
    ]
}

#[test]
fn no_message_shakes_the_house() {
    let runtime = Runtime::new().unwrap();
    let home = Home::sqlite();
    let (site, mut ada, table) = runtime.block_on(async {
        let site = Site::open(&home).await;
        let mut ada = site.guest("Ada").await;
        let seats = json!(["me", {"screen": "Ed"}]);
        let table = ada.table(json!({"game": "pebbles", "seats": seats, "open": true})).await;
        ada.enter(&table).await.act("take").await;
        (site, ada, table)
    });
    let mut eve = runtime.block_on(site.guest("Eve"));
    let before = runtime.block_on(ada.look(&table));
    let mut runner = TestRunner::new(Config { cases: 48, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&vec(any_text(), 1..12), |texts| {
        // From somebody who plays, from somebody who watches, and from somebody who has not come in.
        runtime.block_on(async {
            let mut adas = ada.clone().enter(&table).await;
            let mut eves = eve.clone().enter(&table).await;
            for text in &texts {
                adas = answered(adas, &mut ada.clone(), &table, text).await;
                eves = answered(eves, &mut eve.clone(), &table, text).await;
                let mut outside = eve.clone().socket(&table).await.unwrap();
                outside.send(Message::Text(text.into())).await;
                assert!(outside.next().await.is_some_and(|message| message["type"] != "frame"), "{text}");
                let body = text.as_bytes().to_vec();
                let answer = eve.clone().ask("POST", &format!("/api/tables/{table}"), body.clone()).await;
                assert!((400..500).contains(&answer.0.status), "{text}: {}", answer.0.text());
                let answer = eve.clone().ask("POST", "/api/tables", body).await;
                assert!((400..500).contains(&answer.0.status), "{text}: {}", answer.0.text());
            }
        });
        Ok(())
    });
    outcome.unwrap();
    runtime.block_on(async {
        let after = ada.look(&table).await;
        for part in ["game", "steps", "chat"] {
            assert_eq!(before[part], after[part], "nothing has changed");
        }
        assert_eq!(eve.get("/api/tables?own=true").await.is(200).json(), json!([]));
        ada.enter(&table).await.act("stop").await;
        site.close().await;
    });
}

/// Sends a text and waits for an answer, or for the end of the socket; then there is a new one.
async fn answered(mut viewer: Viewer, visitor: &mut Visitor, table: &str, text: &str) -> Viewer {
    viewer.send(Message::Text(text.into())).await;
    loop {
        match viewer.next().await {
            Some(message) if message["type"] == "frame" => {}
            Some(message) => {
                assert_eq!(message["type"], "refused", "{text}: {message}");
                return viewer;
            }
            None => return visitor.enter(table).await,
        }
    }
}

/// Requests that are as they should be.
fn request() -> impl Strategy<Value = Value> {
    let seat = || 0..8_u8;
    let token = || prop::option::of("[A-Za-z0-9_-]{0,30}");
    let seats = || prop::collection::btree_set(seat(), 0..8);
    let seen = (0..1_u64 << 53, any::<u32>(), 0..10_000_usize, 0..10_000_i64, seats(), any::<bool>())
        .prop_map(|(epoch, seq, log, chat, own, over)| {
            let own = own.iter().fold(0_u8, |bits, seat| bits | 1 << seat);
            json!(format!("{epoch:x}.{seq}.{log}.{chat}.{own}.{}", u8::from(over)))
        });
    let channel = prop_oneof![
        Just(json!("table")),
        Just(json!("watchers")),
        seats().prop_map(|seats| json!({"allies": {"seats": seats}})),
    ];
    let command = prop_oneof![
        (token(), prop::option::of(seen))
            .prop_map(|(token, seen)| json!({"do": "enter", "version": 2, "token": token, "seen": seen})),
        (seat(), any::<u32>(), "(?s).{0,20}").prop_map(
            |(seat, prompt, action)| json!({"do": "act", "seat": seat, "prompt": prompt, "action": action})
        ),
        seat().prop_map(|seat| json!({"do": "resign", "seat": seat})),
        (seat(), prop::sample::select(vec!["draw", "take_back"]))
            .prop_map(|(seat, offer)| json!({"do": "offer", "seat": seat, "offer": offer})),
        (seat(), any::<bool>())
            .prop_map(|(seat, accept)| json!({"do": "answer", "seat": seat, "accept": accept})),
        (seat(), "(?s).{0,20}")
            .prop_map(|(seat, movement)| json!({"do": "hand", "seat": seat, "movement": movement})),
        (0..10_000_usize, "(?s).{0,20}")
            .prop_map(|(entry, action)| json!({"do": "predict", "entry": entry, "action": action})),
        Just(json!({"do": "continue"})),
        Just(json!({"do": "watch_link"})),
        (channel, "(?s).{0,20}")
            .prop_map(|(channel, text)| json!({"do": "chat", "channel": channel, "text": text})),
        (prop::option::of(seat()), token())
            .prop_map(|(seat, token)| json!({"do": "join", "seat": seat, "token": token})),
        seat().prop_map(|seat| json!({"do": "leave", "seat": seat})),
        "(?s).{0,10}".prop_map(|bot| json!({"do": "start", "bot": bot})),
        Just(json!({"do": "abort"})),
        Just(json!({"do": "rematch"})),
        seat().prop_map(|seat| json!({"do": "transfer_seat", "seat": seat})),
    ];
    (0..1_u64 << 53, command).prop_map(|(id, mut command)| {
        command["id"] = id.into();
        command
    })
}

proptest! {
    #[test]
    fn every_request_is_read_as_it_is_written(value in request()) {
        let request: Request = serde_json::from_value(value.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(&request).unwrap(), value);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any_text()) {
        // Whether it is understood does not matter.
        let _ = serde_json::from_str::<Request>(&text);
        let _ = serde_json::from_str::<NewTable>(&text);
    }
}
