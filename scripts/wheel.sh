#!/usr/bin/env bash
# Builds the Python package into target/wheels: a wheel for CPython 3.10 and later, and with `--sdist` its source too. With
# `--stubs [FOLDER]` it writes the types of the compiled part instead, to python/ludotheque if no folder is named. It needs
# maturin; without one, it is installed beside the build.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=$PWD/target/python-package
if ! command -v maturin >/dev/null; then
  [ -x target/python-maturin/bin/maturin ] || { python3 -m venv target/python-maturin &&
    target/python-maturin/bin/pip install --quiet 'maturin>=1.15,<2'; }
  PATH=$PWD/target/python-maturin/bin:$PATH
fi
# From its own folder, so that the house's settings of the compiler are found.
cd python
if [ "${1-}" = --stubs ]; then
  maturin generate-stubs --profile release --out "$CARGO_TARGET_DIR/stubs"
  cp "$CARGO_TARGET_DIR/stubs/ludotheque/_native.pyi" "${2-ludotheque}/"
else
  rm -rf ../target/wheels
  maturin build --release --out ../target/wheels "$@"
fi
