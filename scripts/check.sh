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
