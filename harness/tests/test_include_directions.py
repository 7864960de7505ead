"""Includes of the harness point one way: each folder includes only from folders above it in harness/README.md's table."""

import pathlib
import re
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
HARNESS = TREE / "harness"
SOURCES = {".h", ".c", ".cpp", ".cu", ".cuh"}


def folders_in_order() -> list[str]:
    rows = re.findall(r"^\| `(\S+)/` \|", (HARNESS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [row.split("/")[0] for row in rows]


def folder_of(file: pathlib.Path) -> str:
    """The first folder below harness/; "." for the contract's own headers."""
    parts = file.relative_to(HARNESS).parts
    return parts[0] if len(parts) > 1 else "."


def included(file: pathlib.Path) -> list[pathlib.Path]:
    """The headers of the harness that a source names, however it spells their folder."""
    names = re.findall(r'^ *# *include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = [one for name in names for one in (TREE / name, file.parent / name) if one.is_file()]
    return [one.resolve() for one in wanted if HARNESS in one.resolve().parents]


def against_the_order(files, order: list[str]) -> list[str]:
    place = {folder: i for i, folder in enumerate(order)}
    return [
        f"{file.relative_to(TREE)} includes {header.relative_to(TREE)}"
        for file in files
        for header in included(file)
        if place[folder_of(header)] > place[folder_of(file)]
    ]


class IncludeDirections(unittest.TestCase):
    def setUp(self):
        self.sources = [one for one in HARNESS.rglob("*") if one.suffix in SOURCES and "fuzz" not in one.parts]

    def test_the_table_names_every_folder_of_the_harness_once(self):
        order = folders_in_order()
        self.assertEqual(len(order), len(set(order)))
        self.assertEqual(set(order), {folder_of(one) for one in self.sources} | {"cmake"})

    def test_no_file_includes_from_a_folder_below_its_own(self):
        self.assertEqual(against_the_order(self.sources, folders_in_order()), [])

    def test_an_include_that_points_the_other_way_is_found(self):
        upside_down = folders_in_order()[::-1]
        self.assertIn("harness/problem.h includes harness/base/json.h", against_the_order(self.sources, upside_down))

    def test_no_problem_includes_from_another(self):
        for file in (HARNESS / "problems").rglob("*.*"):
            for header in included(file):
                if folder_of(header) == "problems":
                    self.assertEqual(header.parent, file.parent, file)

    def test_a_stage_sees_of_the_harness_the_contract_alone(self):
        for ladder in ("c_port", "cuda_stages"):
            for file in (TREE / ladder).rglob("*.*"):
                for header in included(file) if file.suffix in SOURCES else []:
                    self.assertIn(folder_of(header), (".", "problems"), file)


if __name__ == "__main__":
    unittest.main()
