#!/usr/bin/env bash
# Every check of the house, in the order in which they fail fastest; ends with one line that counts the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

# A toolchain from Debian or a minimal rustup profile comes without these two.
for tool in rustfmt clippy; do
  cargo "${tool/rustfmt/fmt}" --version >/dev/null 2>&1 && continue
  rustup component add "$tool" 2>/dev/null || apt-get install -y "rust-$tool" 2>/dev/null || apt-get install -y "$tool"
done

echo "== format"
cargo fmt --all --check
echo "== lints"
cargo clippy --workspace --all-targets --quiet -- -D warnings
echo "== documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --lib --no-deps --quiet

echo "== tests"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
scripts/postgres.sh cargo test --workspace --no-fail-fast 2>&1 | tee "$log" || status=$?
awk '/^test result:/ { passed += $4; failed += $6 } END { printf "%d passed, %d failed\n", passed, failed }' "$log"
exit "$status"
