"""How many statements a stage has in its language: one rule for all. What counts is neither blank
nor comment nor contract.

C, C++, CUDA: what ends with a semicolon, a block with a header (a function, a loop, a branch), a
directive; of the contract are
  includes and the stage's table. Fortran: a statement, continuation lines joined, and a directive
  of OpenMP or OpenACC; of the contract are `use`, `implicit none`, and what closes or opens a
  module. Python: a statement; of the contract are imports, what the file says in capitals, and the
  entries load, upload and download. C in a string of Python counts as C. Mojo: a line, lines
  within brackets joined; of the contract are imports and `main`, which prints what was compiled.
"""

import ast
import re

# What a file says of itself whose statements do not count, over a line's end too.
NO_MATHS = re.compile(r"No\W+maths\W+here")
ENTRIES = ("load", "upload", "download")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
TABLE = re.compile(r"\bLADDER_STAGE\s*=\s*\{.*?\};", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
FORTRAN_CONTRACT = re.compile(
    r"(end|use|implicit none|contains|module|private|public|import)\b", re.IGNORECASE
)


def of_c(text):
    text = COMMENT.sub(lambda match: '""' if match[0].startswith('"') else " ", text)
    text = TABLE.sub("", text)
    kinds = [match[1] for match in DIRECTIVE.finditer(text)]
    count = sum(kind in ("pragma", "define") for kind in kinds)
    text = DIRECTIVE.sub("", text)
    depth, before = 0, ""
    for letter in text:
        if letter in "()":
            depth += 1 if letter == "(" else -1
        ends = letter == ";" and depth == 0
        count += ends or (letter == "{" and before == ")")
        before = before if letter.isspace() else letter
    return count


def of_fortran(text):
    text = re.sub(r"&[ \t]*(![^\n]*)?\n(\s*(![^$\n][^\n]*)?\n)*\s*(!\$\w+)?\s*&?", " ", text)
    lines = (re.sub(r"(?<!^)![^\"']*$", "", line.strip()) for line in text.splitlines())
    return sum(
        bool(line)
        and (
            not line.startswith(("!", "#")) or bool(re.match(r"!\$(omp|acc)", line, re.IGNORECASE))
        )
        and not FORTRAN_CONTRACT.match(re.sub(r"^!\$\w+ *", "", line))
        for line in lines
    )


def of_python(text):
    return sum(map(of_statement, ast.parse(text).body))


def of_statement(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return 0
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return 0  # words about it
    if isinstance(node, ast.FunctionDef) and node.name in ENTRIES:
        return 0
    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").isupper():
        value = node.value.value if isinstance(node.value, ast.Constant) else None
        return of_c(value) if isinstance(value, str) and ";" in value and "\n" in value else 0
    if isinstance(node, ast.ClassDef):
        return sum(map(of_statement, node.body))
    inner = [one for name in ("body", "orelse", "finalbody") for one in getattr(node, name, [])]
    return 1 + sum(map(of_statement, inner))


def of_mojo(text):
    text = re.sub(r'"""[\s\S]*?"""|#[^\n]*|^def main\(\):[\s\S]*', "", text, flags=re.MULTILINE)
    depth = count = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        count += depth == 0 and not line.startswith(("from ", "import "))
        depth += sum(line.count(one) for one in "([{") - sum(line.count(one) for one in ")]}")
    return count


def of_file(path):
    text = path.read_text()
    if path.suffix == ".mojo":
        return of_mojo(text)
    if path.suffix == ".py":
        return of_python(text)
    return (of_fortran if path.suffix in (".f90", ".F90", ".inc") else of_c)(text)


def of_files(paths):
    return sum(map(of_file, paths))
