#!/usr/bin/env bash
# A house of several nodes on this machine, to look at: three gateways and two workers, on a PostgreSQL and a NATS of their
# own, behind haproxy. What they keep is gone when it stops.
#   scripts/cluster.sh             until it is interrupted
#   scripts/cluster.sh COMMAND     while the command runs; HOUSE is the address
# LUDOTHEQUE_BIN is the program, target/quick/ludotheque if it is not set; HOUSE_PORT the first of nine ports, from 8080;
# HOUSE_COUNT how many gateways there are (1, 2 or 3). The command also finds the addresses of the gateways in
# HOUSE_ADDRESSES, those of their metrics in HOUSE_METRICS, and the processes in HOUSE_GATEWAYS, HOUSE_WORKERS and HOUSE_NATS.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/usr/local/sbin

if [ -z "${LUDOTHEQUE_TEST_POSTGRES:-}" ] || [ -z "${LUDOTHEQUE_TEST_NATS_SERVER:-}" ]; then
  exec scripts/postgres.sh scripts/nats.sh "$0" "$@"
fi
if ! command -v haproxy >/dev/null; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends haproxy >&2
fi

program=${LUDOTHEQUE_BIN:-target/quick/ludotheque}
port=${HOUSE_PORT:-8080}
export HOUSE_ADDRESSES="" HOUSE_METRICS="" HOUSE_GATEWAYS="" HOUSE_WORKERS="" HOUSE_NATS=""
folder=$(mktemp -d "${TMPDIR:-/tmp}/ludotheque-cluster.XXXXXX")
nodes=()
finish() {
  local status=$?
  trap - EXIT
  [ ${#nodes[@]} -eq 0 ] || kill "${nodes[@]}" 2>/dev/null || true
  wait
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT
trap 'exit 0' INT TERM HUP

start() {
  "$@" >>"$folder/log" 2>&1 &
  nodes+=($!)
}
answers() {
  for _ in $(seq 300); do
    "$program" health "$1" >/dev/null 2>&1 && return
    sleep 0.1
  done
  tail "$folder/log" >&2
  exit 1
}

start "$LUDOTHEQUE_TEST_NATS_SERVER" --addr 127.0.0.1 --port $((port + 1)) --jetstream --store_dir "$folder/nats"
HOUSE_NATS=${nodes[-1]}
sleep 0.5
export LUDOTHEQUE_DATABASE=$LUDOTHEQUE_TEST_POSTGRES LUDOTHEQUE_NATS=nats://127.0.0.1:$((port + 1)) RUST_LOG=${RUST_LOG:-warn}
for node in 1 2 3; do
  address=127.0.0.1:$((port + 1 + node))
  export "HOUSE_NODE_$node=$address"
  [ "$node" -le "${HOUSE_COUNT:-3}" ] || continue
  start "$program" serve --listen "$address" --behind-proxy --no-work --metrics-listen "127.0.0.1:$((port + 5 + node))"
  echo "gateway $node: http://$address, process ${nodes[-1]}"
  answers "http://$address"
  HOUSE_ADDRESSES+="$address " HOUSE_METRICS+="127.0.0.1:$((port + 5 + node)) " HOUSE_GATEWAYS+="${nodes[-1]} "
done
for worker in 1 2; do
  start "$program" work --workers 1
  HOUSE_WORKERS+="${nodes[-1]} "
  echo "worker $worker: process ${nodes[-1]}"
done
HOUSE_LISTEN=127.0.0.1:$port start haproxy -f deploy/cluster/haproxy.cfg
export HOUSE=http://127.0.0.1:$port
answers "$HOUSE"
echo "The house is open: $HOUSE"
if [ $# -gt 0 ]; then "$@"; else wait; fi
