# label: cli
# room: seismic
# cost: 40
"""The commands of the documentation do what it says: README.md files that are marked for it are
run.

In a block ```console a line that begins with `$ ` is a command; the lines that follow it are quoted
from what it prints, in order, others between them left out. They are quoted with their numbers. An
error, the only number with an exponent, may differ by a factor of three: compilers round in another
order. `# needs a GPU` behind a command leaves it out.

data/KEYS.md has the keys that the readers of case files declare, and its examples run.

scripts/example goes from a clone to the table of an example, on a copy that is kept. The example
plug-ins, in C, Fortran and CUDA, and the example of a foreign Fortran program build against an
installed ladder, outside the tree: the plug-ins are found right, and the shadow finds what it
should."""

import functools
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

from command import LADDER, Command
from documents import documents
from source_tree import BUILD, SOURCE, compiles_nothing, execute, folder_of, lacks

MARK = "<!-- commands are tested"
ERROR = re.compile(r"\b\d(?:\.\d+)?e[-+]\d+\b")


def marked():
    return [path for path in documents("README.md") if MARK in path.read_text()]


def commands_of(text):
    """(command, quoted lines) in order."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", text[text.index(MARK):],
                            re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.strip():
                found[-1][1].append(line)
    return found


def alike(line, quoted):
    """The same words and numbers, but for spaces; errors within a factor of three."""
    words, others = (" ".join(ERROR.sub("E", one).split()) for one in (line, quoted))
    errors = zip(ERROR.findall(line), ERROR.findall(quoted))
    return words == others and all(1 / 3 <= float(a) / float(b) <= 3 for a, b in errors)


class Documentation(Command):
    def test_some_documents_are_marked(self):
        self.assertIn(SOURCE / "c_port/wave/README.md", marked())

    def test_commands_do_what_is_quoted(self):
        for document in marked():
            for typed, quoted in commands_of(document.read_text()):
                if typed.endswith("# needs a GPU"):
                    continue
                with self.subTest(document=str(document.relative_to(SOURCE)), command=typed):
                    self.holds(typed, quoted)

    def holds(self, typed, quoted):
        words = typed.split()
        self.assertEqual(words[0], "scripts/ladder")
        # Files that are kept are those of the tree; files that are made go to a folder of the
        # test's own.
        kept = [str(SOURCE / word) if word.startswith("results/") else word for word in words[1:]]
        run = execute(LADDER, *kept, timeout=300, cwd=self.path, code=0)
        printed = iter(run.stdout.splitlines())
        for line in quoted:
            self.assertTrue(any(alike(one, line) for one in printed),
                            f"'{line}' is not printed, or not in this order:\n{run.stdout}")


MISSING = lacks("numpy")
SCRIPT = SOURCE / "scripts/keys_reference.py"


@unittest.skipIf(MISSING, f"without {MISSING}")
class Keys(Command):
    def setUp(self):
        super().setUp()
        import keys_reference

        self.module = keys_reference
        self.text = keys_reference.PAGE.read_text()

    def test_each_key_has_its_row(self):
        execute(sys.executable, SCRIPT, "--check", f"--program={LADDER}", code=0)

    def test_a_row_too_many_and_one_too_few_are_seen(self):
        known = {("heat", "[grid]", "nz"): "whole number", ("heat", "[grid]", "nx"): "whole number"}
        page = "## heat\n| `[grid]` | `nz` | cells |\n| `[grid]` | `ny` | cells |\n"
        new, wrong = self.module.with_values(page, known)
        self.assertIn("| `[grid]` | `nz` | whole number | cells |", new)
        self.assertEqual(wrong, ["no reader asks for heat [grid] ny",
                                 "there is no row for heat [grid] nx"])

    def test_examples_run(self):
        self.module.make_examples(self.text, self.path)
        commands = [line for *_, lines in self.module.examples(self.text) for line in lines]
        self.assertGreaterEqual(len(commands), 4)
        for line in commands:
            with self.subTest(line):
                self.exits(0, *line.split())
                for word in line.split():
                    if word.startswith(("--output=", "--probes=")):
                        self.assertTrue((self.path / word.split("=")[1]).is_file(), word)


WHY_NOT = compiles_nothing("cmake", "cc")
NO_FORTRAN = compiles_nothing("cmake", "gfortran")
EXAMPLES = "harness/problems/routine/examples"


class Example(unittest.TestCase):
    def setUp(self):
        self.clone = folder_of(self)
        shutil.copytree(SOURCE / EXAMPLES, self.clone / EXAMPLES)
        (self.clone / "scripts").mkdir()
        shutil.copy(SOURCE / "scripts/example", self.clone / "scripts")
        ladder = self.clone / "scripts/ladder"  # notes what it is asked for
        ladder.write_text('#!/bin/sh\necho "$*" >> "$(dirname "$0")/asked"\n')
        ladder.chmod(0o755)

    def run_with(self, *arguments, code=0):
        execute(self.clone / "scripts/example", *arguments, code=code)
        asked = self.clone / "scripts/asked"
        return asked.read_text().splitlines() if asked.exists() else []

    def test_a_routine_of_each_example_is_adopted_recorded_ported_and_shown(self):
        for name in sorted(path.name for path in (SOURCE / EXAMPLES).iterdir() if path.is_dir()):
            with self.subTest(name):
                adopted, recorded, ported, shown = self.run_with(name, "--threads=2")[-4:]
                command, source, routine = adopted.split()
                self.assertEqual(command, "adopt")
                self.assertTrue((self.clone / "build/examples" / name / source).is_file())
                ladder = f"ladders/{routine}"
                self.assertTrue((self.clone / EXAMPLES / name / ladder).is_dir())
                self.assertEqual(recorded, f"record {ladder}")
                self.assertEqual(ported, f"port c c-omp omp --write-only --ladder={ladder}")
                self.assertEqual(shown, f"--ladder={ladder} --threads=2")

    def test_what_was_written_into_the_copy_is_kept(self):
        self.run_with("relax")
        mine = self.clone / "build/examples/relax/ladders/smooth/mine.c"
        mine.write_text("mine")
        self.assertEqual(len(self.run_with("relax")), 8)
        self.assertEqual(mine.read_text(), "mine")

    def test_another_name_is_refused(self):
        self.assertEqual(self.run_with("other", code=2), [])


@functools.cache
def installed():
    """The prefix of an installation, which lasts as long as these tests."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    execute("cmake", "--install", BUILD, "--prefix", folder.name, code=0)
    return pathlib.Path(folder.name)


