//! Why the house refuses something: one type for sockets and requests. Inner causes go to the log, never to the person.

use crate::protocol::{Refusal, Sentence};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use game::{Lang, Text};
use table::{Refused, SetupError};

/// What the house answers, or why it does not.
pub type Result<T> = std::result::Result<T, Refusal>;

macro_rules! refusals {
    ($($name:ident = $status:ident, $code:literal, $fr:literal, $en:literal;)*) => {
        impl Refusal {
            $(#[doc = $en] pub fn $name() -> Self { Self::known($code, Text { fr: $fr, en: $en }) })*

            /// The status that a request is answered with.
            pub fn status(&self) -> StatusCode {
                match self.code {
                    $($code => StatusCode::$status,)*
                    "illegal" | "malformed" | "setup" | "stale" => StatusCode::UNPROCESSABLE_ENTITY,
                    _ => StatusCode::CONFLICT,
                }
            }
        }
    };
}

refusals! {
    no_table = NOT_FOUND, "no_table", "Cette table n'existe pas, ou elle n'est pas ouverte à tous.", "There is no such table, or it is not open to all.";
    no_such = NOT_FOUND, "no_such", "Il n'y a rien ici.", "There is nothing here.";
    not_yours = FORBIDDEN, "not_yours", "Cette place n'est pas la vôtre.", "This seat is not yours.";
    not_host = FORBIDDEN, "not_host", "Seule la personne qui a ouvert la table peut le faire.", "Only the person who opened the table may do that.";
    not_seated = FORBIDDEN, "not_seated", "Il faut être assis à cette table.", "You need a seat at this table.";
    bad_link = FORBIDDEN, "bad_link", "Ce lien n'est plus valable.", "This link is no longer good.";
    foreign = FORBIDDEN, "foreign", "Cette demande vient d'une autre page.", "This request comes from another page.";
    no_account = UNAUTHORIZED, "no_account", "Il faut un compte pour cela.", "You need an account for that.";
    wrong_password = UNAUTHORIZED, "wrong_password", "Nom ou mot de passe inconnu.", "Unknown name or password.";
    has_account = CONFLICT, "has_account", "Vous avez déjà un compte.", "You already have an account.";
    name_taken = CONFLICT, "name_taken", "Ce nom est déjà pris.", "This name is taken.";
    bad_name = UNPROCESSABLE_ENTITY, "bad_name", "Un nom a 1 à 24 lettres, chiffres, espaces, tirets ou points.", "A name has 1 to 24 letters, digits, spaces, hyphens or dots.";
    bad_password = UNPROCESSABLE_ENTITY, "bad_password", "Un mot de passe a 8 à 200 caractères.", "A password has 8 to 200 characters.";
    bad_talk = UNPROCESSABLE_ENTITY, "bad_talk", "Une phrase a 1 à 500 caractères.", "What you say has 1 to 500 characters.";
    bad_message = BAD_REQUEST, "bad_message", "Ce message ne se comprend pas.", "This message can't be understood.";
    too_slow = REQUEST_TIMEOUT, "too_slow", "C'est trop lent.", "This is too slow.";
    too_large = PAYLOAD_TOO_LARGE, "too_large", "C'est trop long.", "This is too long.";
    not_waiting = CONFLICT, "not_waiting", "La partie a déjà commencé.", "The game has already begun.";
    not_playing = CONFLICT, "not_playing", "La partie n'est pas en cours.", "The game is not under way.";
    not_over = CONFLICT, "not_over", "La partie n'est pas finie.", "The game is not over.";
    no_seat = CONFLICT, "no_seat", "Il n'y a plus de place libre.", "No seat is free.";
    too_late = CONFLICT, "too_late", "Chacun a joué : la partie compte.", "Everybody has acted: the game counts.";
    may_not_confer = FORBIDDEN, "may_not_confer", "Les règles ne vous laissent pas parler entre vous.", "The rules do not let you talk among yourselves.";
    too_many = TOO_MANY_REQUESTS, "too_many", "C'est beaucoup à la fois : attendez un peu.", "That is a lot at once: wait a little.";
    people_only = CONFLICT, "people_only", "À cette table, seuls des gens voient ce qui arrive : aucun robot n'y joue.", "At this table only people see what happens: no bot plays there.";
    rated_people = CONFLICT, "rated_people", "Une partie classée se joue entre comptes différents, sans robot de la maison.", "A rated game is played between different accounts, without bots of the house.";
    not_saved = SERVICE_UNAVAILABLE, "not_saved", "La maison n'a pas pu l'écrire ; rien n'a changé. Réessayez.", "The house could not write it down; nothing has changed. Try again.";
    closing = SERVICE_UNAVAILABLE, "closing", "La maison ferme un instant.", "The house closes for a moment.";
}

impl Refusal {
    fn known(code: &'static str, why: Text) -> Self {
        Refusal { code, article: None, why: Sentence::Known(why), at: Vec::new() }
    }

    /// Something that the house says in English only: faults of programs, not of people.
    #[expect(clippy::needless_pass_by_value, reason = "whatever says why is handed over")]
    pub fn plain(code: &'static str, why: impl ToString) -> Self {
        let why = why.to_string();
        Refusal { code, article: None, why: Sentence::Made { fr: why.clone(), en: why }, at: Vec::new() }
    }
}

/// What a table refuses.
impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal(illegal) => Refusal {
                code: "illegal",
                article: Some(illegal.article),
                why: Sentence::Known(illegal.why),
                at: illegal.at,
            },
            Refused::Malformed(malformed) => Refusal::plain("malformed", malformed),
            Refused::Stale => Refusal::known(
                "stale",
                Text {
                    fr: "La position a changé : regardez de nouveau.",
                    en: "The position has changed: look again.",
                },
            ),
            Refused::OutOfTime(_) => Refusal::known(
                "out_of_time",
                Text { fr: "Le temps est écoulé.", en: "The time has run out." },
            ),
            Refused::Over => {
                Refusal::known("over", Text { fr: "La partie est finie.", en: "The game is over." })
            }
            Refused::NothingToTakeBack => Refusal::known(
                "nothing_to_take_back",
                Text { fr: "Il n'y a rien à reprendre.", en: "There is nothing to take back." },
            ),
            Refused::NothingAsked => Refusal::known(
                "nothing_asked",
                Text { fr: "Personne n'a rien demandé.", en: "Nobody asked anything." },
            ),
            Refused::AlreadyAsked => Refusal::known(
                "already_asked",
                Text {
                    fr: "Une autre question attend sa réponse.",
                    en: "Another question waits for its answer.",
                },
            ),
            Refused::NotSeated(_) => Refusal::not_yours(),
            Refused::TimeLeft(_) | Refused::TimeBackwards => Refusal::plain("time", refused),
        }
    }
}

/// What can't be laid out: by the rulebook, or because there is no such thing.
impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Illegal(illegal) => Refused::Illegal(illegal).into(),
            error => Refusal::plain("setup", error),
        }
    }
}

/// What the store refuses: its reasons are for the log.
impl From<store::Error> for Refusal {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NameTaken => Refusal::name_taken(),
            store::Error::Closed => Refusal::closing(),
            error => {
                tracing::error!(%error, "the store refuses");
                Refusal::not_saved()
            }
        }
    }
}

impl Refusal {
    /// The sentence in a language.
    pub fn why(&self, lang: Lang) -> &str {
        match (&self.why, lang) {
            (Sentence::Known(text), lang) => text.get(lang),
            (Sentence::Made { fr, .. }, Lang::Fr) => fr,
            (Sentence::Made { en, .. }, Lang::En) => en,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}
