#!/usr/bin/env python3
"""Words that this project's prose does not use, in Markdown and in comments, with what to say
instead. Quotations and code are left out. `scripts/format --check` runs it.

usage: scripts/words.py    exit: 0 none is used, 1 the lines that are printed use one
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
INSTEAD = {
    r"told|tells": "reports, lists, says",
    r"beside": "next to, compared with, and",
    r"stands? (?:for|in|behind)": "is in, means",
    r"came to|came of it": "result of",
    r"of before": "earlier, previous",
    r"comes? ahead|gets? on": "is prefetched, makes progress",
    r"(?:is|was) gone on with": "resumes",
}
# Where a kind of file has prose.
HASH = r'(?:#.*\n?[ \t]*)+|"""[\s\S]*?"""'
SLASHES = r"(?://.*\n?[ \t]*)+|/\*[\s\S]*?\*/"
PROSE = {".md": r"[\s\S]+", ".f90": r"(?:!.*\n?[ \t]*)+"}
PROSE |= dict.fromkeys((".py", ".sh", ".cmake", ".toml", ".yml", ""), HASH)
PROSE |= dict.fromkeys((".h", ".c", ".cpp", ".cu", ".cuh"), SLASHES)
QUOTED = re.compile(r'^```[\s\S]*?^```|`[^`\n]*`|"[^"\n]*"', re.MULTILINE)
FOLDERS = ("harness", "scripts", "fortran", "data")  # the others: their Markdown alone


def used(text, kind):
    """Line, word and what to say instead, for each use in the prose of a file of this kind."""
    for prose in re.finditer(PROSE[kind], text):
        begin = text.count("\n", 0, prose.start()) + 1
        said = QUOTED.sub(lambda one: "\n" * one[0].count("\n"), prose[0].replace('"""', ""))
        for word, instead in INSTEAD.items():
            across_lines = word.replace(" ", r"[\s/#!*]+")
            for one in re.finditer(rf"\b(?:{across_lines})\b", said, re.IGNORECASE):
                yield begin + said.count("\n", 0, one.start()), re.sub(r"\W+", " ", one[0]), instead


def files():
    for file in sorted(ROOT.rglob("*")):
        folder = file.relative_to(ROOT).parts[0]
        ours = file.suffix == ".md" or folder in FOLDERS and file.suffix in PROSE
        if ours and not folder.startswith(("build", ".")) and file.is_file():
            yield file


def main():
    found = [f"{file.relative_to(ROOT)}:{line}: '{word}': {instead}" for file in files()
             for line, word, instead in used(file.read_text(errors="replace"), file.suffix)]
    print("\n".join(found), end="\n" * bool(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