def built(source, folder, *options):
    """The folder in which an example was built against the installation."""
    execute("cmake", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={installed()}", *options,
            code=0)
    execute("cmake", "--build", folder, code=0)
    return folder


def without_settings(**more):
    """An environment in which nothing points at the source tree."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LADDER_")}
    return {**clean, **more}


@unittest.skipIf(WHY_NOT, WHY_NOT)
class PluginExample(unittest.TestCase):
    def test_it_builds_against_an_installed_tree_and_is_right(self):
        example = folder_of(self) / "example"
        shutil.copytree(SOURCE / "harness/problems/wave/plugin_example", example)
        # any card takes this architecture
        folder = built(example, example / "build", "-DCMAKE_CUDA_ARCHITECTURES=75-virtual")
        made = sorted(path.name for path in folder.glob("*.so"))
        self.assertEqual("my_kernel_fortran.so" in made, bool(shutil.which("gfortran")))
        self.assertEqual("my_kernel_cuda.so" in made, bool(shutil.which("nvcc")))
        for name in made:
            with self.subTest(name):
                self.is_right(name, folder)

    def is_right(self, name, folder):
        done = execute(installed() / "bin/ladder", "verify", f"--stage=./{name}", "--case=small",
                       cwd=folder, env=without_settings())
        if name == "my_kernel_cuda.so" and done.returncode == 6:
            self.assertRegex(done.stdout + done.stderr, "my-kernel-cuda .* skipped")
            self.skipTest("my_kernel_cuda is built and skipped: no GPU")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(name.removesuffix(".so").replace("_", "-"), done.stdout)
        self.assertIn("1 right, 0 wrong, 0 skipped", done.stdout)


@unittest.skipIf(NO_FORTRAN, NO_FORTRAN)
class ShadowExample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = folder_of(cls)
        cls.prefix = installed()
        built(cls.prefix / "share/ladder/shadow_example", cls.path / "shot")

    def shot(self, code=0, **environment):
        run = execute(self.path / "shot/shot", cwd=self.path, timeout=120,
                      env=without_settings(**environment), code=code)
        return run.stderr

    @unittest.skipIf(not (BUILD / "build.ninja").exists() or not shutil.which("ninja"),
                     "this build was not made by ninja")
    def test_what_it_links_is_built_by_scripts_ladder(self):
        commands = execute("ninja", "-C", BUILD, "-t", "commands", "program", check=True)
        self.assertIn("-o libladder_shadow.so", commands.stdout)

    def test_a_stage_that_errs_is_found(self):
        printed = self.shot(code=3, LADDER_SHADOW=str(BUILD / "plugins/wrong_at_step_and_cell.so"),
                            WRONG_STEP="211", WRONG_CELL="70,33")
        self.assertRegex(printed, r"first step 211, cell \(z 70, x 33\)")

    def test_a_source_that_is_not_described_is_reported(self):
        printed = self.shot(code=2, LADDER_SHADOW="c-O3", LADDER_SHADOW_FROM="itself")
        self.assertIn("changed its fields between step 1 and step 2", printed)
        printed = self.shot(LADDER_CAPTURE="all.call")
        self.assertRegex(printed,
                         "step 1 captured in .* and no more: the program changed its fields")
