//! What the operator reads, and nobody else.

use crate::home::Home;
use crate::site::Site;
use crate::visitor::Visitor;

#[tokio::test]
async fn metrics_are_read_on_their_own_address_only() {
    let site = Site::open(&Home::sqlite()).await;
    let mut operator = Visitor::new(&site.metrics);
    let metrics = operator.get("/metrics").await.is(200).0;
    assert!(metrics.text().lines().any(|line| line == "ludotheque_sockets 0"), "{}", metrics.text());
    assert!(metrics.headers["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    operator.get("/api/me").await.is(404);
    let public = site.stranger().get("/metrics").await.0.text();
    assert!(!public.contains("ludotheque_"), "{public}");
    site.close().await;
}
