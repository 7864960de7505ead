# label: cli
"""The files of plots: the same input gives the same bytes, without dates and paths; what cannot be
written is reported."""

import os
import shutil
import sys

import made_up
from plotting import SCRIPTS, Plot
from source_tree import execute


class Output(Plot):
    def written(self, name, *arguments):
        """Both files, without a word."""
        self.assertEqual(self.run_it(name, *arguments), (0, ""))

    def test_the_same_input_gives_the_same_bytes(self):
        for name in ("waterfall", "roofline"):
            with self.subTest(name):
                records = self.keep(made_up.part_of_ladder())
                self.written(name, records)
                done = execute(sys.executable, "-B", SCRIPTS / "plot.py", name, *self.form, records,
                               "--output=other.svg", "--overwrite", cwd=self.path,
                               env={**os.environ, "PYTHONHASHSEED": "7"})
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout.split(), ["other.svg", "other.png"])
                for ending in (".svg", ".png"):
                    self.assertTrue(self.output.with_suffix(ending).read_bytes()
                                    == (self.path / f"other{ending}").read_bytes(), ending)

    def test_a_python_without_the_packages_gets_a_message(self):
        """plots/__init__.py gives it, whichever figure is asked for."""
        copy = self.path / "scripts"  # where there is no build/venv to go on in
        shutil.copytree(SCRIPTS, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("waterfall", "model", "all"):
            with self.subTest(name):
                done = execute(sys.executable, "-B", "-E", "-S", copy / "plot.py", name)
                self.assertEqual(done.returncode, 6, done.stderr)
                self.assertRegex(done.stderr, "packages are missing: numpy, matplotlib; "
                                              "scripts/requirements.txt")

    def test_no_date_and_no_path_is_in_it(self):
        self.written("figure19", self.keep(made_up.launches("figure19")))
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
