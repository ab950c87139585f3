#!/usr/bin/env bash
# What can be said of the code without running a test: format, lints, types, documentation. Run it
# before every commit; `make test` begins with it.
set -euo pipefail
cd "$(dirname "$0")/.."

# A toolchain from Debian or a minimal rustup profile comes without these two.
for tool in rustfmt clippy; do
  cargo "${tool/rustfmt/fmt}" --version >/dev/null 2>&1 && continue
  rustup component add "$tool" 2>/dev/null || apt-get install -y "rust-$tool" 2>/dev/null || apt-get install -y "$tool"
done

echo "== format"
cargo fmt --all --check
echo "== pages"
scripts/web.sh
(cd web && npm run --silent lint && npm run --silent check)
echo "== lints"
cargo clippy --workspace --all-targets --quiet -- -D warnings
echo "== documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --lib --no-deps --quiet

# What became known of code of others. Licences, sources and duplicates are checked by a test, without a network.
echo "== advisories"
if cargo deny --version >/dev/null 2>&1; then
  cargo deny --log-level error check licenses bans sources
  if cargo deny --log-level error fetch db >/dev/null 2>&1; then
    cargo deny --log-level error check advisories
  else
    echo "the advisories of Rust can't be reached: not checked"
  fi
else
  echo "cargo-deny is not installed (cargo install cargo-deny): the advisories of Rust were not checked"
fi
# An answer names the vulnerabilities; what is no answer has none.
answer=$(cd web && npm audit --package-lock-only --json 2>/dev/null) || true
case $answer in
  *'"vulnerabilities"'*) (cd web && npm audit --package-lock-only --audit-level=high) ;;
  *) echo "the advisories of npm can't be reached: not checked" ;;
esac
