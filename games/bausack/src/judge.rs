//! Which article forbids an action, in a sentence, and which blocks or seats it is about.

use crate::task::{Due, Selling, Stopping, Task};
use crate::{Action, Block};
use game::{Illegal, Text};

impl Due {
    /// Refuses an action that the seat may not do now.
    pub fn judge(&self, action: &Action) -> Result<(), Illegal> {
        let task = &self.task;
        let otherwise = || {
            // The block is pointed at only if it is the only one.
            let concerned = task.blocks().iter().filter(|_| task.blocks().len() == 1);
            Err(Illegal::new(task.article(), task.prompt()).at(concerned.map(Block::number)))
        };
        match (action, task) {
            (Action::Place(block, _) | Action::Report(block, _), _) if task.placeable().contains(*block) => {
                Ok(())
            }
            (Action::Place(block, _) | Action::Report(block, _), _) => match not_that_block(task) {
                Some(why) => Err(Illegal::new(task.article(), why).at([block.number()])),
                None => otherwise(),
            },
            (Action::Take(block), Task::Draft { from }) => {
                if from.contains(*block) {
                    return Ok(());
                }
                Err(Illegal::new("S18", text::NOT_ON_MARKET).at([block.number()]))
            }
            (Action::Arrange(order), Task::Arrange { line }) => judge_order(order, line),
            (Action::Sell(block, kind), Task::Sell { from, selling }) => {
                if !selling.kinds().contains(kind) {
                    return Err(
                        Illegal::new(selling.article(), not_that_auction(*selling)).at([block.number()])
                    );
                }
                if from.contains(*block) {
                    return Ok(());
                }
                Err(Illegal::new(selling.article(), text::NOT_ON_MARKET).at([block.number()]))
            }
            (Action::Stop, Task::Sell { selling, .. }) => match selling {
                Selling::Pile(Stopping::Possible) => Ok(()),
                Selling::Pile(Stopping::NoTower) => Err(Illegal::new("S31", text::NO_TOWER)),
                Selling::Stopped => Err(Illegal::new("S31", text::STOPPED)),
                Selling::Knockout | Selling::Reds => otherwise(),
            },
            (Action::Stop, Task::BuildFreely { stopping, .. }) => match stopping {
                Stopping::Possible => Ok(()),
                Stopping::NoTower => Err(Illegal::new("S31", text::NO_TOWER)),
            },
            (_, Task::Call { auction, beans }) => match action.as_call() {
                Some(call) => auction.judge(call, *beans),
                None => otherwise(),
            },
            (Action::Give(seat), Task::Give { to, .. } | Task::KeepOrGive { to, .. }) => {
                if to.contains(*seat) {
                    return Ok(());
                }
                let why = if *seat == self.seat { text::NOT_TO_ONESELF } else { text::NOT_TO_THAT_SEAT };
                Err(Illegal::new(task.article(), why).at([seat.0]))
            }
            (Action::Pass, Task::TryAgain { .. })
            | (Action::Keep, Task::KeepOrGive { .. })
            | (Action::Myself | Action::Giver, Task::SelfOrGiver { .. })
            | (Action::Done, Task::Rebuild { .. } | Task::Arrange { .. })
            | (Action::Height(_), Task::Measure { .. }) => Ok(()),
            _ => otherwise(),
        }
    }
}

/// S18: an order is of all the blocks of the line, each once.
fn judge_order(order: &[Block], line: &[Block]) -> Result<(), Illegal> {
    let refuse = |why, at: Block| Err(Illegal::new("S18", why).at([at.number()]));
    for (nth, block) in order.iter().enumerate() {
        if !line.contains(block) {
            return refuse(text::NOT_OF_THE_LINE, *block);
        }
        if order[..nth].contains(block) {
            return refuse(text::EACH_ONCE, *block);
        }
    }
    match line.iter().find(|block| !order.contains(block)) {
        Some(missing) => refuse(text::EACH_ONCE, *missing),
        None => Ok(()),
    }
}

/// Why a block that is not among those of the task can't be placed; `None` if the task is no placement.
fn not_that_block(task: &Task) -> Option<Text> {
    match task {
        Task::Build { .. } | Task::BuildFreely { .. } => Some(text::NOT_ON_MARKET),
        Task::BuildDrawn { .. } => Some(text::THE_DRAWN_ONE),
        Task::LayBase { .. } => Some(text::NO_BASE),
        Task::LayAgain { .. } => Some(text::THE_SAME_BASE),
        Task::BuildFromLine { .. } => Some(text::NOT_FIRST),
        Task::BuildWon { .. } | Task::TryAgain { .. } => Some(text::THE_WON_ONE),
        Task::Rebuild { .. } => Some(text::NOT_FALLEN),
        Task::Draft { .. }
        | Task::Arrange { .. }
        | Task::Sell { .. }
        | Task::Call { .. }
        | Task::Give { .. }
        | Task::KeepOrGive { .. }
        | Task::SelfOrGiver { .. }
        | Task::Measure { .. } => None,
    }
}

