#!/usr/bin/env python3
"""Prints data/KEYS.md, the keys of all case files, with the values that their readers take.

usage: scripts/keys_reference.py [--check] [--program LADDER]

The program lists each key that its readers ask for with the kind and range of its values (`ladder
list --keys`), of cases of data/ and of the examples of the page, which have all kinds of cases. A
key without a row and a row without a key are refused. --check prints nothing else. Exit: 0 each key
has its row, 1 not.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "data/KEYS.md"
CASES = (
    "small two-layer wave3d-small salt3d heat-small heat-uneven heat-512 heat-rods imaging-small"
).split()
ROW = re.compile(r"^\| `([^`]+)` \| (`[^`]+`(?:, `[^`]+`)*) \| (.*) \|$")
HEAD = "| table | key | "
BLOCK = re.compile(r"^```(python|toml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUNS = re.compile(r"^    ladder (.*)$", re.MULTILINE)


def examples(text):
    """Of each problem: programs that make files, case files by name, and command lines."""
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        blocks = BLOCK.findall(part)
        cases = {re.match(r"# (\S+)", body)[1]: body for kind, body in blocks if kind == "toml"}
        yield part.split()[0], [b for k, b in blocks if k == "python"], cases, RUNS.findall(part)


def make_examples(text, folder):
    """The paths of the case files."""
    made = []
    for _, programs, cases, _ in examples(text):
        for program in programs:
            subprocess.run([sys.executable, "-c", program], cwd=folder, check=True)
        for name, body in cases.items():
            (folder / name).write_text(body)
            made.append(str(folder / name))
    return made


def known_keys(program, cases):
    """(problem, table, key): values. A range that differs from case to case is left out."""
    run = subprocess.run(
        [program, "list", "--json", f"--keys={','.join(cases)}"], capture_output=True, text=True
    )
    if run.returncode:
        sys.exit(f"keys_reference: {run.stderr.strip()}")
    known = {}
    for one in map(json.loads, run.stdout.splitlines()):
        name = (one["problem"], one["table"], one["key"])
        if known.setdefault(name, one["values"]) != one["values"]:
            known[name] = one["values"].split(" from ")[0]
    return known


def with_values(text, known):
    """The page with a column of values, and what is wrong with its rows."""
    lines, rows, problem, wrong = [], set(), "", []
    for line in text.splitlines():
        if line.startswith("## "):
            problem = line.split()[1]
        row = ROW.match(line)
        if row:
            names = [(problem, row[1], key) for key in re.findall(r"`(.*?)`", row[2])]
            rows.update(names)
            wrong += [f"no reader asks for {' '.join(name)}" for name in names if name not in known]
            values = sorted({known.get(name, "") for name in names})
            if len(values) > 1:
                wrong.append(f"keys of one row have other values: {row[2]}")
            line = f"| `{row[1]}` | {row[2]} | {values[0]} | {row[3]} |"
        elif line.startswith(HEAD):
            line = HEAD + "values | " + line.removeprefix(HEAD)
        elif line == "|---|---|---|":
            line += "---|"
        lines.append(line)
    wrong += [f"there is no row for {' '.join(name)}" for name in known if name not in rows]
    return "\n".join(lines) + "\n", wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="print nothing but what is wrong")
    parser.add_argument("--program", default=ROOT / "build/ladder", help="(build/ladder)")
    arguments = parser.parse_args()
    text = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder:
        cases = [*CASES, *make_examples(text, pathlib.Path(folder))]
        known = known_keys(arguments.program, cases)
    page, wrong = with_values(text, known)
    for one in wrong:
        print(f"keys_reference: {PAGE.relative_to(ROOT)}: {one}", file=sys.stderr)
    if not arguments.check:
        print(page, end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
