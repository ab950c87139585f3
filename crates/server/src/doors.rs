//! The doors: connections come in, and go in good order when the house closes.

use crate::api::{Connection, router};
use crate::house::House;
use crate::limits::TIME_FOR_HEAD;
use axum::body::Body;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

/// Serves whoever comes until `stop`, then finishes what is under way and closes the house.
pub async fn serve(listener: TcpListener, house: Arc<House>, stop: impl Future<Output = ()>) {
    let router = router(house.clone());
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(house.rules.limits.sockets));
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    // A head that dribbles in is not waited for.
    http.http1().timer(TokioTimer::new()).header_read_timeout(TIME_FOR_HEAD).max_buf_size(64 << 10);
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
        let connection = http.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended badly");
            }
        });
    }
    drop(listener);
    tracing::info!("closing the doors");
    house.closing.cancel();
    if tokio::time::timeout(Duration::from_secs(5), graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    house.close().await;
}
