"""Every command that writes, with small work to do, and a folder of files that are the user's."""

import contextlib
import dataclasses
import functools
import os
import pathlib
import shutil
import tempfile
import unittest

from command import LADDER, ladder
from plotting import MISSING
from source_tree import SOURCE, folder_of

BACK = ["--case=small", "--stage=c-O3"]
ONE = [*BACK, "--nt=41"]
HEAT = ["--case=heat-rods", "--stage=c-general"]
TIMED = [*ONE, "--repetitions=1"]
TUNED = ["--case=small", "--stage=c-omp", "--threads=1", "--nt=5", "--repetitions=1"]
MIGRATED = ["--model=input.npy", "--spacing=40", "--shots=input.sgy", "--wavelet=ricker:4",
            "--stage=fortran", "--sponge=4"]
# Commands that write nothing; every other one must be in `WRITERS`.
# `microbench` appends through the file of records that `ladder` uses.
READERS = {"predict", "fits", "microbench", "list", "verify", "operator", "compare", "explain",
           "completion", "doctor", "judge"}


@dataclasses.dataclass(repr=False)
class Writer:
    """A command with one of its options that name an output."""

    name: str
    words: list
    ending: str
    option: str = "--output"
    appends: str = None  # the kind of file that it appends to; None: it makes a product
    wrong: tuple = ("--stage=nosuch",)

    def __repr__(self):
        return f"{self.name} {self.option}"

    def run(self, output, *more, **options):
        words = [*(self.name.split() if self.name != "ladder" else []), *self.words,
                 f"{self.option}={output}", *more]
        return ladder(*words, **options)

    def products(self, output):
        """Where it writes if the output is `output`."""
        return [f"{output}.svg", f"{output}.png"] if self.name.startswith("plot") else [output]


WRITERS = [
    Writer("ladder", TIMED, ".jsonl", appends="records"),
    Writer("sweep", TIMED, ".jsonl", appends="records"),
    Writer("ladder", [*TIMED, "--output=records.jsonl"], ".json", "--benchmark_out"),
    Writer("sweep", [*TIMED, "--output=records.jsonl"], ".json", "--benchmark_out"),
    Writer("tune", TUNED, ".jsonl", appends="tuned"),
    Writer("locate", [*BACK, "--gather=input.sgy"], ".jsonl", appends="places"),
    Writer("solve", HEAT, ".npy"),
    Writer("solve", [*HEAT, "--output=field.npy"], ".csv", "--probes"),
    Writer("shoot", ONE, ".sgy"),
    Writer("shoot", ONE, ".su"),
    Writer("shoot", ["--model=input.npy", "--spacing=40", "--stage=c-O3", "--nt=41"], ".toml",
           "--write-case"),
    Writer("reverse", [*BACK, "--gather=input.sgy"], ".npy"),
    Writer("zsr", ONE, ".sgy"),
    Writer("migrate", MIGRATED, ".npy"),
    Writer("export", ["--format=csv", "input.jsonl"], ".csv", wrong=("--format=nosuch",)),
    Writer("check", [*ONE, f"--against={LADDER}", "--budget=0.2"], ".xml", "--junit"),
    Writer("check", [*ONE, f"--against={LADDER}", "--budget=0.2"], ".md", "--markdown",
           appends="summary"),
    *([Writer("check", ["--case=heat-small", "--stage=c-O3", "--metric=instructions"], ".json",
             "--write-baseline")]
      if shutil.which("valgrind") else []),
    *([] if MISSING else [
        Writer("report", ["input.jsonl", "--case=small"], ".html", wrong=("--bogus",)),
        Writer("plot gather", ["input.sgy"], "", wrong=("--bogus",))]),
]


def run_in(folder, name, *words, **options):
    """`ladder NAME` with the small case, where the words name no other."""
    given = {word.split("=")[0] for word in words}
    every = BACK if name in ("locate", "reverse") else ONE
    case = ([] if name in ("export", "report", "plot", "migrate")
            else [word for word in every if word.split("=")[0] not in given])
    return ladder(*([] if name == "ladder" else [name]), *words, *case, cwd=folder, **options)


@functools.cache
def contents():
    """The content of files of each kind, as the program itself makes it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for words in (["shoot", *ONE, "--output=gather.sgy", "--snapshots=20"],
                      [*TIMED, "--output=records.jsonl"],
                      ["tune", *TUNED, "--output=tuned.jsonl"],
                      ["locate", *BACK, "--gather=gather.sgy", "--output=places.jsonl"]):
            ladder(*words, cwd=folder, code=0)
        return {"gather": (folder / "gather.sgy").read_bytes(),
                "model": (folder / "gather_snapshots/velocity.npy").read_bytes(),
                "case": (SOURCE / "data/wave/small.toml").read_bytes(),
                "text": b"what I have to remember\nwithout an end of line",
                "records": (folder / "records.jsonl").read_bytes(),
                "tuned": (folder / "tuned.jsonl").read_bytes(),
                "places": (folder / "places.jsonl").read_bytes(),
                "summary": b"### ladder check\n\nof yesterday\n",
                "json": b'{"schema": 2, "mine": [1, 2, 3]}\n',
                "broken": b'{"mine": "cut sho'}


KINDS = ("gather", "model", "case", "text", "records", "places", "json", "broken")


class Folder(unittest.TestCase):
    """A folder that the commands run in, with their inputs."""

    def setUp(self):
        self.path = folder_of(self)
        self.put("input.sgy", "gather")
        self.put("input.jsonl", "records")
        self.put("input.npy", "model")

    def put(self, name, kind):
        (self.path / name).write_bytes(contents()[kind])
        return name

    def every_byte(self):
        """All that the folder holds, by its name."""
        def content_of(path):
            if path.is_symlink():
                return "link", os.readlink(path)
            return (("folder",) if path.is_dir()
                    else ("file", path.stat().st_mode, path.read_bytes()))
        return {str(path.relative_to(self.path)): content_of(path)
                for path in sorted(self.path.rglob("*"))}

    @contextlib.contextmanager
    def nothing_changes(self, *about):
        with self.subTest(" ".join(map(str, about))):
            before = self.every_byte()
            yield
            after = self.every_byte()
            self.assertEqual(sorted(after), sorted(before), "names in the folder")
            changed = [name for name in before if before[name] != after[name]]
            self.assertEqual(changed, [])

    def refused(self, run, code=7):
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertRegex(run.stderr, r"\w")
        self.assertNotIn("Traceback", run.stderr)
        self.assertNotIn("unexpected", run.stderr)

    def ends_well(self, run):
        # A check may find the program slower than itself, or not know.
        self.assertIn(run.returncode, (0, 1, 4), run.stdout + run.stderr)
