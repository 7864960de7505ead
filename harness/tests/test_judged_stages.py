# label: cli
# cost: 15
"""The kinds of stages that were accused although they are honest, or believed although they cheat:
judged without a GPU. judged_stages.py judges all twelve cheats and twenty-one honest ones."""

import json
import shutil

import adopted_program
import command
import judged_stages

HONEST = ("cooperative", "pinned", "last_block", "staged", "thrust")
CHEATS = ("on_the_host", "launders", "leaves_a_process", "lowers_precision", "modifies_a_library")


class Judged(adopted_program.Adopting):
    program = "judged"
    recorded_as = ("rod.f90", "cool", "1,2,last")

    def test_each_has_the_status_that_it_must(self):
        stages = {file.stem: file for kind in ("cheats", "honest")
                  for file in (judged_stages.STAGES / kind).glob("*.cu")}
        wanted = judged_stages.wanted("emulated")
        self.assertEqual(set(stages), set(wanted))
        shutil.copy(judged_stages.STAGES / "rod.cuh", self.ladder)
        for name in HONEST + CHEATS:
            shutil.copy(stages[name], self.ladder)
        run = command.ladder("judge", self.ladder, "--level=emulated", cwd=self.tree,
                             env=self.environment)
        judged = json.loads(run.stdout)
        found = {one["stage"]: one["status"] for one in judged["stages"]}
        self.assertEqual(judged["status"], found[judged["next"]["stage"]])
        self.assertEqual(found, {name: wanted[name] for name in HONEST + CHEATS}, run.stdout)
