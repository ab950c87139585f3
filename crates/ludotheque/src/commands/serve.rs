//! `ludotheque serve`, `backup` and `migrate`: the server and its database.

use crate::open_files;
use anyhow::{Context as _, Result, bail, ensure};
use clap::{Args, ValueEnum};
use ipnet::IpNet;
use server::{CareConfig, Config, Expiry, Limits, MailConfig, Nats, NatsOptions, Server};
use std::net::{IpAddr, SocketAddr};
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
    pub(super) fn url(&self) -> Result<String> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        store::create_private_folder(&self.data)
            .with_context(|| format!("cannot create the folder {}", self.data.display()))?;
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
    /// The address on which Prometheus reads /metrics; without it, nobody does
    #[arg(long, value_name = "ADDR")]
    metrics_listen: Option<SocketAddr>,
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
    /// Connections that one address may have open
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_per_address)]
    connections_per_address: usize,
    /// Tables a minute that one address may open, on average
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables_per_minute)]
    tables_per_minute: u32,
    /// Days after which a table that still waits for somebody is removed; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    keep_waiting: u32,
    /// Days after which an aborted table is removed; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    keep_aborted: u32,
    /// Days after which a guest is forgotten to whom no table, message or rating belongs; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    keep_guests: u32,
    #[command(flatten)]
    care: CareArguments,
    /// Trust the forwarded headers of a reverse proxy on this machine
    #[arg(long)]
    behind_proxy: bool,
    /// Trust the forwarded headers of a reverse proxy at this address or network; may be repeated
    #[arg(long, value_name = "ADDR", value_parser = proxy)]
    trusted_proxy: Vec<IpNet>,
    #[command(flatten)]
    nats: NatsArguments,
    /// With --nats, leave bots, physics and analysis to other nodes (`ludotheque work`)
    #[arg(long, requires = "url")]
    no_work: bool,
    /// The format of the log
    #[arg(long, value_enum, default_value_t = LogStyle::Text)]
    log: LogStyle,
}

/// What takes care of people.
#[derive(Args)]
struct CareArguments {
    /// The address of the house as people know it, such as https://games.example: links in e-mails begin with it
    #[arg(long, value_name = "URL", env = "LUDOTHEQUE_PUBLIC_URL")]
    public_url: Option<String>,
    /// Send e-mail by this server: smtps://user:password@host, smtp://host:587?tls=required or smtp://localhost
    #[arg(
        long,
        value_name = "URL",
        env = "LUDOTHEQUE_SMTP",
        hide_env_values = true,
        requires = "public_url"
    )]
    smtp: Option<String>,
    /// From whom e-mails are
    #[arg(long, value_name = "ADDRESS", default_value = "Ludotheque <ludotheque@localhost>")]
    mail_from: String,
    /// Send no push messages
    #[arg(long)]
    no_push: bool,
    /// Let push messages go to private addresses and without TLS, for tests
    #[arg(long, hide = true)]
    push_anywhere: bool,
    /// A file of words that nobody may say, one in each line
    #[arg(long, value_name = "FILE")]
    word_filter: Option<PathBuf>,
}

impl CareArguments {
    fn config(&self) -> Result<CareConfig> {
        let words = match &self.word_filter {
            Some(file) => std::fs::read_to_string(file).with_context(|| file.display().to_string())?,
            None => String::new(),
        };
        let mail =
            self.smtp.as_ref().map(|url| MailConfig { url: url.clone(), from: self.mail_from.clone() });
        if let Some(mail) = &mail {
            mail.check().map_err(|error| anyhow::anyhow!("no e-mail can be sent: {error}"))?;
        }
        if let Some(url) = &self.public_url {
            let known = url.starts_with("https://") || url.starts_with("http://");
            ensure!(known, "--public-url: {url:?} does not begin with https://");
        }
        Ok(CareConfig {
            public_url: self.public_url.clone(),
            mail,
            push: !self.no_push,
            push_anywhere: self.push_anywhere,
            words: words.lines().map(str::to_owned).collect(),
            ..CareConfig::default()
        })
    }
}

/// What connects several servers on one PostgreSQL database.
#[derive(Args)]
struct NatsArguments {
    /// Be one node of several: the address of NATS with JetStream, such as nats://host:4222
    #[arg(id = "url", long = "nats", value_name = "URL", env = "LUDOTHEQUE_NATS", hide_env_values = true)]
    url: Option<String>,
    /// The file of the credentials for NATS
    #[arg(long, value_name = "FILE", requires = "url")]
    nats_credentials: Option<PathBuf>,
    /// Certificates of the authorities that NATS's certificate may be signed by
    #[arg(long, value_name = "FILE", requires = "url")]
    nats_ca: Option<PathBuf>,
    /// The certificate by which NATS knows this node
    #[arg(long, value_name = "FILE", requires = "nats_key")]
    nats_certificate: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "nats_certificate")]
    nats_key: Option<PathBuf>,
}

