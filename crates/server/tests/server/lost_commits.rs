//! A database that commits and whose answer is lost on the way: what was done is not called undone.

use crate::home::Home;
use crate::site::Site;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};

/// A proxy before a PostgreSQL that passes everything on, but hangs up instead of passing on the answer to a COMMIT.
struct Proxy {
    armed: Arc<AtomicBool>,
    url: String,
}

impl Proxy {
    async fn before(home: &Home) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let armed = Arc::new(AtomicBool::new(false));
        let (address, options) = home.url.split_once('?').unwrap_or((&home.url, ""));
        let (server, database) = address.rsplit_once('/').unwrap();
        let (user, host) = server.strip_prefix("postgres://").unwrap().split_once('@').unwrap();
        let folder = options.split('&').find_map(|option| option.strip_prefix("host=")).map(str::to_owned);
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:5432") };
        let (flag, proxied) = (armed.clone(), folder);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (flag, folder, host) = (flag.clone(), proxied.clone(), host.clone());
                tokio::spawn(async move {
                    match folder {
                        Some(folder) => {
                            let path = format!("{folder}/.s.PGSQL.5432");
                            pass_on(client, UnixStream::connect(path).await.unwrap().into_split(), &flag)
                                .await;
                        }
                        None => {
                            let stream = TcpStream::connect(host).await.unwrap();
                            pass_on(client, stream.into_split(), &flag).await;
                        }
                    }
                });
            }
        });
        Proxy { armed, url: format!("postgres://{user}@127.0.0.1:{port}/{database}?sslmode=disable") }
    }
}

async fn pass_on<R, W>(client: TcpStream, (mut replies, mut server): (R, W), armed: &AtomicBool)
where
    R: tokio::io::AsyncRead + Unpin,
    W: tokio::io::AsyncWrite + Unpin,
{
    let (mut requests, mut back) = client.into_split();
    let (mut request, mut reply) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut hang_up = false;
    loop {
        tokio::select! {
            read = requests.read(&mut request) => {
                let Ok(length @ 1..) = read else { return };
                let commits = request[..length].windows(6).any(|word| word == b"COMMIT");
                hang_up = commits && armed.swap(false, Ordering::SeqCst);
                server.write_all(&request[..length]).await.unwrap();
            }
            read = replies.read(&mut reply) => {
                // By now it is committed.
                let Ok(length @ 1..) = read else { return };
                if hang_up || back.write_all(&reply[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_committed_is_done_although_the_answer_is_lost() {
    let home = Home::postgres().await;
    let proxy = Proxy::before(&home).await;
    let site = Site::open(&Home::at(&proxy.url)).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    for entry in 0..3 {
        proxy.armed.store(true, Ordering::SeqCst);
        assert_eq!(adas.act("take").await, entry);
    }
    site.close().await;
    let log = home.store().await.log(&table).await.unwrap();
    assert_eq!(log.len(), 3, "each is done once");
}
