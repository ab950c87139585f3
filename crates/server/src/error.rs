//! Errors at the edge: a refusal for the client. Inner causes go to the log, never to the client.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::Refusal;
use table::{RecordError, Refused, SetupError};

/// What a handler returns.
pub type Result<T> = std::result::Result<T, ApiError>;

/// Why a request is not carried out.
#[derive(Clone, Debug)]
pub struct ApiError(pub Refusal);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        ApiError(refusal)
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        ApiError(refused.into())
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> Self {
        ApiError(error.into())
    }
}

impl From<RecordError> for ApiError {
    fn from(error: RecordError) -> Self {
        ApiError(Refusal { code: "malformed".into(), ..error.into() })
    }
}

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> Self {
        ApiError(match error {
            store::Error::NameTaken => Refusal::name_taken(),
            store::Error::Closed => Refusal::closing(),
            // It has expired.
            store::Error::Missing("table") => Refusal::no_table(),
            store::Error::Conflict => Refusal::conflict(),
            store::Error::Invalid(reason) => Refusal::plain("bad_message", reason),
            error => {
                tracing::error!(%error, "store error");
                Refusal::not_saved()
            }
        })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self.0)).into_response()
    }
}
