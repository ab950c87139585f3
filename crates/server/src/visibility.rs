//! What one person may see of another, and do with them: decided here, and nowhere else.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use store::{PresenceShown, Standing};

/// What the one who looks is to the one who is looked at. Where several hold, the first of this list counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "nobody asks yet as a host, and an opponent sees what a stranger does")
)]
pub(crate) enum Viewer {
    /// The same person.
    Oneself,
    /// One of the two has blocked the other.
    Blocked,
    /// The host of the house.
    Host,
    /// A friend: each has said so.
    Friend,
    /// Somebody at the same table, in play.
    Opponent,
    /// Anybody else.
    Stranger,
}

/// What there is to see, or to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "some of it is answered to everybody, or to one alone, by its address")
)]
pub(crate) enum Matter {
    /// The name, ratings and how they changed: what a leaderboard shows anyway.
    Strength,
    /// The tables that are open to all.
    OpenTables,
    /// How the games of the two ended.
    Meetings,
    /// That the person is here now.
    Presence(PresenceShown),
    /// What the person looks for, and being paired with them.
    Pairing,
    /// Asking the person to be a friend.
    AskFriend,
    /// Asking the person to a table.
    Challenge,
    /// Friends, questions that wait for an answer, blocks, programs, choices.
    Private,
}

/// Whether somebody may see or do something.
pub(crate) fn may(viewer: Viewer, matter: Matter) -> bool {
    use Viewer::{Blocked, Friend, Host, Oneself, Opponent, Stranger};
    match (matter, viewer) {
        (Matter::Strength | Matter::OpenTables, _) => true,
        (Matter::Private, viewer) => viewer == Oneself,
        (Matter::Meetings, viewer) => viewer != Oneself,
        (Matter::Presence(_), Oneself) => true,
        (Matter::Presence(_) | Matter::Pairing | Matter::AskFriend | Matter::Challenge, Blocked) => false,
        (Matter::Presence(shown), Friend) => shown != PresenceShown::Nobody,
        // A host looks after the house, not after people.
        (Matter::Presence(shown), Host | Opponent | Stranger) => shown == PresenceShown::Everybody,
        (Matter::AskFriend, viewer) => !matches!(viewer, Oneself | Friend),
        (Matter::Pairing | Matter::Challenge, viewer) => viewer != Oneself,
    }
}

/// What somebody is to another who is not at the same table now, by how the two stand to each other.
pub(crate) fn viewer(standing: Standing) -> Viewer {
    if standing.is_blocked() {
        Viewer::Blocked
    } else if standing.is_friend() {
        Viewer::Friend
    } else {
        Viewer::Stranger
    }
}

impl Server {
    /// What a person is to the one of this id, and how the two stand to each other.
    pub(crate) async fn viewer_of(&self, person: &Person, other: &str) -> Result<(Viewer, Standing)> {
        if person.id == other {
            return Ok((Viewer::Oneself, Standing::default()));
        }
        let standing = self.store.standing(&person.id, other).await?;
        Ok((viewer(standing), standing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each matter, who may: a column for each viewer.
    #[test]
    fn what_each_person_may_see_and_do() {
        use Viewer::{Blocked, Friend, Host, Oneself, Opponent, Stranger};
        let viewers = [Oneself, Friend, Opponent, Stranger, Host, Blocked];
        let table = [
            (Matter::Strength, "yes yes yes yes yes yes"),
            (Matter::OpenTables, "yes yes yes yes yes yes"),
            (Matter::Meetings, "no yes yes yes yes yes"),
            (Matter::Presence(PresenceShown::Everybody), "yes yes yes yes yes no"),
            (Matter::Presence(PresenceShown::Friends), "yes yes no no no no"),
            (Matter::Presence(PresenceShown::Nobody), "yes no no no no no"),
            (Matter::Pairing, "no yes yes yes yes no"),
            (Matter::AskFriend, "no no yes yes yes no"),
            (Matter::Challenge, "no yes yes yes yes no"),
            (Matter::Private, "yes no no no no no"),
        ];
        for (matter, row) in table {
            let found: Vec<&str> =
                viewers.iter().map(|viewer| if may(*viewer, matter) { "yes" } else { "no" }).collect();
            assert_eq!(found.join(" "), row, "{matter:?}");
        }
    }

    #[test]
    fn a_block_counts_more_than_a_friendship() {
        let friends = Standing { asked: true, asking: true, ..Standing::default() };
        assert_eq!(viewer(friends), Viewer::Friend);
        assert_eq!(viewer(Standing { blocked: true, ..friends }), Viewer::Blocked);
        assert_eq!(viewer(Standing { blocks: true, ..friends }), Viewer::Blocked);
        assert_eq!(viewer(Standing { asked: true, ..Standing::default() }), Viewer::Stranger);
    }
}
