//! People find each other: seeks, pairing, who is here.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::{PATIENCE, Visitor};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::{HeaderValue, header};

/// An open page in the lobby.
pub struct Page {
    socket: load::Socket,
    /// What the lobby calls it.
    pub id: String,
    /// What it shows, by id.
    pub seeks: serde_json::Map<String, Value>,
    pub here: Value,
    /// The tables that its seeks led to.
    pub paired: Vec<String>,
    pub challenges: Value,
}

impl Page {
    /// Opens a page of somebody.
    pub async fn open(visitor: &mut Visitor) -> Page {
        let (socket, cookie) = visitor.server.socket_at("/api/lobby/socket", &visitor.headers).await.unwrap();
        if let Some(cookie) = cookie {
            visitor.headers.insert(header::COOKIE, HeaderValue::from_str(&cookie).unwrap());
        }
        let mut page = Page {
            socket,
            id: String::new(),
            seeks: serde_json::Map::new(),
            here: Value::Null,
            paired: Vec::new(),
            challenges: Value::Null,
        };
        let enter = json!({"id": 1, "do": "enter", "version": protocol::VERSION});
        page.socket.send(Message::Text(enter.to_string().into())).await.unwrap();
        page.until(|page| !page.challenges.is_null()).await;
        page
    }

    /// The next message; none if the socket was closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the lobby is silent") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.note(&message);
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    fn note(&mut self, message: &Value) {
        match message["type"].as_str().unwrap() {
            "entered" => self.id = message["page"].as_str().unwrap().to_owned(),
            "lobby" => {
                for gone in message["gone"].as_array().unwrap() {
                    self.seeks.remove(gone.as_str().unwrap());
                }
                for seek in message["added"].as_array().unwrap() {
                    self.seeks.insert(seek["id"].as_str().unwrap().to_owned(), seek.clone());
                }
                self.here = message["here"].clone();
            }
            "paired" => self.paired.push(message["table"].as_str().unwrap().to_owned()),
            "challenges" => self.challenges = message["tables"].clone(),
            _ => {}
        }
    }

    /// Reads on until it shows what it should.
    pub async fn until(&mut self, fits: impl Fn(&Page) -> bool) {
        while !fits(self) {
            assert!(self.next().await.is_some(), "the lobby hung up: {:?} {}", self.seeks, self.here);
        }
    }

    /// Reads on to the table that it is called to.
    pub async fn table(&mut self) -> String {
        self.until(|page| !page.paired.is_empty()).await;
        self.paired.remove(0)
    }

    /// Sends something.
    pub async fn send(&mut self, text: &str) {
        let _ = self.socket.send(Message::Text(text.to_owned().into())).await;
    }
}

/// What somebody looks for at a page: a game of two, unless more is said.
pub fn live(page: &Page, more: Value) -> Value {
    let mut wanted = json!({"game": "pebbles", "seats": 2, "page": page.id});
    let Value::Object(more) = more else { panic!("not an object: {more}") };
    wanted.as_object_mut().unwrap().extend(more);
    wanted
}

/// A game of two by days.
pub fn by_days() -> Value {
    json!({"game": "pebbles", "seats": 2, "clock": {"per_action": {"limit": 259_200}}})
}

/// Looks for a game; the id of the seek.
pub async fn seek(visitor: &mut Visitor, wanted: Value) -> String {
    visitor.post("/api/seeks", wanted).await.is(200).json()["seek"].as_str().unwrap().to_owned()
}

