# label: cli
"""`ladder fits`: the memory of a case on a given machine, without making the case."""

import json

from command import Command


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
        self.assertEqual(self.printed("--case=heat-512", "--memory=99")["cells"], [512, 512, 512])
        self.ends_with(2, "`ladder migrate --dry-run` shows", "fits", "--case=imaging-small")

    def test_the_folder_of_a_routine_gets_no_answer_about_another_computation(self):
        (self.path / "ladder.toml").write_text("")
        run = self.exits(2, "fits", cwd=self.path)
        self.assertEqual(run.stdout, "")

    def test_the_table_names_the_smallest(self):
        self.ends_with(0, "smallest choice that holds it: --stage=", "fits", "--case=small",
                       "--memory=1")
        self.ends_with(6, "nothing here holds it", "fits", "--case=two-layer-512", "--memory=0.001",
                       "--gpus=0")
