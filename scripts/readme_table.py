#!/usr/bin/env python3
"""Writes the tables of results into documents, each between its two markers, from the records in
results/.

usage: scripts/readme_table.py [--check] [--root DIR]

`ladder`: some stages of the thesis' ladder, for README.md. `results`: for each machine the newest
complete run of all its stages, how far the other recorded runs differ, and the steps that did not
help, with the reasons from cuda_stages/<ladder>/reasons.toml.
`languages`: what other languages cost. `orders`: the three-dimensional wave. `blocks`: the imaging
kernels. `microbench`, `model-steps`: machines, and the model of the thesis of 2016. With --check
nothing is written; exit 1 if one is out of date. Exit 7 if a file is unusable, 6 if the program,
which says what a step did, is not built.
"""

import argparse
import pathlib
import sys

from plots.failure import UNUSABLE, Failure
from reporting import document_tables, readme

TABLES = {"README.md": {"ladder": readme.some_stages},
          "results/THESIS_LADDER.md": {"results": readme.results},
          "results/LANGUAGES.md": {"languages": document_tables.of_languages},
          "cuda_stages/wave3d/NOTES.md": {"orders": document_tables.of_orders},
          "cuda_stages/imaging/README.md": {"blocks": document_tables.of_blocks},
          "harness/predict/model/MICROBENCHMARKS.md": {
              "microbench": document_tables.of_latencies},
          "harness/predict/model/DOCUMENT.md": {"model-steps": document_tables.of_corrections}}


def with_table(file, text, name, make):
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise Failure(UNUSABLE, f"{file} needs the two markers {begin} and {end}, once each")
    return f"{text[:text.index(begin)]}{begin}\n{make()}\n{text[text.index(end):]}"


def work(arguments):
    old, new = {}, {}
    for file, tables in TABLES.items():
        try:
            old[file] = new[file] = (arguments.root / file).read_text()
        except OSError as problem:
            raise Failure(UNUSABLE, f"{file}: {problem.strerror}") from problem
        for name, make in tables.items():
            new[file] = with_table(file, new[file], name, lambda make=make: make(arguments.root))
    changed = [file for file in TABLES if new[file] != old[file]]
    if changed and arguments.check:
        print(f"readme_table: {', '.join(changed)}: out of date: run scripts/readme_table.py",
              file=sys.stderr)
        return 1
    for file in changed:
        (arguments.root / file).write_text(new[file])
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 if a file is out of date")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[1],
                        help="of the source tree")
    try:
        return work(parser.parse_args())
    except Failure as failure:
        print(f"readme_table: {failure}", file=sys.stderr)
        return failure.code


if __name__ == "__main__":
    sys.exit(main())
