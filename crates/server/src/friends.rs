//! Friends: both have said so, by name or by a link.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use crate::visibility::{Matter, Viewer, may};
use protocol::{Friend, FriendLink, FriendList, PresenceShown, Refusal};
use std::sync::Arc;
use store::{User, UserKind};

/// The most friends of one person, and the most questions that wait for an answer, to and from one person.
const FRIENDS: usize = 500;
const QUESTIONS: usize = 100;

/// What stands between the id of a person and the signature in a link.
const SEPARATOR: char = '.';

impl Server {
    /// The account of a name. Guests have no page: their names are not their own.
    pub(crate) async fn account_named(&self, name: &str) -> Result<User> {
        Ok(self.store.user_by_name(name).await?.ok_or_else(Refusal::no_person)?)
    }

    /// A person's friends, and the questions that wait for an answer.
    pub(crate) async fn friend_list(&self, person: &Person) -> Result<FriendList> {
        let account = account(person)?;
        let found = self.store.friends(&account.id).await?;
        let names = |users: Vec<User>| users.into_iter().map(|user| user.name).collect();
        let mut friends = Vec::with_capacity(found.friends.len());
        for friend in found.friends {
            let here = self.lobby.is_here(&friend.id)
                && may(Viewer::Friend, Matter::Presence(self.store.presence_shown(&friend.id).await?));
            friends.push(Friend { name: friend.name, here });
        }
        let presence = presence(self.store.presence_shown(&account.id).await?);
        Ok(FriendList { friends, asked: names(found.asked), asking: names(found.asking), presence })
    }

    /// Asks somebody to be a friend, or agrees.
    pub(crate) async fn befriend(&self, person: &Person, name: &str) -> Result<()> {
        let account = account(person)?;
        let other = self.account_named(name).await?;
        let (viewer, standing) = self.viewer_of(person, &other.id).await?;
        if viewer == Viewer::Friend || standing.asked {
            return Ok(());
        }
        if !may(viewer, Matter::AskFriend) || other.kind != UserKind::Account {
            return Err(Refusal::no_friend().into());
        }
        let _counting = self.counting(&account.id).await;
        let (mine, theirs) = (self.store.friends(&account.id).await?, self.store.friends(&other.id).await?);
        let full = mine.friends.len() >= FRIENDS || theirs.friends.len() >= FRIENDS;
        // An answer is always possible; questions are counted.
        let asks = !standing.asking && (mine.asked.len() >= QUESTIONS || theirs.asking.len() >= QUESTIONS);
        if full || asks {
            return Err(Refusal::too_many().into());
        }
        self.store.befriend(&account.id, &other.id, self.clock.now()).await?;
        self.friends_changed([&account.id, &other.id]);
        Ok(())
    }

    /// Ends a friendship, takes a question back, or says no to one.
    pub(crate) async fn unfriend(&self, person: &Person, name: &str) -> Result<()> {
        let account = account(person)?;
        let other = self.account_named(name).await?;
        self.store.unfriend(&account.id, &other.id).await?;
        self.friends_changed([&account.id, &other.id]);
        Ok(())
    }

    /// The link that makes whoever opens it and agrees a friend of the person.
    pub(crate) fn friend_link(&self, person: &Person) -> Result<FriendLink> {
        let account = account(person)?;
        let token =
            format!("{}{SEPARATOR}{}", account.id, self.tokens.friend(&account.id, account.generation));
        Ok(FriendLink { name: account.name.clone(), token })
    }

    /// Whose link it is.
    pub(crate) async fn friend_of_link(&self, token: &str) -> Result<User> {
        let (id, signature) = token.split_once(SEPARATOR).ok_or_else(Refusal::bad_link)?;
        let user = self.store.user(id).await?.filter(|user| user.kind == UserKind::Account);
        let genuine = |user: &User| self.tokens.is_friend(signature, &user.id, user.generation);
        Ok(user.filter(genuine).ok_or_else(Refusal::bad_link)?)
    }

