//! A house of two tiny games, to try clients and the load tool on:
//! `cargo run --release -p server --example tiny -- 127.0.0.1:8080 sqlite:///tmp/tiny.db`

#[path = "../tests/server/games.rs"]
mod games;

use server::{Config, Server};
use store::Store;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(listen), Some(database)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("say where to listen and what to keep: tiny 127.0.0.1:8080 sqlite:///tmp/tiny.db");
    };
    let wanted = std::env::var("RUST_LOG").unwrap_or_else(|_| "info,sqlx=warn".to_owned());
    let filter = tracing_subscriber::EnvFilter::new(format!("{wanted},{}", server::LOG_FILTER));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let listener = TcpListener::bind(listen).await?;
    let server = Server::start(games::GAMES, Store::open(&database).await?, Config::default()).await?;
    println!("The house is open: http://{}", listener.local_addr()?);
    server::serve(listener, server, async { drop(tokio::signal::ctrl_c().await) }).await;
    Ok(())
}
