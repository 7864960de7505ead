# label: cli
"""Plug-ins that cheat or err on purpose: each is rejected by the guard that its head names, for that reason and
no other."""

import json
import os
import unittest
import unittest.mock

from attack import REFUSED_FILE, RIGHT, Attack
from command import lines_of


class Loader(Attack):
    """Before any entry is called."""

    def refused(self, plugin, words):
        self.rejected(plugin, "is refused: " + words, code=REFUSED_FILE)

    def test_another_abi_version(self):
        self.refused("other_abi", "it was built for version 3 of the contract, but this program has version 2")

    def test_other_problem(self):
        self.refused("other_problem", "its problem 'chess' is unknown to this program")

    def test_no_destroy(self):
        self.refused("no_destroy", "create, launch_used, last_error and destroy must be given")

    def test_no_expectation(self):
        self.refused("no_expectation", "problem, name, change and expectation must be given")

    def test_both_entries(self):
        self.refused("both_entries", "it must provide either laplacian, or all of upload, advance and download")

    def test_too_many_knobs(self):
        self.refused("too_many_knobs", "it declares 9 knobs, but 0 to 8 are possible")


class Probe(Attack):
    """Before anything is timed, on random fields; so no record is written."""

    def probed(self, plugin, words, *arguments):
        self.rejected(plugin, words, *arguments)
        self.assertEqual(self.records(plugin), [])

    def test_does_nothing(self):
        self.probed("does_nothing", "on 1 x 1 cells: it wrote nothing")

    def test_leaves_last_answer(self):
        self.probed("leaves_last_answer", "on 1 x 1 cells: it wrote nothing")

    def test_leaves_known_answer(self):
        self.probed("leaves_known_answer", "on 1 x 1 cells: it wrote nothing")

    def test_leaves_same_answer(self):
        self.probed("leaves_same_answer", "on 1 x 1 cells: it wrote nothing")

    def test_transposes(self):
        self.probed("transposes", "on 7 x 5 cells: the array is transposed")

    def test_wrong_halo(self):
        self.probed("wrong_halo", r"on 7 x 5 cells: 1 of 35 cells are wrong, first \(z 0, x 0, y 0\).*check the halo")

    def test_wrong_corner(self):
        self.probed("wrong_corner", r"on 7 x 5 cells: 1 of 35 cells are wrong, first \(z 6, x 4, y 0\).*check the halo")

    def test_wrong_corner_of_large_grids(self):
        self.probed("wrong_corner_of_large_grids", r"on 90 x 150 cells: 1 of 13500 cells are wrong, first \(z 89, x 149, y 0\)")

    def test_block_multiple(self):
        self.probed("block_multiple", "on 1 x 1 cells: it wrote nothing")

    def test_block_multiple_on_a_grid_that_suits_it(self):
        self.rejected_by_verify("block_multiple", "on 1 x 1 cells: it wrote nothing", "--size=96x160")

    def test_block_multiple_wrong(self):
        self.probed("block_multiple_wrong", r"on 1 x 19 cells: 3 of 19 cells are wrong, first \(z 0, x 16, y 0\)")

    def test_block_multiple_wrong_on_a_grid_that_suits_it(self):
        self.rejected_by_verify("block_multiple_wrong", "on 1 x 19 cells: 3 of 19 cells are wrong", "--size=96x160")

    def test_writes_outside(self):
        self.probed("writes_outside", "on 1 x 1 cells: out-of-bounds write")

    def test_writes_far_outside(self):
        self.probed("writes_far_outside", "on 1 x 1 cells: out-of-bounds write")

    def test_writes_input(self):
        self.probed("writes_input", "on 1 x 1 cells: it changed its input")

    def test_ignores_threads(self):
        self.probed("ignores_threads", "on 1 x 1 cells: threads=64 was asked for, but the stage used 128", "--threads=64")

    def test_hides_its_launch(self):
        self.probed("hides_its_launch", "on 1 x 1 cells: it was built to fail")

    def test_forgets_between_pieces(self):
        self.probed("forgets_between_pieces", "on 1 x 1 cells: at step [23] the interior is off")

    def test_steps_in_twos(self):
        self.probed("steps_in_twos", "on 1 x 1 cells: at step 3 the interior is off")

    def test_downloads_at_the_end_only(self):
        self.probed("downloads_at_the_end_only", "on 1 x 1 cells: at step 1 the interior is off")

    def test_leaves_traces(self):
        self.probed("leaves_traces", "on 1 x 1 cells: sample 3 of receiver 0 was never written")

    def test_leaves_before(self):
        self.probed("leaves_before", r"on 1 x 1 cells: p\(n-1\): ")

    def test_says_nothing(self):
        self.probed("says_nothing", "laplacian failed: it gave no reason")

    def test_changes_the_case(self):
        self.probed("changes_the_case", "it changed the case")

    def test_changes_the_model(self):
        self.probed("changes_the_model", "it changed the case")


