# label: cli
# cost: 60
"""The ladders of the example programs: adopted, recorded, ported, and every stage for the host is
right on the recorded calls. The heat equation as an adopted routine: the verdicts on the same
bodies are those of the built-in problem."""

import json
import re
import shutil

import adopted_program
from command import ladder
from source_tree import SOURCE, execute

EXAMPLES = SOURCE / "harness/problems/routine/examples"
WRITTEN = ["c", "c-omp", "omp"]  # by `ladder port`
LADDERS = [("flow2d", "flow2d.F90", "tendencies_x", ["do-concurrent", "openacc"]),
           ("flow2d", "flow2d.F90", "advance", []),
           ("column", "moist_column.f90", "moist_column", []),
           ("relax", "smooth.f", "smooth", [])]
GRID = "-DCELLS_X=60 -DCELLS_Y=37"
SHORT = {"flow2d": [f"--build=make GRID='{GRID}'", f"--flags=-O2 {GRID}", "--run=./flow2d 20"],
         "column": ["--run=./column 2", "--calls=1,2,last"],
         "relax": ["--calls=1,2,6,150"]}  # the sixth is on the coarsest of six grids


class Ladders(adopted_program.Adopting):
    def setUp(self):
        super().setUp()
        self.environment["OMP_NUM_THREADS"] = "2"

    def in_tree(self, tree, *arguments, code=0):
        return self.exits(code, *arguments, cwd=tree, env=self.environment).stdout

    def test_every_host_stage_is_right(self):
        for name, source, routine, by_hand in LADDERS:
            with self.subTest(routine):
                tree = self.path / routine
                shutil.copytree(EXAMPLES / name, tree)
                if name == "relax":
                    (tree / "relax.in").write_text("20 129\n")
                self.in_tree(tree, "adopt", source, routine, *SHORT[name])
                self.in_tree(tree, "record", f"ladders/{routine}")
                self.in_tree(tree, "port", *WRITTEN, "--write-only", f"--ladder=ladders/{routine}")
                stages = sorted(path.stem for path in (tree / "ladders" / routine).iterdir()
                                if path.suffix in (".c", ".f90")
                                and path.stem not in ("step0", "recorder", "entry"))
                self.assertEqual(stages, sorted([*WRITTEN, *by_hand]))
                rows = [json.loads(line)
                        for line in self.in_tree(tree, "verify", f"--ladder=ladders/{routine}",
                                                f"--stage={','.join(stages)}",
                                                "--json").splitlines()]
                self.assertEqual({row["stage"]: row["verdict"] for row in rows if "stage" in row},
                                 dict.fromkeys(stages, "right"))
                if name == "relax":
                    self.a_border_of_zeros_that_is_not_written_is_wrong(tree)

    def a_border_of_zeros_that_is_not_written_is_wrong(self, tree):
        """The residual was zero there before each recorded call, too."""
        ladder = tree / "ladders/smooth"
        text = (ladder / "c.c").read_text()
        mutated = text.replace("for (int i = 1; i <= m; ++i)", "for (int i = 1; i < m; ++i)")
        self.assertNotEqual(mutated, text)
        (ladder / "border.c").write_text(mutated)
        shown = self.in_tree(tree, "verify", "--ladder=ladders/smooth", "--stage=border", code=3)
        self.assertRegex(shown, r"border +WRONG.* with noise: res\(")


BODY = """  for (int64_t i = 0; i < nz * nx * ny; i++) next[i] = now[i];
  for (int64_t y = 1; y < ny - 1; y++)
    for (int64_t x = 1; x < nx - 1; x++)
      for (int64_t z = 1; z < nz - 1; z++) {
        const float *t = now + z + nz * (x + nx * y);
        next[z + nz * (x + nx * y)] =
            t[0] + factor * (t[-1] + t[1] + t[-nz] + t[nz] + t[-nz * nx] + t[nz * nx] - 6 * t[0]);
      }
"""
BODIES = {"same": BODY, "other-order": BODY.replace("t[-1] + t[1] + t[-nz] + t[nz]",
                                                    "t[nz] + t[-nz] + t[1] + t[-1]"),
          "factor": BODY.replace("+ factor *", "+ 1.001f * factor *"),
          "border": BODY.replace("x = 1", "x = 2"),
          "neighbour": BODY.replace("t[-nz * nx]", "t[0]"), "sign": BODY.replace("- 6", "+ 6")}
RIGHT = {"same", "other-order"}
PLUGIN = """#include "harness/problems/heat/heat.h"
struct ladder_state { const ladder_heat *c; };
static struct ladder_state the_state;
static ladder_status create(const void *c, const ladder_launch *l, ladder_state **s) {
  (void)l;
  the_state.c = c;
  *s = &the_state;
  return LADDER_OK;
}
static ladder_status used(const ladder_state *s, ladder_launch *l) {
  (void)s;
  *l = (ladder_launch){0};
  return LADDER_OK;
}
static const char *last(const ladder_state *s) { (void)s; return ""; }
static void destroy(ladder_state *s) { (void)s; }
static ladder_status step(ladder_state *s, const float *now, float *next) {
  const int64_t nz = s->c->nz, nx = s->c->nx, ny = s->c->ny;
  const float factor = s->c->factor;
BODY  return LADDER_OK;
}
static const ladder_heat_entries entries = {.step = step};
LADDER_STAGE = {.abi_version = LADDER_ABI_VERSION, .problem = "heat", .name = "mine",
                .parent = "fortran", .change = "a body", .expectation = "the same",
                .create = create, .launch_used = used, .last_error = last, .destroy = destroy,
                .entries = &entries};
"""

class Heat(adopted_program.Adopting):
    program = "heat"

    def test_verdicts_are_those_of_the_built_in_problem(self):
        self.adopt("heat.f90", "heat/step")
        self.record("step")
        self.ladder = self.tree / "ladders/step"
        for name, body in BODIES.items():
            self.write_c(name, body)
            plugin = self.path / f"{name}.c"
            plugin.write_text(PLUGIN.replace("BODY", body))
            execute("gcc", "-O2", "-fPIC", "-shared", f"-I{SOURCE}", plugin, "-o",
                    self.path / f"{name}.so", check=True)
        own = ladder("verify", "--ladder=ladders/step", f"--stage={','.join(BODIES)}",
                     cwd=self.tree, env=self.environment)
        for name in BODIES:
            adopted = re.search(rf"(?m)^{name} +(\w+)", own.stdout)
            self.assertIsNotNone(adopted, own.stdout + own.stderr)
            built_in = ladder("verify", "--ladder=heat", "--size=19x13x11", "--nt=3",
                              f"--stage={self.path / name}.so")
            self.assertEqual(adopted[1] == "right", built_in.returncode == 0,
                             f"{name}: {own.stdout}{built_in.stdout}{built_in.stderr}")
            self.assertEqual(adopted[1] == "right", name in RIGHT, own.stdout)
