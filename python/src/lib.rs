//! The games of the house for Python: rules, actions as ids, positions as planes, batches, bots, records.
//!
//! `game` is a setting and all that is fixed by it, `state` a position, `batch` many games that are stepped together, `bot`
//! the house's players, `record` games as text, `error` what Python raises.

mod batch;
mod bot;
mod error;
mod game;
mod record;
mod state;

use pyo3::prelude::*;

/// The compiled part of the package; import `ludotheque` instead.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::bot::{Analysis, Bot, Variation};
    #[pymodule_export]
    use super::error::IllegalAction;
    #[pymodule_export]
    use super::game::{Game, Symmetry, games};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::state::State;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        if !(std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2")) {
            return Err(pyo3::exceptions::PyImportError::new_err(
                "this wheel is built for processors with AVX2 and BMI2; build the package from its source",
            ));
        }
        Ok(())
    }
}
