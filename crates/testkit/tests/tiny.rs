//! The tiny games obey the laws that every game must obey.

use game::NoOptions;
use testkit::tiny::{Envelopes, EnvelopesAction, Pebbles, PebblesAction, PebblesOptions, Teams};
use testkit::{laws, playthrough};

#[test]
fn pebbles_obey_the_laws() {
    for seats in 2..=4 {
        laws::<Pebbles>(seats).universe([PebblesAction::Take, PebblesAction::Stop]).check_search();
    }
    let pairs = PebblesOptions { teams: Teams::Pairs, ..PebblesOptions::default() };
    laws::<Pebbles>(4).options(pairs).universe([PebblesAction::Take, PebblesAction::Stop]).check_search();
}

#[test]
fn envelopes_obey_the_laws() {
    for seats in 2..=4 {
        let bids = (0..=9).map(EnvelopesAction::Bid).chain((0..=9).map(EnvelopesAction::Prize));
        laws::<Envelopes>(seats).universe(bids).check_search();
    }
}

#[test]
fn golden_games() {
    let folder = env!("CARGO_MANIFEST_DIR");
    playthrough::<Pebbles>(folder, "pebbles-3", &PebblesOptions::default(), 3, 1);
    playthrough::<Envelopes>(folder, "envelopes-3", &NoOptions {}, 3, 1);
}
