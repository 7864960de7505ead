#!/usr/bin/env python3
"""A gather as the field delivers it: dead traces, and noise. For trying out what `ladder locate`
bears.

usage: scripts/experiments/spoil_gather.py IN.sgy OUT.sgy [--dead=0.1] [--snr=0] [--seed=1]
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

import numpy
import segyio

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from plots import outputs  # noqa: E402
from plots.failure import Failure  # noqa: E402


def spoiled(traces, dead, snr, seed):
    """Gaussian noise as loud as `snr` [dB] below the root mean square of all traces; then a share
    of them dead."""
    chance = numpy.random.default_rng(seed)
    level = numpy.sqrt(numpy.mean(traces.astype(float)**2)) * 10**(-snr / 20)
    noisy = traces + level * chance.standard_normal(traces.shape)
    noisy[chance.choice(len(traces), round(dead * len(traces)), replace=False)] = 0
    return noisy.astype(numpy.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gather", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--dead", type=float, default=0.1,
                        help="share of the traces that are zero (0.1)")
    parser.add_argument("--snr", type=float, default=0.0, help="signal over noise [dB] (0)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if not 0 <= asked.dead <= 1:
        print(f"spoil_gather: --dead={asked.dead}: expected a share from 0 to 1", file=sys.stderr)
        return 2
    try:
        with outputs.claimed([asked.output], False), tempfile.TemporaryDirectory() as folder:
            copy = shutil.copyfile(asked.gather, pathlib.Path(folder) / "copy.sgy")
            with segyio.open(copy, "r+", ignore_geometry=True) as file:
                file.trace = spoiled(file.trace.raw[:], asked.dead, asked.snr, asked.seed)
            outputs.write({asked.output: copy.read_bytes()}, False)
    except Failure as failure:
        print(f"spoil_gather: {failure}", file=sys.stderr)
        return failure.code
    except (OSError, RuntimeError, ValueError) as problem:
        print(f"spoil_gather: '{asked.gather}': {problem}", file=sys.stderr)
        return 7
    return 0


if __name__ == "__main__":
    sys.exit(main())
