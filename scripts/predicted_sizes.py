#!/usr/bin/env python3
"""What `ladder predict --sizes` asks: predictions of a CUDA stage whose calls [scale] makes larger:
predicted_sizes.py DIR STAGE MACHINE N.... The answer is JSON."""

import pathlib
import sys

from adopting import calls, commands, description, scale
from adopting.failure import FILE, Failure
from plots import program


def answer(folder, stage, machine, sizes):
    described, index = description.load(folder), calls.load_index(folder)
    stated = scale.of(described, folder, index, lambda words: None)
    if stated is None:
        raise Failure(FILE, f"{folder / 'ladder.toml'} has no [scale], so calls have the size that "
                            "they were recorded in: name an axis there")
    rows = []
    for size in sizes:
        one, why = program.predicted(folder, stage, machine, LADDER_SCALE_TO=size)
        if one is None:
            raise Failure(FILE, f"{stated['axis']} = {size}: {why}")
        rows.append({"to": int(size), **one["call"]})
    return {"axis": stated["axis"], "recorded": stated["from"], "rows": rows,
            "original_s": index.get("seconds", 0) / max(1, index.get("calls_made", 0))}


def main():
    folder, stage, machine, *sizes = sys.argv[1:]
    return commands.answer(
        lambda: answer(pathlib.Path(folder).resolve(), stage, machine, sizes))


if __name__ == "__main__":
    sys.exit(main())
