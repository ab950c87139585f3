//! The log of a house tells a lot, but no secret.

use crate::home::Home;
use crate::kill;
use crate::site::PASSWORD;
use crate::visitor::Visitor;
use serde_json::json;
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_in_the_most_talkative_log() {
    let home = Home::sqlite();
    let port = kill::free_port();
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut process = kill::start_with_log(port, &home.url, log.reopen().unwrap());
    let house = load::HttpClient::at(&format!("http://127.0.0.1:{port}")).unwrap();

    let mut ada = Visitor::new(&house);
    ada.get("/api/me").await.is(200);
    let mut secrets = vec![PASSWORD.to_owned(), "tried in vain".to_owned(), ada.cookie()];
    let credentials = json!({"name": "Ada", "password": PASSWORD});
    ada.post("/api/me/account", credentials.clone()).await.is(200);
    secrets.push(ada.cookie());
    let made = ada.post("/api/me/programs", json!({"name": "Adabot"})).await.is(200).json();
    let token = made["token"].as_str().unwrap().to_owned();
    let mut program = Visitor::new(&house).with(AUTHORIZATION, &format!("Bearer {token}"));
    secrets.push(token);
    let mut phone = Visitor::new(&house);
    phone.post("/api/login", json!({"name": "Ada", "password": "tried in vain"})).await.is(401);
    phone.post("/api/login", credentials).await.is(200);
    secrets.push(phone.cookie());

    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "link"]})).await;
    let mut adas = ada.enter(&table).await;
    let link = adas.frame["table"]["links"][0]["token"].as_str().unwrap().to_owned();
    let watch = adas.done(json!({"do": "watch_link"})).await["token"].as_str().unwrap().to_owned();
    let mut theirs = program.enter_with(&table, json!({"token": link})).await;
    theirs.done(json!({"do": "join", "token": link})).await;
    Visitor::new(&house).enter_with(&table, json!({"token": watch})).await;
    Visitor::new(&house).get(&format!("/api/tables/{table}?token={watch}")).await.is(200);
    let handed =
        theirs.done(json!({"do": "transfer_seat", "seat": 1})).await["token"].as_str().unwrap().to_owned();
    adas.done(json!({"do": "chat", "text": "between you and me"})).await;
    secrets.extend([link, watch, handed, "between you and me".to_owned()]);
    adas.act("take").await;
    assert_eq!(
        theirs.refused(json!({"do": "act", "seat": 0, "prompt": 1, "action": "take"})).await,
        "not_yours"
    );
    kill::kill(&mut process);

    let log = std::fs::read_to_string(log.path()).unwrap();
    assert!(log.contains("server started") && log.contains("DEBUG"), "the log is not talkative: {log}");
    for secret in secrets {
        // Without the name of the cookie.
        let secret = secret.rsplit('=').next().unwrap();
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}
