# label: cli
# cost: 15
"""The report says what it was made of, and a sentence where it cannot be made. The report shows
predictions and measurements together, and refuses a prediction that came afterwards."""

import json
import os
import shutil

import command
import made_up
import plotting
from page_check import Page
from plotting import needs_packages

if not plotting.MISSING:
    from reporting import predicted, sources, tables


@needs_packages
class Escaped(command.Command):
    def test_words_of_records_are_shown_and_never_run(self):
        nasty = "<script>alert(1)</script> & \"quotes\""
        kept = made_up.part_of_ladder()
        for record in kept:
            record["stage"]["change"] = record["stage"]["expectation"] = nasty
            record["environment"].update(cpu=nasty, os=nasty)
        command.write_lines(self.output, kept)
        self.exits(0, "report", self.output, "--output", self.path / "page.html")
        text = (self.path / "page.html").read_text()
        self.assertNotIn("<script>alert", text)
        page = Page(text)
        self.assertEqual(page.faults, [])
        self.assertIn(f"expected: {nasty}", page.text)
        self.assertIn(f"environment of Made-up GPU, {nasty}",
                      [value for _, _, value in page.attributes])


@needs_packages
class ThisMachine(command.Command):
    def here(self, **changes):
        """Whether the report calls the machine of these records this machine."""
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
        self.ends_with(7, "No such file", "report", self.path / "gone.jsonl", "--output",
                       self.path / "r.html")

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


SESSION, BEFORE, AT_ITS_BEGIN, AFTER = ("20260102T030000-7", "2026-01-02T02:59:59Z",
                                        "2026-01-02T03:00:00Z", "2026-01-03T00:00:00Z")


def record(name="graph"):
    one = {**made_up.record(name), "session": SESSION}
    # 2 ms each
    one["traced"]["profile"] = [{"name": "step", "calls": 10, "total_ns": 20_000_000, "least_ns": 0,
                                 "most_ns": 0}]
    return one


def prediction(of, time, machine=made_up.MACHINE[0]):
    return {"kind": "prediction", "prediction_schema": 1, "stage": of["stage"], "case": of["case"],
            "launch": of["launch"], "machine": machine, "time": time, "kernels_s": 2.2e-3,
            "regime": "memory",
            "kernels": [{"name": "step", "launches": 1.0}]}


@needs_packages
class Predicted(command.Command):
    def report(self, code, words, predictions, records):
        command.write_lines(self.path / "records.jsonl", records)
        command.write_lines(self.path / "predictions.jsonl", predictions)
        self.ends_with(code, words, "report", "records.jsonl", "--predictions=predictions.jsonl",
                       "--output=page.html")

    def page(self, predictions, records):
        self.report(0, "page.html", predictions, records)
        return Page((self.path / "page.html").read_text())

    def test_predicted_is_shown_with_measured(self):
        measured = record()
        page = self.page([prediction(measured, BEFORE), prediction(record("fused"), BEFORE)],
                         [*made_up.part_of_ladder(), measured])
        self.assertEqual(page.faults, [])
        self.assertIn("1 cells: mean error 10.0 %", page.text)
        self.assertIn("1 predicted cells were not timed", page.text)
        self.assertIn("+10.0 %", page.text)

    def test_a_prediction_that_is_younger_than_its_measurement_is_refused_and_no_page_is_written(
            self):
        measured = record()
        for time in (AT_ITS_BEGIN, AFTER):
            self.report(5, "it is no prediction", [prediction(measured, time)], [measured])
            self.assertFalse((self.path / "page.html").exists())

    def test_of_files_that_nobody_named_a_cell_that_was_measured_before_is_left_out_and_counted(
            self):
        measured, again = record(), {**record(), "session": "20260104T000000-7"}
        path = self.path / "predictions.jsonl"
        command.write_lines(path,
                            [prediction(measured, AFTER), prediction(record("fused"), BEFORE)])
        trial = predicted.trial(path, [measured, again, record("fused")], named=False)
        self.assertEqual([row[0].words.split()[0] for row in trial.table.rows], ["fused"])
        self.assertIn("1 more was measured before the prediction, and left out", trial.words)

    def test_what_was_predicted_for_another_machine_is_not_held_against_this_one(self):
        measured = record()
        page = self.page([prediction(measured, AFTER, machine="Another GPU")],
                         [*made_up.part_of_ladder(), measured])
        self.assertIn("None of 1 predicted cells was timed", page.text)

    def test_a_file_that_holds_no_predictions_is_reported(self):
        self.report(7, "this is no prediction", [record()], [record()])
