//! Who judges, and how it searches, by name.

use anyhow::{Context as _, Result, bail};
use search::{AnySearch, Backup, DuelPlayer, LateActions, Network, NetworkSearch};
use std::sync::Arc;
use table::AnyGame;

/// The network of that name: none for `hand`, that of the setting for `best`, else a file.
pub fn load(name: &str, search: &dyn AnySearch, start: &dyn AnyGame) -> Result<Option<Arc<Network>>> {
    let shape = search.input_shape(start.typed()).context("this game has no inputs for networks")?;
    match name {
        "hand" => Ok(None),
        "best" => {
            let slot = search.network_slot(start.typed());
            let network = slot.and_then(|slot| slot.get(|| shape).cloned());
            Ok(Some(network.context("this setting has no network")?))
        }
        file => {
            let bytes = std::fs::read(file).with_context(|| format!("{file} can't be read"))?;
            Ok(Some(Arc::new(Network::read_for(&bytes, &shape).with_context(|| file.to_owned())?)))
        }
    }
}

/// The player `JUDGE` or `JUDGE@OPTION=VALUE,…`: with options, or with a bare `@`, it searches as those with networks do.
pub fn player(name: &str, search: &dyn AnySearch, start: &dyn AnyGame) -> Result<DuelPlayer> {
    let (judge, options) = match name.split_once('@') {
        Some((judge, options)) => (judge, Some(options)),
        None => (name, None),
    };
    let network = load(judge, search, start)?;
    let search = options.map(|options| read_options(search.network_search(), options)).transpose()?;
    Ok(DuelPlayer { network, search })
}

fn read_options(mut search: NetworkSearch, options: &str) -> Result<NetworkSearch> {
    let NetworkSearch { alphabeta, tree } = &mut search;
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').context("an option is KEY=VALUE")?;
        match key {
            "quiescence" => alphabeta.quiescence = value.parse()?,
            "margin" => alphabeta.margin = value.parse()?,
            "divisor" => alphabeta.late_divisor = value.parse()?,
            "late" => {
                alphabeta.late_actions = match value {
                    "full" => LateActions::Full,
                    "reduced" => LateActions::Reduced,
                    "pruned" => LateActions::Pruned,
                    _ => bail!("late actions are full, reduced or pruned"),
                };
            }
            "exploration" => tree.exploration = value.parse()?,
            "prior" => tree.prior_weight = value.parse()?,
            "cut-off" => tree.cut_off = value.parse()?,
            "to-the-end" => tree.to_the_end = value.parse()?,
            "ripe" => tree.visits_to_expand = value.parse()?,
            "backup" => {
                tree.backup = match value {
                    "playout" => Backup::Playout,
                    "best" => Backup::BestChild,
                    _ => bail!("what is backed up is playout or best"),
                };
            }
            _ => bail!("there is no option `{key}`"),
        }
    }
    Ok(search)
}
