# label: cli
# cost: 25
"""Stages that cheat a judge, and honest ones that were once accused, of one routine: judged without
a GPU."""

import json
import shutil

import adopted_program
import command

STATUSES = {
    "catches_buffers": "device_not_used",
    "cooperative": "emulated_right",
    "keeps_results": "device_not_used",
    "knows_the_input": "only_recorded",
    "last_block": "emulated_right",
    "launders": "device_not_used",
    "leaves_a_process": "hides_work",
    "lowers_precision": "wrong",
    "modifies_a_library": "broke_protocol",
    "on_the_host": "device_not_used",
    "pinned": "emulated_right",
    "reads_the_calls": "device_not_used",
    "staged": "emulated_right",
    "thrust": "not_run",  # the emulation has no libraries
}


class Judged(adopted_program.Adopting):
    program = "judged"
    recorded_as = ("rod.f90", "cool", "1,2,last")

    def test_each_has_the_status_that_it_must(self):
        for file in (self.tree / "stages").iterdir():
            shutil.copy(file, self.ladder)
        run = command.ladder("judge", self.ladder, "--level=emulated", cwd=self.tree,
                             env=self.environment)
        judged = json.loads(run.stdout)
        found = {one["stage"]: one["status"] for one in judged["stages"]}
        self.assertEqual(judged["status"], found[judged["next"]["stage"]])
        self.assertEqual(found, STATUSES, run.stdout)
