//! Whether the house is well, for whoever runs it.

use crate::house::House;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;

/// `GET /healthz`: whether the store reads and writes.
pub async fn healthz(State(house): State<Arc<House>>) -> impl IntoResponse {
    match house.store.ping().await {
        Ok(()) if house.closing.is_cancelled() => (StatusCode::SERVICE_UNAVAILABLE, "closing\n"),
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::error!(%error, "the store is not well");
            (StatusCode::SERVICE_UNAVAILABLE, "the store is not well\n")
        }
    }
}

/// `GET /metrics`, for Prometheus.
pub async fn metrics(State(house): State<Arc<House>>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], house.metrics.text())
}
