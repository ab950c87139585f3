# Two commands do everything: `make run` and `make test`.

BINARY = target/release/ludotheque

.PHONY: run dev test bench soak compare release cluster wheel notebooks games-page compare-environments train

# Builds the pages and the binary, and opens the house on http://127.0.0.1:8080; what it keeps is in data/.
run:
	scripts/web.sh
	cargo build --profile quick --package ludotheque
	target/quick/ludotheque serve

# The pages on http://localhost:5173 and a house behind them, both built anew whenever a source changes.
dev:
	scripts/dev.mjs

# Every check; ends with one line that counts what passed.
test:
	scripts/test.sh

# A house of three gateways and two workers, on PostgreSQL and NATS, behind haproxy: http://127.0.0.1:8080.
cluster:
	scripts/web.sh
	cargo build --profile quick --package ludotheque
	scripts/cluster.sh

# The archive that others install, in target/dist; the same commit gives the same bytes.
release:
	scripts/release.sh

# Random games a second, for every game and setting.
bench:
	cargo build --release --package ludotheque
	$(BINARY) bench

# A house that is killed a thousand times while a crowd plays, on both kinds of database, and a thousand nodes of one that
# is several: nothing is lost. A thousand
# towers of blocks are restored and stand, and ten thousand gestures give the same bits everywhere. What strangers can send
# is fuzzed, a minute for each kind of it, and every operation of the API is tried with a hundred requests.
soak:
	scripts/fuzz.sh
	scripts/schemathesis.sh 100
	scripts/same-bits.sh 1000 release
	LUDOTHEQUE_TEST_TOWERS=1000 cargo test --release -p bausack --test physics_placement restored -- --nocapture
	LUDOTHEQUE_TEST_NODE_KILLS=1000 scripts/postgres.sh scripts/nats.sh cargo test -p server --test server cluster_faults:: \
	  -- --nocapture --test-threads 1
	LUDOTHEQUE_TEST_KILLS=1000 scripts/postgres.sh cargo test -p server --test server kill:: -- --nocapture --test-threads 1

# Has another engine judge hundreds of towers, and compares it with ours; needs Python.
compare:
	python3 -m venv target/python
	target/python/bin/pip install --quiet mujoco
	cargo build --release --package bausack --example towers
	target/release/examples/towers 400 1 | target/python/bin/python scripts/second_engine.py

# The Python package, as a wheel and as source, in target/wheels.
wheel:
	scripts/wheel.sh --sdist

# Runs every notebook of the Python package, the one that trains a network too: PyTorch is some gigabytes.
notebooks:
	scripts/test-python.sh notebooks

# Plays the games of docs/games.md and writes it with its plots; some minutes.
games-page: wheel
	python3 -m venv target/python
	target/python/bin/pip install --quiet --upgrade matplotlib numpy
	target/python/bin/pip install --quiet --force-reinstall --no-deps target/wheels/ludotheque-*.whl
	target/python/bin/python python/bench/games_page.py

# Environment steps a second beside those of Pgx and OpenSpiel, on one core.
compare-environments: wheel
	python3 -m venv target/python
	target/python/bin/pip install --quiet --upgrade numpy open_spiel jax pgx
	target/python/bin/pip install --quiet --force-reinstall --no-deps target/wheels/ludotheque-*.whl
	target/python/bin/python python/bench/compare.py

# A network for a game, from nothing, into target/networks; needs Python, and better a GPU:
# `make train GAME=basik SETTING="--seats 2"`.
train:
	python3 -m venv target/python
	target/python/bin/pip install --quiet -r training/requirements.txt
	cargo build --release --package ludotheque
	PYTHON=target/python/bin/python scripts/train.sh $(GAME) $(SETTING)
