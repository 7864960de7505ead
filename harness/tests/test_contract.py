# label: unit
"""The Fortran mirrors of the contract's structs have the members of C, of the same names, at the
same places. Includes of the harness point one way: each room includes only from rooms above it in
the table of harness/README.md, and each folder of a room only from folders above it in the table of
the README of the room."""

import pathlib
import re
import shutil
import tempfile
import unittest

from source_tree import SOURCE, execute

STRUCT = re.compile(r"^typedef struct (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)


def mirrors(problem, folder):
    """[(struct, [members])] and the text of C that gfortran makes of them."""
    for file in ("shared/frame.f90", f"{problem}/contract.f90"):
        text = execute("gfortran", "-fsyntax-only", "-fc-prototypes", SOURCE / "fortran" / file,
                       cwd=folder, check=True).stdout
    return [(name, re.findall(r"(\w+)\)?(?:\[\d+\]|\(\))? *(?:/\*.*)?;", members))
            for name, members in STRUCT.findall(text)], text


def comparison(problem, structs, text):
    """A program that compiles where the structs are the same."""
    lines = [f'#include "harness/problems/{problem}/driver.h"', "#include <stddef.h>",
             "namespace mirror {", *(f"struct {name} {{\n{members}}};"
                                     for name, members in STRUCT.findall(text)), "}"]
    for name, members in structs:
        every = ", ".join(members)
        lines += [f'static_assert(sizeof({name}) == sizeof(mirror::{name}), "{name}");',
                  f"void members(const {name} &all) {{ const auto &[{every}] = all; }}"]
        lines += [f'static_assert(offsetof({name}, {one}) == offsetof(mirror::{name}, {one}), '
                  f'"{name}.{one}");' for one in members]
    return "\n".join(lines)


@unittest.skipIf(shutil.which("gfortran") is None, "gfortran is missing")
class Contract(unittest.TestCase):
    def test_fortran_has_every_member_of_c(self):
        seen = set()
        for problem in ("wave", "heat", "imaging"):
            with tempfile.TemporaryDirectory() as folder, self.subTest(problem):
                structs, text = mirrors(problem, folder)
                execute("g++", "-std=c++20", "-fsyntax-only", f"-I{SOURCE}", "-x", "c++", "-",
                        input=comparison(problem, structs, text), code=0)
                seen |= {name for name, _ in structs}
        self.assertLess({"ladder_stage", "ladder_observer", "ladder_wave", "ladder_heat_general",
                         "ladder_imaging", "ladder_place", "ladder_cell"}, seen)


HARNESS = SOURCE / "harness"
SOURCES = {".h", ".c", ".cpp", ".cu", ".cuh"}
INDEPENDENT = "problems"  # its folders include nothing of each other
LEFT_OUT = ("predict", "seismic")
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
    wanted = [one for name in names for one in (SOURCE / name, file.parent / name) if one.is_file()]
    return [one.resolve() for one in wanted if HARNESS in one.resolve().parents]


def forbidden(file, header, rooms: list[str], folders: dict[str, list[str]]):
    """What is wrong with an include: empty where nothing is."""
    (room, folder), (other, there) = place_of(file), place_of(header)
    if rooms.index(other) > rooms.index(room):
        yield "it is of a room below"
    if room == other and room in folders:
        if folders[room].index(there) > folders[room].index(folder):
            yield "it is of a folder below"
    if room == other == INDEPENDENT and folder != there:
        yield "it is of another problem"
    if room in CORE and other == INDEPENDENT:
        yield "the core knows no problem"
    if other in LEFT_OUT and room not in (other, "tests"):
        yield "a build may leave it out"


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

    def test_every_include_is_allowed(self):
        for file in self.sources:
            for header in included(file):
                with self.subTest(f"{file.relative_to(SOURCE)}: {header.relative_to(SOURCE)}"):
                    self.assertEqual(list(forbidden(file, header, self.rooms, self.folders)), [])

    def test_the_core_names_no_problem(self):
        problems = [one.name for one in (HARNESS / INDEPENDENT).iterdir() if one.is_dir()]
        spoken = re.compile('= "(%s)"' % "|".join(problems))  # compared, or a default
        for file in self.sources:
            if place_of(file)[0] in CORE:
                self.assertIsNone(spoken.search(file.read_text(encoding="utf-8")), file)

    def test_a_stage_sees_of_the_harness_the_contract_alone(self):
        for ladder in ("c_port", "cuda_stages"):
            for file in (SOURCE / ladder).rglob("*.*"):
                for header in included(file) if file.suffix in SOURCES else []:
                    self.assertIn(place_of(header)[0], (".", INDEPENDENT), file)
