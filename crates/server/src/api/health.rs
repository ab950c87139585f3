//! Health and metrics, for the operator.

use crate::server::Server;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;

/// `GET /healthz`: whether the store reads and writes.
pub async fn healthz(State(server): State<Arc<Server>>) -> impl IntoResponse {
    match server.store.ping().await {
        Ok(()) if server.shutdown.is_cancelled() => (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n"),
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::error!(%error, "store error");
            (StatusCode::SERVICE_UNAVAILABLE, "store error\n")
        }
    }
}

/// `GET /metrics`, for Prometheus.
pub async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], server.metrics.text())
}
