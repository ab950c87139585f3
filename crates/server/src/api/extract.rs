//! What a path and a query hold; what can't be read is refused like anything else.

use crate::error::ApiError;
use axum::extract::FromRequestParts;
use axum::extract::rejection::{PathRejection, QueryRejection};
use protocol::Refusal;

/// Parts of a path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub struct Path<T>(pub T);

/// A query.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub struct Query<T>(pub T);

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Refusal::plain("bad_message", rejection.body_text()).into()
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Refusal::plain("bad_message", rejection.body_text()).into()
    }
}
