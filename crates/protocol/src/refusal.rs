//! Refusals: why something is not done. One type for sockets, HTTP and the workers of a page.

use crate::french;
use game::{Lang, Text};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use table::{RecordError, Refused, SetupError};

/// The reason of a refusal, for programs.
pub type Code = Cow<'static, str>;

/// Why something is refused; nothing has changed.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The reason, for programs.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub code: Code,
    /// The article of the rulebook that forbids it, where the rules do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub article: Option<Code>,
    /// A sentence for people.
    pub why: Sentence,
    /// The cells or pieces concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub at: Vec<String>,
}

/// A sentence in both languages.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// In French.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub fr: Cow<'static, str>,
    /// In English.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub en: Cow<'static, str>,
}

impl From<Text> for Sentence {
    fn from(Text { fr, en }: Text) -> Self {
        Sentence { fr: fr.into(), en: en.into() }
    }
}

impl Sentence {
    /// The sentence in a language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }
}

macro_rules! refusals {
    ($($name:ident = $status:literal, $fr:literal, $en:literal;)*) => {
        impl Refusal {
            $(#[doc = concat!("`", stringify!($name), "`: ", $en)] pub fn $name() -> Self {
                Self::new(stringify!($name), Text { fr: $fr, en: $en })
            })*

            /// The HTTP status of an answer with this refusal.
            pub fn status(&self) -> u16 {
                match &*self.code {
                    $(stringify!($name) => $status,)*
                    "illegal" | "malformed" | "setup" => 422,
                    _ => 409,
                }
            }
        }
    };
}

refusals! {
    no_table = 404, "Cette table n'existe pas, ou elle n'est pas ouverte à tous.", "There is no such table, or it is not open to all.";
    no_such = 404, "Il n'y a rien ici.", "There is nothing here.";
    not_yours = 403, "Cette place n'est pas la vôtre.", "This seat is not yours.";
    not_host = 403, "Seule la personne qui a ouvert la table peut le faire.", "Only the person who opened the table may do that.";
    not_seated = 403, "Il faut être assis à cette table.", "You need a seat at this table.";
    bad_link = 403, "Ce lien n'est plus valable.", "This link is no longer good.";
    foreign = 403, "Cette demande vient d'une autre page.", "This request comes from another page.";
    no_account = 401, "Il faut un compte pour cela.", "You need an account for that.";
    wrong_password = 401, "Nom ou mot de passe inconnu.", "Unknown name or password.";
    has_account = 409, "Vous avez déjà un compte.", "You already have an account.";
    name_taken = 409, "Ce nom est déjà pris.", "This name is taken.";
    changed = 409, "Votre compte a changé entre-temps : rechargez la page.", "Your account has changed meanwhile: reload the page.";
    bad_name = 422, "Un nom a 1 à 24 lettres, chiffres, espaces, tirets ou points.", "A name has 1 to 24 letters, digits, spaces, hyphens or dots.";
    bad_password = 422, "Un mot de passe a 8 à 200 caractères.", "A password has 8 to 200 characters.";
    bad_chat = 422, "Une phrase a 1 à 500 caractères.", "What you say has 1 to 500 characters.";
    bad_message = 400, "Ce message ne se comprend pas.", "This message can't be understood.";
    outdated = 426, "Cette page est plus ancienne que le serveur : rechargez-la.", "This page is older than the server: please reload it.";
    other_rules = 409, "Cette partie a été jouée avec une version plus ancienne des règles : elle est close, telle qu'elle était.", "This game was played under an older version of the rules: it is closed, as it was.";
    not_outdated = 409, "Cette partie se joue avec les règles d'aujourd'hui.", "This game is played by today's rules.";
    unreadable = 409, "Les règles d'aujourd'hui ne lisent pas cette position.", "Today's rules can't read this position.";
    too_slow = 408, "La demande a mis trop de temps à arriver.", "The request took too long to arrive.";
    too_large = 413, "C'est trop long.", "This is too long.";
    not_waiting = 409, "La partie a déjà commencé.", "The game has already begun.";
    not_playing = 409, "La partie n'est pas en cours.", "The game is not under way.";
    not_over = 409, "La partie n'est pas finie.", "The game is not over.";
    no_seat = 409, "Il n'y a plus de place libre.", "No seat is free.";
    too_late = 409, "Chacun a joué : la partie compte.", "Everybody has acted: the game counts.";
    may_not_confer = 403, "Les règles ne vous laissent pas parler entre vous.", "The rules do not let you talk among yourselves.";
    too_many = 429, "C'est beaucoup à la fois : attendez un peu.", "That is a lot at once: wait a little.";
    people_only = 409, "À cette table, seules les personnes voient ce qui arrive : aucun automate n'y joue.", "At this table only people see what happens: no bot plays there.";
    rated_people = 409, "Une partie classée se joue entre comptes différents, sans automate.", "A rated game is played between different accounts, without our bots.";
    conflict = 503, "Quelqu'un d'autre a écrit au même moment ; rien n'a changé. Réessayez.", "Somebody else wrote at the same moment; nothing has changed. Try again.";
    not_saved = 503, "Le serveur n'a pas pu l'enregistrer ; rien n'a changé. Réessayez.", "The server could not store it; nothing has changed. Try again.";
    no_plans = 409, "On ne prévoit de coups que dans une partie par jours, pendant que quelqu'un d'autre joue.", "Actions are planned only in games by days, while somebody else is to act.";
    closing = 503, "Le serveur ferme un instant.", "The server closes for a moment.";
    damaged = 500, "Cette table ne peut pas être lue ; son journal est conservé.", "This table can't be read; its log is kept.";
    stale = 422, "La position a changé : regardez de nouveau.", "The position has changed: look again.";
    out_of_time = 409, "Le temps est écoulé.", "The time has run out.";
    over = 409, "La partie est finie.", "The game is over.";
    nothing_to_take_back = 409, "Il n'y a rien à reprendre.", "There is nothing to take back.";
    no_offer = 409, "Personne n'a rien proposé.", "There is no offer to answer.";
    offer_open = 409, "Une autre proposition attend sa réponse.", "Another offer waits for its answer.";
}

