//! `ludotheque host`: who sits at the host's desk.

use crate::commands::serve::DatabaseArguments;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use std::time::{SystemTime, UNIX_EPOCH};
use store::{HostAction, Store, UnixMillis, User, UserKind};
use tokio::runtime::Runtime;

/// Name the accounts that sit at the host's desk; the house may be open meanwhile
#[derive(Subcommand)]
pub enum Command {
    /// Make an account a host
    Add(NameArguments),
    /// Make an account no host any more
    Remove(NameArguments),
    /// List the hosts
    List(ListArguments),
}

#[derive(Args)]
pub struct NameArguments {
    /// The name of the account
    name: String,
    #[command(flatten)]
    database: DatabaseArguments,
}

#[derive(Args)]
pub struct ListArguments {
    #[command(flatten)]
    database: DatabaseArguments,
}

impl Command {
    pub fn run(self) -> Result<()> {
        match self {
            Command::Add(arguments) => arguments.set(true),
            Command::Remove(arguments) => arguments.set(false),
            Command::List(arguments) => {
                let url = arguments.database.url()?;
                Runtime::new()?.block_on(async {
                    let store = open(&url).await?;
                    for name in store.hosts().await? {
                        println!("{name}");
                    }
                    store.close().await;
                    Ok(())
                })
            }
        }
    }
}

impl NameArguments {
    fn set(&self, host: bool) -> Result<()> {
        let url = self.database.url()?;
        Runtime::new()?.block_on(async {
            let store = open(&url).await?;
            let changed = change(&store, &self.name, host).await;
            store.close().await;
            println!("{}", changed?);
            Ok(())
        })
    }
}

async fn open(url: &str) -> Result<Store> {
    Store::open_beside(url).await.context("cannot open the database")
}

async fn change(store: &Store, name: &str, host: bool) -> Result<String> {
    let found: Option<User> = store.user_by_name(name).await?;
    let Some(user) = found.filter(|user| user.kind == UserKind::Account) else {
        bail!("there is no account of the name {name:?}");
    };
    match store.set_host(&user.id, host, now()).await {
        Err(store::Error::Missing(_)) => bail!("{} is no host", user.name),
        set => set?,
    }
    let done = HostAction {
        id: format!("{}-{}", user.id, now().0),
        at: now(),
        host: "ludotheque host".to_owned(),
        action: if host { "host" } else { "no_host" }.to_owned(),
        subject: user.name.clone(),
        detail: String::new(),
    };
    store.log_host_action(&done).await?;
    Ok(if host {
        format!("{} is a host now: /desk", user.name)
    } else {
        format!("{} is no host any more", user.name)
    })
}

fn now() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
