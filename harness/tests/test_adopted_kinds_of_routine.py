# label: cli
# cost: 40
"""Step 0 alone gives the recorded bits, and the owner's program runs with it: for each kind of
routine that is read."""

import json
import re

import adopted_program
from source_tree import execute


class OfModules(adopted_program.Adopting):
    def test_assumed_shape_optional_arguments_generic_callees_and_private_module_variables(self):
        self.holds_for("smooth.f90", "smooth")

    def test_heads_of_procedures_have_no_branch_that_is_never_taken(self):
        self.adopt("smooth.f90", "smooth")
        self.record("smooth")
        index = json.loads((self.tree / "ladders/smooth/calls/index.json").read_text())
        lines = (self.tree / "smooth.f90").read_text().splitlines()
        places = index["coverage"]["in_part"]
        shown = [lines[int(re.search(r":(\d+)", place)[1]) - 1] for place in places]
        self.assertTrue(shown)
        self.assertEqual([line for line in shown if "subroutine" in line], [])

    def test_a_pure_function_with_an_array_result(self):
        self.holds_for("smooth.f90", "mean", "1,last")

    def test_a_function_that_counts_in_a_protected_variable(self):
        self.holds_for("tables.f90", "lookup")


class OfFixedForm(adopted_program.Adopting):
    program = "fixed"

    def test_common_blocks_equivalence_aliased_arguments_and_sizes_of_the_caller(self):
        # A last extent of one is any size.
        self.assertNotIn("upper bound", self.holds_for("relax.f", "RELAX"))

    def test_a_function_that_reads_a_block_of_block_data(self):
        self.holds_for("relax.f", "help")

    def test_a_variable_that_keeps_its_value(self):
        self.holds_for("relax.f", "damp", "1,4,last")

    def test_a_member_of_a_block_is_written_where_any_callee_writes_it(self):
        self.holds_for("relax.f", "BOTH")
        self.ladder = self.tree / "ladders/both"
        self.ends(0, "written", "new-stage", "fortran", "half", f"--ladder={self.ladder}")
        stage = self.ladder / "half.f90"
        whole = stage.read_text()
        stage.write_text(re.sub(r"(?im)^ *call two *\n", "", whole))
        self.assertNotEqual(stage.read_text(), whole)
        self.run_in(3, "half.*WRONG", "verify")

    def test_a_block_that_is_written_by_a_name_of_its_own_in_an_equivalence(self):
        self.holds_for("relax.f", "CLEAR")
        self.ladder = self.tree / "ladders/clear"
        for name, most, code in (("all", "n + 4", 0), ("fewer", "n + 3", 3)):
            self.write_c(name, f"""double one[12];
  for (int k = 0; k < 12; ++k) one[k] = k < 4 ? q(k + 1) : s(k - 3);
  for (int k = 0; k < {most}; ++k) one[k] = 0.5 * one[k] + (k + 1) + one[0];
  for (int k = 0; k < 12; ++k) *(k < 4 ? &q(k + 1) : &s(k - 3)) = one[k];
""")
            self.run_in(code, f"{name} +{'WRONG' if code else 'right'}", "verify",
                        f"--stage={name}")


class OfOldStandards(adopted_program.Adopting):
    program = "legacy"

    def test_dimension_statements_procedures_given_to_callees_parallel_loops_and_a_library(self):
        library = self.tree / "library.o"
        execute("make", library.name, cwd=self.tree, check=True)
        given = "--flags=-O2 -std=legacy -fopenmp", "--sources=model.f", f"--libraries={library}"
        self.holds_for("model.f", "STEP", "1,2,last", *given)
        index = json.loads((self.tree / "ladders/step/calls/index.json").read_text())
        line = (self.tree / "model.f").read_text().splitlines().index("          TAIL(I) = 0") + 1
        self.assertEqual(index["coverage"]["never"], [f"model.f:{line}"])
        rows = self.ends(0, "details", "verify", "--ladder=ladders/step",
                         "--json").stdout.splitlines()
        self.assertEqual([json.loads(row)["details"]["left_out"] for row in rows], [0])
        # where a library has one precision
        self.assertRegex(self.verdict(), r"\n *oracle [^\n]*\([^)]*\boriginal")
        self.adopt("model.f", "STEP", "--calls=1", given[0],
                   "--sources=model.f,library.f", "--libraries=")
        self.record("step")
        self.assertRegex(self.verdict(), r"\n *oracle [^\n]*\([^)]*\bsame source")

    def verdict(self):
        return self.ends(0, "original: right", "explain", "original", "--verdict",
                         "--ladder=ladders/step").stdout

    def test_the_same_is_written_at_each_call(self):
        self.adopt("model.f", "EULER", "--sources=model.f,library.f", code=2,
                   words="'f' is a procedure")
        texts = []
        for seed in ("1", "2", "3"):
            self.environment["PYTHONHASHSEED"] = seed
            self.adopt("model.f", "STEP", "--flags=-O2 -std=legacy")
            texts.append({file.name: file.read_text()
                          for file in (self.tree / "ladders/step").iterdir()})
        self.assertEqual(texts[1:], texts[:1] * 2)


class OfDerivedTypes(adopted_program.Adopting):
    program = "types"

    def test_nested_components_arrays_of_types_and_pointers_to_other_arguments(self):
        self.holds_for("types.f90", "step", "1,2,4,8")


class OfKinds(adopted_program.Adopting):
    program = "kinds"

    def test_complex_logical_and_small_integers_characters_pointers_and_allocatables(self):
        self.holds_for("mix.F90", "turn")


class Internal(adopted_program.Adopting):
    program = "hosts"

    def test_variables_of_the_host_of_its_module_and_a_sibling(self):
        self.holds_for("hosts.f90", "product", "1,3")

    def test_a_function_with_a_scalar_result(self):
        self.holds_for("hosts.f90", "twice")

    def test_the_host_with_its_internal_procedures(self):
        self.holds_for("hosts.f90", "solve", "1")
