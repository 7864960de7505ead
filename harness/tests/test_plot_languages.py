# label: cli
"""What a language costs: shares are of the best CUDA or C stage of one session, statements are
counted by one rule. `list` and `doctor` know the stages that scripts/languages/run adds, and what
they lack."""

import json
import os
import subprocess
import sys
import textwrap
import unittest

import made_up
import plotting
from plotting import Plot
from source_tree import LADDER, SOURCE, execute, folder_of

if not plotting.MISSING:
    from plots import languages, statements


def behind_the_bridge(name, like, wall_ms):
    """The record of a plug-in, whose place in the ladder is that of another stage."""
    made = json.loads(json.dumps(made_up.record(like, wall_ms)))
    made["stage"].update(name=name, file=f"{name}.so", parent=like)
    return made


def session():
    walls_ms = {"fused": 40, "graph": 30, "halo-last": 10, "gmem-eb": 1000, "c-omp": 100,
                "c-neighbours": 80}
    return [*(made_up.record(*one) for one in walls_ms.items()),
            behind_the_bridge("triton-gpu", "fused", 50),
            behind_the_bridge("numba-cpu", "c-omp", 160)]


class Shares(Plot):
    def found(self, records):
        return {one.stage: one
                for one in languages.of_machine(plotting.answered(records)[0], "thesis")}

    def test_a_share_is_of_the_best_of_its_device(self):
        found = self.found(session())
        self.assertAlmostEqual(found["triton-gpu"].share, 0.2, 2)
        self.assertEqual(found["triton-gpu"].of, "halo-last")
        self.assertAlmostEqual(found["numba-cpu"].share, 0.5, 2)
        self.assertEqual(found["numba-cpu"].of, "c-neighbours")

    def test_what_every_ladder_has_is_no_other_language(self):
        usual = [made_up.record("fortran-omp", 500), made_up.record("c-omp", 100)]
        self.assertEqual(self.found(usual), {})

    def test_a_wrong_stage_has_no_share(self):
        records = session()
        records[-1]["verdict"]["passed"] = False
        self.assertNotIn("numba-cpu", self.found(records))

    def test_the_figure_names_languages_and_what_is_full_speed(self):
        text = self.drawn("languages", self.keep(session()))
        self.has(text, "Triton", "numba", "CUDA: halo-last")
        self.has(text, "CUDA: gmem-eb", "CUDA: fused")  # the shortest, and a rung's parent
        self.assertNotIn("CUDA: graph", text)

    def test_without_other_languages_it_says_how_to_get_them(self):
        alone = [made_up.record("fused", 40), made_up.record("halo-last", 10)]
        self.fails(6, "scripts/languages/run", "languages", self.keep(alone))


class Slide(Plot):
    form = []

    def test_a_slide_has_of_each_device_the_machine_that_knows_most(self):
        on_the_gpu = [behind_the_bridge("cupy-gpu", "fused", 60), *session()[:4], session()[6]]
        for record in on_the_gpu:
            record["session"] = record["environment"]["cpu"] = "another"
        text = self.drawn("languages", self.keep([*session(), *on_the_gpu]))
        self.has(text, "CuPy", "numba")
        self.assertEqual(text.count("GPU: "), 1)


class Statements(unittest.TestCase):
    def counted(self, count, language, text):
        self.assertEqual(getattr(statements, f"of_{language}")(textwrap.dedent(text)), count, text)

    def test_c_counts_statements_blocks_and_directives_alone(self):
        self.counted(5, "c", """\
            // flags: -O3
            /* int no; */
            #include "harness/stage.h"
            static void f(int n,
                          float *a) {
            #pragma omp parallel for
              for (int i = 0; i < n; ++i) {
                a[i] = g("; {",
                         i);
                a[i] *= 2;
              }
            }
            LADDER_STAGE = {.parent = "fortran", ENTRIES};
            """)

    def test_mojo_joins_lines_and_leaves_out_imports_and_main(self):
        self.counted(4, "mojo", """\
            \"\"\"Words
            about it.\"\"\"
            from max.gpu import global_idx
            comptime Floats = UnsafePointer[Float32, MutAnyOrigin]  # an alias

            def f(p: Floats,
                  n: Int):
                if global_idx.x < n:
                    p[0] = g(
                        1)

            def main():
                print(f)
            """)

    def test_fortran_joins_lines_and_counts_directives(self):
        self.counted(4, "fortran", """\
            module m
              use, intrinsic :: iso_c_binding, only: c_int
              implicit none
            contains
              subroutine f(n, &  ! how many
                           a)
                !$acc parallel loop &
                !$acc& present(a)
                do i = 1, n
                  a(i) = 2 ! twice
                end do
              end subroutine f
            end module m
            """)

    def test_python_leaves_out_entries_imports_and_words(self):
        self.counted(5, "python", '''\
            """Words."""
            import numpy
            CHANGE = "a; b"
            def f(a):
                """More."""
                if a:
                    return f(a,
                             1)
            class Steps:
                def upload(self, now):
                    self.now = now
                def enqueue(self):
                    pass
            ''')


RUN = SOURCE / "scripts" / "languages" / "run"


class Listed(unittest.TestCase):
    def setUp(self):
        self.packages = folder_of(self)
        self.environment = {**os.environ, "PYTHONPATH": str(self.packages)}

    def answer(self, *words):
        done = execute(LADDER, *words, env=self.environment, code=0)
        return [line for line in done.stdout.splitlines() if "languages/run" in line]

    def rungs(self):
        words = [sys.executable, RUN, "--list", "--json"]
        return [json.loads(line) for line in subprocess.check_output(words).splitlines()]

    def test_both_list_each_rung(self):
        for command in ("list", "doctor"):
            said = "\n".join(self.answer(command))
            self.assertEqual([], [one for one in self.rungs() if one["name"] not in said])

    def test_a_package_that_is_there_is_not_missing(self):
        for rung in self.rungs():
            for needs in rung["lacks"].split("; "):
                name = needs.partition(":")[0] or "none"
                module = self.packages / f"{name.replace('.', '/')}.py"
                module.parent.mkdir(exist_ok=True)
                module.write_text("")
        for line in self.answer("list"):
            self.assertNotIn("pip install", line)

    def test_a_ladder_has_only_its_own(self):
        for line in self.answer("list", "--ladder=heat"):
            self.assertNotIn("of wave", line)
        self.assertEqual([], self.answer("list", "--ladder=imaging"))

    def test_without_python_all_else_is_listed(self):
        self.environment["LADDER_PYTHON"] = "/no/python"
        self.assertEqual([], self.answer("list"))
