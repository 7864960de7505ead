# label: unit
"""The documents' figures are whole, and their own arithmetic is redone:
results/published/README.md."""

import re
import sys
import unittest

from source_tree import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from plots import published  # noqa: E402  (found by the line above)

FOLDER = SOURCE / "results/published"
OPTIONAL = {"tables.stage", "tables.launch", "tables.shapes", "tables.units", "derived.why"}


def documents():
    for path in sorted(FOLDER.glob("*.json")):
        yield path.name, published.read(path)


def thesis():
    return published.read(FOLDER / "sadahiro-2014.json")


# What each document numbers, as its own lists have it.
NUMBERED = {
    "sadahiro-2014.json": {f"figure {n}" for n in range(1, 22)},
    "heat-post-2016.json": set(),
    "imaging-report.json": {f"figure {n}" for n in range(1, 6)},
    "parra-2016.json": {f"figure {chapter}.{n}" for chapter, most in ((1, 8), (2, 10), (
        3, 6), (4, 16)) for n in range(1, most + 1)}
    | {f"table {chapter}.{n}" for chapter, most in ((3, 3), (4, 7)) for n in range(1, most + 1)}}


def named(words):
    """What a row's first cell names: "figures 4.6 to 4.8, ..." is three."""
    found = re.match(r"(figure|table)s? ([\d.]*\d)(?: (to|and) ([\d.]*\d))?", words)
    if not found:
        return set()
    kind, first, joined, last = found.groups()
    chapter, begin = first.rpartition(".")[0::2]
    end = (last or first).rpartition(".")[2]
    between = range(int(begin), int(end) + 1) if joined == "to" else (int(begin), int(end))
    return {f"{kind} {chapter}{'.' if chapter else ''}{number}" for number in between}


def rows_of_documents():
    """By file the rows of FIGURES.md: what, and its command or the reason."""
    text = (FOLDER / "FIGURES.md").read_text()
    return {re.search(r"\(`([^`]+)`\)", part).group(1):
                [[cell.strip() for cell in line.strip("|").split(" | ")]
                                                                   for line in part.splitlines()
                 if line.startswith("| ")][1:]
            for part in text.split("\n## ")[1:]}


class EveryFigure(unittest.TestCase):
    def test_each_numbered_figure_and_table_has_one_row(self):
        rows = rows_of_documents()
        self.assertEqual(set(rows), {name for name, _ in documents()})
        for name, there in rows.items():
            with self.subTest(name):
                named_fields = [one for what, _ in there for one in named(what)]
                self.assertEqual(sorted(named_fields), sorted(set(named_fields)))
                self.assertEqual(set(named_fields), NUMBERED[name])

    def test_what_a_row_runs_is_there(self):
        for name, rows in rows_of_documents().items():
            for what, how in rows:
                with self.subTest(f"{name}: {what}"):
                    self.assertTrue(how)
                    for plot in re.findall(r"ladder plot (\w+)", how):
                        self.assertTrue((SOURCE / f"scripts/plot_{plot}.py").is_file(), plot)
                    for path in re.findall(r"`((?:scripts|harness)/[\w/.]+)", how):
                        self.assertTrue((SOURCE / path).is_file(), path)


class Schema(unittest.TestCase):
    def test_the_readme_tells_every_file_and_field(self):
        text = (FOLDER / "README.md").read_text()
        named_fields = set(re.findall(r"`([a-z]+\.[a-z*]+|schema)`", text))
        for name, document in documents():
            with self.subTest(name):
                self.assertIn(f"`{name}`", text)
                there = {"schema", "machines.*"} | {f"document.{key}"
                                                    for key in document.content["document"]}
                for part in ("tables", "figures", "derived"):
                    there |= {f"{part}.{key}" for one in document.content[part] for key in one}
                self.assertEqual(there - named_fields, set())
                parts = {part
                         for part in ("tables", "figures", "derived") if document.content[part]}
                missing = {field for field in named_fields - there - OPTIONAL
                           if field.split(".")[0] in parts}
                self.assertEqual(missing, set())

    def test_every_number_has_place_machine_and_unit(self):
        for name, document in documents():
            for table in document.content["tables"]:
                with self.subTest(f"{name}: {table['id']}"):
                    self.assertTrue(table["where"] and table["what"])
                    if table["rows"] == "machine":
                        self.assertLessEqual(set(table["values"]), set(document.machines))
                    else:
                        self.assertIn(table["machine"], {None, *document.machines})
                    self.assertTrue(all(table["columns"].values()))
                    if "by row" in table["columns"].values():
                        self.assertEqual(set(table["units"]), set(table["values"]))
                    for row in table["values"].values():
                        self.assertEqual(len(row), len(table["columns"]))
                        self.assertTrue(all(isinstance(value, (int, float)) for value in row))


class Arithmetic(unittest.TestCase):
    def test_what_holds_and_what_does_not_is_as_stated(self):
        for name, document in documents():
            for one in document.content["derived"]:
                with self.subTest(f"{name}: {one['id']}",
                                  recomputed=document.recomputed(one["id"])):
                    self.assertEqual(document.agrees(one["id"]), one["holds"])
                    self.assertTrue(one["holds"] or one["why"])

    def test_the_known_figures_of_the_thesis_come_out(self):
        known = {"fortran convolution": 5.0653, "gmem-eb GPU time, rounded": 1.273,
                 "constant overhead": 0.1322,
                 "cmem speed-up over fortran": 4.71, "smem speed-up over fortran": 5.15}
        for name, value in known.items():
            with self.subTest(name):
                self.assertEqual(thesis().derived[name]["stated"], value)
                self.assertTrue(thesis().agrees(name))

    def test_a_formula_is_arithmetic_and_nothing_else(self):
        self.assertEqual(published.arithmetic("(1 + 2) * 4 / 3 - 1"), 3)
        for words in ("__import__('os')", "open", "2 ** 9", "[1][0]"):
            with self.subTest(words), self.assertRaises(ValueError):
                published.arithmetic(words)
