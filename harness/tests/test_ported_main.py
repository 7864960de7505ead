# label: cli
"""A procedure of a main program: scalars of which no value gets from one part of it to another are
of each part, and the owner's directives do not get in the way of those that are written."""

import re

import adopted_program


class OfAMain(adopted_program.Adopting):
    program = "mains"

    def test_its_scalars_are_values_where_another_part_reads_them_and_its_loops_are_parallel(self):
        self.holds_for("mains.f90", "step", "1,last")
        folder = self.tree / "ladders/step"
        names = set(re.findall(r'(?m)^name = "(.*)"', (folder / "ladder.toml").read_text()))
        self.assertEqual(names, {"limit", "kept", "at", "u", "v"})
        self.ends(0, "written", "port", f"--ladder={folder}", "--write-only")
        text = (folder / "omp.f90").read_text()
        self.assertRegex(text, r"(?m)^ *!\$omp parallel do .*reduction\(max:kept\)")
        self.assertNotIn("\n!$omp parallel do private(i)", text)
        self.ends(0, "5 right, 0 wrong", "verify", "--emulate", f"--ladder={folder}",
                  "--stage=c,c-omp,omp,cuda")
