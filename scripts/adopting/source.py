"""A Fortran source as lines of free form, preprocessed with the owner's flags; each line knows the
place that it is from."""

import dataclasses
import pathlib
import re
import shlex
import subprocess

from adopting import fixed_form
from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure
from adopting.statements import split, statements

PREPROCESSED = {".F", ".F90", ".F95", ".F03", ".F08", ".FOR", ".FPP", ".FTN", ".fpp"}
FIXED = {".f", ".for", ".ftn", ".fpp"}
ENDINGS = {".f", ".for", ".ftn", ".fpp", ".f90", ".f95", ".f03", ".f08"}
TYPE_BEGINS = re.compile(r"type\s*(,[^:]*)?(::)?\s*[a-z]\w*$|type\s*,.*::", re.IGNORECASE)
TYPE_DECLARATION = re.compile(r"(integer|real|double|complex|logical|character|type)\b[^;]*::",
                              re.IGNORECASE)
TYPE_ENDS = re.compile(r"end\s*type\b", re.IGNORECASE)
HAS_EFFECT = re.compile(r"(generic|final)\b", re.IGNORECASE)


@dataclasses.dataclass(frozen=True)
class Place:
    file: pathlib.Path
    line: int  # from 1, in the file that the copy has
    root: pathlib.Path
    owners: int = 0  # in the owner's file, where that differs

    def __str__(self):
        return f"{shown(self.file, self.root)}:{self.owners or self.line}"


def shown(file, root):
    """Relative to the program's folder where the file is in it."""
    return str(file.relative_to(root)) if file.is_relative_to(root) else str(file)


class Source:
    """`lines` are of free form; `places[i]` is where lines[i] is written. `changed`: the lines that
    the copy has in place of the file's, and which of the owner's each was."""

    def __init__(self, file, root, flags, compiler="gfortran", changed=None):
        self.file, self.root = file, root
        words = shlex.split(flags)
        self.fixed = ((file.suffix.lower() in FIXED or "-ffixed-form" in words)
                      and "-ffree-form" not in words)
        theirs = changed.lines if changed else text_of(file).splitlines()
        numbered = (preprocess(file, root, words, compiler, theirs)
                    if file.suffix in PREPROCESSED or "-cpp" in words
                    else numbered_lines(file, theirs))
        lines = expand_includes(numbered, file,
                                [pathlib.Path(root, folder) for folder in include_folders(words)])
        self.places = [Place(where, number, root, changed.owners[min(number, len(theirs)) - 1]
                             if changed and where == file else 0) for where, number, _ in lines]
        texts = [text for _, _, text in lines]
        self.lines = without_bindings(
            fixed_form.to_free(texts, fixed_form.width(words)) if self.fixed else texts)
        self._one_declaration_a_line()

    def _one_declaration_a_line(self):
        """So that each can be copied without the others."""
        parts = {}
        for one in statements(self.lines):
            parts.setdefault((one.first, one.last), []).append(one.text)
        for (first, last), texts in sorted(parts.items(), reverse=True):
            if len(texts) > 1 and any(TYPE_DECLARATION.match(text) for text in texts):
                self.lines[first:last + 1] = texts
                self.places[first:last + 1] = [self.places[first]] * len(texts)


def include_folders(words):
    folders = [word[2:] for word in words if word.startswith("-I") and len(word) > 2]
    return folders + [after for word, after in zip(words, words[1:]) if word == "-I"]


BREAKS = {ord(one): " " for one in "\v\f\x1c\x1d\x1e\x85\u2028\u2029"}  # of Python, not of Fortran


def text_of(file):
    try:
        text = file.read_bytes().decode("utf-8-sig", errors="surrogateescape")
        return text.replace("\r\n", "\n").translate(BREAKS)
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be read: {error.strerror}") from None


def numbered_lines(file, lines=None):
    lines = text_of(file).splitlines() if lines is None else lines
    return [(file, number, line) for number, line in enumerate(lines, 1)]