impl NatsArguments {
    async fn connect(&self) -> Result<Option<Nats>> {
        let Some(url) = &self.url else { return Ok(None) };
        let options = NatsOptions {
            url: url.clone(),
            credentials: self.nats_credentials.clone(),
            root_certificates: self.nats_ca.clone(),
            client_certificate: self.nats_certificate.clone().zip(self.nats_key.clone()),
        };
        Ok(Some(Nats::connect(&options).await?))
    }
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum LogStyle {
    Text,
    Json,
}

impl LogStyle {
    /// Writes the log to the standard error output from now on.
    fn init(self) {
        let wanted = std::env::var(EnvFilter::DEFAULT_ENV)
            .unwrap_or_else(|_| "info,sqlx=warn,async_nats=warn".to_owned());
        let filter = EnvFilter::new(format!("{wanted},{}", server::LOG_FILTER));
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        match self {
            LogStyle::Text => log.init(),
            LogStyle::Json => log.json().init(),
        }
    }
}

static KINDS: LazyLock<Vec<&'static dyn Kind>> =
    LazyLock::new(|| catalog::GAMES.iter().map(|game| game.kind).collect());

impl ServeArguments {
    pub fn run(self) -> Result<()> {
        self.log.init();
        let limits = Limits {
            sockets_per_person: self.sockets_per_person,
            commands_per_second: self.commands_per_second,
            connections_per_address: self.connections_per_address,
            tables_per_minute: self.tables_per_minute,
            ..Limits::default()
        };
        let expiry = Expiry {
            waiting: days(self.keep_waiting),
            aborted: days(self.keep_aborted),
            guests: days(self.keep_guests),
            ..Expiry::default()
        };
        let config = Config {
            limits,
            expiry,
            thinking: Duration::from_millis(self.thinking),
            trusted_proxies: self.trusted_proxies(),
            care: self.care.config()?,
            ..Config::default()
        };
        let config = Config { workers: self.workers.unwrap_or(config.workers), ..config };
        let url = self.database.url()?;
        open_files::allow_many();
        Runtime::new()?.block_on(async {
            let nats = self.nats.connect().await?;
            let config = Config { nats, works: !self.no_work, ..config };
            let store = open_store(&url, config.nats.is_some()).await?;
            let listener = bind(self.listen).await?;
            let metrics = match self.metrics_listen {
                Some(address) => Some(bind(address).await?),
                None => None,
            };
            let server = Server::start(&KINDS, store, config).await?;
            println!("The house is open: http://{}", listener.local_addr()?);
            if let Some(metrics) = metrics {
                println!("Metrics: http://{}/metrics", metrics.local_addr()?);
                tokio::spawn(server::serve_metrics(metrics, server.clone()));
            }
            server::serve(listener, server, shutdown_signal()?).await;
            Ok(())
        })
    }
}

impl ServeArguments {
    fn trusted_proxies(&self) -> Vec<IpNet> {
        let local = ["127.0.0.0/8", "::1/128"].map(|network| network.parse().expect("a network"));
        let local = if self.behind_proxy { &local[..] } else { &[] };
        [local, &self.trusted_proxy].concat()
    }
}

/// So many days; none for ever.
fn days(count: u32) -> Option<Duration> {
    (count > 0).then(|| Duration::from_secs(u64::from(count) * 24 * 3600))
}

/// Opens the database. One that several nodes share must be a PostgreSQL database.
async fn open_store(url: &str, shared: bool) -> Result<Store> {
    ensure!(!shared || !url.starts_with("sqlite"), "--nats needs a PostgreSQL database: add --database");
    Store::open(url).await.context("cannot open the database")
}

/// Do the work of bots and of Nature for servers that are connected by NATS; no address is listened on
#[derive(Args)]
pub struct WorkArguments {
    #[command(flatten)]
    database: DatabaseArguments,
    #[command(flatten)]
    nats: NatsArguments,
    /// The address on which Prometheus reads /metrics; without it, nobody does
    #[arg(long, value_name = "ADDR")]
    metrics_listen: Option<SocketAddr>,
    /// Threads for bots [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Milliseconds for an action of the strongest bot
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    thinking: u64,
    /// The format of the log
    #[arg(long, value_enum, default_value_t = LogStyle::Text)]
    log: LogStyle,
}

impl WorkArguments {
    pub fn run(self) -> Result<()> {
        self.log.init();
        let url = self.database.url()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Runtime::new()?.block_on(async {
            let nats = self.nats.connect().await?.context("--nats is missing")?;
            let store = open_store(&url, true).await?;
            let config = Config {
                nats: Some(nats),
                doors: false,
                workers: self.workers.unwrap_or(cores),
                thinking: Duration::from_millis(self.thinking),
                ..Config::default()
            };
            let server = Server::start(&KINDS, store, config).await?;
            println!("Working.");
            if let Some(address) = self.metrics_listen {
                tokio::spawn(server::serve_metrics(bind(address).await?, server.clone()));
            }
            shutdown_signal()?.await;
            server.close().await;
            Ok(())
        })
    }
}

/// An address, or a network such as `10.0.0.0/8`.
fn proxy(text: &str) -> std::result::Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse()).map_err(|_| "not an address or a network".to_owned())
}

async fn bind(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("cannot bind to {address}"))
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
            Store::migrate(&url).await.context("cannot migrate the database")?;
            println!("The database is up to date.");
            Ok(())
        })
    }
}

fn copy(from: &str, into: &str, what: &str) -> Result<()> {
    Runtime::new()?.block_on(async {
        let from = Store::open_for_reading(from).await.context("cannot open the database to copy")?;
        let into = Store::open(into).await.context("cannot open the copy")?;
        let copied = from.copy_into(&into).await.context("nothing was copied")?;
        into.close().await;
        from.close().await;
        let rows: Vec<String> = copied.rows.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        println!("{what} holds {}", rows.join(", "));
        Ok(())
    })
}
