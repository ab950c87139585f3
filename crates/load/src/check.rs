//! What the players saw and did, compared at the end with what the nodes show.

use crate::http::{HttpClient, with_cookie};
use crate::transcript::{Transcript, agree};
use anyhow::{Result, bail};
use futures_util::StreamExt as _;
use protocol::TableFrame;
use serde::Serialize;
use std::collections::BTreeMap;
use table::Step;

/// How many requests are under way at the same time.
const AT_ONCE: usize = 16;

/// What the comparison came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Checked {
    /// The tables.
    pub tables: usize,
    /// The viewers whose last frame is what a node shows.
    pub viewers: usize,
    /// The actions that were acknowledged, each of which is in the log once.
    pub acknowledged: usize,
    /// The viewers who were refused when they asked once more: they are not compared.
    pub unseen: usize,
    /// What is wrong.
    pub wrong: Vec<String>,
}

/// Has every viewer ask a node for the table once more, each another node than the one before. What the node shows is what the
/// viewer holds; all viewers of a table hold the same; and the viewer's actions are in the log, once each and in order.
pub async fn check(nodes: &[HttpClient], transcripts: &[Transcript]) -> Checked {
    let asked = transcripts.iter().enumerate().map(|(number, told)| {
        let node = &nodes[number % nodes.len()];
        async move { (told, kept(node, told).await) }
    });
    let mut asked = futures_util::stream::iter(asked).buffer_unordered(AT_ONCE);
    let (mut checked, mut tables) = (Checked::default(), BTreeMap::<&str, Vec<Step>>::new());
    while let Some((told, kept)) = asked.next().await {
        let Ok(kept) = kept else {
            checked.unseen += 1;
            continue;
        };
        match compare(told, &kept) {
            Ok(acknowledged) => checked.acknowledged += acknowledged,
            Err(wrong) => checked.wrong.push(format!("table {}: {wrong}", told.table)),
        }
        let first = tables.entry(&told.table).or_insert_with(|| kept.clone());
        if !same(first, &kept) {
            checked.wrong.push(format!("table {}: two nodes show {first:?} and {kept:?}", told.table));
        }
        checked.viewers += 1;
    }
    checked.tables = tables.len();
    checked
}

/// The game as a node shows it to a viewer now.
async fn kept(node: &HttpClient, told: &Transcript) -> Result<Vec<Step>> {
    let path = format!("/api/tables/{}", told.table);
    let answer = node.ask("GET", &path, &with_cookie(told.cookie.as_ref()), Vec::new()).await?;
    if answer.status != 200 {
        bail!("{}", answer.text());
    }
    Ok(answer.json::<TableFrame>()?.steps.added)
}

/// Whether two viewers hold the same game, as far as each may see it.
fn same(one: &[Step], other: &[Step]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| agree(one, other))
}

/// How many acknowledged actions of this viewer are kept, or what is wrong.
fn compare(told: &Transcript, kept: &[Step]) -> Result<usize, String> {
    if !same(&told.steps, kept) {
        return Err(format!("a viewer holds {:?}, and what is kept is {kept:?}", told.steps));
    }
    let Some(seat) = told.acts.first().map(|act| act.seat) else { return Ok(0) };
    let mut own = kept.iter().filter(|step| step.seat == Some(seat)).peekable();
    let mut acknowledged = 0;
    for act in &told.acts {
        let there = own.next_if(|step| step.action.as_deref() == Some(&act.action)).is_some();
        if act.entry.is_some() && !there {
            return Err(format!("{} by seat {seat} was acknowledged and is not kept", act.action));
        }
        acknowledged += usize::from(act.entry.is_some());
    }
    match own.next() {
        None => Ok(acknowledged),
        Some(step) => Err(format!("seat {seat} did not do {step:?}, or not once more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Act;
    use game::Seat;

    fn steps(steps: &[(u8, &str)]) -> Vec<Step> {
        let step = |(seat, action): &(u8, &str)| Step {
            seat: Some(Seat(*seat)),
            action: Some((*action).to_owned()),
            at: 0,
            left: None,
        };
        steps.iter().map(step).collect()
    }

    fn told(shown: &[(u8, &str)], acts: &[(&str, bool)]) -> Transcript {
        let act = |(prompt, (action, acknowledged)): (usize, &(&str, bool))| Act {
            seat: Seat(0),
            prompt: prompt as u32,
            action: (*action).to_owned(),
            entry: acknowledged.then_some(prompt),
        };
        let acts = acts.iter().enumerate().map(act).collect();
        Transcript { steps: steps(shown), acts, ..Transcript::default() }
    }

    #[test]
    fn what_was_acknowledged_is_kept_once() {
        let kept = [(0, "take"), (1, "stop"), (0, "take")];
        let compared = |acts: &[(&str, bool)]| compare(&told(&kept, acts), &steps(&kept));
        assert_eq!(compared(&[("take", true), ("take", true)]), Ok(2));
        assert_eq!(compared(&[("take", true), ("take", false)]), Ok(1));
        assert_eq!(compared(&[("take", true), ("take", true), ("stop", false)]), Ok(2));
        assert!(
            compared(&[("take", true), ("take", true), ("stop", true)]).unwrap_err().contains("not kept")
        );
        assert!(compared(&[("take", true)]).unwrap_err().contains("not once more"));
    }

    #[test]
    fn viewers_hold_what_is_kept() {
        let kept = steps(&[(0, "take"), (1, "stop")]);
        assert!(compare(&told(&[(0, "take")], &[]), &kept).is_err());
        assert!(compare(&told(&[(0, "take"), (1, "take")], &[]), &kept).is_err());
        assert_eq!(compare(&told(&[(0, "take"), (1, "stop")], &[("take", true)]), &kept), Ok(1));
    }
}
