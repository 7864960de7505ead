# label: physics
"""--grid: the cells of a case whose model is generated or whose start is a formula, of every
problem. `ladder fits`: the memory of a case on a given machine, without making the case."""

import json
import pathlib
import re

from command import LADDER, Command
from source_tree import SOURCE

DATA = SOURCE / "data"


class OtherSizes(Command):
    def case_hash(self, *words):
        run = self.exits(0, "check", f"--against={LADDER}", "--stage=fortran", "--dry-run",
                         "--json", *words)
        return json.loads(run.stdout)["case_hash"]

    def file_of(self, case, **values):
        """The case's file with other numbers."""
        text = (DATA / f"{case}.toml").read_text()
        for key, value in values.items():
            text, found = re.subn(rf"(?m)^{key} = \S+", f"{key} = {value}", text)
            self.assertGreater(found, 0, key)
        name = self.path / pathlib.Path(case).name
        name.with_suffix(".toml").write_text(text)
        return f"--case=./{name.name}.toml"

    def test_heat_is_the_case_of_a_file_with_those_cells(self):
        self.assertEqual(self.case_hash("--case=heat-128", "--grid=17x19x23"),
                         self.case_hash(self.file_of("heat/heat-128", nz=17, nx=19, ny=23)))

    def test_a_ball_stays_within_the_field(self):
        self.assertEqual(self.case_hash("--case=heat-512", "--grid=64x128x256"),
                         self.case_hash(self.file_of("heat/heat-512", nz=64, nx=128, ny=256,
                                                     radius=60.0 / 8)))

    def test_imaging_keeps_its_geometry_and_velocities(self):
        words = ["--case=imaging-small", "--grid=179x219"]
        self.assertEqual(self.case_hash(*words), self.case_hash(*words))
        self.assertNotEqual(self.case_hash(*words), self.case_hash("--case=imaging-small"))
        self.assertEqual(self.case_hash("--case=imaging-small", "--grid=90x110"),
                         self.case_hash("--case=imaging-small"))

    def test_stages_are_right_at_other_sizes(self):
        for words in (["--case=heat-small", "--grid=9x21x13"], ["--case=heat-small", "--grid=11"],
                      ["--case=imaging-small", "--grid=45x56", "--nt=41"]):
            with self.subTest(words):
                self.exits(0, "verify", "--stage=fortran", "--json", *words)

    def test_a_size_that_the_case_cannot_have(self):
        for words in (["--case=heat-512", "--grid=3x4"], ["--case=imaging-small", "--grid=3x4x5"],
                      ["--case=heat-512", "--grid=none"]):
            self.ends_with(2, "--grid=", "verify", "--stage=fortran", *words)

    def test_a_model_from_a_file_is_not_stretched(self):
        self.ends_with(2, "a file is not stretched", "verify", "--stage=fortran", "--grid=45x55",
                       self.file_of("imaging/imaging-small", velocity='2000.0\nfile = "vp.npy" #'))


class Fits(Command):
    def printed(self, *arguments, code=0):
        return json.loads(self.exits(code, "fits", "--json", *arguments).stdout)

    def test_a_volume_that_no_host_could_make_is_refused_at_once(self):
        printed = self.printed("--case=two-layer-512", "--grid=20000", "--memory=1000", "--gpus=0",
                               code=6)
        self.assertEqual(printed["cells"], [20000, 20000, 20000])
        self.assertIsNone(printed["smallest"])
        for one in printed["stages"]:
            self.assertIn("free", one["why_not"] + " free" * (one["gpus"] > 0))
            self.assertGreater(one["host_bytes"], 9e13)  # more than 12 B a cell

    def test_what_fits_is_asked_for_by_its_options(self):
        printed = self.printed("--case=wave3d-small", "--memory=1", "--gpus=0")
        self.assertRegex(printed["smallest"], r"^--stage=[\w-]+$")
        self.assertTrue(
            next(one for one in printed["stages"] if one["options"] == printed["smallest"])["fits"])

    def test_memory_grows_with_the_cells_and_not_with_the_padding_of_others(self):
        small, large = (self.printed("--case=two-layer-512", f"--grid={n}", "--memory=9999",
                                     "--gpus=0") for n in (100, 200))
        self.assertEqual(large["stages"][0]["host_bytes"], 8 * small["stages"][0]["host_bytes"])

    def test_heat_is_listed_too_and_imaging_names_the_command_that_lists_it(self):
        self.assertEqual(self.printed("--case=heat-512", "--grid=327", "--memory=99")["cells"],
                         [327] * 3)
        self.ends_with(2, "`ladder migrate --dry-run` shows", "fits", "--case=imaging-small")

    def test_the_folder_of_a_routine_gets_no_answer_about_another_computation(self):
        (self.path / "ladder.toml").write_text("")
        run = self.exits(2, "fits")
        self.assertEqual(run.stdout, "")

    def test_the_table_names_the_smallest(self):
        self.ends_with(0, "smallest choice that holds it: --stage=", "fits", "--case=small",
                       "--memory=1")
        self.ends_with(6, "nothing here holds it", "fits", "--case=two-layer-512", "--memory=0.001",
                       "--gpus=0")
