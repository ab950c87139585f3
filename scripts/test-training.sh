#!/usr/bin/env bash
# Trains two generations of a tiny network with numpy, and plays it: the chain of scripts/train.sh, in seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

python=target/python-small
[ -x $python/bin/pip ] || python3 -m venv $python
$python/bin/pip install --quiet --disable-pip-version-check -r training/requirements-small.txt
cargo build --quiet --package ludotheque
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export OUT=$out LUDOTHEQUE=target/debug/ludotheque PYTHON=$python/bin/python
export NODES=20 PLAY="--positions 3000 --threads 1" LEARN="--numpy --passes 4" MATCH="--nodes 20 --games 20"
log=$out/log
scripts/train.sh tactic --set variant=passage | tee "$log"
# It knows more than nothing (whose log loss is that of even chances, 0.693), and what plays is what was trained.
awk '/ positions: log loss / { checked += 1; if ($5 + 0 >= 0.68) bad = 1 }
  /^off from the training by / { exported += 1 }
  / against hand: 20 games, / { played += 1 }
  END { exit bad || checked != 2 || exported != 2 || played != 1 }' "$log"
# Once more, nothing is trained anew.
! scripts/train.sh tactic --set variant=passage | grep -q training
echo "test result: ok. 1 passed; 0 failed"
