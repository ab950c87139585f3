//! Who is here: everybody with a socket, once however many pages are open.

use crate::person::Person;
use crate::server::Server;
use crate::visibility::{Matter, Viewer, may};
use protocol::{Here, HerePerson};
use std::collections::HashSet;
use std::sync::Arc;
use store::PresenceShown;

/// How many names are told at most.
const NAMES: usize = 60;

/// Somebody who is here.
pub(super) struct Present {
    name: String,
    account: bool,
    shown: PresenceShown,
    sockets: usize,
}

/// That a person is here, until it is dropped.
pub(crate) struct HereGuard {
    server: Arc<Server>,
    user: String,
}

impl HereGuard {
    /// Notes that a person is here.
    pub async fn enter(server: &Arc<Server>, person: &Person) -> Self {
        let known = server.lobby.state().here.contains_key(&person.id);
        // Whether it is shown is read once; a person without a row has chosen nothing.
        let shown = match &person.user {
            Some(user) if !known => {
                server.store.presence_shown(&user.id).await.unwrap_or(PresenceShown::Nobody)
            }
            _ => PresenceShown::Friends,
        };
        let mut state = server.lobby.state();
        let is_new = !state.here.contains_key(&person.id);
        let present = state.here.entry(person.id.clone()).or_insert_with(|| Present {
            name: person.name.clone(),
            account: person.has_account(),
            shown,
            sockets: 0,
        });
        present.sockets += 1;
        drop(state);
        if is_new {
            server.lobby.changed();
        }
        HereGuard { server: server.clone(), user: person.id.clone() }
    }
}

impl Drop for HereGuard {
    fn drop(&mut self) {
        let mut state = self.server.lobby.state();
        let Some(present) = state.here.get_mut(&self.user) else { return };
        present.sockets -= 1;
        if present.sockets == 0 {
            state.here.remove(&self.user);
            drop(state);
            self.server.lobby.changed();
        }
    }
}

impl super::Lobby {
    /// Whether a person is here.
    pub fn is_here(&self, user: &str) -> bool {
        self.state().here.contains_key(user)
    }

    /// Notes a choice or a name of somebody who is here.
    pub fn update_here(&self, person: &Person, shown: Option<PresenceShown>) {
        if let Some(present) = self.state().here.get_mut(&person.id) {
            present.name.clone_from(&person.name);
            present.account = person.has_account();
            present.shown = shown.unwrap_or(present.shown);
        }
        self.changed();
    }

    /// Who is here, as far as a viewer may see it.
    pub(super) fn here(&self, viewer: &str, friends: &HashSet<String>, apart: &HashSet<String>) -> Here {
        let state = self.state();
        let mut people = Vec::new();
        for (user, present) in &state.here {
            let is = match user.as_str() {
                user if user == viewer => continue,
                user if apart.contains(user) => Viewer::Blocked,
                user if friends.contains(user) => Viewer::Friend,
                _ => Viewer::Stranger,
            };
            if may(is, Matter::Presence(present.shown)) {
                people.push(HerePerson {
                    name: present.name.clone(),
                    account: present.account,
                    friend: is == Viewer::Friend,
                });
            }
        }
        let count = state.here.len();
        drop(state);
        people.sort_unstable_by(|one, other| other.friend.cmp(&one.friend).then(one.cmp(other)));
        people.truncate(NAMES);
        Here { count, people }
    }
}
