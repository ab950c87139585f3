#!/usr/bin/env bash
# Looks for inputs that break what reads texts of strangers (fuzz/src/lib.rs), guided by coverage, with the stable
# toolchain. What breaks a target is kept in fuzz/seeds, where `cargo test -p fuzz` tries it from then on.
#   scripts/fuzz.sh                60 seconds for each target
#   scripts/fuzz.sh 600 records    so many seconds, for these targets alone
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift

# libFuzzer itself is C++.
if ! command -v c++ >/dev/null; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends g++
fi

triple=$(rustc -vV | sed -n 's/^host: //p')
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-sanitizer-coverage-trace-compares"
# For the target alone: build scripts and macros are built as ever.
RUSTFLAGS="${coverage//$'\n'/ }" cargo build --quiet --locked --package fuzz --features libfuzzer --profile fuzz \
  --target "$triple" --target-dir target/fuzz ${FUZZ_JOBS:+--jobs "$FUZZ_JOBS"}
program=target/fuzz/$triple/fuzz/fuzz

targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(records actions positions weights requests gestures answers)
found=0
for target in "${targets[@]}"; do
  corpus=target/fuzz/corpus/$target
  mkdir -p "$corpus"
  log=target/fuzz/$target.log
  longest=$(sed -n "s/.*name: \"$target\".*longest: \([0-9_]*\).*/\1/p" fuzz/src/lib.rs | tr -d _)
  # New inputs go to the first folder. An input that takes 10 seconds is a finding like any other.
  if FUZZ_TARGET=$target "$program" "$corpus" "fuzz/seeds/$target" -artifact_prefix="fuzz/seeds/$target/found-" \
    -max_total_time="$seconds" -max_len="$longest" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -verbosity=1 >"$log" 2>&1; then
    awk -v target="$target" '
      /stat::number_of_executed_units/ { runs = $2 }
      /stat::average_exec_per_sec/ { rate = $2 }
      / cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") coverage = $(i + 1) } }
      END { printf "%s: %d inputs, %d a second, %d edges reached, nothing found\n", target, runs, rate, coverage }
    ' "$log"
  else
    found=1
    echo "$target: broken by an input that is kept in fuzz/seeds/$target:"
    grep -m1 -A3 "panicked at\|ERROR: libFuzzer" "$log" || tail -5 "$log"
  fi
done
exit "$found"
