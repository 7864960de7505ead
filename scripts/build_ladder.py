#!/usr/bin/env python3
"""Compiles the stages of an adopted routine and describes them: build_ladder.py [--describe]
[--emulate | --count] DIR [STAGE...]. `ladder` calls it; the answer is JSON. --emulate: those in
CUDA for this machine's processor; --count: these alone, so that they count what they do."""

import json
import pathlib
import sys

from adopting.failure import Failure, answer as answer_of
from adopting.files import of_system


def described(*given):
    from adopting import manifest

    try:
        return manifest.manifest(*given)
    except OSError as error:
        raise of_system(error) from None


def main():
    def say(words):
        print(words, file=sys.stderr, flush=True)

    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    try:
        folder, compiles = pathlib.Path(words[0]).resolve(), "--describe" not in sys.argv
        answer = described(folder, words[1:], say, compiles, "--emulate" in sys.argv,
                           "--count" in sys.argv)
    except Failure as failure:
        answer = answer_of(failure)
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