class Timed(Attack):
    """What passes the probe is judged by what was timed."""

    def test_nan_halfway(self):
        self.rejected("nan_halfway", "at step 250 the pressure at .* is not a finite number", verify=False)
        self.rejected_by_verify("nan_halfway", "at step 32 the pressure at .* is not a finite number")

    def test_nan_in_one_cell(self):
        self.rejected("nan_in_one_cell", r"at step 250 the pressure at \(z 80, x 149, y 0\) is not a finite number")

    def test_nan_in_one_trace(self):
        self.rejected("nan_in_one_trace", "sample 250 of receiver 109 is not a finite number")

    def test_twenty_bits_late(self):
        self.rejected("twenty_bits_late", "(interior is|traces are) off,? by .* the limit is", verify=False)
        self.rejected_by_verify("twenty_bits_late", "at step 32 the interior is off by .* the limit is")

    def test_wrong_border_late(self):
        self.rejected_by_verify("wrong_border_late", r"at step \d+ the (interior|border) is off by .* the limit is")

    def test_fails_halfway(self):
        self.rejected("fails_halfway", "it was built to fail")

    def test_does_not_wait(self):
        """Its results are not there when they are judged, or they come after it said that it is done: whichever shows first."""
        late = "the stage changed its results after its last call had returned"
        self.rejected("does_not_wait", f"at step 250 the .*(is off by|is not a finite number)|{late}", verify=False)

    def test_writes_outside_late(self):
        self.rejected("writes_outside_late", "out-of-bounds write, 1 element past the end of lap")

    def test_ignores_threads_late(self):
        self.rejected("ignores_threads_late", "threads=64 was asked for, but the stage used 128", "--threads=64")

    def test_right_then_wrong(self):
        self.rejected("right_then_wrong", "at step 250 the pressure at .* is not a finite number", verify=False)

    def test_wrong_at_first(self):
        self.rejected("wrong_at_first", "at step 250 the pressure at .* is not a finite number", verify=False)

    def test_cached_answer_finds_no_run_twice(self):
        self.accepted("cached_answer")

    def test_cached_run(self):
        self.rejected("cached_run", "(is|are) off,? by", verify=False)

    def test_every_verify_starts_from_fields_of_its_own(self):
        with unittest.mock.patch.dict(os.environ, LADDER_TEST_FOLDER=self.folder.name):
            for _ in range(2):
                run = self.run_with("looks_its_fields_up", command=["verify"])
                self.assertEqual(run.returncode, RIGHT, run.stdout + run.stderr)
        self.assertEqual(len(list(self.path.glob("fields-*"))), 2)

    def test_no_taper_late(self):
        self.rejected("no_taper_late", r"at step \d+ the interior is off by .* the limit is")


class Isolation(Attack):
    """Whatever a plug-in does to its process, the original is measured and the row says what happened."""

    def contained(self, plugin, words, *arguments):
        self.rejected(plugin, words, *arguments)
        originals = lines_of(self.output)
        self.assertTrue(any(r["stage"]["name"] == "fortran" and r["verdict"]["passed"] for r in originals))

    def test_crashes(self):
        self.contained("crashes", "crashed with signal 11")

    def test_crashes_in_create(self):
        self.contained("crashes_in_create", "crashed with signal 11")

    def test_aborts(self):
        self.contained("aborts", "crashed with signal 6")

    def test_exits(self):
        self.contained("exits", "it ended its process with exit code 0")

    def test_hangs(self):
        self.contained("hangs", "did not return within", "--hang-limit=2")

    def test_forges_a_verdict(self):
        self.contained("forges_a_verdict", "its process answered out of turn")

    def test_garbles_the_conversation(self):
        self.contained("garbles_the_conversation", "its process answered out of turn")

    def test_garbles_its_answers(self):
        for place in (1, 2, 3):
            with self.subTest(place=place):
                self.output.unlink(missing_ok=True)
                self.contained("garbles_its_answers", "its process gave an answer that this program does not know",
                               "--place=%d" % place)

    def refused_when_loaded(self, plugin, words):
        for command in ([], ["verify"], ["sweep"]):
            run = self.run_with(plugin, command=command)
            self.assertEqual(run.returncode, REFUSED_FILE, run.stdout + run.stderr)
            self.assertIn("cannot be loaded: " + words, run.stderr)

    def test_aborts_when_loaded(self):
        self.refused_when_loaded("aborts_when_loaded", "it crashed with signal 6")

    def test_exits_when_loaded(self):
        self.refused_when_loaded("exits_when_loaded", "it ended its process with exit code 0")

    def test_garbles_when_loaded(self):
        self.refused_when_loaded("garbles_when_loaded", "its process did not return its table")

    def test_prints(self):
        for plugin in ("prints", "prints_when_loaded"):
            lines = self.run_with(plugin, "--json").stdout.splitlines()
            self.assertEqual(len(lines), 2)
            for line in lines:
                json.loads(line)

    def test_patches_the_clock_of_itself_alone(self):
        self.accepted("patches_the_clock")


if __name__ == "__main__":
    unittest.main()
