# label: cli
"""The files of plots: the same input gives the same bytes, without dates and paths; what cannot be
written is reported."""

import os
import pathlib
import shutil
import sys

import made_up
from plotting import SCRIPTS, Plot
from source_tree import execute


class Output(Plot):
    def test_the_same_input_gives_the_same_bytes(self):
        for name in ("waterfall", "roofline"):
            with self.subTest(name):
                self.drawn(name, self.keep(made_up.part_of_ladder()))
                before = [self.output.with_suffix(ending).read_bytes()
                          for ending in (".svg", ".png")]
                other = self.path / "other"
                environment = {**os.environ, "PYTHONHASHSEED": "7"}
                command = [sys.executable, "-B", SCRIPTS / "plot.py", name, *self.form,
                           self.path / "records.jsonl"]
                done = execute(*command, "--output", f"{other}.svg", "--overwrite", env=environment)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([pathlib.Path(line).name for line in done.stdout.split()],
                                 ["other.svg", "other.png"])
                after = [other.with_suffix(ending).read_bytes() for ending in (".svg", ".png")]
                self.assertTrue(before == after)

    def test_a_python_without_the_packages_gets_a_message(self):
        """plots/__init__.py gives it, whichever figure is asked for."""
        copy = self.path / "scripts"  # where there is no build/venv to go on in
        shutil.copytree(SCRIPTS, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("waterfall", "model", "all"):
            with self.subTest(name):
                script = copy / "plot.py"
                program = (f"import runpy, sys; sys.argv = [{str(script)!r}, {name!r}]; "
                           "sys.path.insert(0, "
                           f"{str(copy)!r})\n"
                           "runpy.run_path(sys.argv[0], run_name='__main__')")
                done = execute(sys.executable, "-B", "-I", "-S", "-c", program)
                self.assertEqual(done.returncode, 6, done.stderr)
                self.assertRegex(done.stderr, "packages are missing: numpy, matplotlib; "
                                              "scripts/requirements.txt")

    def test_no_date_and_no_path_is_in_it(self):
        self.drawn("figure19", self.keep(made_up.launches("figure19")))
        svg = self.output.with_suffix(".svg").read_text()
        self.assertNotIn("dc:date", svg)
        self.assertNotIn(str(self.path), svg)
        self.assertNotIn(b"Software", self.output.with_suffix(".png").read_bytes())

    def test_a_folder_that_is_missing_is_reported_before_drawing(self):
        self.output = self.path / "nowhere/picture"
        code, said = self.run_it("figure19", self.keep(made_up.launches("figure19")))
        self.assertEqual(code, 7)
        self.assertRegex(said, "there is no such folder")


class Names(Plot):
    def test_names_at_the_ends_of_curves_keep_apart_and_in_order(self):
        from plots.lines import spread

        for wanted in ([0.5] * 7, [0.9, 0.1, 0.11, 0.12], [0.0, 1.0], [0.98, 0.99, 1.2], [0.3], []):
            with self.subTest(wanted):
                places = spread(wanted, 0.1, 0.0, 1.0)
                ordered = [place for _, place in sorted(zip(wanted, places))]
                self.assertTrue(all(b - a > 0.0999 for a, b in zip(ordered, ordered[1:])), places)
                self.assertTrue(all(-1e-9 <= place <= 1 + 1e-9 for place in places), places)
