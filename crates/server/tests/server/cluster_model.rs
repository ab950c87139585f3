//! A model of how nodes write to one table, explored exhaustively: two nodes, two devices that act at the same time,
//! messages that are late, out of order or lost, and crashes between every two steps. In every state that can be reached,
//! no action is in the log twice, nobody is told what is not kept, and everybody converges.
//!
//! The rules of the real thing are in `crates/server/src/cluster/` and `Room::save`; a step here is one of their awaits.

use std::collections::{BTreeSet, HashSet};

/// The rules that can be left out, to see that the model notices.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Fault {
    None,
    /// Writes do not state the version that they were based on.
    WritesAreUnconditional,
    /// The viewers are notified before the write is durable.
    ToldBeforeDurable,
    /// What another node tells is appended even if entries before it are missing.
    AppendsWhatDoesNotFit,
    /// An action does not quote the position that it was chosen for.
    NoPrompts,
    /// Nothing looks for messages that were lost.
    NoSweep,
}

type Action = (u8, u8);
const NODES: usize = 2;
const DEVICES: usize = 2;
/// How many actions each device sends.
const ACTIONS: u8 = 2;
const CRASHES: u8 = 2;

/// What a device waits for.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Pending {
    action: Action,
    /// The length of the log that the device had seen.
    prompt: usize,
    /// Whether the request has reached the node.
    received: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Device {
    node: usize,
    sent: u8,
    pending: Option<Pending>,
}

/// A command that a room carries out; the room is locked meanwhile.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Operation {
    device: usize,
    action: Action,
    prompt: usize,
    based_on: usize,
    committed: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Room {
    /// What the viewers are shown.
    log: Vec<Action>,
    operation: Option<Operation>,
}

/// Told to a node: this action stands at this index.
type Told = (usize, usize, Action);

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct State {
    database: Vec<Action>,
    /// None: the node is down.
    rooms: Vec<Option<Room>>,
    devices: Vec<Device>,
    told: BTreeSet<Told>,
    acknowledged: BTreeSet<Action>,
    crashes: u8,
}

impl State {
    fn first() -> State {
        let room = || Some(Room { log: Vec::new(), operation: None });
        let device = |node| Device { node, sent: 0, pending: None };
        State {
            database: Vec::new(),
            rooms: vec![room(), room()],
            devices: (0..DEVICES).map(|number| device(number % NODES)).collect(),
            told: BTreeSet::new(),
            acknowledged: BTreeSet::new(),
            crashes: 0,
        }
    }

    /// Every state that may follow.
    fn next(&self, fault: Fault) -> Vec<State> {
        let mut found = Vec::new();
        let mut add = |change: &dyn Fn(&mut State)| {
            let mut state = self.clone();
            change(&mut state);
            found.push(state);
        };
        for (number, device) in self.devices.iter().enumerate() {
            let room = self.rooms[device.node].as_ref();
            match &device.pending {
                None if device.sent < ACTIONS => {
                    if let Some(room) = room {
                        add(&|state| {
                            let action = (number as u8, device.sent);
                            let prompt = room.log.len();
                            let device = &mut state.devices[number];
                            device.sent += 1;
                            device.pending = Some(Pending { action, prompt, received: false });
                        });
                    }
                }
                Some(pending) if !pending.received && room.is_some_and(|room| room.operation.is_none()) => {
                    add(&|state| state.judge(number, fault));
                }
                _ => {}
            }
        }
        for (node, room) in self.rooms.iter().enumerate() {
            let Some(room) = room else {
                add(&|state| {
                    state.rooms[node] = Some(Room { log: state.database.clone(), operation: None });
                });
                continue;
            };
            match &room.operation {
                Some(operation) if operation.committed => add(&|state| state.finish(node, fault)),
                Some(_) => add(&|state| state.commit(node, fault)),
                None if fault != Fault::NoSweep && room.log.len() < self.database.len() => {
                    add(&|state| state.rooms[node].as_mut().unwrap().log = state.database.clone());
                }
                None => {}
            }
            if self.crashes < CRASHES {
                add(&|state| state.crash(node));
            }
        }
        for message in &self.told {
            add(&|state| state.told.retain(|told| told != message));
            let ready = self.rooms[message.0].as_ref().is_some_and(|room| room.operation.is_none());
            if ready {
                add(&|state| state.hear(message, fault));
            }
        }
        found
    }

