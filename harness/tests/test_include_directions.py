# label: unit
"""Includes of the harness point one way: each room includes only from rooms above it in
harness/README.md's table, and each folder of a room only from folders above it in the table of the
room's README."""

import pathlib
import re
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
HARNESS = TREE / "harness"
SOURCES = {".h", ".c", ".cpp", ".cu", ".cuh"}
INDEPENDENT = "problems"  # its folders include nothing of each other
CORE = ("base", "formats", "machine", "bench", "answers", "command")


def folders_of(readme: pathlib.Path) -> list[str]:
    """The folders in the table of a README, in order; "." for the files next to it. Without a
    table: these files alone."""
    rows = re.findall(r"^\| `(\S+?)/` \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    return rows or ["."]


def place_of(file: pathlib.Path) -> tuple[str, str]:
    """The room of a source and its folder there; "." for the contract's own headers and for the
    files of the room itself."""
    parts = file.relative_to(HARNESS).parts
    return (parts[0] if len(parts) > 1 else ".", parts[1] if len(parts) > 2 else ".")


def included(file: pathlib.Path) -> list[pathlib.Path]:
    """The headers of the harness that a source names, however it spells their folder."""
    names = re.findall(r'^ *# *include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = [one for name in names for one in (TREE / name, file.parent / name) if one.is_file()]
    return [one.resolve() for one in wanted if HARNESS in one.resolve().parents]


def against_the_order(files, rooms: list[str], folders: dict[str, list[str]]) -> list[str]:
    found = []
    for file in files:
        for header in included(file):
            (room, folder), (other, there) = place_of(file), place_of(header)
            down = rooms.index(other) > rooms.index(room)
            if room == other and room in folders:
                down = folders[room].index(there) > folders[room].index(folder)
            if down:
                found.append(f"{file.relative_to(TREE)} includes {header.relative_to(TREE)}")
    return found


class IncludeDirections(unittest.TestCase):
    def setUp(self):
        self.sources = [one for one in HARNESS.rglob("*") if one.suffix in SOURCES
                        and not {"fuzz", "examples"} & set(one.parts)]
        self.rooms = folders_of(HARNESS / "README.md")
        described = [room
                     for room in self.rooms if room not in (".", "tests", "cmake", INDEPENDENT)]
        self.folders = {room: folders_of(HARNESS / room / "README.md") for room in described}

    def test_the_tables_name_every_folder_once(self):
        self.assertEqual(len(self.rooms), len(set(self.rooms)))
        self.assertEqual(set(self.rooms), {place_of(one)[0] for one in self.sources} | {"cmake"})
        for room, folders in self.folders.items():
            self.assertEqual(len(folders), len(set(folders)), room)
            self.assertEqual(set(folders), {place_of(one)[1] for one in self.sources
                                            if place_of(one)[0] == room}, room)

    def test_no_file_includes_from_a_folder_below_its_own(self):
        self.assertEqual(against_the_order(self.sources, self.rooms, self.folders), [])

    def test_no_problem_includes_from_another(self):
        for file in (HARNESS / "problems").rglob("*.*"):
            for header in included(file):
                if place_of(header)[0] == INDEPENDENT:
                    self.assertEqual(place_of(header), place_of(file), file)

    def test_the_core_includes_no_problem_and_names_none(self):
        problems = [one.name for one in (HARNESS / INDEPENDENT).iterdir() if one.is_dir()]
        spoken = re.compile('= "(%s)"' % "|".join(problems))  # compared, or a default
        for file in self.sources:
            if place_of(file)[0] in CORE:
                self.assertEqual([str(header) for header in included(file)
                                  if place_of(header)[0] == INDEPENDENT], [], file)
                self.assertIsNone(spoken.search(file.read_text(encoding="utf-8")), file)

    def test_a_room_that_a_build_may_leave_out_is_included_by_no_other(self):
        for file in self.sources:
            for header in included(file):
                if place_of(header)[0] in ("predict", "seismic"):
                    self.assertIn(place_of(file)[0], (place_of(header)[0], "tests"), file)

    def test_a_stage_sees_of_the_harness_the_contract_alone(self):
        for ladder in ("c_port", "cuda_stages"):
            for file in (TREE / ladder).rglob("*.*"):
                for header in included(file) if file.suffix in SOURCES else []:
                    self.assertIn(place_of(header)[0], (".", INDEPENDENT), file)
