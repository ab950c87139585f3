#!/usr/bin/env bash
# Trains a network from nothing: games, training, a check, and in the end a match against the bot without a network. What is
# there already is continued: it may be cut off at any moment.
#   scripts/train.sh basik --seats 2             the game and its setting, as for `ludotheque selfplay`
# These variables change it: OUT, the folder for it all; GENERATIONS; LIMIT, seconds of games and of training in each; NODES for
# an action; PLAY, LEARN and MATCH, further words for `ludotheque selfplay`, training/train.py and `ludotheque network match`;
# PYTHON, which has PyTorch (with LEARN=--numpy, only numpy).
set -euo pipefail
cd "$(dirname "$0")/.."

name=$(tr -cs 'a-z0-9\n' - <<<"$*")
out=${OUT:-target/networks/$name}
limit=${LIMIT:-90} nodes=${NODES:-400}
ludotheque=${LUDOTHEQUE:-target/release/ludotheque}
mkdir -p "$out"
read -ra play <<<"${PLAY:-}"
read -ra learn <<<"${LEARN:-}"
read -ra match <<<"${MATCH:-}"

judge=hand data=()
for generation in $(seq "${GENERATIONS:-2}"); do
  games=$out/$generation.data network=$out/$generation.net
  data+=("$games")
  if ! [ -f "$network" ]; then
    echo "== generation $generation: games"
    "$ludotheque" selfplay "$@" --out "$games" --judge "$judge" --nodes "$nodes" --seconds "$limit" --seed "$generation" "${play[@]}"
    echo "== generation $generation: training"
    "${PYTHON:-python3}" training/train.py --out "$network" --seconds "$limit" --note "generation $generation, $nodes nodes an action" \
      "${learn[@]}" "${data[@]}"
  fi
  echo "== generation $generation: check"
  "$ludotheque" network check "$@" "$network" --data "$games" --positions 20000 --floats "$network.floats"
  judge=$network
done
echo "== match"
"$ludotheque" network match "$@" "$judge" hand --seed 1000 "${match[@]}"
echo "$judge: put it into the game's folder if it wins"
