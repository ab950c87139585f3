//! Health and metrics, for the operator.

use crate::server::Server;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;
use std::time::Duration;

/// How long the store may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// `GET /healthz`: whether the store reads and writes.
pub async fn healthz(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let late = |_| Err(store::Error::Unavailable("timeout waiting for an answer".to_owned()));
    match tokio::time::timeout(PATIENCE, server.store.ping()).await.unwrap_or_else(late) {
        Ok(()) if server.shutdown.is_cancelled() => (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n"),
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::error!(%error, "store error");
            (StatusCode::SERVICE_UNAVAILABLE, "store error\n")
        }
    }
}

/// `GET /readyz`: whether clients may be sent here: as `/healthz`, and this node hears the others, if any does.
pub async fn readyz(State(server): State<Arc<Server>>) -> impl IntoResponse {
    if let Some(reason) = server.cluster.as_ref().and_then(|cluster| cluster.not_ready()) {
        return (StatusCode::SERVICE_UNAVAILABLE, reason).into_response();
    }
    healthz(State(server)).await.into_response()
}

/// `GET /metrics`, for Prometheus.
pub async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], server.metrics.text())
}
