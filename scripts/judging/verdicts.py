"""What `ladder verify` says of stages, those that do not compile too."""

import json

from adopting.failure import Failure
from plots import program


def of(ladder, stages, more):
    """(verdicts, exit code): one of each stage. A stage that does not compile stops the others, so
    they are judged without it."""
    verdicts, codes, left = [], [], list(stages)
    while left:
        done = program.run("verify", "--json", *ladder, f"--stage={','.join(left)}", *more)
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        codes.append(done.returncode)
        broken = [one for one in rows if one["status"] == "compile_error" and one["stage"] in left]
        verdicts += rows
        if not broken and not rows:
            raise Failure(done.returncode or 6, words_of(done.stderr))
        left = [one for one in left if one != broken[0]["stage"]] if broken else []
    order = {name: at for at, name in enumerate(stages)}
    verdicts.sort(key=lambda one: order.get(one["stage"], len(order)))
    return verdicts, worst(codes)


def worst(codes):
    """A device's failure, a wrong result, a file that does not compile; 0."""
    return next((code for code in (130, 8, 3, 7, *codes) if code in codes and code), 0)


def words_of(stderr):
    lines = [line.removeprefix("ladder: ") for line in stderr.strip().splitlines()]
    return "\n".join(lines) or "`ladder verify` gave no verdict"
