#!/usr/bin/env bash
# Builds the archive of a release into target/dist: `make release`.
# Whoever has the same commit, compiler and Node gets the same bytes, in whatever folder: times come from the commit,
# and no path of this machine is left in the files.
set -euo pipefail
cd "$(dirname "$0")/.."

target=x86_64-unknown-linux-gnu
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
name=ludotheque-$version-x86_64-linux
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export TZ=UTC LC_ALL=C
cargo_home=${CARGO_HOME:-$HOME/.cargo}
remap="--remap-path-prefix=$PWD=/ludotheque --remap-path-prefix=$cargo_home=/cargo"
# Of what is written in C.
export CFLAGS="-ffile-prefix-map=$PWD=/ludotheque -ffile-prefix-map=$cargo_home=/cargo -g0"

echo "== pages"
WASM_PROFILE=wasm-release WASM_RUSTFLAGS=$remap scripts/web.sh

# One for every processor since 2009, one for those since 2013; the first becomes the second where it can
# (crates/ludotheque/src/faster_build.rs). Both are static, so that they run on every distribution.
for level in v2 v3; do
  echo "== x86-64-$level"
  RUSTFLAGS="-C target-cpu=x86-64-$level -C target-feature=+crt-static $remap" \
    cargo build --quiet --locked --profile dist --package ludotheque --target $target --target-dir target/dist/$level
done

echo "== archive"
files=target/dist/$name
rm -rf "$files"
mkdir -p "$files"
cp target/dist/v2/$target/dist/ludotheque "$files/ludotheque"
cp target/dist/v3/$target/dist/ludotheque "$files/ludotheque-$version-x86-64-v3"
"$files/ludotheque" manual "$files"
node scripts/dependencies.mjs "$files"
cp -r README.md CHANGELOG.md SECURITY.md LICENSE-MIT LICENSE-APACHE deploy "$files"
mkdir "$files/docs"
cp docs/*.md "$files/docs"
find "$files" -type d -exec chmod 755 {} +
find "$files" -type f -exec chmod 644 {} +
chmod 755 "$files/ludotheque" "$files/ludotheque-$version-x86-64-v3"
tar --create --sort=name --format=posix --pax-option=delete=atime,delete=ctime --owner=0 --group=0 --numeric-owner \
  --mtime="@$SOURCE_DATE_EPOCH" --directory target/dist "$name" | gzip -9 --no-name >"target/dist/$name.tar.gz"
(cd target/dist && sha256sum "$name.tar.gz" | tee SHA256SUMS)
