#!/usr/bin/env bash
# Runs a command with a NATS server to test with: scripts/nats.sh cargo test -p server cluster
# LUDOTHEQUE_TEST_NATS_SERVER is its program; the tests start it themselves. If it is not set, it is the one of the path,
# installed from Debian's packages if need be.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: $0 COMMAND [ARGUMENT]..." >&2
  exit 2
fi
if [ -z "${LUDOTHEQUE_TEST_NATS_SERVER:-}" ]; then
  PATH=$PATH:/usr/sbin:/usr/local/sbin
  if ! command -v nats-server >/dev/null; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq >&2
    # Debian would start one for the whole machine; nobody asked for it.
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
      apt-get install -y -qq --no-install-recommends nats-server >&2
  fi
  LUDOTHEQUE_TEST_NATS_SERVER=$(command -v nats-server)
  export LUDOTHEQUE_TEST_NATS_SERVER
fi
exec "$@"
