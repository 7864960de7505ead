# label: cli
"""What programs are given of plug-ins that cheat, err, or are right: the status that names it."""

import json

import schema_check
from attack import Attack

STATUS = {
    "crashes": "crashed",
    "exits": "crashed",
    "forges_a_verdict": "broke_protocol",
    "writes_outside_late": "out_of_bounds",
    "twenty_bits_late": "wrong",
    "fails_halfway": "failed",
    "takes_its_process": "right",
    "honest_loop": "right",
    "honest_in_pieces": "right",
}


class Statuses(Attack):
    def statuses(self, plugins, *arguments):
        run = self.run_with(plugins, "--json", *arguments, command=["verify"])
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([schema_check.defects(row) for row in rows], [[]] * len(rows))
        return {row["stage"].replace("-", "_"): row["status"] for row in rows}

    def test_each_cheat_is_named_and_no_honest_one_is_accused(self):
        self.assertEqual(self.statuses(list(STATUS)), STATUS)

    def test_one_that_does_not_return(self):
        self.assertEqual(self.statuses("hangs", "--hang-limit=2"), {"hangs": "hung"})
