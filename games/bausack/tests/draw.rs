//! Pictures show every block, from the far ones to the near ones.

use bausack::draw::{Camera, contact_sheet, tower};
use bausack::{Block, Pose, Standing, Tower};

/// A tag that is opened is closed.
fn assert_sound(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for tag in ["g", "text", "svg"] {
        let opened = svg.matches(&format!("<{tag} ")).count() + svg.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn the_contact_sheet_has_every_block_with_its_number_and_name() {
    let sheet = contact_sheet();
    assert_sound(&sheet);
    for block in Block::all() {
        assert!(sheet.contains(&format!(">{}</text>", block.number())), "{block:?}");
        assert!(sheet.contains(&format!(">{}</text>", block.details().name.fr)), "{block:?}");
    }
}

/// A red cube before a green tile hides it, whichever stands first in the tower.
#[test]
fn what_is_near_is_drawn_last() {
    let [cube, tile] = [4, 11].map(|number| Block::numbered(number).unwrap());
    let near = Standing { block: cube, pose: Pose::upright([0, 19_000, 60_000]) };
    let far = Standing { block: tile, pose: Pose::upright([0, 4_000, -60_000]) };
    for blocks in [vec![near, far], vec![far, near]] {
        let svg = tower(&Tower { blocks, height: 38_000, margin: 0 }, Camera::new(0.0, 15.0), 2.0);
        assert_sound(&svg);
        assert!(svg.contains("3.8 cm"));
        // Red has little green and blue in it, green has more of both.
        let is_red = |line: &&str| {
            let channel = |at: usize| u8::from_str_radix(&line[at..at + 2], 16).unwrap();
            channel(13) > 2 * channel(15)
        };
        let colours: Vec<bool> = svg
            .lines()
            .filter(|line| line.starts_with("<path fill=\"#") && line.contains("stroke="))
            .map(|line| is_red(&line))
            .collect();
        let first_red = colours.iter().position(|&red| red).unwrap();
        assert!(first_red > 0 && colours[first_red..].iter().all(|&red| red), "{colours:?}");
    }
}