async fn two_who_look_for_the_same_play(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.account("Ada").await, site.guest("Bob").await, site.guest("Eve").await);
    let (mut adas, mut bobs, mut eves) =
        (Page::open(&mut ada).await, Page::open(&mut bob).await, Page::open(&mut eve).await);
    let id = seek(&mut ada, live(&adas, json!({"clock": {"fischer": {"start": 300, "increment": 5}}}))).await;
    eves.until(|page| page.seeks.contains_key(&id)).await;
    let shown = &eves.seeks[&id];
    assert_eq!((&shown["people"][0]["name"], &shown["people"][0]["account"]), (&json!("Ada"), &json!(true)));
    assert_eq!(shown["own"], Value::Null);
    adas.until(|page| page.seeks.get(&id).is_some_and(|seek| seek["own"] == id.as_str())).await;

    // Another clock is another game; what the game has anyway is the same.
    let other = live(&eves, json!({"clock": {"fischer": {"start": 60, "increment": 0}}}));
    let others = seek(&mut eve, other).await;
    let same = json!({"clock": {"fischer": {"start": 300, "increment": 5}}, "options": {"teams": "alone"}});
    seek(&mut bob, live(&bobs, same)).await;
    let table = adas.table().await;
    assert_eq!(bobs.table().await, table);
    let frame = ada.look(&table).await;
    assert_eq!((&frame["table"]["status"], &frame["table"]["open"]), (&json!("playing"), &json!(true)));
    let mut names: Vec<&str> = frame["table"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Ada", "Bob"]);
    eves.until(|page| !page.seeks.contains_key(&id) && page.seeks.contains_key(&others)).await;
    assert!(eves.paired.is_empty());
    // They can play.
    let (mut one, mut other) = (ada.enter(&table).await, bob.enter(&table).await);
    let first = if one.frame["game"]["prompts"][0].is_null() { &mut other } else { &mut one };
    first.act("take").await;
    site.close().await;
}

async fn a_press_takes_what_another_looks_for(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.account("Bob").await);
    let mut adas = Page::open(&mut ada).await;
    let id = seek(&mut ada, live(&adas, json!({"rated": true, "patience": 600}))).await;
    assert_eq!(
        seek(&mut ada, live(&adas, json!({"rated": true, "patience": 600}))).await,
        id,
        "pressed twice"
    );
    let taken = bob.post(&format!("/api/seeks/{id}"), json!({})).await.is(200).json();
    let table = taken["table"].as_str().unwrap();
    assert_eq!(adas.table().await, table);
    let info = &bob.look(table).await["table"];
    assert_eq!((&info["rated"], &info["status"]), (&json!(true), &json!("playing")));
    assert_eq!(bob.post(&format!("/api/seeks/{id}"), json!({})).await.is(409).code(), "seek_gone");
    assert_eq!(bob.get("/api/seeks").await.is(200).json(), json!([]));
    site.close().await;
}

/// Three, and four in two teams: people join what others look for until the table is full.
async fn parties_fill_tables_of_three_and_four(home: &Home) {
    let site = Site::open(home).await;
    for (seats, options) in [(3, json!({})), (4, json!({"teams": "pairs"}))] {
        let mut people = Vec::new();
        for number in 0..seats {
            let mut person = site.guest(&format!("Guest {seats} {number}")).await;
            let page = Page::open(&mut person).await;
            people.push((person, page));
        }
        let (first, page) = &mut people[0];
        let id = seek(first, live(page, json!({"seats": seats, "options": options}))).await;
        for (number, (person, page)) in people.iter_mut().enumerate().skip(1) {
            page.until(|page| {
                page.seeks.get(&id).is_some_and(|seek| seek["people"].as_array().unwrap().len() == number)
            })
            .await;
            let taken =
                person.post(&format!("/api/seeks/{id}"), json!({"page": page.id})).await.is(200).json();
            assert_eq!(taken["table"].is_null(), number + 1 < seats, "{taken}");
        }
        let last = seats - 1;
        let mut tables = Vec::new();
        for (_, page) in &mut people[..last] {
            tables.push(page.table().await);
        }
        assert!(tables.iter().all(|table| *table == tables[0]), "{tables:?}");
        let frame = people[0].0.look(&tables[0]).await;
        assert_eq!(frame["table"]["seats"].as_array().unwrap().len(), seats);
        assert_eq!(frame["table"]["status"], "playing");
        // By themselves they are put together as well, without taking anything.
        let mut called = Vec::new();
        for (person, page) in &mut people {
            seek(person, live(page, json!({"seats": seats, "options": options}))).await;
        }
        for (_, page) in &mut people {
            called.push(page.table().await);
        }
        assert!(called.iter().all(|table| *table == called[0] && *table != tables[0]), "{called:?}");
    }
    site.close().await;
}

