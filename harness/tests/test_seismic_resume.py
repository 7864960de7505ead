# label: cli
# room: seismic
"""--resume compares contents: what was made from another gather, model, case, stage or program is
never taken for this."""

import json
import shutil

from command import LADDER, ladder
from migration import write_npy
from seismic_command import SMALL, Seismic
from source_tree import SOURCE, execute, folder_of


class Resumed(Seismic):
    def model(self, velocity):
        """v.npy of one velocity, for the case `small`."""
        write_npy(self.path / "v.npy", [velocity] * (110 * 70), (110, 70))


class Located(Resumed):
    """A line of `locate --output` is an answer for what it was made from alone."""

    def locate(self, *arguments, program=LADDER):
        return execute(program, "locate", "--output=records.jsonl", *arguments, timeout=300,
                       cwd=self.path, code=0)

    def begun_anew(self, what, *arguments, **options):
        before = len(self.output.read_text().splitlines())
        run = self.locate(*arguments, "--resume", **options)
        self.assertRegex(run.stderr, r"case: computed again, .*: the %s differs" % what)
        lines = self.output.read_text().splitlines()
        self.assertEqual(len(lines), before + 1)
        return json.loads(lines[-1])

    @classmethod
    def setUpClass(cls):
        cls.made = folder_of(cls)
        for words in (["shoot", "--output=shot.sgy"],
                      ["locate", "--gather=shot.sgy", "--output=records.jsonl"]):
            ladder(*words, *SMALL, cwd=cls.made, code=0)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.made, self.path, dirs_exist_ok=True)
        self.words = [*SMALL, "--gather=shot.sgy"]

    def test_what_was_found_from_the_same_by_any_name_is_not_computed_again(self):
        (self.path / "B").mkdir()
        shutil.copy(self.path / "shot.sgy", self.path / "B/other.sgy")
        before = self.output.read_text()
        for gather in ("shot.sgy", "B/other.sgy"):
            self.locate(*SMALL, f"--gather={gather}", "--resume")
            self.assertEqual(self.output.read_text(), before)

    def test_another_gather_of_the_same_name(self):
        self.shoot("--source=1200,800", "--overwrite")
        found = self.begun_anew("gather", *self.words)
        self.assertLess(found["x"], 1500)

    def test_another_model_of_the_same_name(self):
        words = ["--model=v.npy", *self.words]
        self.output.unlink()
        self.model(2000)
        self.locate(*words)
        self.model(2500)
        self.begun_anew("case", *words)

    def test_another_case_of_the_same_name(self):
        text = (SOURCE / "data/wave/small.toml").read_text()
        words = ["--case=mine.toml", "--stage=c-simd", "--gather=shot.sgy"]
        self.output.unlink()
        self.case_file(text)
        self.locate(*words)
        self.case_file(text, ("strength = 0.013", "strength = 0.02"))
        self.begun_anew("case", *words)

    def test_another_launch(self):
        self.output.unlink()
        words = ["--case=small", "--stage=c-omp", "--gather=shot.sgy"]
        self.locate(*words, "--threads=1")
        self.begun_anew("launch", *words, "--threads=2")

    def test_another_program_of_the_same_name(self):
        program = self.path / "ladder"
        program.write_bytes(LADDER.read_bytes() + b"changed")
        program.chmod(0o755)
        self.begun_anew("program", *self.words, program=program)

    def test_other_looks_for_the_focus_another_interval_or_other_places_of_the_same_file(self):
        for what, option in (("every", "--every=7"), ("gather", "--gather-dt=3.9ms"),
                             ("gather", "--receivers=depth:40")):
            self.begun_anew(what, *self.words, option)


class Checkpoint(Resumed):
    """The checkpoint of an interrupted run is for the same run alone."""

    def refused(self, what, *command):
        kept = {p.name: p.read_bytes()
                for p in self.path.iterdir() if p.name.endswith("checkpoint")}
        self.assertEqual(len(kept), 1)
        self.ends_with(5, "cannot resume .*: the %s differs" % what, *command, "--resume")
        for name, bytes_before in kept.items():
            self.assertEqual((self.path / name).read_bytes(), bytes_before)

    def test_of_a_shot(self):
        whole = ["shoot", "--case=small", "--nt=32001", "--output=shot.sgy"]
        words = [*whole, "--stage=c-O3"]
        self.interrupted(*words)
        self.refused("stage", *whole, "--stage=c-O2")
        self.refused("case", *words, "--source=1200,800")
        self.refused("case", *words, "--wavelet=ricker:5")
        self.refused("case", *words, "--receivers=depth:40")
        self.refused("snapshots", *words, "--snapshots=16000")
        self.model(2500)
        self.refused("case", *words, "--model=v.npy")

    def test_of_a_gather_that_was_shot_anew(self):
        words = ["reverse", "--case=small", "--stage=c-O0", "--gather=shot.sgy", "--output=map.npy"]
        self.shoot("--nt=4001")
        self.interrupted(*words)
        self.shoot("--nt=4001", "--source=1200,800", "--overwrite")
        self.refused("gather", *words)

    def test_of_a_section(self):
        words = ["zsr", "--case=small", "--nt=32001", "--output=section.sgy"]
        self.interrupted(*words, "--stage=c-O3")
        self.refused("stage", *words, "--stage=c-O2")

    def test_of_the_second_model_does_not_keep_the_first_from_beginning(self):
        gather = self.shoot("--nt=3001")
        command = ["locate", "--case=small", "--stage=c-O3", f"--gather={gather}",
                   "--models=case,case*1.01", "--output=places.jsonl"]
        (self.path / "places.jsonl.2.checkpoint").write_bytes(b"ladder checkpoint 2\n{}\n")
        self.ends_with(5, "cannot resume", *command, "--resume")
        (self.path / "places.jsonl.2.checkpoint").unlink()
        self.ends_with(0, "there is no checkpoint '.*places.jsonl.2.checkpoint'", *command,
                       "--resume")

    def test_of_a_run_that_has_ended_is_not_looked_for_next_to_its_product(self):
        words = ["shoot", "--case=small", "--nt=3", "--stage=c-O3", "--output=shot.sgy"]
        self.ends_with(0, "there is no checkpoint", *words, "--resume")
        self.ends_with(7, "has no checkpoint: nothing is left to resume", *words, "--resume")
        self.ends_with(0, "there is no checkpoint", *words, "--resume", "--overwrite")
        (self.path / "folder.sgy").mkdir()
        self.ends_with(7, "is a folder, not a file", *words[:-1], "--output=folder.sgy", "--resume")
