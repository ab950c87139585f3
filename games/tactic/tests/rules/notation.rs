//! The notation of actions and positions.

use crate::{position, spelled_out};
use game::{Game, Malformed};
use tactic::{Action, Options, Tactic, Variant};

#[test]
fn actions_are_read_as_written() {
    for text in ["3b-4c", "13a-12b", "@5c", "@10f", "lose 5c", "lose reserve", "pass"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "", "3b", "3b4c", "3b-", "-4c", "3b-4h", "3b-4c-5c", "@", "@ 5c", "lose", "lose 5z", "Pass", "pass ",
        "3b–4c",
    ] {
        assert!(matches!(text.parse::<Action>(), Err(Malformed { .. })), "{text}");
    }
}

#[test]
fn positions_are_saved_as_their_text() {
    for text in [
        "ppp/_6/...P.../_4/P.P 1 2,2 - 0,0 -,- base",
        "PPp/..pP/_6/p...../_4 1 0,2 - 4,1 -,- base",
        "pPp/_6/..P...P/_4/p.. 0 2,2 6d=6c 9,0 6c=6d*5+6f=6g*2,- base",
        "..p/..p./_11 0 2,2 T18 0,0 -,- capture",
    ] {
        let game = position(text);
        let saved = serde_json::to_string(&game).expect("a position can be saved");
        assert_eq!(saved, format!("{:?}", spelled_out(text)));
        assert_eq!(serde_json::from_str::<Tactic>(&saved).expect("and restored"), game);
    }
}

/// What can't be, is not read: each line breaks one thing.
#[test]
fn impossible_positions() {
    for (text, what) in [
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 -,-", "not seven words"),
        ("ppp/_6/...P.../_4/P.P 2 2,2 - 0,0 -,- base", "an unknown seat to act"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 -,- Base", "an unknown variant"),
        ("ppp/_6/...P.../_4/P.P 0 2,02 - 0,0 -,- base", "a reserve that is no number"),
        ("ppp/_6/...P.../_4/P.P 0 2 - 0,0 -,- base", "reserves that are not two words"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 6d 0,0 -,- base", "a step that can't be read"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 6c-6d,- base", "a shuttle that can't be read"),
        ("ppp/_6/...P..../_4/P.P 0 2,2 - 0,0 -,- base", "a line of the wrong length"),
        ("ppp/_6/...P.../_3/P.P 0 2,2 - 0,0 -,- base", "a wrong number of lines"),
        ("ppp/_6/...Q.../_4/P.P 0 2,2 - 0,0 -,- base", "an unknown piece"),
        ("ppp/_6/g..P.../_4/P.P 0 2,1 - 0,0 -,- base", "a guard on a station that is not a transit one"),
        ("ppp/_6/...P.../_4/PPP 0 2,2 - 0,0 -,- base", "more pieces than the box holds"),
        ("ppp/_6/.g.P.../_4/P.P 0 2,2 - 0,0 -,- base", "more pieces than the box holds"),
        ("ppp/_6/...P.../_4/P.. 0 2,2 - 0,0 -,- base", "a patrol missing"),
        ("ppp/_6/...P.../_4/P.P 0 2,1 - 0,0 -,- capture", "a guard missing"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 6b=6d*2,- base", "a shuttle where there can be none"),
        ("ppp/_10/P.../P.P 0 2,2 - 0,0 2b=2a*2,- base", "a shuttle where there can be none"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 6c=6d*7,- base", "a shuttle of too many turns"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 6b=6c*2,- base", "a shuttle without its patrol"),
        (
            "ppp/_6/..PP.../_4/P.. 0 2,2 - 0,0 6e=6d*1+6b=6c*1,- base",
            "shuttles in the wrong order or too many",
        ),
        ("ppp/_6/...P.../_4/P.P 0 2,2 T14 0,0 -,- base", "an end that is none, or none where there is one"),
        ("PPP/_6/...p.../_4/p.p 0 2,2 - 0,0 -,- base", "an end that is none, or none where there is one"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 60,0 -,- base", "an end that is none, or none where there is one"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 - 0,2 -,- base", "an end that is none, or none where there is one"),
        (
            "ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 6c=6d*6,- base",
            "an end that is none, or none where there is one",
        ),
        ("_/...p/.....P/_10 0 2,2 T18 0,0 -,- capture", "an end that is none, or none where there is one"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 paid 0,0 -,- passage", "a turn that can't have begun so"),
        ("ppp/_6/...P.../_4/P.P 0 1,2 paid 0,0 -,- base", "a turn that can't have begun so"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 guard 0,0 -,- base", "a turn that can't have begun so"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 >6c 0,0 -,- base", "a turn that can't have begun so"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 >1a 0,0 -,- base", "a turn that can't have begun so"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 6b=6d 0,0 -,- base", "a turn that can't have begun so"),
        ("ppp/_6/...P.../_4/P.P 0 2,2 6c=6d 1,1 -,- base", "a turn that can't have begun so"),
        ("PPp/..pP/_4/..G.../_/p...../_4 0 1,2 guard 0,0 -,- base", "a turn that can't have begun so"),
    ] {
        let spelled = spelled_out(text);
        let error = spelled.parse::<Tactic>().map(|_| ()).expect_err(text);
        assert_eq!(error.to_string(), format!("{what} in `{spelled}`"));
    }
}

/// What somebody sets up and the box can't show, or no game comes to.
#[test]
fn set_ups_that_an_article_forbids() {
    for (text, variant, article) in [
        ("ppp/_6/g..P.../_4/P.P 0 2,1 - 0,0 -,- base", Variant::Base, Some("T7")),
        ("ppp/_6/...P.../_4/PPP 0 2,2 - 0,0 -,- base", Variant::Base, Some("T3")),
        ("ppp/_6/.g.P.../_4/P.P 0 2,2 - 0,0 -,- base", Variant::Base, Some("T3")),
        ("ppp/_6/...P.../_4/P.. 0 2,2 - 0,0 -,- base", Variant::Base, Some("T12")),
        ("ppp/_6/...P.../_4/P.. 0 2,2 - 0,0 -,- passage", Variant::Passage, Some("T19")),
        ("ppp/_6/...P.../_4/P.P 0 2,1 - 0,0 -,- capture", Variant::Capture, Some("T18")),
        ("PPP/_6/...p.../_4/p.p 0 2,2 - 0,0 -,- base", Variant::Base, Some("T14")),
        ("ppp/_11/... 0 2,2 - 0,0 -,- capture", Variant::Capture, Some("T18")),
        ("ppp/_6/...Q.../_4/P.P 0 2,2 - 0,0 -,- base", Variant::Base, None),
    ] {
        let options = Options { variant };
        let text = spelled_out(text);
        assert!(Tactic::read_position(&text, &options, 2).is_none(), "{text}");
        let forbidden = Tactic::forbids_position(&text, &options, 2).map(|illegal| illegal.article);
        assert_eq!(forbidden, article, "{text}");
    }
}
