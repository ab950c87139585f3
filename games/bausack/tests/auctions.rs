//! Auctions, all of them, on small numbers of beans: what the machine says against a plain second telling that looks at
//! the whole history every time.

mod play;

use bausack::{Action, Auction, AuctionKind, Bausack, Call, Mode, Sale};
use game::{Actor, BySeat, Game, Seat, SeatSet};
use play::{block, play, with};

/// What the second telling knows after a history.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    /// Whose call it is, and what may be said.
    Calls(u8, Vec<Call>),
    /// Who gets the block, whether anybody wanted it, and what each seat pays.
    Ends(u8, Sale, Vec<u8>),
}

/// S23, S29, told from the first call on: seats sit in a row from the seller's left, the seller last; whoever passes
/// leaves the row.
fn tell_high(row: &[u8], beans: &[u8], history: &[Call]) -> Told {
    let mut row = row.to_vec();
    let (mut price, mut best) = (0, None);
    let mut calls = history.iter();
    let mut place = 0;
    while row.len() > 1 {
        if place == row.len() {
            place = 0;
        }
        let seat = row[place];
        match calls.next() {
            None => {
                let mut may: Vec<Call> = (0..=beans[usize::from(seat)])
                    .filter(|bid| *bid >= 1 && *bid > price)
                    .map(Call::Bid)
                    .collect();
                may.push(Call::Pass);
                return Told::Calls(seat, may);
            }
            Some(Call::Bid(bid)) => {
                (price, best) = (*bid, Some(seat));
                place += 1;
            }
            Some(Call::Pass) => {
                row.remove(place);
            }
            Some(Call::Accept) => unreachable!("nothing is accepted here"),
        }
    }
    let pays = (0..beans.len()).map(|seat| if best == Some(seat as u8) { price } else { 0 }).collect();
    match best {
        Some(winner) => Told::Ends(winner, Sale::Sold, pays),
        None => Told::Ends(row[0], Sale::Unsold, pays),
    }
}

/// S24: round and round, one bean more each time.
fn tell_reverse(row: &[u8], beans: &[u8], history: &[Call]) -> Told {
    let mut owes = vec![0; beans.len()];
    for (turn, call) in history.iter().enumerate() {
        let seat = row[turn % row.len()];
        match call {
            Call::Bid(bid) => owes[usize::from(seat)] = *bid,
            Call::Accept => {
                owes[usize::from(seat)] = 0;
                return Told::Ends(seat, Sale::Sold, owes);
            }
            Call::Pass => unreachable!("nobody passes here"),
        }
    }
    let seat = row[history.len() % row.len()];
    let next = history.len() as u8 + 1;
    let mut may = vec![Call::Accept];
    may.extend((next <= beans[usize::from(seat)]).then_some(Call::Bid(next)));
    Told::Calls(seat, may)
}

/// Every way to share out up to `most` beans to so many seats.
fn purses(seats: u8, most: u8) -> Vec<Vec<u8>> {
    (0..seats).fold(vec![Vec::new()], |purses, _| {
        let more = |purse: &Vec<u8>| {
            (0..=most).map(|beans| [purse.as_slice(), &[beans]].concat()).collect::<Vec<_>>()
        };
        purses.iter().flat_map(more).collect()
    })
}

/// Everything that one could say.
fn universe(most: u8) -> Vec<Call> {
    (0..=most + 2).map(Call::Bid).chain([Call::Pass, Call::Accept]).collect()
}

struct Setting<'a> {
    kind: AuctionKind,
    row: &'a [u8],
    beans: &'a [u8],
}

impl Setting<'_> {
    fn tell(&self, history: &[Call]) -> Told {
        match self.kind {
            AuctionKind::High | AuctionKind::Gift => tell_high(self.row, self.beans, history),
            AuctionKind::Reverse => tell_reverse(self.row, self.beans, history),
        }
    }

    /// Walks through all that can be said; counts the auctions that ended.
    fn walk(&self, auction: &Auction, history: &mut Vec<Call>, seen: &mut impl FnMut(&[Call], &Told)) -> u64 {
        let Told::Calls(seat, may) = self.tell(history) else { panic!("{history:?} has ended") };
        assert_eq!(auction.caller, Seat(seat), "{:?} after {history:?}", self.kind);
        let beans = self.beans[usize::from(seat)];
        let mut ended = 0;
        for call in universe(5) {
            let judged = auction.judge(call, beans);
            assert_eq!(judged.is_ok(), may.contains(&call), "{:?} {call:?} after {history:?}", self.kind);
            if judged.is_err() {
                continue;
            }
            let mut next = auction.clone();
            let award = next.call(call);
            history.push(call);
            match (award, self.tell(history)) {
                (None, Told::Calls(..)) => ended += self.walk(&next, history, seen),
                (Some(award), Told::Ends(winner, sale, pays)) => {
                    assert_eq!((award.seat, award.sale), (Seat(winner), sale), "{:?} {history:?}", self.kind);
                    assert_eq!(award.pays.as_slice(), pays, "{:?} {history:?}", self.kind);
                    seen(history, &Told::Ends(winner, sale, pays));
                    ended += 1;
                }
                (award, told) => panic!("{award:?} against {told:?} after {history:?}"),
            }
            history.pop();
        }
        ended
    }
}

/// The bidders from the seller's left, the seller last if he bids.
fn row(seats: u8, seller: u8, bidders: &[u8]) -> Vec<u8> {
    (1..=seats).map(|step| (seller + step) % seats).filter(|seat| bidders.contains(seat)).collect()
}

