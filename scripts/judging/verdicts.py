"""What `ladder verify` says of stages, those that do not compile or cannot run here too."""

import json
import re

from adopting.failure import Failure
from plots import program

NOT_HERE = re.compile(r"stage '(\S+)' is not in this build: (.*)")


def of(ladder, stages, more):
    """(verdicts, exit code): one of each stage. A stage that does not compile, or that cannot be
    emulated, stops the others, so they are judged without it."""
    verdicts, codes, left = [], [], list(stages)
    while left:
        done = program.run("verify", "--json", *ladder, f"--stage={','.join(left)}", *more)
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        codes.append(done.returncode)
        broken = [one for one in rows if one["status"] == "compile_error" and one["stage"] in left]
        verdicts += rows
        if not rows and (lacking := NOT_HERE.search(done.stderr)) and lacking[1] in left:
            broken = [not_run(*lacking.groups())]
            verdicts += broken
        elif not rows:
            raise Failure(done.returncode or 6, words_of(done.stderr))
        left = [one for one in left if one != broken[0]["stage"]] if broken else []
    order = {name: at for at, name in enumerate(stages)}
    verdicts.sort(key=lambda one: order.get(one["stage"], len(order)))
    return verdicts, worst(codes)


def worst(codes):
    """A device's failure, a wrong result, a file that does not compile; 0."""
    return next((code for code in (130, 8, 3, 7, *codes) if code in codes and code), 0)


def not_run(stage, why):
    return {"schema": 1, "status": "not_run", "stage": stage, "level": None, "errors": [],
            "first": None, "worst": None, "races": [], "place": None, "not_told_apart": [],
            "words": why, "next": {"step": "judge it on a device", "reason": why, "gain": None}}


def words_of(stderr):
    lines = [line.removeprefix("ladder: ") for line in stderr.strip().splitlines()]
    return "\n".join(lines) or "`ladder verify` gave no verdict"
