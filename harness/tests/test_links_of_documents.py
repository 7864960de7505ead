# label: unit
"""The links of the documentation lead somewhere: a file of the tree, and a heading of it. Sources
that it names are there, and figures of `ladder plot`."""

import re
import unittest

from documents import documents
from source_tree import SOURCE

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
