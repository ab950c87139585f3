# Two commands do everything: `make run` and `make test`.

BINARY = target/release/ludotheque

.PHONY: run test bench soak

# Builds the binary and opens a game of the first box against a bot, in the terminal.
run:
	cargo build --release
	$(BINARY) games
	$(BINARY) play $$($(BINARY) games | head -n 1 | cut -d: -f1) --bot 1=mcts

# Every check; ends with one line that counts what passed.
test:
	scripts/test.sh

# Random games a second, for every game and setting.
bench:
	cargo build --release
	$(BINARY) bench

# A house that is killed a thousand times while a crowd plays, on both kinds of database: nothing is lost.
soak:
	LUDOTHEQUE_TEST_KILLS=1000 scripts/postgres.sh cargo test -p server --test server kill:: -- --nocapture --test-threads 1
