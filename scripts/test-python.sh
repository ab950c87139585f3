#!/usr/bin/env bash
# The tests of the Python package, in a virtual environment of its own: the wheel is built, installed and tried as others
# would. With `notebooks` as an argument, the one that needs PyTorch is executed too.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=target/python-tests
if ! [ -x "$environment/bin/python" ]; then
  if ! python3 -m venv "$environment"; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends python3 python3-venv
    python3 -m venv "$environment"
  fi
fi
bin=$PWD/$environment/bin
quietly() { "$@" >"$environment/log" 2>&1 || { cat "$environment/log"; return 1; }; }

(cd python && cargo fmt --check)
# As others have it, but for what takes a release long.
export CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
quietly "$bin/pip" install --requirement python/tests/requirements.txt
PATH=$bin:$PATH quietly scripts/wheel.sh
quietly "$bin/pip" install --force-reinstall --no-deps target/wheels/ludotheque-*.whl

# The types are what the compiled part says of itself.
PATH=$bin:$PATH quietly scripts/wheel.sh --stubs "$PWD/$environment"
diff -u python/ludotheque/_native.pyi "$environment/_native.pyi" || {
  echo "python/ludotheque/_native.pyi is not current: scripts/wheel.sh --stubs writes it"
  exit 1
}

if [ "${1-}" = notebooks ]; then
  quietly "$bin/pip" install torch
fi
export LUDOTHEQUE_BIN=${LUDOTHEQUE_BIN:-$PWD/target/debug/ludotheque}
[ -x "$LUDOTHEQUE_BIN" ] || cargo build --quiet --package ludotheque
cd python
"$bin/mypy" --no-error-summary
# Away from the sources: what is tried is what is installed.
"$bin/python" -I -m pytest --quiet -p no:cacheprovider --color=no --import-mode=importlib \
  "tests${1:+/test_notebooks.py}"