/// S23, S24, S29 at tables of two to four, all sellers, all purses of up to five, four and three beans.
#[test]
fn every_small_auction_agrees_with_the_reference() {
    let mut ended = 0;
    for (seats, most) in [(2, 5), (3, 4), (4, 3)] {
        let everybody: Vec<u8> = (0..seats).collect();
        for beans in purses(seats, most) {
            for kind in AuctionKind::ALL {
                for seller in 0..seats {
                    let row = row(seats, seller, &everybody);
                    let auction = Auction::open(kind, block(7), Seat(seller), SeatSet::all(seats), seats);
                    let setting = Setting { kind, row: &row, beans: &beans };
                    ended += setting.walk(&auction, &mut Vec::new(), &mut |_, _| {});
                }
            }
        }
    }
    assert!(ended > 10_000, "only {ended} auctions");
}

/// S26, S31: with some seats out, or stopped, the others bid in the same order; a seller may be the only one of them not
/// to be asked.
#[test]
fn auctions_pass_over_those_who_may_not_bid() {
    for (bidders, seller) in [(&[0, 2][..], 0), (&[1, 3], 3), (&[0, 1, 3], 1), (&[1, 2, 3], 2)] {
        let row = row(4, seller, bidders);
        let set: SeatSet = bidders.iter().map(|seat| Seat(*seat)).collect();
        for beans in purses(4, 2) {
            for kind in AuctionKind::ALL {
                let auction = Auction::open(kind, block(7), Seat(seller), set, 4);
                let setting = Setting { kind, row: &row, beans: &beans };
                setting.walk(&auction, &mut Vec::new(), &mut |_, _| {});
            }
        }
    }
}

/// S23: only the auctioneer can be left with a block that nobody bid for.
#[test]
fn an_unsold_block_stays_with_the_seller() {
    for beans in purses(3, 2) {
        for kind in [AuctionKind::High, AuctionKind::Gift] {
            let row = row(3, 1, &[0, 1, 2]);
            let auction = Auction::open(kind, block(7), Seat(1), SeatSet::all(3), 3);
            let setting = Setting { kind, row: &row, beans: &beans };
            setting.walk(&auction, &mut Vec::new(), &mut |history, told| {
                if let Told::Ends(seat, Sale::Unsold, pays) = told {
                    assert_eq!((*seat, pays.iter().sum::<u8>()), (1, 0), "{history:?}");
                    assert!(history.iter().all(|call| *call == Call::Pass));
                }
            });
        }
    }
}

/// S33: with the last word, the seller is asked when the other has passed without a bid; otherwise nothing changes.
#[test]
fn the_last_word_of_a_seller() {
    for beans in purses(2, 4) {
        for seller in 0..2 {
            let plain = Auction::open(AuctionKind::High, block(7), Seat(seller), SeatSet::all(2), 2);
            let mut asked = plain.clone().with_last_word();
            assert_eq!(asked.call(Call::Pass), None);
            assert_eq!(asked.caller, Seat(seller));
            let own = beans[usize::from(seller)];
            assert!(asked.judge(Call::Pass, own).is_ok() && asked.judge(Call::Bid(0), own).is_err());
            let unsold = asked.clone().call(Call::Pass).expect("it is over");
            assert_eq!((unsold.seat, unsold.sale), (Seat(seller), Sale::Unsold));
            assert_eq!(unsold.pays.as_slice(), [0, 0]);
            for bid in 1..=own {
                let sold = asked.clone().call(Call::Bid(bid)).expect("it is over");
                assert_eq!((sold.seat, sold.sale), (Seat(seller), Sale::Sold));
                assert_eq!((sold.pays[Seat(seller)], sold.pays[Seat(1 - seller)]), (bid, 0));
            }
            // Once somebody has bid, both kinds are alike.
            let (mut plain, mut asked) = (plain.clone(), plain.with_last_word());
            for call in [Call::Bid(1), Call::Pass] {
                assert_eq!(plain.call(call), asked.call(call));
            }
        }
    }
}

/// S22, S3: the game does with an auction what the machine says: who places, and who has which beans afterwards.
#[test]
fn knock_out_sells_as_the_auction_says() {
    let beans_of = |game: &Bausack| game.table().beans.as_slice().to_vec();
    for beans in purses(3, 2) {
        for kind in [AuctionKind::High, AuctionKind::Reverse] {
            let start = with(&play(Mode::Knockout, 3, ""), &[("/table/beans", &format!("{beans:?}"))]);
            let row = row(3, 0, &[0, 1, 2]);
            let auction = Auction::open(kind, block(7), Seat(0), SeatSet::all(3), 3);
            Setting { kind, row: &row, beans: &beans }.walk(
                &auction,
                &mut Vec::new(),
                &mut |history, told| {
                    let Told::Ends(winner, _, pays) = told else { return };
                    let mut game = start.clone();
                    game.apply(Actor::Seat(Seat(0)), &Action::Sell(block(7), kind)).expect("a block is sold");
                    for call in history {
                        let actor = Actor::Seat(game.turn().seats().first().expect("somebody calls"));
                        let action = match call {
                            Call::Bid(bid) => Action::Bid(*bid),
                            Call::Pass => Action::Pass,
                            Call::Accept => Action::Accept,
                        };
                        game.apply(actor, &action).expect("the machine allows it");
                    }
                    assert_eq!(game.turn().seats(), SeatSet::one(Seat(*winner)), "{game}");
                    assert!(game.to_string().contains(&format!("{winner}:build-won")), "{game}");
                    let left = BySeat::new(3, |seat| beans[seat.index()] - pays[seat.index()]);
                    assert_eq!(beans_of(&game), left.as_slice(), "{game}");
                },
            );
        }
    }
}
