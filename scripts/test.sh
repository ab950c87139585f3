#!/usr/bin/env bash
# Every check of the house: first what needs no test run (`check.sh`), then all tests; ends with one line that counts them.
set -euo pipefail
cd "$(dirname "$0")/.."

# The browser's tests use the system's browsers.
missing=()
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium fonts-dejavu-core)
[ -x "${FIREFOX:-/usr/bin/firefox-esr}" ] || missing+=(firefox-esr)
command -v WebKitWebDriver > /dev/null || missing+=(webkit2gtk-driver)
command -v Xvfb > /dev/null || missing+=(xvfb)
if [ "${#missing[@]}" -gt 0 ]; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

scripts/check.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
echo "== tests"
scripts/postgres.sh scripts/nats.sh cargo test --workspace --no-fail-fast 2>&1 | tee -a "$log" || status=$?
echo "== a new game"
scripts/test-new-game.sh 2>&1 | tee -a "$log" || status=$?
echo "== Python"
scripts/test-python.sh 2>&1 | tee -a "$log" || status=$?
echo "== training of a network"
scripts/test-training.sh 2>&1 | tee -a "$log" || status=$?
echo "== deployment"
scripts/test-deploy.mjs 2>&1 | tee -a "$log" || status=$?
echo "== tests of the pages"
(cd web && NO_COLOR=1 npm run --silent test) 2>&1 | tee -a "$log" || status=$?
echo "== tests in a browser"
# On a port of its own: nobody else's pages are tested by mistake.
(cd web && PORT=$((20000 + RANDOM % 20000)) NO_COLOR=1 ../scripts/postgres.sh ../scripts/nats.sh npm run --silent e2e) 2>&1 | tee -a "$log" || status=$?

# `test result: ok. 3 passed; 0 failed` of Rust, `1 failed, 35 passed in 4.20s` of Python, `Tests  1 failed | 35 passed
# (36)` of the pages' units, and `32 passed`, `1 failed` on lines of their own of the browser's.
awk '
  /^test result:/ { passed += $4; failed += $6; next }
  /^[0-9]+ (passed|failed|error).* in [0-9.]+s/ {
    for (i = 1; i < NF; i++) { if ($(i + 1) ~ /^passed/) passed += $i; if ($(i + 1) ~ /^(failed|error)/) failed += $i }
    next
  }
  /^ *Tests / { for (i = 2; i < NF; i++) { if ($(i + 1) == "passed") passed += $i; if ($(i + 1) == "failed") failed += $i }; next }
  /^ +[0-9]+ (passed|failed)/ { if ($2 == "passed") passed += $1; else failed += $1 }
  /^ +[0-9]+ flaky/ { passed += $1; again += $1 }
  END { printf "%d passed, %d failed%s\n", passed, failed, again ? ", " again " of them on a second try" : "" }
' "$log"
echo "in $((SECONDS / 60)) minutes"
exit "$status"
