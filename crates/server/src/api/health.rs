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

/// `GET /readyz`: whether clients may be sent here: as `/healthz`, and the other nodes can be heard.
pub async fn readyz(State(server): State<Arc<Server>>) -> impl IntoResponse {
    if server.cluster.as_ref().is_some_and(|cluster| !cluster.is_connected()) {
        return (StatusCode::SERVICE_UNAVAILABLE, "no connection to NATS\n").into_response();
    }
    healthz(State(server)).await.into_response()
}

/// `GET /metrics`, for Prometheus.
pub async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], server.metrics.text())
}
