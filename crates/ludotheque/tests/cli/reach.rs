//! `reach`: the depths of bots, compared.

use crate::{error_output, json, ludotheque, stdout};

#[test]
fn the_first_bot_is_the_measure_of_the_others() {
    let told = stdout(&mut ludotheque(
        "reach basik alphabeta alphabeta alphabeta:no-order --positions 8 --time 40 --json",
    ));
    let [first, same, unordered] = &told.lines().map(json).collect::<Vec<_>>()[..] else { panic!("{told}") };
    let figure = |report: &serde_json::Value, name: &str| report[name].as_f64().unwrap();
    assert_eq!((figure(first, "time"), figure(first, "nodes")), (1.0, 1.0));
    assert_eq!(figure(same, "nodes"), 1.0, "the same bot needs the same nodes: {told}");
    assert!(figure(unordered, "nodes") > 1.2, "{told}");
    assert!(figure(first, "depth") >= 1.0 && figure(first, "nodes_per_second") > 0.0, "{told}");
}

#[test]
fn what_can_not_be_measured_is_said() {
    let message = |arguments: &str, code| error_output(&mut ludotheque(arguments), code);
    assert!(message("reach basik alphabeta", 2).contains("2 values"));
    assert!(message("reach basik alphabeta nobody", 1).contains("nobody"));
    assert!(message("reach basik alphabeta greedy --positions 1", 1).contains("greedy"));
    assert!(message("reach bausack level1 level2", 1).contains("hasty"));
}
