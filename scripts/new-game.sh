#!/usr/bin/env bash
# Makes the folder of a new game, which compiles, plays and passes its tests, and puts it on the shelf:
#   scripts/new-game.sh quarto
# It is a game of ten stones; write yours over it. CONTRIBUTING.md says how to go on.
set -euo pipefail
cd "$(dirname "$0")/.."

name=${1:-}
if ! [[ $name =~ ^[a-z][a-z0-9]*$ ]]; then
  echo "usage: $0 NAME, of small letters and digits" >&2
  exit 2
fi
if [ -e "games/$name" ] || [ -e "crates/$name" ] || grep -q "^name = \"$name\"$" Cargo.lock; then
  echo "there is a crate of the name $name already" >&2
  exit 1
fi

title=${name^}
cp -r scripts/new-game "games/$name"
find "games/$name" -type f -exec sed -i "s/NAME/$name/g; s/TITLE/$title/g; s/TYPE/$title/g; s/LETTER/${title:0:1}/g" {} +

# One line in the workspace, two in the catalogue's manifest, one on the shelf.
sed -i "/^# The games$/a $name = { path = \"games/$name\" }" Cargo.toml
sed -i -E "s/^(default = \[.*)\]$/\1, \"$name\"]/; /^default = /a $name = [\"dep:$name\"]" crates/catalog/Cargo.toml
sed -i "/^\[dependencies\]$/a $name = { workspace = true, optional = true }" crates/catalog/Cargo.toml
sed -i "/^pub static GAMES/,/^];/ s/^];/    #[cfg(feature = \"$name\")]\n    CatalogGame::listed(\&Erased($name::BOTS)),\n];/" \
  crates/catalog/src/lib.rs
cargo fmt --package "$name" --package catalog

UPDATE=1 cargo test --quiet --package "$name" golden
echo "games/$name is there: cargo test -p $name; cargo run -- play $name"
echo "On the shelf of the pages too: UPDATE=1 cargo test -p catalog"
