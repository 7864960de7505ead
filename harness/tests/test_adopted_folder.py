# label: cli
# cost: 30
"""The folder of an adopted routine: what is the user's stays, what is generated follows the source;
stages in it, proven and run."""

import json
import re

import adopted_program
from adopted_program import DAMP


class Folder(adopted_program.Adopting):
    def ladder(self, name="ladder.toml"):
        return self.tree / "ladders" / "smooth" / name

    def test_holds_what_is_to_be_read_and_nothing_else(self):
        self.adopt("smooth.f90", "smooth")
        self.assertEqual({path.name for path in self.ladder("").iterdir()},
                         {"ladder.toml", "step0.f90", "smooth.h", "entry.c", "recorder.f90"})
        self.record("smooth")
        self.assertEqual({path.name for path in self.ladder("").iterdir()}, {
            "ladder.toml", "step0.f90", "smooth.h", "entry.c", "recorder.f90", "calls"})
        index = json.loads(self.ladder("calls/index.json").read_text())
        for call in index["calls"]:
            for value in call["values"]:
                for direction in ("in", "out"):
                    if direction in value:
                        self.assertTrue((self.ladder("calls") / value[direction]).is_file())
        self.calls_that_were_cut_are_named()

    def calls_that_were_cut_are_named(self):
        file = self.ladder("calls/1/u.in.npy")
        file.write_bytes(file.read_bytes()[:100])
        self.ends(7, r"calls/1/u.in.npy is not as it was recorded.*: run `ladder record", "verify",
                  "--ladder=ladders/smooth")
        self.ladder("calls/index.json").write_text("{")
        self.ends(7, "index.json cannot be read .*: run `ladder record", "verify",
                  "--ladder=ladders/smooth")

    def test_a_second_adopt_keeps_what_the_user_wrote(self):
        self.adopt("smooth.f90", "smooth")
        text = self.ladder().read_text()
        mine = text.replace('calls = "1,last"', 'calls = "2"  # mine').replace("# A ladder",
                                                                               "# Mine. A ladder")
        self.ladder().write_text(mine)
        self.adopt("smooth.f90", "smooth")
        self.assertEqual(self.ladder().read_text(), mine)
        self.ends(0, "next", "adopt", "smooth.f90", "smooth", "--run=./model --quick")
        self.assertEqual(self.ladder().read_text(),
                         mine.replace('run = "./model"', 'run = "./model --quick"'))

    def test_the_original_has_the_flags_of_the_build_unless_others_are_given(self):
        self.ends(0, "next", "adopt", "smooth.f90", "smooth", "--build=make", "--run=./model")
        self.record("smooth", words="flags of the build for smooth.f90: -O2(?s:.)*recorded bits")
        self.assertIn('\nflags = "-O2" ', self.ladder().read_text())
        self.adopt("smooth.f90", "smooth", "--flags=-g -O2")
        said = self.record("smooth")
        self.assertNotIn("and `flags`", said.stdout + said.stderr)
        self.adopt("smooth.f90", "smooth", "--flags=-O1")
        self.record("smooth", words="compiles smooth.f90 with '-O2', and .* is '-O1'")
        self.assertIn('\nflags = "-O1" ', self.ladder().read_text())

    def test_a_second_adopt_follows_the_source(self):
        self.adopt("smooth.f90", "smooth")
        source = self.tree / "smooth.f90"
        source.write_text(source.read_text().replace("s = 1\n", "s = 1.25_wp\n"))
        self.record("smooth", code=7, words="step0.f90 is not what smooth.f90 gives now: .*run "
                                            "`ladder adopt smooth.f90 smooth` again")
        self.adopt("smooth.f90", "smooth")
        self.assertIn("s = 1.25_wp", self.ladder("step0.f90").read_text())

    def test_generated_files_that_were_changed_by_hand_are_kept(self):
        self.adopt("smooth.f90", "smooth")
        self.ladder("step0.f90").write_text("! mine\n")
        self.adopt("smooth.f90", "smooth", code=7, words="step0.f90 was changed by hand")
        self.assertEqual(self.ladder("step0.f90").read_text(), "! mine\n")

    def test_folders_of_others_are_not_written_to(self):
        (self.tree / "ladders" / "smooth").mkdir(parents=True)
        (self.tree / "ladders" / "smooth" / "notes").write_text("mine")
        self.adopt("smooth.f90", "smooth", code=7,
                   words="is there and holds no ladder.toml: give another folder, --output=DIR")
        self.adopt("smooth.f90", "smooth", "--output=elsewhere")
        self.adopt("smooth.f90", "mean", "--output=elsewhere", code=7,
                   words="is the ladder of smooth of smooth.f90: give another folder")

    def test_a_wrong_description_is_named(self):
        self.adopt("smooth.f90", "smooth")
        text = self.ladder().read_text()
        for change, words in (("run = ", "runs = "), ('calls = "1,last"', "calls = {}"),
                              ("build = ", "build ")):
            self.ladder().write_text(text.replace(change, words, 1))
            self.record("smooth", code=7, words="ladder.toml: ")

    def test_a_build_that_writes_into_the_owners_tree_is_named(self):
        (self.tree / "Makefile").write_text(f"model: smooth.f90\n\tcd {self.tree} && gfortran -O2 "
                                            "-o model kinds.f90 tables.f90 smooth.f90 main.f90\n")
        self.adopt("smooth.f90", "smooth")
        self.record("smooth", code=6,
                    words="was run in the copy and changed .*: .*model.*absolute path")

    def test_what_adopt_lacks_is_named(self):
        self.ends(2, "SOURCE and ROUTINE are missing; sources here: .*smooth.f90", "adopt")
        self.ends(2, "ROUTINE, the procedure of smooth.f90, is missing", "adopt", "smooth.f90")
        (self.tree / "an_old_one.for").write_text("      END\n")
        self.ends(2, "sources here: an_old_one.for, ", "adopt")


