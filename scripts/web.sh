#!/usr/bin/env bash
# Builds the pages into web/dist: the rules to WebAssembly, then the shell. Does nothing twice.
#   scripts/web.sh          everything
#   scripts/web.sh wasm     only the rules, for `npm run dev`
# WASM_PROFILE=wasm-release builds smaller and faster rules, in several times the time; WASM_RUSTFLAGS are
# further flags of the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${WASM_PROFILE:-wasm}
environment=$(scripts/wasm-toolchain.sh)
eval "$environment"
rustflags="${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS:-} ${WASM_RUSTFLAGS:-}"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$rustflags
export RUSTC=${WASM_RUSTC:-${RUSTC:-rustc}}

# Builds into target/wasm/$1, with the features that follow.
build() {
  local folder=target/wasm/$1
  shift
  cargo build --quiet --locked --package browser --lib --profile "$profile" --target wasm32-unknown-unknown \
    --target-dir "$folder" "$@"
}

# The rules of each game are a file of their own. So is the folder in which it is built: all are called browser.wasm.
build_game() {
  local game=$1 part
  # What all games share is built once; a game's folder begins as a copy of it.
  for part in "$profile" "wasm32-unknown-unknown/$profile"; do
    if ! [ -d "target/wasm/$game/$part" ]; then
      mkdir -p "$(dirname "target/wasm/$game/$part")"
      cp -a "target/wasm/shared/$part" "target/wasm/$game/$part"
    fi
  done
  build "$game" --features "catalog/$game"
  local built=target/wasm/$game/wasm32-unknown-unknown/$profile/browser.wasm
  cmp --silent "$built" "web/src/generated/$game.wasm" || cp "$built" "web/src/generated/$game.wasm"
}

# Meanwhile, what the pages are built with is fetched.
packages=
if [ "${1:-}" != wasm ] && { ! [ -d web/node_modules ] || [ web/package-lock.json -nt web/node_modules/.package-lock.json ]; }; then
  (cd web && npm ci --no-audit --no-fund) &
  packages=$!
fi

games=()
for folder in games/*/web; do
  games+=("$(basename "$(dirname "$folder")")")
done
build shared
export -f build build_game
export profile
printf '%s\n' "${games[@]}" | xargs -P "$(nproc)" -I {} bash -euo pipefail -c 'build_game {}'
[ "${1:-}" != wasm ] || exit 0
[ -z "$packages" ] || wait "$packages"

cd web
# What the pages are made of; a built page is newer than all of it.
sources=(src public index.html package-lock.json vite.config.ts ../games/*/web ../games/*/RULES.*.md ../games/*/lesson.json
  ../games/*/puzzles.txt)
if [ -f dist/index.html ] && [ -z "$(find "${sources[@]}" -newer dist/index.html -print -quit)" ]; then
  exit 0
fi
npm run --silent build
