# label: cli
"""The report says what it was made of, and a sentence where it cannot be made."""

import json
import os
import shutil
import sys
import unittest

import command
import made_up
import plotting
from page_check import Page
from plotting import MISSING

os.environ.setdefault("LADDER_PYTHON", sys.executable)


@unittest.skipIf(MISSING, f"{', '.join(MISSING)} missing in this Python: scripts/requirements.txt "
                          "names them")
class Escaped(command.Command):
    def test_words_of_records_are_shown_and_never_run(self):
        nasty = "<script>alert(1)</script> & \"quotes\""
        kept = made_up.part_of_ladder()
        for record in kept:
            record["stage"]["change"] = record["stage"]["expectation"] = nasty
            record["environment"].update(cpu=nasty, os=nasty)
        command.write_lines(self.output, kept)
        run = command.ladder("report", self.output, "--output", self.path / "page.html")
        self.assertEqual(run.returncode, 0, run.stderr)
        text = (self.path / "page.html").read_text()
        self.assertNotIn("<script>alert", text)
        page = Page(text)
        self.assertEqual(page.faults, [])
        self.assertIn(f"expected: {nasty}", page.text)
        self.assertIn(f"environment of Made-up GPU, {nasty}",
                      [value for _, _, value in page.attributes])


@unittest.skipIf(MISSING, f"{', '.join(MISSING)} missing in this Python: scripts/requirements.txt "
                          "names them")
class ThisMachine(command.Command):
    def here(self, **changes):
        """Whether the report calls the machine of these records this machine."""
        from reporting import sources, tables

        environment = json.loads(command.ladder("doctor", "--json").stdout)
        kept = made_up.part_of_ladder()
        for record in kept:
            record["environment"].update({name: environment[name]
                                          for name in ("cpu", "cores", "memory_bytes", "gpu")})
            record["environment"].update(changes)
        command.write_lines(self.output, kept)
        return ("(this machine)"
                in tables.side_by_side(sources.read([self.output], "thesis")).head[1])

    def test_it_is_known_by_its_cores_memory_and_card(self):
        self.assertTrue(self.here())
        self.assertFalse(self.here(cores=1000))
        self.assertFalse(self.here(memory_bytes=10**15))
        self.assertFalse(self.here(gpu={"name": "another card", "uuid": "GPU-1"}))


class Words(command.Command):
    def test_without_records_it_says_so(self):
        home = self.path / "home"
        for name in ("data", "scripts"):
            shutil.copytree(plotting.SOURCE / name, home / name,
                            ignore=shutil.ignore_patterns("__pycache__"))
        environment = {**os.environ, "LADDER_HOME": str(home)}
        self.ends_with(6, "results/ is empty or missing", "report", env=environment)
        (home / "results").mkdir()
        self.ends_with(6, "results/ is empty or missing", "report", env=environment)

    def test_unusable_files_are_reported(self):
        self.ends_with(7, "No such file", "report", str(self.path / "gone.jsonl"), "--output",
                       str(self.path / "r.html"))
        self.ends_with(7, "there is no such folder", "report", "--output",
                       str(self.path / "nowhere/r.html"))

    def test_a_wrong_plot_gets_the_nearest_and_all(self):
        self.ends_with(2, "no figure 'waterfal'; did you mean waterfall\\?.* the figures are "
                          "advice, all,", "plot", "waterfal")
        self.ends_with(2, "needs the name of a figure", "plot")
        self.ends_with(0, "the figures are", "plot", "--help")

    def test_a_tree_without_scripts_and_a_machine_without_python_are_reported(self):
        shutil.copytree(plotting.SOURCE / "data", self.path / "data")
        self.ends_with(6, "script of the source tree", "report",
                       env={**os.environ, "LADDER_HOME": str(self.path)})
        self.ends_with(6, "could not be started", "report",
                       env={**os.environ, "LADDER_PYTHON": str(self.path / "none")})
