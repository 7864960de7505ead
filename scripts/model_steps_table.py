#!/usr/bin/env python3
"""The errors of the thesis' model after each correction, as a table between two marks of
harness/predict/model/DOCUMENT.md.

usage: scripts/model_steps_table.py [--check]    --check: exit 1 where the table is out of date
"""

import pathlib
import sys

from plots import marked, model_steps, published

ROOT = pathlib.Path(__file__).resolve().parents[1]


def table():
    document = published.read(ROOT / "results/published/parra-2016.json")
    here = sorted(model_steps.of_files(model_steps.kept(ROOT)).items())
    columns = [
        ("K40, its tables", model_steps.of_tables(document)),
        ("K40, order 2", model_steps.of_document(document)),
    ]
    columns += [
        (f"{model_steps.short(name)}, {what}", errors[part])
        for part, what in enumerate(("the same cells", "all cells"))
        for name, errors in here
    ]
    lines = [
        "| mean error, median [%] | "
        + " | ".join(f"{name}: {errors.cells}" for name, errors in columns)
        + " |",
        "|---|" + "--:|" * len(columns),
    ]
    for step in model_steps.STEPS:
        cells = [
            ""
            if errors.mean(step) is None
            else f"{errors.mean(step):.0f}, {errors.median(step):.0f}"
            for _, errors in columns
        ]
        lines.append(f"| {step} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(
        marked.main(
            ROOT / "harness/predict/model/DOCUMENT.md",
            "model-steps",
            table,
            "scripts/model_steps_table.py",
            sys.argv[1:],
        )
    )