def preprocess(file, root, words, compiler, lines):
    """The owner's macros and #include files expanded; line markers become places."""
    text = "\n".join([f'#line 1 "{file}"', *lines, ""])
    chosen = [word for word in words if re.match(r"-[DUI]", word) or word.startswith("-f")]
    for word, after in zip(words, words[1:]):
        if word in ("-D", "-U", "-I"):
            chosen.append(after)
    try:
        run = subprocess.run([compiler, "-cpp", "-E", f"-I{file.parent}", *chosen, "-x",
                              "f95-cpp-input", "-"], cwd=root, capture_output=True,
                             input=text.encode("utf-8", errors="surrogateescape"))
    except OSError as error:
        raise Failure(NOTHING_RAN,
                      f"{compiler} cannot be started ({error.strerror}): install gfortran 12 or "
                      "newer, or set `compiler` in ladder.toml") from None
    if run.returncode != 0:
        what = run.stderr.decode(errors="replace").strip().splitlines()
        raise Failure(USAGE, f"{shown(file, root)} could not be preprocessed: "
                             f"{what[0] if what else 'no reason given'}; give the flags that your "
                             "build uses for it: --flags='-I... -D...'")
    numbered, where, number = [], file, 1
    for line in run.stdout.decode("utf-8", errors="surrogateescape").splitlines():
        marker = re.match(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"', line)
        if marker:
            number, where = int(marker[1]), pathlib.Path(root, marker[2])
        elif not line.startswith("#"):
            if not where.name.startswith("<"):
                numbered.append((where, number, line))
            number += 1
    return numbered


def expand_includes(numbered, file, folders, depth=0):
    """Fortran's own include lines, which the preprocessor leaves."""
    if depth > 20:
        raise Failure(USAGE, f"{file}: include files include one another")
    lines = []
    for where, number, text in numbered:
        named = re.match(r"\s*include\s*(['\"])(.+?)\1\s*(!.*)?$", text, re.IGNORECASE)
        found = named and next((path for folder in [where.parent, file.parent, *folders]
                                if (path := (folder / named[2]).resolve()).is_file()), None)
        if found:
            lines += expand_includes(numbered_lines(found), file, folders, depth + 1)
        else:
            lines.append((where, number, text))
    return lines


# -- type-bound procedures: fparser reads one binding a statement, and a routine that calls none of
# them needs none

def without_bindings(lines):
    """The lines without the bindings of types which have no other use: a type with operators,
    assignments or a finalizer of its own keeps them, one a statement. Line numbers stay."""
    if not any(re.match(r"\s*procedure\b", line, re.IGNORECASE) for line in lines):
        return lines
    lines, inside, bound = list(lines), False, None
    for one in statements(lines):
        if TYPE_ENDS.match(one.text):
            rewrite_bindings(lines, bound or [])
            inside, bound = False, None
        elif not inside:
            inside = bool(TYPE_BEGINS.match(one.text))
        elif one.text.lower() == "contains":
            bound = [one]
        elif bound is not None:
            bound.append(one)
    return lines


def rewrite_bindings(lines, bound):
    """`bound`: statements from CONTAINS of a type on."""
    keep = any(HAS_EFFECT.match(one.text) for one in bound)
    texts = {}
    for one in bound:
        texts.setdefault((one.first, one.last), []).extend(single(one.text) if keep else [])
    for (first, last), kept in texts.items():
        space = re.match(r"\s*", lines[first])[0]
        lines[first:last + 1] = [space + "; ".join(kept) if kept else "", *[""] * (last - first)]


def single(text):
    """A statement as statements of one binding each."""
    if not text.lower().startswith("procedure") or "::" not in text:
        return [text]
    head, names = text.split("::", 1)
    return [f"{head.rstrip()} :: {name.strip()}" for name in split(names)]
