use super::*;

fn path(targets: impl IntoIterator<Item = Target>) -> Path {
    Path::new(targets.into_iter().collect()).expect("a sound path")
}

fn upright(at: [i32; 3]) -> Target {
    Target::nearest(&Pose::upright(at))
}

/// A turn about the vertical by `quarter` hundredths of a right angle, from exact halves.
fn turned(hundredths: i32) -> Pose {
    let angle = f64::from(hundredths) * std::f64::consts::PI / 400.0;
    let part = |value: f64| (value * f64::from(WHOLE_TURN)) as i32;
    Pose { at: [0, 100_000, 0], turn: [0, part(angle.sin()), 0, part(angle.cos())] }
}

#[test]
fn a_path_survives_its_text() {
    let still = path(std::iter::repeat_n(upright([12_300, 250_000, -40_000]), 30));
    let across =
        path((0..200).map(|tick| upright([tick * 1_500 - 150_000, 300_000 - tick * 700, tick * 50])));
    let turning = path((0..=400).map(|hundredths| Target::nearest(&turned(hundredths))));
    for path in [still, across, turning] {
        let gesture = Gesture::Path(path);
        let text = gesture.to_string();
        assert!(text.len() <= LONGEST_TEXT && !text.contains(char::is_whitespace), "{text}");
        assert_eq!(text.parse(), Ok(gesture));
    }
}

#[test]
fn ten_seconds_of_the_wildest_path_fit_in_four_kilobytes() {
    let wild = path((0..300).map(|tick| {
        let mut pose = turned(if tick % 2 == 0 { 80 } else { 106 });
        pose.at = [if tick % 2 == 0 { -16_000 } else { 16_000 }, 100_000, 16_000 * (tick % 2)];
        Target::nearest(&pose)
    }));
    let text = Gesture::Path(wild).to_string();
    assert!((3_000..=4_096).contains(&text.len()), "{}", text.len());
}

#[test]
fn a_target_is_as_fine_as_a_person_can_aim() {
    for hundredths in 0..400 {
        let pose = turned(hundredths);
        let back = Target::nearest(&pose).pose();
        let error = pose.turn.iter().zip(back.turn).map(|(a, b)| (a.abs() - b.abs()).abs()).max();
        // 1/4000 of a whole is 0.03 degrees.
        assert!(error < Some(WHOLE_TURN / 4_000), "{pose:?} became {back:?}");
        assert_eq!(Target::nearest(&back), Target::nearest(&pose));
    }
}

#[test]
fn named_gestures_are_read_and_written() {
    for text in ["drop", "drop:3,-2,90,1", "drop:-400,400,-359,5"] {
        assert_eq!(text.parse::<Gesture>().map(|gesture| gesture.to_string()), Ok(text.to_owned()));
    }
    for text in [
        "",
        "Drop",
        "drop:",
        "drop:1,2,3",
        "drop:1,2,3,6",
        "drop:401,0,0,0",
        "drop:0,0,360,0",
        "drop:1,2,3,4,5",
    ] {
        assert!(text.parse::<Gesture>().is_err(), "{text}");
    }
}

#[test]
fn a_path_that_jumps_reaches_too_far_or_turns_too_fast_is_refused() {
    let too_far = Target { at: [REACH + 1, 0, 0], largest: 3, three: [0; 3] };
    let under_the_table = Target { at: [0, -1, 0], largest: 3, three: [0; 3] };
    let no_turn = Target { at: [0; 3], largest: 3, three: [4_095; 3] };
    let adds_up = Target { at: [600 * 1_023; 3], largest: 0, three: [80_000; 3] };
    for target in [too_far, under_the_table, no_turn, adds_up] {
        assert_eq!(Path::new(vec![target]), None, "{target:?}");
    }
    let jump = |to: [i32; 3]| Path::new(vec![upright([0, 100_000, 0]), upright(to)]);
    assert!(jump([FASTEST * STEP, 100_000, 0]).is_some());
    assert_eq!(jump([(FASTEST + 1) * STEP, 100_000, 0]), None);
    let spin = |hundredths| Path::new([0, hundredths].map(|h| Target::nearest(&turned(h))).to_vec());
    assert!(spin(26).is_some());
    assert_eq!(spin(28), None);
    assert_eq!(Path::new(Vec::new()), None);
    assert_eq!(Path::new(vec![upright([0; 3]); LONGEST + 1]), None);
}

#[test]
fn hostile_text_is_refused_before_it_costs_anything() {
    let good = Gesture::Path(path((0..40).map(|tick| upright([tick * 1_000, 200_000, 0])))).to_string();
    let start = std::time::Instant::now();
    let long = format!("{MARK}{}", "A".repeat(10_000_000));
    assert!(long.parse::<Gesture>().is_err());
    assert!(start.elapsed() < std::time::Duration::from_millis(200));
    for cut in 0..good.len() {
        assert!(good[..cut].parse::<Gesture>().is_err(), "cut to {cut}");
    }
    assert!(format!("{good}A").parse::<Gesture>().is_err());
    assert!(good.replace(MARK, "p2").parse::<Gesture>().is_err());
    // Any text of the right alphabet is refused, or is the one text of the path that it says.
    let mut text = good.into_bytes();
    for place in MARK.len()..text.len() {
        let before = text[place];
        for letter in *b"AZaz09-_ =\n" {
            text[place] = letter;
            let text = std::str::from_utf8(&text).unwrap();
            if let Ok(gesture) = text.parse::<Gesture>() {
                assert_eq!(gesture.to_string(), text);
            }
        }
        text[place] = before;
    }
}
