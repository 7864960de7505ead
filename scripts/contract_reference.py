#!/usr/bin/env python3
"""Writes harness/CONTRACT.md, the reference of the contract, from the headers alone:
harness/stage.h, then each problem's.

usage: scripts/contract_reference.py [--check] [--root DIR]

With --check nothing is written; exit 1 if it is out of date. Exit 7 if a file is unusable.
"""

import argparse
import pathlib
import re
import sys

COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)
TYPE = re.compile(r"typedef (enum|struct) (\w+) \{(.*?)\n?\} \2;", re.DOTALL)
DEFINE = re.compile(r"^#define (LADDER_(?:ABI|MOST)\w+) (\d+)", re.MULTILINE)
# The comment right in front of a type.
ABOUT = re.compile(r"^/\*((?:(?!\*/).)*)\*/\s*\Z", re.DOTALL | re.MULTILINE)
# Comments in front, a declaration, a comment behind it on the same line.
FIELD = re.compile(r"((?:/\*.*?\*/\s*)*)([^;/]+;)([ \t]*/\*.*?\*/)?", re.DOTALL)
VALUE = re.compile(r"(\w+) = (\d+),?(?:[ \t]*/\*(.*?)\*/)?", re.DOTALL)


def words(comment):
    """In one line, as a cell of a table takes it."""
    return " ".join(re.sub(r"^\s*\* ?", "", line).strip()
                    for line in comment.split("\n")).strip().replace("|", "\\|")


def code(declaration):
    return f"`{' '.join(declaration.split())}`"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def enum(body):
    return table(["value", "number", "meaning"], [[code(name), number, words(comment)]
                                                  for name, number, comment in VALUE.findall(body)])


def struct(body):
    """A comment in front of a declaration that has its own is a heading; one behind it that begins
    with blanks goes on from the line before."""
    rows = []
    for before, declaration, after in FIELD.findall(body):
        comments = [words(comment) for comment in COMMENT.findall(before)]
        own = COMMENT.findall(after)
        headings, meaning = ((comments, words(own[0])) if own
                             else (comments[:-1], comments[-1] if comments else ""))
        rows += [["", f"**{heading}**"] for heading in headings]
        goes_on = own and own[0].startswith("  ") and rows
        if goes_on:
            rows[-1][1] += f" {meaning}"
        rows.append([code(declaration), "" if goes_on else meaning])
    return table(["declaration", "meaning"], rows)


def paragraphs(text):
    """The comment that the file begins with."""
    comment = COMMENT.search(text).group(1)
    lines = [re.sub(r"^ \* ?", "", line).strip() for line in comment.split("\n")]
    return "\n".join(lines).strip()


def headers(root):
    """The frame, then the headers of each problem that stages see: harness/problems/NAME/NAME.h,
    and those of entries that a stage may export in addition."""
    folders = sorted(folder for folder in (root / "harness/problems").iterdir()
                     if (folder / f"{folder.name}_problem.cpp").exists())
    return [root / "harness/stage.h", root / "harness/counts.h",
            *(header for folder in folders
              for header in (folder / f"{folder.name}.h", *extensions(folder)))]


def extensions(folder):
    return sorted(path for path in folder.glob("*.h")
                  if '#include "harness/extension.h"' in path.read_text())


def types_of(text):
    parts = []
    constants = [[code(name), value] for name, value in DEFINE.findall(text)]
    if constants:
        parts.append(table(["constant", "value"], constants))
    for found in TYPE.finditer(text):
        kind, name, body = found.groups()
        comment = ABOUT.search(text[:found.start()])
        about = words(comment.group(1)) if comment else ""
        parts += [f"### `{name}`", about, enum(body) if kind == "enum" else struct(body)]
    return parts


def reference(root):
    links = [(path, path.relative_to(root / "harness").as_posix()) for path in headers(root)]
    named = ", ".join(f"[{link}]({link})" for _, link in links)
    parts = ["# The contract between the harness and a stage",
             f"Written by `scripts/contract_reference.py` from {named}; edit those."]
    for path, link in links:
        text = path.read_text()
        parts += [f"## {link}", paragraphs(text), *types_of(text)]
    parts += ["## The exported symbol", "`LADDER_STAGE = {...};` defines it, with the entries "
                                        "above by their names. The build sets `LADDER_STAGE_NAME` "
                                        "and\n`LADDER_STAGE_SYMBOL` from the name of the file."]
    return "\n\n".join(part for part in parts if part) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 if it is out of date")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[1],
                        help="of the source tree")
    arguments = parser.parse_args()
    target = arguments.root / "harness/CONTRACT.md"
    try:
        new = reference(arguments.root)
        if target.is_file() and target.read_text() == new:
            return 0
        if arguments.check:
            print("contract_reference: harness/CONTRACT.md is out of date: run "
                  "scripts/contract_reference.py", file=sys.stderr)
            return 1
        target.write_text(new)
    except OSError as problem:
        print(f"contract_reference: {problem.filename}: {problem.strerror}", file=sys.stderr)
        return 7
    return 0


if __name__ == "__main__":
    sys.exit(main())
