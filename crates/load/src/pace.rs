//! Who may act when: an even stream of actions, or as many as there can be.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

const TICK: Duration = Duration::from_millis(5);

/// Gives one leave an action.
pub struct Pace {
    leaves: Option<Arc<Semaphore>>,
    giver: Option<JoinHandle<()>>,
}

impl Pace {
    /// So many leaves a second, spread evenly; without a rate, everybody may act at any time.
    pub fn new(rate: Option<f64>) -> Self {
        let Some(rate) = rate else { return Pace { leaves: None, giver: None } };
        let leaves = Arc::new(Semaphore::new(0));
        // What nobody took within a moment is not caught up with in a burst.
        let most = (rate * 0.1).ceil() as usize;
        let given = leaves.clone();
        let giver = tokio::spawn(async move {
            let mut ticks = interval(TICK);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let (mut last, mut due) = (Instant::now(), 0.0);
            loop {
                let now = ticks.tick().await;
                due += rate * (now - last).as_secs_f64();
                last = now;
                let whole = due as usize;
                due -= whole as f64;
                given.add_permits(whole.min(most.saturating_sub(given.available_permits())));
            }
        });
        Pace { leaves: Some(leaves), giver: Some(giver) }
    }

    /// Waits for one's leave.
    pub async fn leave(&self) {
        if let Some(leaves) = &self.leaves
            && let Ok(leave) = leaves.acquire().await
        {
            leave.forget();
        }
    }
}

impl Drop for Pace {
    fn drop(&mut self) {
        if let Some(giver) = &self.giver {
            giver.abort();
        }
    }
}