    /// The room of the device's node judges what the device has sent.
    fn judge(&mut self, device: usize, fault: Fault) {
        let node = self.devices[device].node;
        let pending = self.devices[device].pending.as_mut().unwrap();
        let room = self.rooms[node].as_mut().unwrap();
        if fault != Fault::NoPrompts && pending.prompt != room.log.len() {
            // Stale: the next frame shows what became of it.
            self.devices[device].pending = None;
            return;
        }
        pending.received = true;
        let Pending { action, prompt, .. } = *pending;
        room.operation =
            Some(Operation { device, action, prompt, based_on: room.log.len(), committed: false });
        if fault == Fault::ToldBeforeDurable {
            room.log.push(action);
        }
    }

    /// The database takes the write, or refuses it because another node was faster.
    fn commit(&mut self, node: usize, fault: Fault) {
        let room = self.rooms[node].as_mut().unwrap();
        let operation = room.operation.as_mut().unwrap();
        if fault == Fault::WritesAreUnconditional || operation.based_on == self.database.len() {
            self.database.push(operation.action);
            operation.committed = true;
            return;
        }
        let device = operation.device;
        room.operation = None;
        room.log = self.database.clone();
        if let Some(pending) = &mut self.devices[device].pending {
            pending.received = false;
        }
    }

    /// The room shows what was written, tells the other node, and answers.
    fn finish(&mut self, node: usize, fault: Fault) {
        let room = self.rooms[node].as_mut().unwrap();
        let Operation { device, action, based_on, .. } = room.operation.take().unwrap();
        if fault != Fault::ToldBeforeDurable {
            room.log.push(action);
        }
        self.told.insert((1 - node, based_on, action));
        self.acknowledged.insert(action);
        if self.devices[device].pending.as_ref().is_some_and(|pending| pending.action == action) {
            self.devices[device].pending = None;
        }
    }

    /// A node dies; its devices come back at the other one, and send again what was not answered.
    fn crash(&mut self, node: usize) {
        self.crashes += 1;
        self.rooms[node] = None;
        for device in self.devices.iter_mut().filter(|device| device.node == node) {
            device.node = 1 - node;
            if let Some(pending) = &mut device.pending {
                pending.received = false;
            }
        }
    }

    fn hear(&mut self, message: &Told, fault: Fault) {
        self.told.remove(message);
        let (node, index, action) = *message;
        let room = self.rooms[node].as_mut().unwrap();
        if index == room.log.len() || (index > room.log.len() && fault == Fault::AppendsWhatDoesNotFit) {
            room.log.push(action);
        } else if index > room.log.len() {
            room.log = self.database.clone();
        }
    }

    /// What is wrong with this state.
    fn wrong(&self) -> Option<&'static str> {
        let kept: HashSet<_> = self.database.iter().collect();
        if kept.len() != self.database.len() {
            return Some("an action is in the log twice");
        }
        if !self.acknowledged.iter().all(|action| kept.contains(action)) {
            return Some("an acknowledged action is lost");
        }
        let shown = self.rooms.iter().flatten();
        if !shown.clone().all(|room| self.database.starts_with(&room.log)) {
            return Some("somebody is shown what is not kept");
        }
        None
    }

    /// Whether nothing is under way any more, and no message will come.
    fn is_quiet(&self) -> bool {
        self.told.is_empty()
            && self.devices.iter().all(|device| device.pending.is_none())
            && self.rooms.iter().all(|room| room.as_ref().is_some_and(|room| room.operation.is_none()))
    }
}

/// Explores all states; how many there are, or what is wrong with one.
fn explore(fault: Fault) -> Result<usize, String> {
    let mut seen = HashSet::from([State::first()]);
    let mut open = vec![State::first()];
    while let Some(state) = open.pop() {
        if let Some(wrong) = state.wrong() {
            return Err(format!("{wrong}: {state:?}"));
        }
        let next = state.next(fault);
        // A quiet state that can't move has been swept.
        let stuck = state.is_quiet() && next.iter().all(|next| next.crashes > state.crashes);
        if stuck && state.rooms.iter().flatten().any(|room| room.log != state.database) {
            return Err(format!("nobody ever learns what was written: {state:?}"));
        }
        for next in next {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(seen.len())
}

#[test]
fn every_interleaving_keeps_the_log_whole() {
    let states = explore(Fault::None).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{states} states");
    assert!(states > 10_000, "only {states} states");
}

#[test]
fn the_model_notices_each_rule_that_is_left_out() {
    for (fault, wrong) in [
        (Fault::WritesAreUnconditional, "an action is in the log twice"),
        (Fault::ToldBeforeDurable, "somebody is shown what is not kept"),
        (Fault::AppendsWhatDoesNotFit, "somebody is shown what is not kept"),
        (Fault::NoPrompts, "an action is in the log twice"),
        (Fault::NoSweep, "nobody ever learns what was written"),
    ] {
        let found = explore(fault).expect_err("the model notices nothing");
        assert!(found.starts_with(wrong), "{found}");
    }
}
