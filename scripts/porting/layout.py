"""How a rung is laid out: with clang-format where it is there, else as it was written; the owner's
comments, from the lines of the source: each goes where it is in the source."""

import re
import shutil
import subprocess
import sys
import pathlib

from adopting.statements import cut_comment

STYLE = "{BasedOnStyle: Google, ColumnLimit: 100, SortIncludes: Never}"


def before(scope):
    """The comments right above a procedure."""
    lines, at, found = scope.source.lines, scope.unit.first - 1, []
    while at >= 0 and lines[at].strip().startswith("!"):
        text = re.sub(r"^![!<>*]*\s*", "", lines[at].strip())
        found.insert(0, f"// {text}".rstrip())
        at -= 1
    return found


def formatter():
    own = pathlib.Path(sys.executable).parent / "clang-format"
    return str(own) if own.exists() else shutil.which("clang-format")


def formatted(text, name):
    tool = formatter()
    if not tool:
        return text
    try:
        done = subprocess.run([tool, f"--style={STYLE}", f"--assume-filename={name}"], input=text,
                              capture_output=True, text=True, errors="surrogateescape")
    except OSError:
        return text
    return directives(done.stdout) if done.returncode == 0 else text


def directives(text):
    """Long directives are broken between clauses, which clang-format does not know."""
    made, open_ = [], None
    for line in text.splitlines():
        if open_ is not None or line.lstrip().startswith("#pragma omp"):
            open_ = f"{open_} {line.strip()}" if open_ is not None else line.rstrip()
            if open_.endswith("\\"):
                open_ = open_[:-1].rstrip()
                continue
            made += broken(re.sub(r"(\S)\s+", r"\1 ", open_).rstrip())
            open_ = None
        else:
            made.append(line)
    return "\n".join(made) + "\n"


def broken(line):
    words, lines = re.findall(r"[a-z]+ ?\(.*?\)|\S+", line.strip()), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 92:
            lines.append("   ")
        lines[-1] += (" " if lines[-1] else "") + word
    return [each + (" \\" if at < len(lines) - 1 else "") for at, each in enumerate(lines)]


JOINS = " \\"  # what is behind a backslash at the end of a line of C belongs to that line


class Comments:
    """Of one procedure. `upto` gives what is before a line and was not given yet."""

    def __init__(self, scope, first):
        self.lines, self.base = scope.source.lines, scope.unit.first
        self.next = self.base + first

    def upto(self, index):
        """Whole-line comments and blank lines before the line `index` of the unit."""
        found, at = [], self.base + index
        while self.next < at:
            text = self.lines[self.next].strip()
            if text.startswith("!") and not re.match(r"!\$|!DIR\$|!DEC\$|!ladder", text, re.I):
                found.append("// " + re.sub(r"^![!<>*]*\s*", "", text).rstrip(JOINS))
            elif not text and (not found or found[-1]):
                found.append("")
            self.next += 1
        return [each.rstrip() if each != "// " else "//" for each in found]

    def skip(self, index):
        self.next = max(self.next, self.base + index + 1)

    def behind(self, first, last):
        """Comments at the ends of a statement's lines."""
        found = []
        for at in range(self.base + first, self.base + last + 1):
            code, _ = cut_comment(self.lines[at])
            comment = self.lines[at][len(code):].strip()
            if comment and not re.match(r"!\$|!DIR\$", comment, re.I):
                found.append(re.sub(r"^![!<>]*\s*", "", comment).rstrip(JOINS))
        return " ".join(each for each in found if each)
