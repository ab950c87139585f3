//! Where the stores of the tests live, and what is put into them.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, Connection, Executor};
use store::{
    ChatRow, LogRow, PlayMillis, Progress, SeatKind, SeatRow, SeekRow, Status, Store, TableRow, UnixMillis,
    User, UserKind, Write,
};
use tempfile::TempDir;

/// A place for one store.
pub struct Home {
    pub url: String,
    folder: Option<TempDir>,
}

impl Home {
    pub fn sqlite() -> Home {
        let folder = TempDir::new().unwrap();
        Home { url: format!("sqlite://{}/house.db", folder.path().display()), folder: Some(folder) }
    }

    /// A new database on the server of the tests.
    pub async fn postgres() -> Home {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("LUDOTHEQUE_TEST_POSTGRES").expect(
            "LUDOTHEQUE_TEST_POSTGRES is not set: run this test by `scripts/postgres.sh cargo test`, which brings a PostgreSQL",
        );
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludotheque_test_{}_{number}", std::process::id());
        let mut connection = connect(&server).await;
        run(&mut connection, &format!("CREATE DATABASE {name}")).await;
        connection.close().await.unwrap();
        let (address, options) = server.split_once('?').unwrap_or((&server, ""));
        let (address, _) = address.rsplit_once('/').unwrap();
        Home { url: format!("{address}/{name}?{options}"), folder: None }
    }

    pub async fn open(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }

    /// A connection without the store, as another program would make.
    pub async fn stranger(&self) -> AnyConnection {
        connect(&self.url).await
    }

    pub fn folder(&self) -> &std::path::Path {
        self.folder.as_ref().unwrap().path()
    }
}

pub async fn connect(url: &str) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(url).await.unwrap()
}

pub async fn run(connection: &mut AnyConnection, sql: &str) {
    connection.execute(sqlx::AssertSqlSafe(sql.to_owned())).await.unwrap();
}

/// The same test on both kinds of database.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(&crate::home::Home::sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(&crate::home::Home::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both;

pub fn guest(id: &str, name: &str) -> User {
    User {
        id: id.into(),
        kind: UserKind::Guest,
        name: name.into(),
        password: None,
        token: None,
        owner: None,
        generation: 0,
        created: UnixMillis(1),
        expires: None,
        seen: None,
    }
}

pub fn account(id: &str, name: &str) -> User {
    User { kind: UserKind::Account, password: Some("argon2".into()), ..guest(id, name) }
}

pub fn bot(id: &str, name: &str, owner: &str) -> User {
    User {
        kind: UserKind::Bot,
        token: Some(format!("hash of {id}")),
        owner: Some(owner.into()),
        ..guest(id, name)
    }
}

/// A table of two in play: a person, and a free seat.
pub fn table(id: &str, host: &str, created: i64) -> TableRow {
    let seat = SeatRow {
        seat: 0,
        kind: SeatKind::Person,
        user: Some(host.into()),
        name: Some("Ada".into()),
        bot: None,
        renewal: 0,
        arrived: true,
        private_from: 0,
        plans: None,
    };
    let free =
        SeatRow { seat: 1, kind: SeatKind::Open, user: None, name: None, arrived: false, ..seat.clone() };
    TableRow {
        id: id.into(),
        version: 0,
        game: "pebbles".into(),
        options: "{}".into(),
        clock: "none".into(),
        rules_version: 1,
        seats: vec![seat, free],
        host: host.into(),
        open: true,
        rated: false,
        on_timeout: "forfeit".into(),
        status: Status::Playing,
        created: UnixMillis(created),
        started_at: Some(PlayMillis(created)),
        ended: None,
        places: None,
        ended_by: None,
        previous: None,
        next: None,
        moves: 0,
        due: None,
        to_act: None,
        pending: false,
        position: None,
        start_position: None,
    }
}

/// A seek for a game of two that waits at a page.
pub fn seek(id: &str, user: &str) -> SeekRow {
    SeekRow {
        id: id.into(),
        party: id.into(),
        user: user.into(),
        owner: user.into(),
        game: "pebbles".into(),
        options: "{}".into(),
        clock: "none".into(),
        seats: 2,
        rated: false,
        patience: 60,
        fill_after: None,
        fill_bot: None,
        page: Some(format!("page of {user}")),
        created: UnixMillis(1),
        expires: UnixMillis(1_000),
        table: None,
    }
}

pub fn entry(index: i64, event: &str) -> LogRow {
    LogRow { index, at: index * 10, event: event.into() }
}

pub fn message(index: i64, text: &str) -> ChatRow {
    ChatRow {
        index,
        at: UnixMillis(index),
        seat: (index % 2 == 0).then_some(0),
        user: "ada".into(),
        name: "Ada".into(),
        channel: "all".into(),
        text: text.into(),
    }
}

/// One action at a table at which every write so far was one of these: the version of its row is the index.
pub fn action(table: &str, index: i64) -> Write {
    let progress = Some(progress(index));
    Write {
        table: table.into(),
        version: index,
        log: vec![entry(index, "take")],
        progress,
        ..Write::default()
    }
}

/// What the row says after this action.
pub fn progress(index: i64) -> Progress {
    Progress {
        started_at: Some(PlayMillis(500 + index)),
        due: Some(PlayMillis(1_000 + index)),
        to_act: Some(1 << (index % 2)),
        pending: index % 2 == 1,
        position: Some(format!("position after {index}")),
    }
}
