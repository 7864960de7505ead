# label: cli
"""A step is compared at its parent's launch: where a stage's default differs, its head says from
what, and why.

The head's paragraph `Launch:` names the parent and, as options, the values of the parent that the
stage does not share: "Not march's --block=64x8: ..." is what one types to compare both at one
launch.
"""

import re
import unittest

from command import json_lines
from reporting import stage_files
from test_heads import parts


def presets(stage):
    return {knob["name"]: knob["preset"] for knob in stage["knobs"]}


def unexplained(stage, parent, head):
    """Defaults of the stage that are not its parent's, and that its head does not speak of."""
    words, theirs = dict(parts(head)).get("Launch", ""), presets(parent)
    named = re.search(rf"\b{re.escape(parent['name'])}\b(?!-)", words)
    missing = []
    for knob, preset in presets(stage).items():
        if theirs.get(knob, preset) == preset:
            continue
        value = "x".join(map(str, theirs[knob]))
        # A parent that chooses its value has none that could be typed: the knob's name is enough.
        if not named or (f"--{knob}={value}" if any(theirs[knob]) else f"`{knob}`") not in words:
            missing.append(f"{knob}: {preset}, {parent['name']} has {theirs[knob]}")
    return missing


class Defaults(unittest.TestCase):
    def test_a_default_that_is_not_the_parents_has_its_reason_in_the_head(self):
        found = {(one["ladder"], one["name"]): one for one in json_lines("list")}
        self.assertGreater(len(found), 30)
        for ladder, name in found:
            stage, parent = found[ladder, name], found.get((ladder, found[ladder, name]["parent"]))
            if parent:
                with self.subTest(ladder=ladder, stage=name):
                    head = stage_files.every(ladder)[name].head()
                    self.assertEqual(unexplained(stage, parent, head), [])
