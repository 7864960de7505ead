#!/usr/bin/env python3
"""Compiles CUDA stages for the host and describes them: emulate_stages.py LADDER [STAGE...].
`ladder verify --emulate` calls it; the answer is JSON."""

import json
import sys

from adopting.failure import Failure, answer as answer_of
from adopting.files import of_system


def described(ladder, names):
    from emulating import stages

    def say(words):
        print(words, file=sys.stderr, flush=True)

    try:
        return {"stages": stages.stages(ladder, names, say)}
    except OSError as error:
        raise of_system(error) from None


def main():
    try:
        answer = described(sys.argv[1], sys.argv[2:])
    except Failure as failure:
        answer = answer_of(failure)
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
