#!/usr/bin/env python3
"""Compiles CUDA stages for the host and describes them: emulate_stages.py LADDER [STAGE...].
`ladder verify --emulate` calls it; the answer is JSON."""

import sys

from adopting import commands


def described():
    from emulating import stages

    return {"stages": stages.stages(sys.argv[1], sys.argv[2:], commands.progress)}


if __name__ == "__main__":
    sys.exit(commands.answer(described))