impl Refusal {
    /// A refusal with a sentence in both languages.
    pub fn new(code: &'static str, why: Text) -> Self {
        Refusal { code: code.into(), article: None, why: why.into(), at: Vec::new() }
    }

    /// A refusal with a sentence in French and one in English.
    #[expect(clippy::needless_pass_by_value, reason = "the caller hands its error over")]
    pub fn both(code: &'static str, fr: impl Into<Cow<'static, str>>, en: impl ToString) -> Self {
        let why = Sentence { fr: fr.into(), en: en.to_string().into() };
        Refusal { code: code.into(), article: None, why, at: Vec::new() }
    }

    /// A refusal with an English sentence only: for faults of programs, not of people.
    #[expect(clippy::needless_pass_by_value, reason = "the caller hands its error over")]
    pub fn plain(code: &'static str, why: impl ToString) -> Self {
        let why: Cow<'static, str> = why.to_string().into();
        Refusal {
            code: code.into(),
            article: None,
            why: Sentence { fr: why.clone(), en: why },
            at: Vec::new(),
        }
    }
}

/// What a table refuses.
impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal(illegal) => Refusal {
                article: Some(illegal.article.into()),
                at: illegal.at,
                ..Refusal::new("illegal", illegal.why)
            },
            Refused::Malformed(malformed) => Refusal {
                why: Sentence {
                    fr: format!("« {} » n'est pas un coup : {}", malformed.text, malformed.expected.fr)
                        .into(),
                    en: malformed.to_string().into(),
                },
                ..Refusal::new("malformed", Text { fr: "", en: "" })
            },
            Refused::Stale => Refusal::stale(),
            Refused::OutOfTime(_) => Refusal::out_of_time(),
            Refused::Over => Refusal::over(),
            Refused::NothingToTakeBack => Refusal::nothing_to_take_back(),
            Refused::NoOffer => Refusal::no_offer(),
            Refused::OfferOpen => Refusal::offer_open(),
            Refused::NotSeated(_) => Refusal::not_yours(),
            Refused::TimeLeft(_) | Refused::TimeBackwards => Refusal::plain("time", refused),
        }
    }
}

/// What can't be set up: by the rulebook, or because the game has no such option.
impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Illegal(illegal) => Refused::Illegal(illegal).into(),
            SetupError::Rules { .. } => Refusal::other_rules(),
            SetupError::Position => Refusal::unreadable(),
            error => Refusal::both("setup", french::setup(&error), error),
        }
    }
}

/// A record that can't be read or replayed: the line is in `at`.
impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        let sentence = french::record(&error.problem);
        Refusal { at: vec![error.line.to_string()], ..Refusal::both("bad_record", sentence, error.problem) }
    }
}
