# label: unit
"""The Fortran mirrors of the contract's structs have the members of C, of the same names, at the
same places."""

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
                done = execute("g++", "-std=c++20", "-fsyntax-only", f"-I{SOURCE}", "-x", "c++",
                               "-", input=comparison(problem, structs, text))
                self.assertEqual(done.returncode, 0, done.stderr)
                seen |= {name for name, _ in structs}
        self.assertLess({"ladder_stage", "ladder_observer", "ladder_wave", "ladder_heat_general",
                         "ladder_imaging", "ladder_place", "ladder_cell"}, seen)
