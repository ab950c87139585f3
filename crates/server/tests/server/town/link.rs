//! A line between two programs that can be cut.

use std::path::PathBuf;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// Where a line leads.
#[derive(Clone)]
pub enum Target {
    Tcp(u16),
    Unix(PathBuf),
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum State {
    Whole,
    /// Nothing passes, and nobody is told: as if a cable had been pulled.
    Silent,
    /// Connections are closed, and new ones are too.
    Closed,
}

/// A port of this machine behind which something else is, until the line is cut.
pub struct Link {
    pub port: u16,
    state: watch::Sender<State>,
}

impl Link {
    pub async fn to(target: Target) -> Link {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (state, watched) = watch::channel(State::Whole);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let _ = near.set_nodelay(true);
                tokio::spawn(connect(near, target.clone(), watched.clone()));
            }
        });
        Link { port, state }
    }

    /// Nothing passes any more, and nobody is told.
    pub fn cut(&self) {
        self.state.send_replace(State::Silent);
    }

    /// What was connected is not any more, and cannot be.
    pub fn close(&self) {
        self.state.send_replace(State::Closed);
    }

    pub fn mend(&self) {
        self.state.send_replace(State::Whole);
    }
}

async fn connect(near: TcpStream, target: Target, mut state: watch::Receiver<State>) {
    if *state.borrow() == State::Closed || wait_until_whole(&mut state).await.is_none() {
        return;
    }
    match target {
        Target::Tcp(port) => {
            let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
            let _ = far.set_nodelay(true);
            carry(near, far, state).await;
        }
        Target::Unix(path) => {
            let Ok(far) = UnixStream::connect(path).await else { return };
            carry(near, far, state).await;
        }
    }
}

async fn carry(
    near: TcpStream,
    far: impl AsyncRead + AsyncWrite + Send + 'static,
    state: watch::Receiver<State>,
) {
    let (near_read, near_write) = near.into_split();
    let (far_read, far_write) = tokio::io::split(far);
    // When one way ends, so does the other.
    tokio::select! {
        () = pass(near_read, far_write, state.clone()) => {}
        () = pass(far_read, near_write, state) => {}
    }
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
) {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let read = tokio::select! {
            read = from.read(&mut buffer) => read,
            closed = state.wait_for(|state| *state == State::Closed) => {
                let _ = closed;
                return;
            }
        };
        let Ok(count @ 1..) = read else {
            // The end of a connection does not pass either while the line is cut.
            wait_until_whole(&mut state).await;
            return;
        };
        if wait_until_whole(&mut state).await.is_none() || to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

/// Waits while the line is silent; none if it is closed.
async fn wait_until_whole(state: &mut watch::Receiver<State>) -> Option<()> {
    let now = *state.wait_for(|state| *state != State::Silent).await.ok()?;
    (now == State::Whole).then_some(())
}
