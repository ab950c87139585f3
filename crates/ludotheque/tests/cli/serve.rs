//! `serve` starts and shuts down cleanly; `backup` and `migrate` copy the database.

use crate::ludotheque;
use assert_cmd::cargo::cargo_bin;
use predicates::str::contains;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server.
struct House {
    process: Child,
    address: String,
}

impl House {
    fn open(data: &Path) -> Self {
        let mut process = Command::new(cargo_bin!("ludotheque"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        House { process, address }
    }

    /// One request; the whole answer.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends SIGTERM, as `systemctl stop` does; returns whether it exited with success.
    fn close(mut self) -> bool {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.process.wait().unwrap().success()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It has exited already, or the test has failed.
        let _ = self.process.kill();
    }
}

fn cookie(answer: &str) -> &str {
    let line = answer.lines().find(|line| line.starts_with("set-cookie: ")).unwrap();
    line["set-cookie: ".len()..].split(';').next().unwrap()
}

#[test]
fn a_table_is_there_after_the_house_was_closed_and_in_every_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let house = House::open(&path("data"));
    assert!(house.ask("GET", "/healthz", "", "").ends_with("ok\n"));
    let me = house.ask("GET", "/api/me", "", "");
    let cookie = cookie(&me);
    let game = catalog::GAMES[0].info().id;
    let wanted = format!(r#"{{"game":"{game}","seats":["me",{{"screen":"Bob"}}]}}"#);
    let opened = house.ask("POST", "/api/tables", cookie, &wanted);
    let id = opened.rsplit("\"id\":\"").next().unwrap().split('"').next().unwrap().to_owned();
    let frame = house.ask("GET", &format!("/api/tables/{id}"), cookie, "");
    let action = frame.rsplit("\"actions\":[\"").next().unwrap().split('"').next().unwrap();
    let act = format!(r#"{{"do":"act","seat":0,"prompt":0,"action":"{action}"}}"#);
    let done = house.ask("POST", &format!("/api/tables/{id}"), cookie, &act);
    assert!(done.contains("\"type\":\"done\""), "{done}");
    let record = format!("/api/tables/{id}/record");
    let before = house.ask("GET", &record, cookie, "");
    assert!(before.contains(&format!("\n0 {action}")), "{before}");

    // While the server runs.
    let (data, copy) = (path("data").display().to_string(), path("copy.db").display().to_string());
    ludotheque(&format!("backup {copy} --data {data}")).assert().success().stdout(contains("1 tables"));
    ludotheque(&format!("backup {copy} --data {data}"))
        .assert()
        .failure()
        .stderr(contains("is there already"));
    assert!(house.close(), "it closes in good order");

    let body = |answer: &str| answer.rsplit("\r\n\r\n").next().unwrap().to_owned();
    let house = House::open(&path("data"));
    assert_eq!(body(&house.ask("GET", &record, cookie, "")), body(&before));
    assert!(house.close());

    let other = path("other").display().to_string();
    ludotheque(&format!("migrate --data {other} --from sqlite://{copy}")).assert().success();
    ludotheque(&format!("migrate --data {other} --from sqlite://{copy}"))
        .assert()
        .failure()
        .stderr(contains("not empty"));
    let house = House::open(&path("other"));
    assert_eq!(body(&house.ask("GET", &record, cookie, "")), body(&before), "the cookie is good there too");
}

#[test]
fn what_can_not_be_opened_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    std::fs::write(&file, "this is no database").unwrap();
    let arguments = format!("serve --listen 127.0.0.1:0 --data {}", folder.path().display());
    ludotheque(&arguments).assert().failure().stderr(contains("the database can't be opened"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "this is no database", "it was left alone");
    ludotheque("serve --listen 127.0.0.1:0 --database mysql://localhost/x").assert().failure();
}
