//! The listener: accepts connections, and shuts down gracefully.

use crate::api::{Connection, metrics_router, router};
use crate::client_address::is_trusted;
use crate::server::Server;
use crate::timed_stream::TimedStream;
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

/// How long connections may take at shutdown.
const CONNECTIONS_TIMEOUT: Duration = Duration::from_secs(3);

/// Serves `/metrics` on an address of its own until the server shuts down.
pub async fn serve_metrics(listener: TcpListener, server: Arc<Server>) {
    let shutdown = server.shutdown.clone().cancelled_owned();
    let served = axum::serve(listener, metrics_router(server)).with_graceful_shutdown(shutdown).await;
    if let Err(error) = served {
        tracing::error!(%error, "metrics are no longer served");
    }
}

/// Serves connections until `stop`, then shuts the server down gracefully.
pub async fn serve(listener: TcpListener, server: Arc<Server>, stop: impl Future<Output = ()>) {
    let router = router(server.clone());
    let connections = TaskTracker::new();
    let slots = Arc::new(Semaphore::new(server.config.limits.sockets));
    let mut http = http1::Builder::new();
    // A request head that never arrives is not waited for.
    http.timer(TokioTimer::new())
        .header_read_timeout(server.config.limits.request_timeout)
        .max_buf_size(64 << 10);
    let send_timeout = server.config.limits.send_timeout;
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, say: wait until some are closed.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(slot) = slots.clone().try_acquire_owned() else {
            tracing::warn!("too many connections");
            continue;
        };
        // A proxy's connections are those of many clients.
        let proxy = is_trusted(address.ip(), &server.config.trusted_proxies);
        let counted =
            if proxy { Some(None) } else { server.rate_limits.open_connection(address.ip()).map(Some) };
        let Some(permit) = counted else {
            tracing::debug!(address = %address.ip(), "too many connections of one address");
            continue;
        };
        // Small messages are sent at once.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let slot = Arc::new((slot, permit));
        let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Connection { address: address.ip(), slot: slot.clone() });
            router.clone().oneshot(request.map(Body::new))
        });
        let connection = http
            .serve_connection(TokioIo::new(TimedStream::new(stream, send_timeout)), service)
            .with_upgrades();
        let shutdown = server.shutdown.clone();
        connections.spawn(async move {
            tokio::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = shutdown.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "connection error");
            }
        });
    }
    drop(listener);
    tracing::info!("shutting down");
    server.shutdown.cancel();
    connections.close();
    if tokio::time::timeout(CONNECTIONS_TIMEOUT, connections.wait()).await.is_err() {
        tracing::warn!("shutdown timed out: some connections did not end");
    }
    server.close().await;
}
