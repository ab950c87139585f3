//! `ludotheque serve`, `backup` and `migrate`: the server and its database.

use crate::open_files;
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use server::{House, Limits, Rules};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;
use store::Store;
use table::Kind;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Which database to use.
#[derive(Args)]
pub struct DatabaseArguments {
    /// The folder of the embedded database; created if it does not exist
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Another database instead: postgres://user@host/name, or sqlite:///path/to/file.db
    #[arg(long, value_name = "URL", env = "LUDOTHEQUE_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl DatabaseArguments {
    fn url(&self) -> Result<String> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        std::fs::create_dir_all(&self.data)
            .with_context(|| format!("the folder {} can't be made", self.data.display()))?;
        let folder = self.data.canonicalize().with_context(|| format!("{}", self.data.display()))?;
        Ok(format!("sqlite://{}", folder.join("house.db").display()))
    }
}

/// Start the server: web app, tables and accounts on one address
#[derive(Args)]
pub struct ServeArguments {
    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    #[command(flatten)]
    database: DatabaseArguments,
    /// Threads for bots [default: one less than there are cores]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Milliseconds for an action of the strongest bot
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    thinking: u64,
    /// Sockets that one person may have open
    #[arg(long, value_name = "N", default_value_t = Limits::default().sockets_per_person)]
    sockets_per_person: usize,
    /// Commands a second that one socket may send, on average
    #[arg(long, value_name = "N", default_value_t = Limits::default().commands_per_second)]
    commands_per_second: u32,
    /// Trust the X-Forwarded-For and X-Forwarded-Proto headers of a proxy
    #[arg(long)]
    behind_proxy: bool,
    /// The format of the log
    #[arg(long, value_enum, default_value_t = LogStyle::Text)]
    log: LogStyle,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum LogStyle {
    Text,
    Json,
}

static KINDS: LazyLock<Vec<&'static dyn Kind>> =
    LazyLock::new(|| catalog::GAMES.iter().map(|game| game.kind).collect());

impl ServeArguments {
    pub fn run(self) -> Result<()> {
        let wanted = std::env::var(EnvFilter::DEFAULT_ENV).unwrap_or_else(|_| "info,sqlx=warn".to_owned());
        let filter = EnvFilter::new(format!("{wanted},{}", server::QUIET));
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        match self.log {
            LogStyle::Text => log.init(),
            LogStyle::Json => log.json().init(),
        }
        let limits = Limits {
            sockets_per_person: self.sockets_per_person,
            commands_per_second: self.commands_per_second,
            ..Limits::default()
        };
        let rules = Rules {
            limits,
            thinking: Duration::from_millis(self.thinking),
            behind_proxy: self.behind_proxy,
            ..Rules::default()
        };
        let rules = Rules { workers: self.workers.unwrap_or(rules.workers), ..rules };
        let url = self.database.url()?;
        open_files::allow_many();
        Runtime::new()?.block_on(async {
            let store = Store::open(&url).await.context("the database can't be opened")?;
            let listener = TcpListener::bind(self.listen)
                .await
                .with_context(|| format!("cannot bind to {}", self.listen))?;
            let house = House::open(&KINDS, store, rules).await?;
            println!("The house is open: http://{}", listener.local_addr()?);
            server::serve(listener, house, shutdown_signal()?).await;
            Ok(())
        })
    }
}

/// Completes on SIGTERM or SIGINT.
fn shutdown_signal() -> Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Copy the whole database into one file, while the server runs or not; the file can be served
#[derive(Args)]
pub struct BackupArguments {
    /// The file to write; it must not exist
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArguments,
}

impl BackupArguments {
    pub fn run(self) -> Result<()> {
        if self.file.exists() {
            bail!("{} is there already", self.file.display());
        }
        let url = format!("sqlite://{}", std::path::absolute(&self.file)?.display());
        copy(&self.database.url()?, &url, &self.file.display().to_string())
    }
}

/// Migrate the database to this version's schema; with --from, copy another database into it first
#[derive(Args)]
pub struct MigrateArguments {
    #[command(flatten)]
    database: DatabaseArguments,
    /// The database to copy from; the target must be empty
    #[arg(long, value_name = "URL")]
    from: Option<String>,
}

impl MigrateArguments {
    pub fn run(self) -> Result<()> {
        let url = self.database.url()?;
        if let Some(from) = &self.from {
            return copy(from, &url, "the database");
        }
        Runtime::new()?.block_on(async {
            Store::open(&url).await.context("the database can't be opened")?.close().await;
            println!("The database is up to date.");
            Ok(())
        })
    }
}

fn copy(from: &str, into: &str, what: &str) -> Result<()> {
    Runtime::new()?.block_on(async {
        let from = Store::open(from).await.context("the database to copy can't be opened")?;
        let into = Store::open(into).await.context("the copy can't be written")?;
        let copied = from.copy_into(&into).await.context("nothing was copied")?;
        into.close().await;
        from.close().await;
        let rows: Vec<String> = copied.rows.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        println!("{what} holds {}", rows.join(", "));
        Ok(())
    })
}
