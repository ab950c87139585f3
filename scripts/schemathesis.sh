#!/usr/bin/env bash
# Tries every operation of the API with requests that its description allows, and with some that it does not, and compares
# the answers with the description: schemathesis (PyPI), against a house of its own.
#   scripts/schemathesis.sh 100      so many requests of each kind for each operation
set -euo pipefail
cd "$(dirname "$0")/.."
examples=${1:-10}

# Debian's Python has no ensurepip without this package.
if ! python3 -c "import ensurepip" 2>/dev/null; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends python3-venv
fi
python=target/schemathesis
[ -x $python/bin/schemathesis ] || {
  python3 -m venv $python
  $python/bin/pip install --quiet --disable-pip-version-check "schemathesis>=4.32,<5"
}

program=${LUDOTHEQUE_BIN:-target/debug/ludotheque}
[ -n "${LUDOTHEQUE_BIN:-}" ] || cargo build --quiet --locked --workspace --bins
work=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
"$program" serve --listen "127.0.0.1:$port" --data "$work/data" >"$work/house" 2>&1 &
house=$!
trap 'kill $house 2>/dev/null; wait $house 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  "$program" health "http://127.0.0.1:$port" >/dev/null 2>&1 && break
  sleep 0.1
done

# A table that operations on tables find, and a person whose name is known.
export TABLE
TABLE=$(curl -sS -H 'content-type: application/json' "http://127.0.0.1:$port/api/tables" \
  -d '{"game": "tactic", "seats": ["me", "open"], "open": true}' | sed 's/.*"id":"\([^"]*\)".*/\1/')

# No faster than the house allows one address.
out=$work/out
status=0
SCHEMATHESIS_HOOKS=scripts/schemathesis/hooks.py \
  $python/bin/schemathesis --config-file scripts/schemathesis/schemathesis.toml run \
  "http://127.0.0.1:$port/api/openapi.json" --max-examples "$examples" >"$out" 2>&1 || status=$?
# Nothing that it was sent has shaken the house.
"$program" health "http://127.0.0.1:$port" >/dev/null || status=1
if [ $status -eq 0 ]; then
  sed -n 's/^  \([0-9]* generated\),.*/\1 requests for the API, every answer as described/p' "$out"
  echo " 1 passed"
else
  cat "$out"
  tail -20 "$work/house"
  echo " 1 failed"
fi
exit $status
