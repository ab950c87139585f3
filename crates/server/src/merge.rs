//! What changes many tables of a person at once: nobody writes them meanwhile.

use crate::error::Result;
use crate::server::{RoomGuard, Server};

impl Server {
    /// Gives everything of a guest to an account, in rooms in memory too.
    pub(crate) async fn merge_guest(&self, guest: &str, account: &str) -> Result<()> {
        let (_one_at_a_time, mut concerned) = self.rooms_concerning(&[guest.to_owned()]).await;
        // Nobody writes these tables meanwhile; afterwards they are read again.
        let merged = self.store.merge_guest(guest, account).await;
        for room in &mut concerned {
            room.mark_stale();
        }
        merged?;
        self.tell_merged(guest);
        Ok(())
    }

    /// Locks the rooms in memory that concern any of these people, until both guards are dropped.
    pub(crate) async fn rooms_concerning(
        &self,
        users: &[String],
    ) -> (tokio::sync::MutexGuard<'_, ()>, Vec<RoomGuard>) {
        // One at a time: two could wait for each other's rooms.
        let one_at_a_time = self.merges.lock().await;
        let mut concerned = Vec::new();
        for (_, room) in self.rooms_in_memory() {
            let room = room.lock_owned().await;
            if users.iter().any(|user| room.concerns(user)) {
                concerned.push(room);
            }
        }
        (one_at_a_time, concerned)
    }
}
