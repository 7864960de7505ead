"""What the tests of the plots share: running a script within this process, reading the SVG it
wrote, small inputs."""

import contextlib
import functools
import importlib.util
import io
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from unittest import mock

from command import write_lines
from source_tree import LADDER, SOURCE, folder_of
from plots import figures

SCRIPTS = SOURCE / "scripts"
MISSING = [name for name in ("numpy", "matplotlib", "segyio", "jinja2")
           if importlib.util.find_spec(name) is None]
os.environ.setdefault("LADDER_PROGRAM", str(LADDER))


def answered(found):
    """The machines of these records, which have the program's answers."""
    from plots import records

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "records.jsonl"
        write_lines(path, found)
        return records.of_files([path])


def on_another_machine(records):
    """The same on a machine without a GPU, another day."""
    made = json.loads(
        json.dumps([record for record in records if record["stage"]["device"] == "host"]))
    for record in made:
        record["environment"].update(cpu="Another CPU", gpu=None)
        record["environment"]["build"]["commit"] = "abcdef012345"
        record.update(time="2026-12-24T12:00:00Z", session="other")
        record["floor"]["speeds"]["device"] = None
    return made


def with_events(records):
    """The same with made-up events of one step: copies, a kernel and host calls on the GPU; of
    stages that own the time loop a stretch with two kernels, the first of which began before it."""
    made = json.loads(json.dumps(records))
    for record in made:
        owns = record["stage"]["owns_time_loop"]
        if record["stage"]["device"] == "host":
            events = [("kernel", "stage", 0, 700), ("driver_loop", "driver", 700, 1000)]
        elif owns:
            events = [("kernel", "advance", -300, 400), ("runtime_call", "launch", 100, 150),
                      ("kernel", "advance", 450, 1200)]
        else:
            events = [("copy_call", "cudaMemcpy", 0, 300), ("h2d", "[memcpy HtoD]", 100, 280),
                      ("runtime_call", "cudaLaunchKernel", 300, 350),
                      ("kernel", "convolve", 340, 500),
                      ("d2h", "[memcpy DtoH]", 510, 700), ("driver_loop", "driver", 720, 1000)]
        columns = zip(("kind", "name", "begin_ns", "end_ns"), map(list, zip(*events)))
        record["traced"]["timeline"] = {"step": None if owns else 1000, "steps": 4 if owns else 1,
                                        "begin_ns": 5000,
                                        "length_ns": 1000, "whole": True, "events": dict(columns)}
    return made


def on_ranks(record, count):
    """The same with made-up ranks: the first computes half of the time, each of the others a tenth
    less; the rest they exchange, all in one step."""
    made = json.loads(json.dumps(record))
    traced = made["traced"]
    wall = traced["wall_ns"]
    traced["parts"] = []
    events = [("driver_loop", "driver", 0, 50, 0)]
    for rank in range(count):
        kernel = wall * (5 - rank) // 10
        scopes = dict.fromkeys(("kernel", "h2d", "d2h", "exchange", "idle"), 0)
        traced["parts"].append({"rank": rank, "device": 0, "scopes_ns":
                                    {**scopes, "kernel": kernel, "exchange": wall - kernel}})
        events += [("kernel", "stage", 50, 500 - 100 * rank, rank),
                   ("exchange", "[MPI]", 500 - 100 * rank, 1000, rank)]
    columns = zip(("kind", "name", "begin_ns", "end_ns", "rank"), map(list, zip(*events)))
    traced["timeline"] = {"step": None, "steps": 4, "begin_ns": 5000, "length_ns": 1000,
                          "whole": True, "events": dict(columns)}
    traced["scopes_ns"].update({scope: 0 for scope in traced["scopes_ns"]}, kernel=wall // 2,
                               exchange=wall - wall // 2)
    return made


def words_in(svg):
    """All text of the picture, in the order it was drawn, in one line."""
    texts = xml.etree.ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")
    return " ".join(" ".join("".join(text.itertext()) for text in texts).split())


def read_kept_records_once(test):
    """In a class of tests: the records of results/, which many figures are drawn from."""
    from plots import records

    real = records.read
    kept = functools.cache(lambda whole: real([], SOURCE, whole))
    reading = mock.patch.object(records, "read", lambda paths, root, whole=False:
                                real(paths, root, whole) if paths else kept(whole))
    reading.start()
    test.addClassCleanup(reading.stop)


needs_packages = unittest.skipIf(MISSING, f"{', '.join(MISSING)} missing in this Python: "
                                          "scripts/requirements.txt names them")


@needs_packages
class Plot(unittest.TestCase):
    form = ["--panels"]  # it shows all that there is; a slide has a part of it

    def setUp(self):
        self.path = folder_of(self)
        self.output = self.path / "picture"

    def keep(self, records, name="records.jsonl"):
        path = self.path / name
        write_lines(path, records)
        return path

    def run_it(self, name, *arguments):
        """Exit code, and the words on standard error."""
        old, said = sys.argv, io.StringIO()
        sys.argv = [f"plot {name}", *map(str, arguments), *self.form, "--output", str(self.output),
                    "--overwrite"]
        try:
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
                figures.run(name)
        except SystemExit as end:
            return end.code, said.getvalue()
        finally:
            sys.argv = old
        self.fail(f"plot {name} ended without an exit code")

    def drawn(self, name, *arguments):
        """The text of the picture. Its PNG takes as long and shows the same: it is not made."""
        from plots.style import plt

        figure = self.figure_of(name, *arguments)
        figure.savefig(self.output.with_suffix(".svg"))
        plt.close(figure)
        return words_in(self.output.with_suffix(".svg"))

    def figure_of(self, name, *arguments):
        """The figure of matplotlib, laid out; no file is written."""
        from plots.picture import Picture

        made = []

        def keep(picture, *_):
            made.append(picture)
            picture.lay_out()
            return []

        with mock.patch.object(Picture, "write", keep):
            code, said = self.run_it(name, *arguments)
        self.assertEqual(code, 0, said)
        return made[0].figure

    def fails(self, code, words, name, *arguments):
        """With this exit code and these words (a regular expression); an older picture stays as it
        was."""
        for ending in (".svg", ".png"):
            self.output.with_suffix(ending).write_text("older")
        before = sorted(self.path.iterdir())
        found, said = self.run_it(name, *arguments)
        self.assertEqual(found, code, said)
        self.assertRegex(said, words)
        self.assertNotIn("Traceback", said)
        self.assertEqual(sorted(self.path.iterdir()), before)
        self.assertEqual({self.output.with_suffix(ending).read_text()
                          for ending in (".svg", ".png")}, {"older"})

    def each_has(self, table):
        """table: of each figure its name, its records, and what its text has."""
        for name, found, *expected in table:
            with self.subTest(name):
                self.has(self.drawn(name, self.keep(found)), *expected)

    def has(self, text, *expected):
        for words in expected:
            self.assertTrue(re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", text),
                            f"'{words}' is not in: {text}")
