# label: cli
"""A step is compared at its parent's launch: where a stage's default differs, its head says from
what, and why.

The head's paragraph `Launch:` names the parent and, as options, the values of the parent that the
stage does not share: "Not march's --block=64x8: ..." is what one types to compare both at one
launch.
"""

import json
import re
import unittest

import command
from source_tree import SOURCE


def stages():
    return [json.loads(line) for line in command.ladder("list", "--json").stdout.splitlines()]


def presets(stage):
    return {knob["name"]: knob["preset"] for knob in stage["knobs"]}


def launch_of_head(text):
    """The paragraph `Launch:` of a stage's first lines, on one line; empty without one."""
    lines = [re.sub(r"^\s*(//|/\*|\*)\s?", "", line)
             for line in text.split("#include")[0].splitlines()]
    found = re.search(r"^Launch: (.*?)(?=^\w[\w ]*: |\Z)", "\n".join(lines),
                      re.DOTALL | re.MULTILINE)
    return " ".join(found.group(1).split()) if found else ""


def unexplained(stage, parent, text):
    """Defaults of the stage that are not its parent's, and that its head does not speak of."""
    words, theirs = launch_of_head(text), presets(parent)
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
        found = stages()
        by_name = {(stage["ladder"], stage["name"]): stage for stage in found}
        self.assertGreater(len(found), 30)
        for stage in found:
            parent = by_name.get((stage["ladder"], stage["parent"]))
            if parent:
                with self.subTest(ladder=stage["ladder"], stage=stage["name"]):
                    self.assertEqual(unexplained(stage, parent,
                                                 (SOURCE / stage["file"]).read_text()), [])
