//! What Python raises.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use table::Refused;

create_exception!(
    ludotheque,
    IllegalAction,
    PyValueError,
    "An action that the rules forbid. `article` is the number of the article, `why` the reason in English, `at` the cells \
     concerned; where no article forbids it, they are None and empty."
);

/// The exception for a refusal of the rules.
pub fn illegal(py: Python<'_>, refused: &Refused) -> PyErr {
    let error = IllegalAction::new_err(refused.to_string());
    let (article, why, at) = match refused {
        Refused::Illegal(illegal) => (Some(illegal.article), Some(illegal.why.en), illegal.at.clone()),
        _ => (None, None, Vec::new()),
    };
    let value = error.value(py);
    let set = value.setattr("article", article).and_then(|()| value.setattr("why", why));
    match set.and_then(|()| value.setattr("at", at)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An exception for a value that does not fit.
pub fn bad_value(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}
