"""What the tests of adopted routines share: a small program in a folder of its own, a cache of its
own."""

import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import command
from source_tree import execute

PROGRAMS = pathlib.Path(__file__).parent / "routines"
MISSING = [name for name in ("fparser", "numpy") if importlib.util.find_spec(name) is None] \
    + [name for name in ("gfortran", "gcc", "make") if shutil.which(name) is None]
RECORDED = {}  # by what is recorded of which sources: where, and a copy of it
# What damp of the program `fixed` does, in C.
DAMP = """  const int c = *ncall + 1;
  double f = c == 1 ? 1 : *factor;
  if (c <= 3) f = f * 0.9;
  for (int k = 1; k <= n; k++) x(k) = x(k) * f;
  *ncall = c;
  *factor = f;
"""


def keep_speeds_in(cache):
    """The speeds of main memory that the user's cache has: without them each command that takes
    times measures them again, as long as other tests have a core."""
    user = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    for file in pathlib.Path(user, "ladder").glob("memory-speeds-*.json"):
        shutil.copy(file, cache / "ladder")


def copy_program(program, tree):
    """With a Makefile of its only source where it has none of its own."""
    shutil.copytree(PROGRAMS / program, tree)
    if not (tree / "Makefile").exists():
        source, = (path.name for path in tree.glob("*.[fF]90"))
        (tree / "Makefile").write_text(f"model: {source}\n\tgfortran -O2 -o $@ {source}\n")


def slowed(source, spare):
    """smooth.f90 of the program `modules`, whose smooth does so many operations that change
    nothing."""
    return (source.replace("    real(wp) :: s\n    s = 1\n",
                           "    real(wp) :: s, spare\n    integer :: again\n    s = 1\n")
            .replace("    v = 0\n", f"""    v = 0
    spare = 0
    do again = 1, {spare}
      spare = spare * 0.5_wp + u(mod(again, 8), 0)
    end do
    if (spare > 1e30_wp) v = 1
""", 1))


@unittest.skipIf(MISSING, f"{', '.join(MISSING)} is missing")
class Adopting(command.Command):
    program = "modules"
    # Where each test begins with a ladder: its source, routine, calls and options; its sizes.
    recorded_as, sizes = (), {}

    def setUp(self):
        super().setUp()
        self.unwritten = {}  # ladder -> the text of a stage without a body
        self.tree = self.path / "program"
        copy_program(self.program, self.tree)
        command.share_compiled(self.path / "cache")
        keep_speeds_in(self.path / "cache")
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.path / "cache")}
        if self.recorded_as:
            self.start_recorded(*self.recorded_as, **self.sizes)

    def ends(self, code, words, *arguments):
        return self.ends_with(code, words, *arguments, cwd=self.tree, env=self.environment)

    def adopt(self, source, routine, *more, code=0, words="next: ladder record"):
        return self.ends(code, words, "adopt", source, routine, "--build=make", "--run=./model",
                         "--flags=-O2", *more)

    def record(self, routine, *more, code=0, words="step 0 alone gives the recorded bits"):
        return self.ends(code, words, "record", f"ladders/{routine}", *more)

    def answer(self, routine, **sizes):
        """Sizes that the source does not say, or others than its calls do, written into
        ladder.toml."""
        file = self.tree / "ladders" / routine / "ladder.toml"
        text = file.read_text()
        for name, size in sizes.items():
            if f'\n{name} = ""' not in text:
                text = re.sub(r"(?m)^(\[size\].*|# ----.*)$", lambda match: (
                    f'{match[0]}\n{name} = ""' if match[0].startswith("[")
                    else f'[size]\n{name} = ""\n\n{match[0]}'), text, count=1)
            text = re.sub(rf'(?m)^{name} = ""', f'{name} = "{size}"', text)
        file.write_text(text)

    def start_recorded(self, source, routine, calls, *more, **sizes):
        """self.ladder is adopted and recorded: once in a file of tests, each of which begins with a
        copy in the same place, where paths in what was generated lead."""
        key = (source, routine, calls, more, *sizes.items(), *self.sums().items())
        if key not in RECORDED:
            self.adopt(source, routine, f"--calls={calls}", *more)
            self.answer(routine, **sizes)
            self.record(routine)
            folder = tempfile.TemporaryDirectory()
            unittest.addModuleCleanup(folder.cleanup)
            RECORDED[key] = self.path, pathlib.Path(folder.name, "recorded")
            shutil.copytree(*RECORDED[key], symlinks=True)
        else:
            self.path, recorded = RECORDED[key]
            self.addCleanup(shutil.rmtree, self.path)
            shutil.copytree(recorded, self.path, symlinks=True)
            self.output = self.path / self.output.name
            self.tree = self.path / "program"
            self.environment["XDG_CACHE_HOME"] = str(self.path / "cache")
        self.ladder = self.tree / "ladders" / routine

    def write_c(self, name, body, flags=None):
        """A stage in C of the ladder `self.ladder`, for which new-stage is asked once in a test."""
        file = self.ladder / f"{name}.c"
        if self.ladder not in self.unwritten:
            self.unwritten[self.ladder] = self.new_stage("c", name).read_text()
        text = re.sub(r"#error .*\n", lambda _: body, self.unwritten[self.ladder])
        file.write_text(re.sub("flags:.*", f"flags: {flags}", text) if flags else text)

    def new_stage(self, language, name, *more, words="written"):
        """The file of a stage that `ladder new-stage` wrote into the ladder `self.ladder`."""
        self.run_in(0, words, "new-stage", language, name, *more)
        return next(self.ladder.glob(f"{name}.*"))

    def verify(self, code, words, stages):
        return self.run_in(code, words, "verify", f"--stage={stages}")

    def run_in(self, code, words, *arguments):
        return self.ends_with(code, words, *arguments, cwd=self.ladder, env=self.environment)

    def program_with(self, variable, stage, routine, code=0):
        """The owner's program with a stage in the routine's place, or in its shadow."""
        folder = next((self.path / "cache" / "ladder").glob(f"{routine}-*")) / "program"
        return execute("./model", cwd=folder, env={**self.environment, variable: stage},
                       timeout=300, code=code)

    def sums(self):
        """Contents of the owner's tree without ladders/."""
        return {str(path.relative_to(self.tree)): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in sorted(self.tree.rglob("*")) if path.is_file()
                and "ladders" not in path.parts}

    def holds_for(self, source, routine, calls="1,2,last", *more, **sizes):
        """Adopted, recorded; the program has the same output with step 0 in the routine's place,
        and no call differs."""
        before = self.sums()
        name = routine.lower()
        self.adopt(source, routine, f"--calls={calls}", *more)
        self.answer(name, **sizes)
        recorded = self.record(name)
        self.assertEqual(self.sums(), before)
        self.is_the_same_with_step0(name)
        return recorded.stdout + recorded.stderr

    def is_the_same_with_step0(self, routine, calls="[1-9][0-9]*"):
        """The program's output with step 0 in the routine's place, and every bit of each call."""
        execute("make", cwd=self.tree, check=True)
        own = execute("./model", cwd=self.tree, check=True).stdout
        replaced = self.program_with("LADDER_STAGE", "original", routine)
        self.assertEqual(replaced.stdout, own, replaced.stderr)
        self.assertRegex(replaced.stderr, f"the stage 'original' was called {calls} times")
        shadow = self.program_with("LADDER_SHADOW", "original", routine)
        self.assertRegex(shadow.stderr,
                         f" {calls} calls compared, every bit of [0-9]+ outputs is equal")
