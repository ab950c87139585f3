//! The crowd: all players at all tables.

use crate::Plan;
use crate::check::check;
use crate::http::{HttpClient, with_cookie};
use crate::memory::resident;
use crate::pace::Pace;
use crate::player::{LastGame, Phase, Player};
use crate::report::{Memory, Report};
use crate::tally::Tally;
use crate::transcript::Transcript;
use anyhow::{Context as _, Result, bail, ensure};
use futures_util::StreamExt as _;
use protocol::{Opened as NewId, TableFrame};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How many tables are opened at the same time.
const AT_ONCE: usize = 32;

/// When nobody has heard anything for so long, nothing more comes: a message that was lost is looked for every few seconds.
const QUIET: Duration = Duration::from_secs(5);

/// How long those who go may take.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(30);

/// All players at all tables.
pub struct Crowd {
    phase: watch::Sender<Phase>,
    players: JoinSet<Player>,
    /// How many frames all players have received.
    heard: Arc<AtomicU64>,
}

/// Opens the tables, plays for a while, and reports; with the id of the server's process, on its memory too.
pub async fn run(plan: &Plan, time: Duration, pid: Option<u32>) -> Result<Report> {
    let before = pid.map(resident).transpose()?;
    let crowd = Crowd::gather(plan).await?;
    // Until what opening took has been given back.
    sleep(Duration::from_secs(1)).await;
    let idle = pid.map(resident).transpose()?;
    let start = Instant::now();
    crowd.play();
    sleep(time).await;
    let played = start.elapsed();
    let played_with = pid.map(resident).transpose()?;
    if plan.remember {
        crowd.settle().await;
    }
    let (tally, transcripts) = crowd.leave().await?;
    let checked = if plan.remember { Some(check(&plan.nodes()?, &transcripts).await) } else { None };
    let memory =
        before.zip(idle).zip(played_with).map(|((before, idle), after)| Memory { before, idle, after });
    Ok(Report { checked, ..Report::new(plan, played, tally, memory) })
}

impl Crowd {
    /// Opens the tables and waits until everybody sits.
    pub async fn gather(plan: &Plan) -> Result<Crowd> {
        let nodes: Arc<[HttpClient]> = plan.nodes()?.into();
        ensure!(!nodes.is_empty(), "no address of a server is given");
        let (phase, told) = watch::channel(Phase::Gather);
        let (seated, mut sits) = mpsc::unbounded_channel();
        let pace = Arc::new(Pace::new(plan.rate));
        let mut crowd = Crowd { phase, players: JoinSet::new(), heard: Arc::default() };
        let gather = async {
            let hosts = hosts(&nodes[0], plan).await?;
            let mut opened = futures_util::stream::iter(0..plan.tables)
                .map(|number| {
                    let node = &nodes[number % nodes.len()];
                    open(node, plan, number, hosts.get(number % hosts.len().max(1)))
                })
                .buffer_unordered(AT_ONCE);
            let mut number = 0;
            while let Some(opened) = opened.next().await {
                let Opened { table, cookie, tokens } = opened?;
                let round = Arc::new(LastGame::default());
                let mut seats = vec![(Some(cookie), None)];
                seats.extend(tokens.into_iter().map(|token| (None, Some(token))));
                for (place, (cookie, token)) in seats.into_iter().enumerate() {
                    number += 1;
                    let player = Player {
                        nodes: nodes.clone(),
                        node: number as usize % nodes.len(),
                        cookie,
                        pace: pace.clone(),
                        phase: told.clone(),
                        seated: Some(seated.clone()),
                        asks_again: place == 0,
                        round: round.clone(),
                        game: 0,
                        keeps_transcript: plan.remember,
                        heard: crowd.heard.clone(),
                        rng: Xoshiro256PlusPlus::seed_from_u64(number),
                        tally: Tally::default(),
                        transcripts: Vec::new(),
                    };
                    crowd.players.spawn(player.play(table.clone(), token));
                }
            }
            for _ in 0..plan.tables * plan.people() {
                sits.recv().await.context("a player was lost")?;
            }
            anyhow::Ok(())
        };
        timeout(plan.patience, gather).await.context("not everybody could sit down in time")??;
        Ok(crowd)
    }