fn not_that_auction(selling: Selling) -> Text {
    match selling {
        Selling::Knockout => text::HIGH_OR_REVERSE,
        Selling::Pile(_) => text::HIGH_OR_GIFT,
        Selling::Stopped => text::GIFTS_ONLY,
        Selling::Reds => text::HIGH_ONLY,
    }
}

/// The sentences of refusals.
pub(crate) mod text {
    use super::Text;

    pub const SEAT_COUNT: Text = Text {
        fr: "Ce jeu du sac ne se joue pas à ce nombre.",
        en: "This game of the bag is not played by that many.",
    };
    pub const BLIND_IS_BABEL: Text = Text {
        fr: "Seule la Tour de Babel se joue à l'aveugle.",
        en: "Only the Tower of Babel is played blind.",
    };
    pub const ROUNDS_ARE_OF_CHAIN: Text = Text {
        fr: "Seule la Chaîne de construction se joue en une manche ou en deux gagnantes.",
        en: "Only the Building Chain is played as one round or to two.",
    };
    pub const LINE_IS_DONE: Text = Text {
        fr: "Vous avez dit que votre file était prête : elle ne change plus.",
        en: "You have said that your line is done: it stays as it is.",
    };
    pub const NOT_OF_THE_LINE: Text =
        Text { fr: "Cette pièce n’est pas de votre file.", en: "That block is not of your line." };
    pub const EACH_ONCE: Text = Text {
        fr: "Nommez chaque pièce de votre file, une fois chacune.",
        en: "Name every block of your line, each once.",
    };
    pub const THE_SAME_BASE: Text = Text {
        fr: "La base se repose avec la même pièce.",
        en: "The base is laid again with the same block.",
    };
    pub const A_BASE_STANDS: Text = Text {
        fr: "Une base ne tombe pas : reposez-la, puis dites qu’elle tient.",
        en: "A base can’t fall: lay it again, then say that it stands.",
    };
    pub const NOT_HIGHER: Text = Text {
        fr: "Cette hauteur ne dépasse pas la dernière annoncée. Si la tour n’a pas grandi, ce n’était pas une pose.",
        en: "That height is not above the last one told. If the tower has not grown, that was no placement.",
    };
    pub const A_FALL_STAYS: Text =
        Text { fr: "Une chute ne se reprend pas.", en: "A fall can’t be taken back." };
    pub const OVER: Text = Text { fr: "La partie est finie.", en: "The game is over." };
    pub const NOT_YOUR_TURN: Text = Text { fr: "Ce n'est pas à vous.", en: "It is not your turn." };
    pub const NATURE_FIRST: Text = Text {
        fr: "Rien ne se fait avant que tout soit au repos.",
        en: "Nothing is done until all is at rest.",
    };
    pub const NOT_IN_THE_BAG: Text =
        Text { fr: "Cette pièce n'est plus dans le sac.", en: "That block is not in the bag any more." };
    pub const NONSENSE: Text = Text {
        fr: "Cela ne peut pas être arrivé à cette tour.",
        en: "That can't have happened to this tower.",
    };
    pub const BELOW_TABLE: Text =
        Text { fr: "Une pièce ne peut pas être sous la table.", en: "A block can't be below the table." };
    pub const OVERLAPPING: Text = Text {
        fr: "Deux pièces ne peuvent pas être l'une dans l'autre.",
        en: "Two blocks can't be inside each other.",
    };
    pub const HANGING: Text = Text { fr: "Rien ne porte cette pièce.", en: "Nothing carries this block." };
    pub const NOT_SO_HIGH: Text =
        Text { fr: "La tour n'est pas haute comme cela.", en: "The tower is not as high as that." };
    pub const NOT_TOUCHING: Text = Text {
        fr: "Ces pièces ne touchent pas ce qu'elles devraient toucher.",
        en: "The blocks do not touch what they are said to touch.",
    };
    pub const UNTOUCHED: Text = Text {
        fr: "Cette pièce a bougé sans que rien ait pu la toucher.",
        en: "This block has moved, but nothing can have touched it.",
    };
    pub const SAY_WHAT_CAME: Text = Text {
        fr: "Le bois est sur votre table : posez la pièce, puis dites ce qu'il en est.",
        en: "The wood is on your table: place the block, then say what came of it.",
    };
    pub const THE_HOUSE_SAYS: Text = Text {
        fr: "Ici la maison dit ce que devient la pièce : posez-la de la main.",
        en: "Here the house says what becomes of the block: place it by hand.",
    };
    pub const HEIGHT_COUNTS: Text = Text {
        fr: "Cette pose peut décider de la partie : mesurez la tour.",
        en: "This block may decide the game: measure the tower.",
    };
    pub const NEED_NOT_RISE: Text = Text {
        fr: "Cette pièce n'a pas à élever la tour : elle tient ou elle tombe.",
        en: "This block need not raise the tower: it stands or it falls.",
    };
    pub const CHANGES_NOTHING: Text =
        Text { fr: "Cela ne change rien : essayez encore.", en: "That changes nothing: try again." };
    pub const NOT_OF_THE_TOWER: Text =
        Text { fr: "Cette pièce n'est pas de cette tour.", en: "That block is not of this tower." };
    pub const NOT_THE_BASE: Text = Text {
        fr: "Tout repose sur la base : si elle tombe, rien ne tient plus.",
        en: "Everything rests on the base: if it falls, nothing stands.",
    };
    pub const NOT_ON_MARKET: Text =
        Text { fr: "Cette pièce n'est pas au marché.", en: "That block is not on the market." };
    pub const THE_DRAWN_ONE: Text = Text {
        fr: "C'est la pièce tirée du sac qu'il faut poser.",
        en: "The block that was drawn must be placed.",
    };
    pub const THE_WON_ONE: Text = Text {
        fr: "C'est la pièce qui vous revient qu'il faut poser.",
        en: "The block that is yours must be placed.",
    };
    pub const NO_BASE: Text =
        Text { fr: "Cette pièce ne peut pas être votre base.", en: "That block can't be your base." };
    pub const NOT_FIRST: Text = Text {
        fr: "Cette pièce n'est la première d'aucune file.",
        en: "That block is the first of no line.",
    };
    pub const NOT_FALLEN: Text = Text {
        fr: "On ne rebâtit qu'avec ses pièces tombées.",
        en: "You rebuild with your fallen blocks only.",
    };
    pub const HIGH_OR_REVERSE: Text = Text {
        fr: "On vend ici au plus offrant ou à l'envers.",
        en: "Here one sells to the highest bidder or in reverse.",
    };
    pub const HIGH_OR_GIFT: Text = Text {
        fr: "On vend ici au plus offrant ou comme cadeau.",
        en: "Here one sells to the highest bidder or as a gift.",
    };
    pub const HIGH_ONLY: Text =
        Text { fr: "On ne vend ici qu'au plus offrant.", en: "Here one sells to the highest bidder only." };
    pub const GIFTS_ONLY: Text = Text {
        fr: "Qui a arrêté sa tour ne vend que des cadeaux.",
        en: "Whoever has stopped sells gifts only.",
    };
    pub const NO_TOWER: Text =
        Text { fr: "Vous n'avez pas encore de tour à arrêter.", en: "You have no tower to stop yet." };
    pub const STOPPED: Text =
        Text { fr: "Votre tour est déjà arrêtée.", en: "Your tower is stopped already." };
    pub const NOT_TO_ONESELF: Text =
        Text { fr: "On donne à un adversaire.", en: "You give to an opponent." };
    pub const NOT_TO_THAT_SEAT: Text = Text {
        fr: "Cet adversaire ne bâtit plus et ne reçoit rien.",
        en: "That opponent builds no more and receives nothing.",
    };
    pub const BID_HIGHER: Text =
        Text { fr: "Il faut miser plus que la dernière mise.", en: "A bid must be higher than the last." };
    pub const TOO_FEW_BEANS: Text =
        Text { fr: "Vous n'avez pas tant de haricots.", en: "You have not so many beans." };
    pub const NOTHING_TO_ACCEPT: Text =
        Text { fr: "Ici l'on mise davantage ou l'on passe.", en: "Here one bids more or passes." };
    pub const NO_PASSING: Text = Text {
        fr: "À l'envers, on mise un de plus ou l'on prend la pièce.",
        en: "In reverse, one bids one more or takes the block.",
    };
    pub const ONE_MORE: Text = Text {
        fr: "À l'envers, on mise exactement un de plus.",
        en: "In reverse, a bid is exactly one more.",
    };
    pub const MUST_ACCEPT: Text = Text {
        fr: "Faute de haricots pour miser, il faut prendre la pièce.",
        en: "Who can't afford the bid must take the block.",
    };
}
