//! French sentences for what the table says in English: what is wrong with a record or a set-up.

use crate::Refusal;
use table::{Problem, SetupError};

/// What is wrong with a record.
pub(crate) fn record(problem: &Problem) -> String {
    match problem {
        Problem::NotARecord => "ce n'est pas une partie notée ; sa première ligne devrait le dire".to_owned(),
        Problem::Version(version) => format!("la version {version} des parties notées ne se lit pas ici"),
        Problem::Missing { expected } => format!("il devrait y avoir ici « {expected}: … »"),
        Problem::Unexpected => "cette ligne de l'en-tête n'a pas de sens ici".to_owned(),
        Problem::Value { key, value, .. } => format!("« {value} » ne convient pas à « {key} »"),
        Problem::BreaksOff => "la partie s'interrompt : une ligne vide devrait terminer l'en-tête".to_owned(),
        Problem::CutOff => {
            "la partie est coupée : sa dernière ligne devrait finir comme les autres".to_owned()
        }
        Problem::Entry { text, .. } => format!("« {text} » n'est pas une ligne de partie"),
        Problem::Nature(what) => format!("la Nature fait autre chose ici : « {what} »"),
        Problem::Referee(here) => {
            format!("un autre arbitre a jugé cela, que l'on ne peut plus interroger ; ici, c'est {here}")
        }
        Problem::TimeBackwards => "le temps recule".to_owned(),
        Problem::Rules { found, known } => {
            format!("la partie suit la version {found} des règles ; on joue ici la version {known}")
        }
        Problem::TooLong => "cette partie est trop longue à juger".to_owned(),
        Problem::Setup(error) => setup(error),
        Problem::Refused(refused) => Refusal::from(refused.clone()).why.fr.into_owned(),
        Problem::Result(expected) => format!("le résultat devrait être {expected}"),
    }
}

/// Why a table can't be set up so.
pub(crate) fn setup(error: &SetupError) -> String {
    match error {
        SetupError::Seats { game, least, most, asked } if least == most => {
            format!("{game} se joue à {least}, non à {asked}")
        }
        SetupError::Seats { game, least, most, asked } => {
            format!("{game} se joue de {least} à {most}, non à {asked}")
        }
        SetupError::Key { game, key, known } => {
            format!("{game} n'a pas d'option « {key} » (il y a : {known})")
        }
        SetupError::Value { key, value, known } => {
            format!("« {value} » n'est pas une valeur de « {key} » (il y a : {known})")
        }
        SetupError::Options(_) => "ces options ne vont pas ensemble".to_owned(),
        SetupError::Rules { found, known } => {
            format!("la partie suit la version {found} des règles ; on joue ici la version {known}")
        }
        SetupError::Position => "les règles d'aujourd'hui ne lisent pas cette position".to_owned(),
        SetupError::Illegal(illegal) => illegal.why.fr.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Refusal;
    use game::Malformed;
    use table::{Problem, RecordError, Refused, SetupError};

    /// What people may be told about something they typed, chose or brought is said in both languages.
    #[test]
    fn people_are_told_in_both_languages() {
        let value = || "x".to_owned();
        let setups = [
            SetupError::Seats { game: "G", least: 2, most: 4, asked: 5 },
            SetupError::Key { game: "G", key: value(), known: value() },
            SetupError::Value { key: value(), value: value(), known: value() },
            SetupError::Options(value()),
            SetupError::Position,
        ];
        let problems = [
            Problem::NotARecord,
            Problem::Version(value()),
            Problem::Missing { expected: "seats" },
            Problem::Unexpected,
            Problem::Value { key: value(), value: value(), expected: "a number" },
            Problem::BreaksOff,
            Problem::CutOff,
            Problem::Entry { text: value(), expected: "a step" },
            Problem::Nature(value()),
            Problem::Referee("none"),
            Problem::TimeBackwards,
            Problem::Rules { found: 1, known: 2 },
            Problem::TooLong,
            Problem::Setup(SetupError::Options(value())),
            Problem::Refused(Refused::Over),
            Problem::Result(value()),
        ];
        let records = problems.map(|problem| Refusal::from(RecordError { line: 3, problem }));
        let refusals = setups.map(Refusal::from).into_iter().chain(records);
        for Refusal { why, .. } in refusals {
            assert_ne!(why.fr, why.en);
            assert!(!why.fr.is_empty() && !why.en.is_empty());
        }
    }

    #[test]
    fn what_is_no_action_is_explained_in_both_languages() {
        let expected = game::Text { fr: "b2 pose", en: "b2 places" };
        let refusal = Refusal::from(Refused::Malformed(Malformed::new("hop", expected)));
        assert_eq!(refusal.why.fr, "« hop » n'est pas un coup : b2 pose");
        assert_eq!(refusal.why.en, "`hop` is not an action: b2 places");
    }
}
