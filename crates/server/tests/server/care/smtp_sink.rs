//! A mail server that keeps every letter and sends none.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone, Debug, Default)]
pub struct Letter {
    pub to: Vec<String>,
    pub text: String,
}

pub struct SmtpSink {
    pub url: String,
    letters: Arc<Mutex<Vec<Letter>>>,
}

impl SmtpSink {
    /// The first `refused` letters are refused for the time being.
    pub async fn open(refused: usize) -> SmtpSink {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let letters = Arc::new(Mutex::new(Vec::new()));
        let (kept, refused) = (letters.clone(), Arc::new(Mutex::new(refused)));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, kept.clone(), refused.clone()));
            }
        });
        SmtpSink { url, letters }
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.letters.lock().unwrap().clone()
    }

    /// Waits until so many letters have come.
    pub async fn until(&self, count: usize) -> Vec<Letter> {
        let wait = async {
            while self.letters().len() < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(crate::visitor::PATIENCE, wait).await;
        assert!(waited.is_ok(), "{} of {count} letters came", self.letters().len());
        self.letters()
    }
}

async fn converse(stream: TcpStream, letters: Arc<Mutex<Vec<Letter>>>, refused: Arc<Mutex<usize>>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut letter = Letter::default();
    write.write_all(b"220 sink\r\n").await.unwrap();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match line.split([' ', ':']).next().unwrap_or_default().to_uppercase().as_str() {
            "EHLO" | "HELO" => "250 sink\r\n",
            "RCPT" => {
                letter.to.push(line[8..].trim_matches(['<', '>', ' ']).to_owned());
                "250 ok\r\n"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.unwrap();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    letter.text += &format!("{line}\n");
                }
                let mut refused = refused.lock().unwrap();
                if *refused > 0 {
                    *refused -= 1;
                    letter = Letter::default();
                    "451 later\r\n"
                } else {
                    letters.lock().unwrap().push(std::mem::take(&mut letter));
                    "250 kept\r\n"
                }
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        if write.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}
