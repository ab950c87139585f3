//! Where the houses of the tests keep everything.

use sqlx::{AnyConnection, Connection as _, Executor as _};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use store::Store;
use tempfile::TempDir;

/// A place for what one house keeps.
pub struct Home {
    pub url: String,
    _folder: Option<TempDir>,
}

impl Home {
    pub fn sqlite() -> Home {
        let folder = TempDir::new().unwrap();
        Home { url: address(folder.path()), _folder: Some(folder) }
    }

    /// A new database on the server of the tests.
    pub async fn postgres() -> Home {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("LUDOTHEQUE_TEST_POSTGRES").expect(
            "LUDOTHEQUE_TEST_POSTGRES is not set: run this test by `scripts/postgres.sh cargo test`, which brings a PostgreSQL",
        );
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludotheque_house_{}_{number}", std::process::id());
        let mut connection = connect(&server).await;
        run(&mut connection, &format!("CREATE DATABASE {name}")).await;
        connection.close().await.unwrap();
        let (address, options) = server.split_once('?').unwrap_or((&server, ""));
        let (address, _) = address.rsplit_once('/').unwrap();
        Home { url: format!("{address}/{name}?{options}"), _folder: None }
    }

    /// A database that is somewhere else.
    pub fn at(url: &str) -> Home {
        Home { url: url.to_owned(), _folder: None }
    }

    pub async fn store(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }

    /// The same while a house has it open, only to read.
    pub async fn store_beside(&self) -> Store {
        Store::open_for_reading(&self.url).await.unwrap()
    }

    /// A connection past the house, as another program would make.
    pub async fn stranger(&self) -> AnyConnection {
        connect(&self.url).await
    }

    pub fn is_sqlite(&self) -> bool {
        self.url.starts_with("sqlite")
    }
}

/// The address of the database in a folder.
pub fn address(folder: &Path) -> String {
    format!("sqlite://{}/house.db", folder.display())
}

async fn connect(url: &str) -> AnyConnection {
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
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::home::Home::sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::home::Home::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both;