    /// Makes two people friends by a link that one has given to the other.
    pub(crate) async fn befriend_by_link(&self, person: &Person, token: &str) -> Result<User> {
        let account = account(person)?;
        let other = self.friend_of_link(token).await?;
        let (viewer, _) = self.viewer_of(person, &other.id).await?;
        if viewer == Viewer::Friend {
            return Ok(other);
        }
        if !may(viewer, Matter::AskFriend) {
            return Err(Refusal::no_friend().into());
        }
        let _counting = self.counting(&account.id).await;
        for id in [&account.id, &other.id] {
            if self.store.friends(id).await?.friends.len() >= FRIENDS {
                return Err(Refusal::too_many().into());
            }
        }
        self.store.befriend(&other.id, &account.id, self.clock.now()).await?;
        self.store.befriend(&account.id, &other.id, self.clock.now()).await?;
        self.friends_changed([&account.id, &other.id]);
        Ok(other)
    }

    /// Chooses who may see that a person is here.
    pub(crate) async fn show_presence(&self, person: &Person, shown: PresenceShown) -> Result<()> {
        let user = self.register(person).await?;
        let shown = match shown {
            PresenceShown::Nobody => store::PresenceShown::Nobody,
            PresenceShown::Friends => store::PresenceShown::Friends,
            PresenceShown::Everybody => store::PresenceShown::Everybody,
        };
        self.store.show_presence(&user.id, shown).await?;
        self.lobby.update_here(person, Some(shown));
        Ok(())
    }

    /// Notes that a person would rather not meet another: no pairing, no challenge, no friendship, and neither sees that the
    /// other is here.
    #[allow(dead_code, reason = "what asks for it comes with the host's desk")]
    pub(crate) async fn block(&self, person: &Person, other: &str) -> Result<()> {
        let user = self.register(person).await?;
        self.store.block(&user.id, other, self.clock.now()).await?;
        self.friends_changed([&user.id, other]);
        self.blocks_changed([&user.id, other]).await
    }

    /// Takes it back.
    #[allow(dead_code, reason = "what asks for it comes with the host's desk")]
    pub(crate) async fn unblock(&self, person: &Person, other: &str) -> Result<()> {
        self.store.unblock(&person.id, other).await?;
        self.friends_changed([&person.id, other]);
        self.blocks_changed([&person.id, other]).await
    }

    /// Has the pages of people read again whom they may see.
    fn friends_changed(&self, users: [&str; 2]) {
        for user in users {
            self.tell_challenged(user);
        }
    }

    /// Tells the pages of a person, on every node, that somebody asks for them.
    pub(crate) fn tell_challenged(&self, user: &str) {
        self.lobby.tell_challenged(user);
        if let Some(cluster) = &self.cluster {
            cluster.tell_lobby(Some(user));
        }
    }

    /// Tells the other nodes that what is looked for has changed.
    pub(crate) fn tell_lobby(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.tell_lobby(None);
        }
    }

    /// Tables in play, open to all, at which friends of a person sit.
    pub(crate) async fn tables_of_friends(self: &Arc<Self>, person: &Person) -> Result<Vec<store::TableRow>> {
        let friends = self.store.friends(&account(person)?.id).await?.friends;
        let ids: Vec<String> = friends.into_iter().map(|friend| friend.id).collect();
        Ok(self.store.open_tables_of(&ids, 20).await?)
    }
}

/// The row of a person with an account.
fn account(person: &Person) -> Result<&User> {
    let account = person.user.as_ref().filter(|user| user.kind == UserKind::Account);
    Ok(account.ok_or_else(Refusal::no_account)?)
}

fn presence(shown: store::PresenceShown) -> PresenceShown {
    match shown {
        store::PresenceShown::Nobody => PresenceShown::Nobody,
        store::PresenceShown::Friends => PresenceShown::Friends,
        store::PresenceShown::Everybody => PresenceShown::Everybody,
    }
}
