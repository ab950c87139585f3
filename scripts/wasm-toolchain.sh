#!/usr/bin/env bash
# Prints the `export` lines with which `cargo build --target wasm32-unknown-unknown` works; installs what is missing.
#   eval "$(scripts/wasm-toolchain.sh)"
# The ways, in this order: the active toolchain knows the target; rustup can add it; Debian's packages `rustc-web` and
# `rust-web-src`, from which the standard library is built once into a cache (a minute or two).
# WASM_TOOLCHAIN=rustup or =debian asks for one of them. RUSTUP_AUTO_INSTALL=0 keeps rustup from downloading anything.
set -euo pipefail

target=wasm32-unknown-unknown
way=${WASM_TOOLCHAIN:-}

say() { echo "wasm toolchain: $*" >&2; }

if [ -z "$way" ]; then
  if ls "$(rustc --print target-libdir --target $target)"/libstd-*.rlib >/dev/null 2>&1; then
    exit 0
  fi
  way=debian
  if command -v rustup >/dev/null && [ "${RUSTUP_AUTO_INSTALL:-1}" != 0 ]; then way=rustup; fi
fi

if [ "$way" = rustup ]; then
  say "rustup target add $target"
  if rustup target add $target >&2; then exit 0; fi
  [ -z "${WASM_TOOLCHAIN:-}" ] || exit 1
  say "rustup could not; trying Debian's packages"
fi

debian_rustc=/usr/bin/rustc
if ! [ -x $debian_rustc ] || ! [ -d /usr/lib/rustlib/src/rust/library ] || ! command -v wasm-ld-22 >/dev/null; then
  say "apt-get install rustc-web rust-web-src lld-22"
  sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq >&2
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends rustc-web rust-web-src lld-22 >&2
fi

version=$($debian_rustc -vV | sha256sum | cut -c1-16)
sysroot=${XDG_CACHE_HOME:-$HOME/.cache}/wasm-std/$version
if ! [ -f "$sysroot/.done" ]; then
  say "building the standard library for $target into $sysroot"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/src"
  : >"$work/src/lib.rs"
  cat >"$work/Cargo.toml" <<'TOML'
[package]
name = "seed"
version = "0.0.0"
edition = "2021"
[lib]
crate-type = ["rlib"]
[workspace]
TOML
  # Bitcode is embedded because a profile with link-time optimisation asks for it. RUSTC_BOOTSTRAP is for this build
  # alone: our own crates are built as on a stable compiler.
  (
    cd "$work"
    env -u RUSTFLAGS RUSTC_BOOTSTRAP=1 RUSTC=$debian_rustc \
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=-Cembed-bitcode=yes \
      cargo build -q --release -Zbuild-std=std,panic_abort --target $target --target-dir "$work/target" >&2
  )
  libraries=$sysroot/lib/rustlib/$target/lib
  mkdir -p "$libraries"
  find "$work/target/$target/release/deps" -name 'lib*.rlib' ! -name 'libseed*' -exec cp {} "$libraries/" \;
  touch "$sysroot/.done"
fi

echo "export WASM_RUSTC=$debian_rustc"
echo "export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22"
echo "export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='--sysroot $sysroot'"
