"""Shared objects of step 0, of the oracle, of stages and of the recorder. What was compiled from
the same texts is not compiled again."""

import json
import os
import pathlib
import re
import shlex
import shutil

from adopting import compiled, diagnostics, pieces
from adopting.failure import FILE, USAGE, Broken, Failure
from adopting.files import RECORDER, SOURCE, digest
from adopting.statements import split
from adopting.table import Head, Table

SUFFIXES = {".c": "c", ".cu": "cuda", ".f90": "fortran", ".F90": "fortran"}
USUAL = {"c": "-O3 -march=native", "cuda": "-O3", "fortran": ""}
HERE = pathlib.Path(__file__).resolve().parent
TABLE = SOURCE / "harness/problems/routine"
ORIGINAL = "original"
# of a stage: it is a word of tables, commands and generated C
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
# of a stage whose body `ladder new-stage` left open
UNWRITTEN = re.compile(r'(?m)^#error "the body of stage \S+ is to be written here')
OWN = ("step0.f90", "recorder.f90", "entry.c")  # files of `ladder adopt`
PREBUILT = ".built"  # in the ladder's folder: shared objects that were compiled elsewhere


def recorder(cache):
    """A copy, next to which its settings are."""
    once = compiled.once("recorder.so", HERE / "recorder", sorted((HERE / "recorder").glob("*.c")),
                         "-shared", "-ldl", "-lpthread", "-lm")
    cache.mkdir(parents=True, exist_ok=True)
    new = cache / f"{RECORDER}.{os.getpid()}"
    shutil.copyfile(once, new)
    return new.replace(cache / RECORDER)


def step0(adopted, folder, cache, name="step0", more=(), text=None):
    """Step 0 with more flags, to count lines, or from another text, to check bounds."""
    product = cache / "built" / name / "step0.so"
    source = folder / "step0.f90"
    if text is not None:
        source = product.with_suffix(".f90")
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, errors="surrogateescape")
    compiled.compile_fortran([source], product, adopted.described["flags"],
                             adopted.described["compiler"], more=[*more, "-I", folder],
                             libraries=adopted.described["libraries"])
    return product


def stages(folder):
    """name -> file; the original first."""
    found = {}
    for file in sorted(folder.iterdir()):
        if file.suffix in SUFFIXES and file.name not in OWN:
            if not NAME.fullmatch(file.stem):
                raise Failure(FILE, f"{str(file)!r} is no name of a stage: letters, digits, - and "
                                    "_; rename the file")
            if file.stem in found or file.stem == ORIGINAL:
                raise Failure(USAGE, f"{found.get(file.stem, folder / 'step0.f90')} and {file} are "
                                     f"both the stage '{file.stem}': rename one")
            found[file.stem] = file
    return {ORIGINAL: folder / "step0.f90", **found}


def refuse_unknown(name, folder, known):
    if name not in known:
        raise Failure(USAGE, f"{folder} has no stage '{name}'; it has {', '.join(known)}; "
                             f"`ladder new-stage c {name}` writes one")


def products(folder, cache):
    """Where shared objects are: in the ladder's own folder where they were compiled elsewhere."""
    return folder / PREBUILT if (folder / PREBUILT).is_dir() else cache / "built"


def read(file):
    try:
        return file.read_text(errors="surrogateescape")
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be read: {error.strerror}") from None


