# Two commands do everything: `make run` and `make test`.

BINARY = target/release/ludotheque

.PHONY: run test bench soak

# Builds the pages and the binary, and opens the house on http://127.0.0.1:8080; what it keeps is in data/.
run:
	scripts/web.sh
	cargo build --release --package ludotheque
	$(BINARY) serve

# Every check; ends with one line that counts what passed.
test:
	scripts/test.sh

# Random games a second, for every game and setting.
bench:
	cargo build --release --package ludotheque
	$(BINARY) bench

# A house that is killed a thousand times while a crowd plays, on both kinds of database: nothing is lost. A thousand
# towers of blocks are restored and stand, and ten thousand gestures give the same bits everywhere.
soak:
	scripts/same-bits.sh 1000 release
	LUDOTHEQUE_TEST_TOWERS=1000 cargo test --release -p bausack --test physics_placement restored -- --nocapture
	LUDOTHEQUE_TEST_KILLS=1000 scripts/postgres.sh cargo test -p server --test server kill:: -- --nocapture --test-threads 1
