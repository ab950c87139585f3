//! `serve` starts and shuts down cleanly; `backup` and `migrate` copy the database.

use crate::ludotheque;
use assert_cmd::cargo::cargo_bin;
use predicates::str::contains;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server.
struct Server {
    process: Child,
    address: String,
}

impl Server {
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
        Server { process, address }
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

impl Drop for Server {
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
    let server = Server::open(&path("data"));
    assert!(server.ask("GET", "/healthz", "", "").ends_with("ok\n"));
    let me = server.ask("GET", "/api/me", "", "");
    let cookie = cookie(&me);
    let game = catalog::GAMES[0].info().id;
    let wanted = format!(r#"{{"game":"{game}","seats":["me",{{"screen":"Bob"}}]}}"#);
    let opened = server.ask("POST", "/api/tables", cookie, &wanted);
    let id = opened.rsplit("\"id\":\"").next().unwrap().split('"').next().unwrap().to_owned();
    let frame = server.ask("GET", &format!("/api/tables/{id}"), cookie, "");
    let action = frame.rsplit("\"actions\":[\"").next().unwrap().split('"').next().unwrap();
    let act = format!(r#"{{"do":"act","seat":0,"prompt":0,"action":"{action}"}}"#);
    let done = server.ask("POST", &format!("/api/tables/{id}"), cookie, &act);
    assert!(done.contains("\"type\":\"done\""), "{done}");
    let record = format!("/api/tables/{id}/record");
    let before = server.ask("GET", &record, cookie, "");
    assert!(before.contains(&format!("\n0 {action}")), "{before}");

    // While the server runs.
    let (data, copy) = (path("data").display().to_string(), path("copy.db").display().to_string());
    ludotheque(&format!("backup {copy} --data {data}")).assert().success().stdout(contains("1 tables"));
    ludotheque(&format!("backup {copy} --data {data}"))
        .assert()
        .failure()
        .stderr(contains("is there already"));
    assert!(server.close(), "it closes in good order");

    let body = |answer: &str| answer.rsplit("\r\n\r\n").next().unwrap().to_owned();
    let server = Server::open(&path("data"));
    assert_eq!(body(&server.ask("GET", &record, cookie, "")), body(&before));
    assert!(server.close());

    let other = path("other").display().to_string();
    ludotheque(&format!("migrate --data {other} --from sqlite://{copy}")).assert().success();
    ludotheque(&format!("migrate --data {other} --from sqlite://{copy}"))
        .assert()
        .failure()
        .stderr(contains("not empty"));
    let server = Server::open(&path("other"));
    assert_eq!(body(&server.ask("GET", &record, cookie, "")), body(&before), "the cookie is good there too");
}

#[test]
fn a_database_that_cannot_be_opened_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    std::fs::write(&file, "this is no database").unwrap();
    let arguments = format!("serve --listen 127.0.0.1:0 --data {}", folder.path().display());
    ludotheque(&arguments).assert().failure().stderr(contains("cannot open the database"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "this is no database", "it was left alone");
    ludotheque("serve --listen 127.0.0.1:0 --database mysql://localhost/x").assert().failure();
}

/// A database of the first schema, with games in progress, as a server left it that was killed.
#[test]
fn an_old_database_opens_with_nothing_lost() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/fixtures/house-1.db");
    std::fs::copy(fixture, folder.path().join("house.db")).unwrap();
    let server = Server::open(folder.path());
    let body = |answer: &str| answer.rsplit("\r\n\r\n").next().unwrap().to_owned();
    let json = |answer: String| serde_json::from_str::<serde_json::Value>(&body(&answer)).unwrap();
    let login = r#"{"name":"Ada","password":"correct horse battery"}"#;
    let logged_in = server.ask("POST", "/api/login", "", login);
    let cookie = cookie(&logged_in).to_owned();
    // Every table of hers is listed and can be looked at; those that are played know who is to act.
    let playing = "/api/tables?own=true&status=playing";
    let start = std::time::Instant::now();
    let complete = loop {
        let tables = json(server.ask("GET", playing, &cookie, ""));
        let tables = tables.as_array().unwrap().clone();
        if tables.iter().all(|table| table.get("to_act").is_some()) {
            break tables;
        }
        assert!(start.elapsed().as_secs() < 30, "rows are not completed: {tables:?}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert!(complete.len() >= 2, "{complete:?}");
    for table in json(server.ask("GET", "/api/tables?own=true", &cookie, "")).as_array().unwrap() {
        let id = table["id"].as_str().unwrap();
        let frame = json(server.ask("GET", &format!("/api/tables/{id}"), &cookie, ""));
        assert!(frame["game"]["view"].is_object(), "{frame}");
        assert!(table.get("outdated_rules").is_none(), "{table}");
    }
    // One of hers goes on.
    let own = |table: &&serde_json::Value| {
        let seat = table["to_act"][0].as_u64().unwrap_or(9) as usize;
        table["seats"][seat]["own"] == true
    };
    let table = complete.iter().find(own).expect("it is Ada's turn somewhere");
    let path = format!("/api/tables/{}", table["id"].as_str().unwrap());
    let frame = json(server.ask("GET", &path, &cookie, ""));
    let prompt = &frame["game"]["prompts"][0];
    let act = serde_json::json!({
        "do": "act", "seat": prompt["seat"], "prompt": prompt["prompt"], "action": prompt["actions"][0],
    });
    let done = json(server.ask("POST", &path, &cookie, &act.to_string()));
    assert_eq!(done["type"], "done", "{done}");
    assert!(server.close());
    // A second server on the same folder would be refused while the first runs.
    let server = Server::open(folder.path());
    let arguments = format!("serve --listen 127.0.0.1:0 --data {}", folder.path().display());
    ludotheque(&arguments).assert().failure().stderr(contains("another process"));
    assert!(server.close());
}

#[test]
fn a_host_is_named_while_the_house_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path());
    let host = |words: &str| ludotheque(&format!("host {words} --data {}", folder.path().display()));
    host("add Ada").assert().failure().stderr(contains("no account of the name \"Ada\""));
    let made =
        server.ask("POST", "/api/me/account", "", r#"{"name":"Ada","password":"correct horse battery"}"#);
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    host("add ada").assert().success().stdout(contains("Ada is a host now"));
    host("list").assert().success().stdout("Ada\n");
    let cookie = made.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let desk = server.ask("GET", "/api/desk", cookie.split(';').next().unwrap(), "");
    assert!(desk.starts_with("HTTP/1.1 200") && desk.contains("ludotheque host"), "{desk}");
    host("remove Ada").assert().success();
    host("remove Ada").assert().failure();
    assert!(server.close());
}
