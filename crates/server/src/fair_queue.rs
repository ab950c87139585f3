//! A queue that gives everybody an equal share of processor time: first the addresses among themselves, then the persons
//! of an address among themselves. The jobs of one person are served in order.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

/// On whose account a job runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// The address that the person came from last, as [`counted_as`](crate::client_address::counted_as) counts it; none
    /// if nobody came since the start.
    pub address: Option<IpAddr>,
    /// The id of the person.
    pub person: String,
}

/// What a job counts when it begins; when it ends, it is corrected to what it used.
const ESTIMATE: i64 = 20_000;

/// Jobs that wait, with what each share has used so far, in microseconds of processor time.
///
/// The job to come is that of the address that has used the least, and there of the person who has used the least. Time
/// that was not used is not saved up: who comes back begins where those are who are served now.
pub struct FairQueue<T> {
    addresses: HashMap<Option<IpAddr>, Address<T>>,
    /// What the address had used that was served last.
    level: i64,
    arrivals: u64,
    length: usize,
}

struct Address<T> {
    used: i64,
    persons: HashMap<String, Person<T>>,
    /// What the person had used who was served last.
    level: i64,
}

struct Person<T> {
    used: i64,
    /// With the number of its arrival.
    jobs: VecDeque<(u64, T)>,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        FairQueue { addresses: HashMap::new(), level: 0, arrivals: 0, length: 0 }
    }
}

impl<T> FairQueue<T> {
    /// Adds a job.
    pub fn push(&mut self, share: &Share, job: T) {
        self.arrivals += 1;
        self.length += 1;
        let arrival = self.arrivals;
        self.person(share).jobs.push_back((arrival, job));
    }

    /// Takes the next job, and counts an estimate of what it will use.
    pub fn pop(&mut self) -> Option<(Share, T)> {
        let first = |address: &Address<T>| address.persons.values().filter_map(Person::arrival).min();
        let waiting =
            self.addresses.iter().filter_map(|(key, address)| Some((address.used, first(address)?, *key)));
        let (used, _, key) = waiting.min()?;
        self.level = self.level.max(used);
        let address = self.addresses.get_mut(&key)?;
        address.used += ESTIMATE;
        let waiting =
            address.persons.iter().filter_map(|(id, person)| Some((person.used, person.arrival()?, id)));
        let (used, _, id) = waiting.min()?;
        let id = id.clone();
        address.level = address.level.max(used);
        let person = address.persons.get_mut(&id)?;
        person.used += ESTIMATE;
        let (_, job) = person.jobs.pop_front()?;
        self.length -= 1;
        self.forget();
        Some((Share { address: key, person: id }, job))
    }

    /// Corrects what a job of [`FairQueue::pop`] counts, once it is known.
    pub fn settle(&mut self, share: &Share, used: Duration) {
        let correction = i64::try_from(used.as_micros()).unwrap_or(i64::MAX / 4) - ESTIMATE;
        self.person(share).used += correction;
        if let Some(address) = self.addresses.get_mut(&share.address) {
            address.used += correction;
        }
    }

    /// How many jobs wait.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Drops all jobs.
    pub fn clear(&mut self) {
        *self = FairQueue::default();
    }

    fn person(&mut self, share: &Share) -> &mut Person<T> {
        let level = self.level;
        let address = self.addresses.entry(share.address);
        let address = address.or_insert_with(|| Address { used: level, persons: HashMap::new(), level: 0 });
        if !address.is_waiting() {
            address.used = address.used.max(level);
        }
        let level = address.level;
        let person = address.persons.entry(share.person.clone());
        let person = person.or_insert_with(|| Person { used: level, jobs: VecDeque::new() });
        if person.jobs.is_empty() {
            person.used = person.used.max(level);
        }
        person
    }

    /// Forgets shares that have nothing waiting and have used no more than the others.
    fn forget(&mut self) {
        for address in self.addresses.values_mut() {
            let level = address.level;
            address.persons.retain(|_, person| !person.jobs.is_empty() || person.used > level);
        }
        let level = self.level;
        self.addresses.retain(|_, address| address.is_waiting() || address.used > level);
    }
}

impl<T> Address<T> {
    /// Whether a job waits.
    fn is_waiting(&self) -> bool {
        self.persons.values().any(|person| !person.jobs.is_empty())
    }
}

impl<T> Person<T> {
    /// The arrival of the first job.
    fn arrival(&self) -> Option<u64> {
        self.jobs.front().map(|(arrival, _)| *arrival)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(address: u8, person: &str) -> Share {
        Share { address: Some(IpAddr::from([10, 0, 0, address])), person: person.to_owned() }
    }

    /// Serves `count` jobs of a second each; the persons in order.
    fn serve(queue: &mut FairQueue<Share>, count: usize) -> Vec<String> {
        let mut served = Vec::new();
        for _ in 0..count {
            let Some((share, job)) = queue.pop() else { break };
            assert_eq!(share, job);
            queue.settle(&share, Duration::from_secs(1));
            served.push(share.person);
        }
        served
    }

    #[test]
    fn a_crowd_of_jobs_of_one_person_delays_nobody_else() {
        let mut queue = FairQueue::default();
        for _ in 0..300 {
            queue.push(&share(1, "hog"), share(1, "hog"));
        }
        assert_eq!(serve(&mut queue, 3), ["hog", "hog", "hog"]);
        for person in ["ada", "bob"] {
            queue.push(&share(2, person), share(2, person));
        }
        assert_eq!(serve(&mut queue, 4), ["ada", "hog", "bob", "hog"]);
        assert_eq!(queue.len(), 300 + 2 - 7);
    }

    #[test]
    fn a_crowd_of_persons_of_one_address_is_one_share() {
        let mut queue = FairQueue::default();
        for number in 0..50 {
            let share = share(1, &format!("guest {number}"));
            queue.push(&share, share.clone());
        }
        for _ in 0..3 {
            queue.push(&share(2, "ada"), share(2, "ada"));
        }
        let served = serve(&mut queue, 6);
        assert_eq!(served.iter().filter(|person| *person == "ada").count(), 3, "{served:?}");
    }

    #[test]
    fn who_comes_again_and_again_waits_for_the_others() {
        let mut queue = FairQueue::default();
        for _ in 0..10 {
            queue.push(&share(1, "bob"), share(1, "bob"));
        }
        let mut served = Vec::new();
        for _ in 0..10 {
            // Ada's next job comes as soon as the one before is done.
            if queue
                .addresses
                .get(&share(2, "ada").address)
                .is_none_or(|address| address.persons.values().all(|person| person.jobs.is_empty()))
            {
                queue.push(&share(2, "ada"), share(2, "ada"));
            }
            served.extend(serve(&mut queue, 1));
        }
        assert_eq!(served.iter().filter(|person| *person == "ada").count(), 5, "{served:?}");
    }

    #[test]
    fn time_is_not_saved_up_and_shares_are_forgotten() {
        let mut queue = FairQueue::default();
        for _ in 0..100 {
            queue.push(&share(1, "bob"), share(1, "bob"));
        }
        serve(&mut queue, 90);
        // Ada was away for all of it: she is served in turn, not ten times in a row.
        for _ in 0..10 {
            queue.push(&share(2, "ada"), share(2, "ada"));
        }
        assert_eq!(serve(&mut queue, 4).iter().filter(|person| *person == "ada").count(), 2);
        serve(&mut queue, 100);
        queue.push(&share(3, "eve"), share(3, "eve"));
        serve(&mut queue, 1);
        assert!(queue.addresses.len() <= 2 && queue.len() == 0);
    }
}
