# label: unit
"""Stages: the difference from the parent reads like a slide, or the head says why it is longer; few
headers are needed; knobs have names. A step is compared at the launch of its parent: where a
default differs, the paragraph `Launch:` of the head names the parent and, as options, the values
that the stage does not share. The links of the documentation lead somewhere: a file of the tree,
and a heading of it. Sources that it names are there, and figures of `ladder plot`."""

import difflib
import re
import statistics
import unittest
from functools import cache

from command import json_lines
from documents import documents
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


LINK = re.compile(r"\]\(([^)\s]+)\)")
# A source with its folder, in back quotes and without wildcards: `harness/stage.h`, also as it is
# installed.
NAMED = re.compile(r"`(?:include/ladder/)?([\w.-]+(?:/[\w.-]+)+\.(?:h|c|cpp|cu|cuh|f90|inc|py))`")

FORMER = ("NOTES.md", "MEASURED.md", "CHANGELOG.md")  # notebooks and changes name former files


def anchor(heading):
    """As GitHub makes it: small letters, hyphens for blanks, no other punctuation."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")


def anchors(text):
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return ({anchor(one) for one in re.findall(r"^#+ (.*)$", prose, re.MULTILINE)}
            | set(re.findall(r'<a name="([^"]+)">', prose)))


def broken_links(document, text):
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, place = target.partition("#")
        file = document.parent / path if path else document
        if not file.exists():
            yield f"{target}: there is no such file"
        elif place and place not in anchors(file.read_text()):
            yield f"{target}: there is no such heading"


def lost_sources(document, text):
    for name in NAMED.findall(text):
        if not any((folder / name).exists()
                   for folder in (document.parent, *document.parents, SOURCE / "harness")):
            yield f"{name}: there is no such source"


def lost_figures(text):
    for name in re.findall(r"`ladder plot ([a-z]\w*)", text):
        if not (SOURCE / f"scripts/plots/figures/{name}.py").is_file():
            yield f"ladder plot {name}: there is no such figure"


def lost_functions(document):
    """Of a map of a folder's modules, whose rows name functions as `module.function`."""
    for row in re.findall(r"^\|.*", document.read_text(), re.MULTILINE):
        for module, name in re.findall(r"`(\w+)\.(\w+)`", row):
            file = document.parent / f"{module}.py"
            if not file.is_file() or not re.search(rf"(?m)^( *(def|class) {name}\b|{name} = )",
                                                   file.read_text()):
                yield f"{module}.{name}: there is no such function"


def defects(document):
    text = document.read_text()
    yield from broken_links(document, text)
    if document.name not in FORMER:
        yield from lost_sources(document, text)
    if document.name != "CHANGELOG.md":
        yield from lost_figures(text)


class Links(unittest.TestCase):
    def test_what_a_document_names_is_there(self):
        for document in documents():
            with self.subTest(document=str(document.relative_to(SOURCE))):
                self.assertEqual(list(defects(document)), [])

    def test_the_map_of_adopting_leads_to_functions(self):
        self.assertEqual(list(lost_functions(SOURCE / "scripts/adopting/README.md")), [])