class OfFixedForm(adopted_program.Adopting):
    program = "fixed"

    def test_sizes_that_the_source_does_not_say_are_asked_for(self):
        source = self.tree / "relax.f"
        source.write_text(source.read_text().replace("RELAX(A, A, 10", "RELAX(A(K), A, 10"))
        self.adopt("relax.f", "RELAX",
                   words=r"how many elements has the last axis of 'a' \(relax.f:\d+\)")
        self.record("relax", code=7, words=r"ladder.toml: \[size\] a is empty: relax.f:\d+ does "
                                           r"not say how many elements")
        self.answer("relax", a="n")
        self.adopt("relax.f", "RELAX")
        self.record("relax")

    def test_memory_that_arguments_share_is_said(self):
        self.adopt("relax.f", "RELAX", "--calls=1,2")
        self.record("relax", words="note: a and b share memory in the program")
        self.ends(0, "next", "adopt", "relax.f", "RELAX", "--calls=1")
        self.record("relax",
                    words="note: a and b share memory at call 2, which is not recorded: record it")


class Stages(adopted_program.Adopting):
    program = "fixed"
    recorded_as, sizes = ("relax.f", "damp", "1,3,last"), {"x": "n"}

    def test_of_cuda_have_every_array_on_the_device_and_no_scalar(self):
        lines = self.new_stage("cuda", "plain").read_text().splitlines()
        self.assertEqual([line for line in lines if line.startswith("// device:")],
                         ["// device: x"])

    def test_of_c_are_not_compiled_until_they_are_written(self):
        file = self.new_stage("c", "plain")
        self.verify(6, f"plain.*its body is to be written, in {file.name}", "plain")
        text = re.sub(r"#error .*\n", "  n = m;\n", file.read_text())
        file.write_text(text)
        line = text.splitlines().index("  n = m;") + 1
        self.verify(7, rf"{file.name}:{line}:\d+: error: .m. undeclared", "plain")
        self.ends(7, "is there already", "new-stage", "c", "plain", "--ladder=ladders/damp")
        self.ends(7, "is there already", "new-stage", "fortran", "plain", "--ladder=ladders/damp")

    def test_of_c_name_the_block_that_has_a_variable(self):
        self.adopt("relax.f", "BOTH")
        self.ends(0, "written", "new-stage", "c", "plain", "--ladder=ladders/both")
        text = (self.tree / "ladders/both/plain.c").read_text()
        self.assertRegex(text, r"// u\(8\), inout, of /pair/\n")

    def test_of_openacc_say_why_no_loop_is_marked(self):
        self.ends(0, "0 loops.* label", "new-stage", "openacc", "gangs", "--ladder=ladders/damp")
        self.assertIn("flags: -O2 -fopenacc", (self.ladder / "gangs.f90").read_text())
        self.write_c("in-c", DAMP)
        self.ends(2, "is said in Fortran", "new-stage", "openacc", "x", "--parent=in-c",
                  "--ladder=ladders/damp")

    def test_of_fortran_are_the_routine_alone_to_be_changed(self):
        file = self.new_stage("fortran", "faster")
        self.verify(6, "faster.*its code and flags are those of its parent 'original'", "faster")
        text = file.read_text()
        self.assertNotRegex(text, "ladder_entry|ladder_state|(?i:program main)")
        self.assertEqual(len(re.findall(r"(?im)^\s*subroutine", text)), 1)
        file.write_text(text.replace("0.9D0", "0.90D0"))
        self.verify(0, "faster +right +0.00e", "faster")
        file.write_text(text.replace("0.9D0", "0.91D0"))
        self.verify(3, r"faster +WRONG +call 1: x\(\d+\) is", "faster")

    def test_are_judged_and_run_in_the_program(self):
        self.write_c("right", DAMP)
        self.write_c("wrong", DAMP.replace("k <= n", "k < n"))
        self.write_c("late", DAMP.replace("c <= 3", "c <= 4"))
        run = self.verify(3, r"wrong +WRONG +call 1: x\(20\)", "wrong,right")
        self.assertRegex(run.stdout, "right +right")
        own = self.program_with("LADDER_STAGE", "original", "damp").stdout
        self.assertEqual(self.program_with("LADDER_STAGE", "right", "damp").stdout, own)
        shadow = self.program_with("LADDER_SHADOW", "wrong", "damp", code=3)
        self.assertRegex(shadow.stderr, r"first: call 1, x\(20\): original ")
        # A mistake that no recorded call shows is found where it happens.
        self.verify(0, "late +right", "late")
        shadow = self.program_with("LADDER_SHADOW", "late", "damp", code=3)
        self.assertRegex(shadow.stderr, r"first: call 4, x\(1\): original ")
        # No mistake where many outputs of the recorded calls are near to a threshold.
        limits, = (self.path / "cache/ladder").glob("damp-*/limits")
        limits.write_text(re.sub(r"(?m)^\* 0$", "* 16", limits.read_text()))
        shadow = self.program_with("LADDER_SHADOW", "late", "damp")
        self.assertRegex(shadow.stderr, "near to a threshold")

    def test_that_are_not_there_are_named(self):
        self.verify(2, "has no stage 'tiled'; it has original", "tiled")
        self.ends(2, "'pascal' is no language of a stage", "new-stage", "pascal", "x",
                  "--ladder=ladders/damp")
        run = self.program_with("LADDER_STAGE", "tiled", "damp", code=2)
        self.assertRegex(run.stderr, "(?m)^ladder: .* has no stage 'tiled'; it has original")