class Stage:
    """One stage of a folder: its head, what it is compiled from, its shared object."""

    def __init__(self, name, folder, cache, described):
        refuse_unknown(name, folder, known := stages(folder))
        self.name, self.folder, self.cache, self.described = name, folder, cache, described
        self.file = known[name]
        self.language = SUFFIXES[self.file.suffix]
        self.text = read(self.file)
        self.original = name == ORIGINAL
        self.head = Head(self.file, "" if self.original else self.text)
        usual = described["flags"] if self.language == "fortran" else USUAL[self.language]
        self.flags = self.head.one("flags", usual)
        self.scratch = cache / "built" / name
        self.product = products(folder, cache) / f"{name}.so"
        self.table = Table(self.name, self.head, self.language, self.flags, described, self.file,
                           self.original)
        self.parent = self.table.parent

    @property
    def compiler(self):
        """With the stage's flags."""
        if self.language == "fortran":
            return [self.described["compiler"], *compiled.kept(self.flags)]
        return ["nvcc" if self.language == "cuda" else "gcc", *shlex.split(self.flags)]

    def hash(self):
        """Of all that is compiled into it."""
        texts = [self.language, self.flags, self.described["compiler"], self.described["libraries"],
                 self.text, self.table.text(), read(TABLE / "stage_table.h"),
                 read(TABLE / "routine.h"), read(SOURCE / "harness/stage.h")]
        endings = (".inc",) if self.original else (".h", ".inc", ".cuh")
        texts += [read(file) for file in sorted(self.folder.iterdir()) if file.suffix in endings]
        texts.append(read(self.folder / ("step0.f90" if self.language == "fortran" else "entry.c")))
        return digest("\0".join(texts))

    def is_copy(self):
        """Whether nothing but comments differs from the parent."""
        known = stages(self.folder)
        if self.parent not in known or self.parent == self.name:
            return False
        parent = Stage(self.parent, self.folder, self.cache, self.described)
        return parent.language == self.language and parent.what() == self.what()

    def what(self):
        """All of it that may make a difference: code, flags, and what its head declares."""
        text = self.composed() if self.language == "fortran" else self.text
        mark = r"\s*(!(?!\$)|#|$)" if self.language == "fortran" else r"\s*(//|$)"
        lines = [" ".join(part.split()) for line in text.splitlines() if not re.match(mark, line)
                 for part in split(line, ";")]
        directives = any(re.match(r"!\$|#\s*pragma", line) for line in lines)
        flags = sorted(word for word in shlex.split(self.flags)
                       if directives or not word.startswith(("-fopenacc", "-foffload", "-fopenmp")))
        return lines, flags, self.head.device, self.head.knobs

    def composed(self):
        """Of Fortran: all of step 0, with the stage's procedures."""
        return self.text if self.original else pieces.composed(
            read(self.folder / "step0.f90"), routine_of(self.described), self.text, self.file.name)

    def is_built(self):
        try:
            return (self.product.is_file()
                    and json.loads(self.product.with_suffix(".json").read_text())["hash"]
                    == self.hash())
        except (OSError, ValueError, KeyError):
            return False

    def open(self):
        """Why it is no stage yet."""
        if UNWRITTEN.search(self.text):
            return f"its body is to be written, in {self.file.name}"
        if not self.original and self.is_copy():
            return f"its code and flags are those of its parent '{self.parent}'"
        return ""

    def lacks(self):
        """Why it is not measured: it is no stage yet, or cannot be compiled here."""
        if self.open() or self.is_built():
            return self.open()
        tool = self.compiler[0]
        if shutil.which(tool) or self.original:
            return ""
        return f"{tool} is not on the PATH: install " + {"nvcc": "the CUDA toolkit"}.get(tool, "it")

    def emulation(self):
        """What a description has of a stage that is emulated."""
        return {}

    def build(self):
        """Its shared object. Compile errors are of the user's lines."""
        if not self.is_built():
            self._make()
            self.product.with_suffix(".json").write_text(json.dumps({"hash": self.hash()}) + "\n")
        return self.product

    def _make(self):
        new = self.scratch / "stage.so"
        objects = self._objects()
        self.product.parent.mkdir(parents=True, exist_ok=True)
        near = [compiled.NEAR] if self.language == "fortran" else []
        libraries = {"c": ["-lm"], "cuda": [],
                     "fortran": shlex.split(self.described["libraries"])}[self.language]
        self._run([*self.compiler, "-shared", *near, *objects, "-o", new, *libraries])
        new.replace(self.product)

    def _plain_objects(self):
        """Of the table, and of the entry in C where it has one."""
        self.scratch.mkdir(parents=True, exist_ok=True)
        table = self.scratch / "table.c"
        table.write_text(self.table.text(), errors="surrogateescape")
        plain = ["gcc", "-O2", "-fPIC", "-w", f"-I{SOURCE}", f"-I{self.folder}", "-c"]
        self._run([*plain, table, "-o", self.scratch / "table.o"])
        objects = [self.scratch / "table.o"]
        if self.language != "fortran":
            self._run([*plain, self.folder / "entry.c", "-o", self.scratch / "entry.o"])
            objects.append(self.scratch / "entry.o")
        return objects

    def _objects(self):
        objects = self._plain_objects()
        own, source = self.scratch / "stage.o", self.file
        how = ["-Xcompiler=-fPIC" if self.language == "cuda" else "-fPIC", f"-I{self.folder}"]
        if self.language == "fortran":
            if not self.original:
                source = self.scratch / "composed.f90"
                source.write_text(self.composed(), errors="surrogateescape")
            how = ["-fPIC", "-w", "-ffree-form", "-ffree-line-length-none", "-J", self.scratch,
                   "-I", self.scratch, "-I", self.folder]
        self._run([*self.compiler, *how, "-c", source, "-o", own])
        return [*objects, own]

    def _run(self, words):
        done = compiled.run(words, self.folder)
        if done.returncode != 0:
            raise Broken(self.name, f"{self.file.name} does not compile:\n"
                                    f"{compiled.first_errors(done.stderr)}\n"
                                    f"the command: {shlex.join(map(str, words))}",
                         diagnostics.errors(done.stderr, self.folder))


def routine_of(described):
    return described["routine"].split("/")[-1].lower()
