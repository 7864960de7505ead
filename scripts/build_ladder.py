#!/usr/bin/env python3
"""Compiles the stages of an adopted routine and describes them: build_ladder.py [--describe]
[--emulate | --count] DIR [STAGE...]. `ladder` calls it; the answer is JSON. --emulate: those in
CUDA for this machine's processor; --count: these alone, so that they count what they do."""

import pathlib
import sys

from adopting import commands


def described():
    from adopting import manifest

    folder, *names = [word for word in sys.argv[1:] if not word.startswith("--")]
    return manifest.manifest(pathlib.Path(folder).resolve(), names, commands.progress,
                             "--describe" not in sys.argv, "--emulate" in sys.argv,
                             "--count" in sys.argv)


if __name__ == "__main__":
    sys.exit(commands.answer(described))
