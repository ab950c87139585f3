//! A PostgreSQL of a test's own, which it may stop and start.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    process: Option<Child>,
}

impl Postgres {
    pub async fn start() -> Postgres {
        let mut postgres = Postgres { folder: TempDir::new().unwrap(), programs: programs(), process: None };
        let made = postgres
            .command("initdb")
            .args([
                "-U",
                "ludotheque",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
                "-D",
            ])
            .arg(postgres.folder.path().join("data"))
            .stdout(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "initdb failed");
        postgres.open().await;
        postgres
    }

    /// A program of PostgreSQL, which refuses to run as root.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        if !rustix::process::getuid().is_root() {
            return Command::new(program);
        }
        let owner = Command::new("chown").arg("postgres:postgres").arg(self.folder.path()).status();
        assert!(owner.unwrap().success(), "there is no user postgres");
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
        command
    }

    async fn open(&mut self) {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.folder.path().join("data"));
        for setting in ["listen_addresses=", "max_connections=200", "synchronous_commit=on"] {
            command.args(["-c", setting]);
        }
        command.arg("-c").arg(format!("unix_socket_directories={}", self.folder.path().display()));
        command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        self.process = Some(command.spawn().unwrap());
        for _ in 0..600 {
            let ready = self.command("pg_isready").arg("-q").arg("-h").arg(self.folder.path()).status();
            if ready.unwrap().success() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("PostgreSQL does not start");
    }

    /// Ends it as a crash does, and starts it again.
    pub async fn restart(&mut self) {
        self.stop();
        self.open().await;
    }

    fn stop(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        let id = rustix::process::Pid::from_child(&process);
        let _ = rustix::process::kill_process(id, rustix::process::Signal::QUIT);
        let _ = process.wait();
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// The address of a database, past every line.
    pub fn url(&self) -> String {
        format!("postgres://ludotheque@localhost/postgres?host={}", Path::new(self.folder.path()).display())
    }
}

/// The folder of initdb: `scripts/postgres.sh` names it; Debian keeps it out of the path.
fn programs() -> PathBuf {
    let named = std::env::var_os("LUDOTHEQUE_TEST_POSTGRES_PROGRAMS").map(PathBuf::from);
    let of_debian = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.filter_map(Result::ok).map(|version| version.path().join("bin"));
        folders.filter(|folder| folder.join("initdb").exists()).max()
    };
    named.or_else(of_debian).expect(
        "there is no initdb: run this test by `scripts/postgres.sh cargo test`, or name its folder in \
         LUDOTHEQUE_TEST_POSTGRES_PROGRAMS",
    )
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}
