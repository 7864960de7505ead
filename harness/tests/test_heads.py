# label: unit
"""Stages: the difference from the parent reads like a slide, or the head says why it is longer; few
headers are needed; knobs have names. A step is compared at the launch of its parent: where a
default differs, the paragraph `Launch:` of the head names the parent and, as options, the values
that the stage does not share."""

import difflib
import re
import statistics
import unittest
from functools import cache

from command import json_lines
from source_tree import SOURCE
from plots import statements
from reporting import stage_files

SLIDE = 80  # lines of a difference that fit one
# Of a stage in the median, without those that it includes for predictions alone. The aim is 500; it
# must not rise meanwhile.
MOST_HEADER_LINES = 718
LADDERS = sorted(folder.name
                 for folder in (SOURCE / "fortran").iterdir() if any(folder.glob("[0-9]*.c")))
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


@cache
def stages():
    """[(ladder, stage, its parent or None)]."""
    found = []
    for ladder in LADDERS:
        files = stage_files.every(ladder)
        found += [(ladder, stage, files.get(stage.field("parent"))) for stage in files.values()]
    return found


def parts(head):
    """[(label, words)] of a head's lines "Label: words", which go on in indented lines."""
    found = []
    for line in head.splitlines():
        match = re.match(r"([A-Z][a-z]+(?: [a-z]+)*): (.*)", line)
        if match:
            found.append((match[1], match[2]))
        elif found and line.startswith(" "):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
    return found


@cache
def code(path):
    """The lines of a file without comments, includes and blanks, whatever their indentation."""
    text = statements.COMMENT.sub(lambda match: match[0] if match[0].startswith('"')
                                  else "\n" * match[0].count("\n"), path.read_text())
    lines = (re.sub(r"\s+", " ", line.strip()) for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#include")]


@cache
def headers(path):
    """All headers of the tree that a file includes, and those that they include; without what it
    includes for predictions alone."""
    found = []
    for name in INCLUDE.findall(path.read_text()):
        header = next((place / name for place in (SOURCE, path.parent) if (place / name).exists()),
                      None)
        if header and not header.name.endswith(".counts.cuh"):
            found += [header, *headers(header)]
    return tuple(dict.fromkeys(found))


def changed_lines(parent, child):
    """How many lines of code differ between two files. A line of the parent that a header of the
    child holds has moved only."""
    before, after = code(parent), code(child)
    # a lone brace is anywhere
    moved = {line for header in headers(child) for line in code(header) if len(line) > 3}
    count = 0
    for kind, i, i_end, j, j_end in difflib.SequenceMatcher(None, before, after,
                                                            autojunk=False).get_opcodes():
        if kind != "equal":
            count += sum(line not in moved for line in before[i:i_end]) + j_end - j
    return count


class Heads(unittest.TestCase):
    def test_a_long_difference_has_its_reason_and_a_short_one_needs_none(self):
        for ladder, stage, parent in stages():
            if parent is None:
                continue
            changed = changed_lines(parent.path, stage.path)
            reason = dict(parts(stage.head())).get("Longer than a slide", "")
            with self.subTest(f"{ladder}: {stage.path.name}", changed=changed):
                if changed > SLIDE:
                    self.assertTrue(reason,
                                    f"{changed} lines differ from {parent.name}: shorten it, or "
                                    "say why in a line 'Longer than a slide: ...' of the head")
                else:
                    self.assertFalse(reason, f"only {changed} lines differ from {parent.name}: the "
                                             "reason is out of date")

    def test_a_stage_needs_few_headers(self):
        lines = [sum(len(header.read_text().splitlines()) for header in headers(stage.path))
                 for _, stage, _ in stages()]
        self.assertLessEqual(statistics.median(lines), MOST_HEADER_LINES)

    def test_a_knob_is_asked_for_by_its_name(self):
        files = [file for folder in ("fortran", "c_port", "cuda_stages")
                 for file in (SOURCE / folder).glob("*/*.*")]
        self.assertGreater(len(files), 300)
        self.assertEqual([file.name for file in files
                          if re.search(r"\bknob\[[0-9]", file.read_text())], [])


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
