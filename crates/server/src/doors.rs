//! The doors: connections come in, and go in good order when the house closes.

use crate::api::{Connection, router};
use crate::house::House;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

/// Serves whoever comes until `stop`, then finishes what is under way and closes the house.
pub async fn serve(listener: TcpListener, house: Arc<House>, stop: impl Future<Output = ()>) {
    let router = router(house.clone());
    let connections = TaskTracker::new();
    let room = Arc::new(Semaphore::new(house.rules.limits.sockets));
    let mut http = http1::Builder::new();
    // A head that dribbles in, or never comes, is not waited for.
    http.timer(TokioTimer::new()).header_read_timeout(house.rules.limits.time_to_ask).max_buf_size(64 << 10);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, say: give others time to leave.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = room.clone().try_acquire_owned() else {
            tracing::warn!("the house is full");
            continue;
        };
        // Small messages should not wait for company.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let place = Arc::new(place);
        let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Connection { address: address.ip(), place: place.clone() });
            router.clone().oneshot(request.map(Body::new))
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let closing = house.closing.clone();
        connections.spawn(async move {
            tokio::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = closing.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended badly");
            }
        });
    }
    drop(listener);
    tracing::info!("closing the doors");
    house.closing.cancel();
    connections.close();
    if tokio::time::timeout(Duration::from_secs(5), connections.wait()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    house.close().await;
}
