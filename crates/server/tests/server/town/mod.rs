//! A house of several nodes, each a process of its own, with a line to NATS and one to PostgreSQL that can be cut.

mod link;
mod postgres;

use crate::cluster::NatsServer;
use crate::kill::{self, free_port};
use link::{Link, Target};
use postgres::Postgres;
use std::process::Child;

/// What a node does.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Role {
    /// People connect to it, and it leaves the work to others.
    Gateway,
    /// Nobody connects to it.
    Worker,
}

pub struct Node {
    pub role: Role,
    pub port: u16,
    pub nats: Link,
    pub postgres: Link,
    process: Child,
}

/// PostgreSQL, NATS, gateways and workers.
pub struct Town {
    pub nodes: Vec<Node>,
    pub nats: NatsServer,
    pub postgres: Postgres,
}

impl Town {
    pub async fn open(roles: &[Role]) -> Town {
        let postgres = Postgres::start().await;
        let mut town = Town { nodes: Vec::new(), nats: NatsServer::start().await, postgres };
        for role in roles {
            let nats = Link::to(Target::Tcp(town.nats.port)).await;
            let postgres = Link::to(Target::Unix(town.postgres.socket())).await;
            let port = free_port();
            let process = start(*role, port, &nats, &postgres).await;
            town.nodes.push(Node { role: *role, port, nats, postgres, process });
        }
        town
    }

    /// The addresses of the gateways.
    pub fn gateways(&self) -> Vec<String> {
        let gateways = self.nodes.iter().filter(|node| node.role == Role::Gateway);
        gateways.map(|node| format!("http://127.0.0.1:{}", node.port)).collect()
    }

    /// Kills a node outright, and starts it again.
    pub async fn kill(&mut self, number: usize) {
        kill::kill(&mut self.nodes[number].process);
        self.start_again(number).await;
    }

    /// Ends a node as its host would, and starts it again.
    pub async fn restart(&mut self, number: usize) {
        let process = &mut self.nodes[number].process;
        let id = rustix::process::Pid::from_child(process);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        let status = loop {
            if let Some(status) = process.try_wait().unwrap() {
                break status;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        assert!(status.success(), "a node did not end in peace: {status}");
        self.start_again(number).await;
    }

    async fn start_again(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        node.process = start(node.role, node.port, &node.nats, &node.postgres).await;
    }
}

impl Drop for Town {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            let _ = node.process.kill();
            let _ = node.process.wait();
        }
    }
}

async fn start(role: Role, port: u16, nats: &Link, postgres: &Link) -> Child {
    let keep = format!("postgres://ludotheque@127.0.0.1:{}/postgres?sslmode=disable", postgres.port);
    let nats = format!("nats://127.0.0.1:{}", nats.port);
    // The line of the node leads through this program: it must not wait for the node meanwhile.
    tokio::task::spawn_blocking(move || kill::start_node(role, port, &keep, &nats)).await.unwrap()
}
