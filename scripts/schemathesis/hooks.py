"""What schemathesis has to be told of this API."""

import json
import random

import schemathesis

RECORD = "ludotheque record 1\ngame: tactic\nrules: 1\nseats: 2\nclock: none\n\n0 @10b\n0 1c-2c\n"


@schemathesis.deserializer("application/x-ndjson")
def lines(context, response):
    """A report on each line."""
    return [json.loads(line) for line in response.content.decode().splitlines()]


@schemathesis.hook
def map_body(context, body):
    """Now and then a record that can be judged: none is found by chance."""
    if isinstance(body, dict) and isinstance(body.get("record"), str) and random.random() < 0.5:
        body["record"] = RECORD
        body["time"] = min(body.get("time", 50), 50) if isinstance(body.get("time", 50), int) else body["time"]
    return body
