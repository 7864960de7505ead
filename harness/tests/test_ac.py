# label: physics
# room: seismic
"""The Fortran program takes the same window as the case files where its namelist names none."""

import re

from command import BUILD, Command
from source_tree import SOURCE, execute


class Window(Command):
    def traces(self, *lines):
        (self.path / "run.nml").write_text("\n".join(
            ("&run", "stage = 'c-O3'", "nz = 30, nx = 41, samples = 60, peak = 20.0",
             "source_z = 12, source_x = 20", "sponge_cells = 5", *lines, "/\n")))
        run = execute(BUILD / "ac", "run.nml", cwd=self.path, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return (self.path / "traces.f32").read_bytes()

    def test_the_presets_are_those_of_a_case_file(self):
        keys = (SOURCE / "data/KEYS.md").read_text()
        alpha, beta = (re.search(rf"`{key}` .*; ([\d.]+) \|", keys)[1] for key in ("alpha", "beta"))
        self.assertEqual(self.traces(), self.traces(f"alpha = {alpha}, beta = {beta}"))
        self.assertNotEqual(self.traces(), self.traces("beta = 2.0"))
