//! Where somebody is logged in.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use crate::tokens::random_id;
use protocol::{DeviceInfo, Refusal};
use std::sync::Arc;
use store::{Device, User, UserKind};

/// How old the moment may get at which a device was last seen, in milliseconds.
const SEEN_WITHIN: i64 = 3600 * 1000;

impl Server {
    /// A person who has just logged in to an account here.
    pub(crate) async fn on_new_device(&self, user: User, about: &str, network: &str) -> Result<Person> {
        let now = self.clock.now();
        let device = Device {
            id: random_id(9),
            user: user.id.clone(),
            about: about.to_owned(),
            network: network.to_owned(),
            created: now,
            seen: now,
        };
        self.store.add_device(&device, user.generation).await.map_err(crate::person::changed)?;
        Ok(Person { device: Some(device.id), ..Person::known(user) })
    }

    /// Notes now and then that a device was seen.
    pub(crate) fn note_device(self: &Arc<Self>, device: &Device, network: &str) {
        let now = self.clock.now();
        if now.since(device.seen) < SEEN_WITHIN && device.network == network {
            return;
        }
        let (server, id, network) = (self.clone(), device.id.clone(), network.to_owned());
        self.spawn_tracked(async move {
            if let Err(error) = server.store.mark_device_seen(&id, now, &network).await {
                tracing::debug!(%error, "cannot note that a device was seen");
            }
        });
    }

    /// The devices of an account.
    pub(crate) async fn devices_of(&self, person: &Person) -> Result<Vec<DeviceInfo>> {
        let user = person.account()?;
        let device = |device: Device| DeviceInfo {
            here: person.device.as_ref() == Some(&device.id),
            id: device.id,
            about: device.about,
            created: device.created.0,
            seen: device.seen.0,
        };
        Ok(self.store.devices(&user.id).await?.into_iter().map(device).collect())
    }

    /// Logs one device of an account out, and closes its sockets.
    pub(crate) async fn log_device_out(&self, person: &Person, device: &str) -> Result<()> {
        let user = person.account()?;
        match self.store.remove_device(&user.id, device).await {
            Err(store::Error::Missing(_)) => return Err(Refusal::no_such().into()),
            removed => removed?,
        }
        self.disconnect(device);
        Ok(())
    }
}

impl Person {
    /// The account of a person; a guest or a program is refused.
    pub(crate) fn account(&self) -> Result<&User> {
        let account = self.user.as_ref().filter(|user| user.kind == UserKind::Account);
        Ok(account.ok_or_else(Refusal::no_account)?)
    }
}

/// What a browser says of itself, in short: `Firefox, Linux`.
pub(crate) fn about(agent: &str) -> String {
    // The first that is named counts: each browser also names those it wants to be taken for.
    const BROWSERS: [(&str, &str); 7] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let parts: Vec<&str> = [named(&BROWSERS), named(&SYSTEMS)].into_iter().flatten().collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn browsers_say_what_they_are() {
        let chrome = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
        assert_eq!(about(chrome), "Chrome, Android");
        assert_eq!(
            about("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
            "Firefox, Linux"
        );
        assert_eq!(about("<script>"), "");
    }
}