async fn a_live_seek_ends_with_its_page_and_one_by_days_stays(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.guest("Bob").await);
    let (adas, mut bobs) = (Page::open(&mut ada).await, Page::open(&mut bob).await);
    let here = seek(&mut ada, live(&adas, json!({}))).await;
    let days = seek(&mut ada, by_days()).await;
    bobs.until(|page| page.seeks.contains_key(&here) && page.seeks.contains_key(&days)).await;
    drop(adas);
    bobs.until(|page| !page.seeks.contains_key(&here)).await;
    assert!(bobs.seeks.contains_key(&days));
    assert_eq!(bob.post(&format!("/api/seeks/{here}"), json!({})).await.is(409).code(), "seek_gone");
    // It is still there after a restart, and leads to a table that both have.
    let adas = Page::open(&mut ada).await;
    seek(&mut ada, live(&adas, json!({}))).await;
    site.close().await;
    let site = Site::open(home).await;
    let again = |visitor: &Visitor| Visitor { server: site.server.clone(), ..visitor.clone() };
    let (mut ada, mut bob) = (again(&ada), again(&bob));
    let mut bobs = Page::open(&mut bob).await;
    bobs.until(|page| page.seeks.len() == 1 && page.seeks.contains_key(&days)).await;
    let taken = bob.post(&format!("/api/seeks/{days}"), json!({})).await.is(200).json();
    let own = ada.get("/api/tables?own=true&status=playing").await.is(200).json();
    assert_eq!(own[0]["id"], taken["table"]);
    // And one that is withdrawn is gone.
    let days = seek(&mut ada, by_days()).await;
    assert_eq!(ada.ask("DELETE", &format!("/api/seeks/{days}"), Vec::new()).await.is(200).json(), json!([]));
    site.close().await;
}

async fn bots_fill_the_seats_for_which_nobody_came(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let mut adas = Page::open(&mut ada).await;
    let wanted = json!({"seats": 3, "fill": {"after": 1, "bot": "random"}});
    seek(&mut ada, live(&adas, wanted)).await;
    let table = adas.table().await;
    let seats = ada.look(&table).await["table"]["seats"].clone();
    let bots = seats.as_array().unwrap().iter().filter(|seat| seat["bot"] == "random").count();
    assert_eq!(bots, 2, "{seats}");
    site.close().await;
}

async fn who_is_here_is_counted_and_named_as_they_wish(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.account("Bob").await);
    let mut adas = Page::open(&mut ada).await;
    adas.until(|page| page.here["count"] == 1).await;
    assert_eq!(adas.here["people"], json!([]));
    bob.put("/api/me/presence", json!({"presence": "everybody"})).await.is(200);
    let (one, two) = (Page::open(&mut bob).await, Page::open(&mut bob).await);
    adas.until(|page| page.here["count"] == 2).await;
    assert_eq!(adas.here["people"], json!([{"name": "Bob", "account": true, "friend": false}]));
    bob.put("/api/me/presence", json!({"presence": "nobody"})).await.is(200);
    adas.until(|page| page.here["people"] == json!([])).await;
    assert_eq!(adas.here["count"], 2);
    drop((one, two));
    adas.until(|page| page.here["count"] == 1).await;
    site.close().await;
}

on_both!(
    two_who_look_for_the_same_play,
    a_press_takes_what_another_looks_for,
    parties_fill_tables_of_three_and_four,
    a_live_seek_ends_with_its_page_and_one_by_days_stays,
    bots_fill_the_seats_for_which_nobody_came,
    who_is_here_is_counted_and_named_as_they_wish,
);