    /// The games begin.
    pub fn play(&self) {
        self.phase.send_replace(Phase::Play);
    }

    /// Nobody acts any more: waits until all is answered and nobody hears anything new.
    pub async fn settle(&self) {
        self.phase.send_replace(Phase::Settle);
        let (mut heard, mut since) = (None, Instant::now());
        let end = Instant::now() + LEAVE_TIMEOUT;
        while since.elapsed() < QUIET && Instant::now() < end {
            let now = self.heard.load(Ordering::Relaxed);
            if heard.replace(now) != Some(now) {
                since = Instant::now();
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Everybody goes at once.
    pub async fn leave(self) -> Result<(Tally, Vec<Transcript>)> {
        self.end(Phase::Leave, LEAVE_TIMEOUT).await
    }

    /// Every game under way is played to its end; an error if some are not over in time.
    pub async fn finish(self, patience: Duration) -> Result<(Tally, Vec<Transcript>)> {
        self.end(Phase::Finish, patience).await
    }

    async fn end(mut self, phase: Phase, patience: Duration) -> Result<(Tally, Vec<Transcript>)> {
        self.phase.send_replace(phase);
        let (mut tally, mut transcripts) = (Tally::default(), Vec::new());
        let mut gather = async |players: &mut JoinSet<Player>| {
            while let Some(player) = players.join_next().await {
                let player = player?;
                tally.add(player.tally);
                transcripts.extend(player.transcripts);
            }
            anyhow::Ok(())
        };
        if timeout(patience, gather(&mut self.players))
            .await
            .map_or_else(|_| Ok(true), |ended| ended.map(|()| false))?
        {
            let stuck = self.players.len();
            self.phase.send_replace(Phase::Leave);
            timeout(LEAVE_TIMEOUT, gather(&mut self.players)).await.context("players do not go")??;
            let open: Vec<&str> =
                transcripts.iter().filter(|told| !told.over).map(|told| told.table.as_str()).collect();
            bail!("{stuck} players are stuck, at {open:?}; refused: {:?}", tally.refusals);
        }
        Ok((tally, transcripts))
    }
}

/// A new table, its host's cookie, and the links to the other seats.
struct Opened {
    table: String,
    cookie: String,
    tokens: Vec<String>,
}

/// The cookies of the guests who open all the tables.
async fn hosts(server: &HttpClient, plan: &Plan) -> Result<Vec<String>> {
    let mut cookies = Vec::new();
    for _ in 0..plan.hosts.unwrap_or(0) {
        let answer = server.ask("GET", "/api/me", &with_cookie(None), Vec::new()).await?;
        cookies.push(answer.cookie().context("the server gives no cookie")?);
    }
    Ok(cookies)
}

async fn open(server: &HttpClient, plan: &Plan, number: usize, host: Option<&String>) -> Result<Opened> {
    let people = plan.people();
    let mut seats = vec![json!("me")];
    seats.extend((1..people).map(|_| json!("link")));
    if let Some((_, bot)) = &plan.bots {
        seats.extend((people..plan.seats).map(|_| json!({"bot": bot})));
    }
    // Not always the same seat for the host and the bots.
    seats.rotate_right(number % plan.seats);
    let wanted = json!({"game": plan.game, "seats": seats, "options": plan.options}).to_string().into_bytes();
    let answer = server.ask("POST", "/api/tables", &with_cookie(host), wanted).await?;
    let Ok(NewId { id }) = answer.json() else { bail!("no table is opened: {}", answer.text()) };
    let cookie = answer.cookie().or_else(|| host.cloned()).context("the server gives no cookie")?;
    if people == 1 {
        return Ok(Opened { table: id, cookie, tokens: Vec::new() });
    }
    let headers = with_cookie(Some(&cookie));
    let answer = server.ask("GET", &format!("/api/tables/{id}"), &headers, Vec::new()).await?;
    let frame: TableFrame =
        answer.json().with_context(|| answer.json::<Value>().unwrap_or_default().to_string())?;
    Ok(Opened { table: id, cookie, tokens: frame.table.links.into_iter().map(|link| link.token).collect() })
}
