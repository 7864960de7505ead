# label: cli
# cost: 25
"""Plug-ins that cheat or err on purpose: each is rejected by the guard that its head names, for
that reason and no other. What can be is asked of all of them with one command: each has a process
of its own."""

import json

from attack import DEVICE_FAILED, REFUSED_FILE, RIGHT, WRONG, Attack

OFF = "(is|are) off,? by"
NOTHING = "on 1 x 1 cells: it wrote nothing"
OUTSIDE = "out-of-bounds write"
# Before any entry is called.
WRONG_TABLES = {
    "other_abi": "it was built for version 3 of the contract, but this program has version 2",
    "other_problem": "its problem 'chess' is unknown to this program",
    "no_destroy": "create, launch_used, last_error and destroy must be given",
    "no_expectation": "problem, name, change and expectation must be given",
    "both_entries": "it must provide either laplacian, or all of upload, advance and download",
    "too_many_knobs": "it declares 9 knobs, but 0 to 8 are possible",
}
WHEN_LOADED = {
    "aborts_when_loaded": "it crashed with signal 6",
    "exits_when_loaded": "it ended its process with exit code 0",
    "garbles_when_loaded": "its process did not return its table",
}
# Before anything is timed, on random fields; so no record is written.
PROBED = {
    "does_nothing": NOTHING,
    "leaves_last_answer": NOTHING,
    "leaves_known_answer": NOTHING,
    "leaves_same_answer": NOTHING,
    "transposes": "on 7 x 5 cells: the array is transposed",
    "wrong_halo": r"on 7 x 5 cells: 1 of 35 cells are wrong, first \(z 0, x 0, y "
                  r"0\).*check the halo",
    "wrong_corner_of_large_grids": r"on 90 x 150 cells: 1 of 13500 cells are wrong, first \(z 89, "
                                   r"x 149, y 0\)",
    "block_multiple_wrong": r"on 1 x 19 cells: 3 of 19 cells are wrong, first \(z 0, x 16, y 0\)",
    "writes_outside": "on 1 x 1 cells: " + OUTSIDE,
    "writes_far_outside": "on 1 x 1 cells: " + OUTSIDE,
    "writes_input": "on 1 x 1 cells: it changed its input",
    "hides_its_launch": "on 1 x 1 cells: it was built to fail",
    "forgets_between_pieces": "on 1 x 1 cells: at step [23] the interior is off",
    "steps_in_twos": "on 1 x 1 cells: at step 3 the interior is off",
    "downloads_at_the_end_only": "on 1 x 1 cells: at step 1 the interior is off",
    "leaves_traces": "on 1 x 1 cells: sample 3 of receiver 0 was never written",
    "leaves_before": r"on 1 x 1 cells: p\(n-1\): ",
    "says_nothing": "laplacian failed: it gave no reason",
    "changes_the_case": "it changed the case",
    "changes_the_model": "it changed the case",
}
NAN_AT_THE_END = "at step 250 the pressure at .* is not a finite number"
# What passes the probe is judged by what was timed.
TIMED = {
    "nan_in_one_cell": r"at step 250 the pressure at \(z 80, x 149, y 0\) is not a finite number",
    "nan_in_one_trace": "sample 250 of receiver 109 is not a finite number",
    "twenty_bits_late": "(interior is|traces are) off,? by .* the limit is",
    "fails_halfway": "it was built to fail",
    "writes_outside_late": OUTSIDE + ", 1 element past the end of lap",
    "right_then_wrong": NAN_AT_THE_END,
    "wrong_at_first": NAN_AT_THE_END,
    "no_taper_late": r"at step \d+ the interior is off by .* the limit is",
    "solves_in_create": OFF,
}
# Those that end in NaN do so in one run of several.
VERIFIED = {
    **{plugin: words for plugin, words in TIMED.items() if words != NAN_AT_THE_END},
    "twenty_bits_late": "at step 32 the interior is off by .* the limit is",
    "wrong_border_late": r"at step \d+ the (interior|border) is off by .* the limit is",
}
# Whatever a plug-in does to its process, the original is measured and the row says what happened.
CONTAINED = {
    "crashes": "crashed with signal 11",
    "crashes_in_create": "crashed with signal 11",
    "exits": "it ended its process with exit code 0",
    "forges_a_verdict": "its process answered out of turn",
}
# A traced run that fails is a failure of the stage.
WRONG_WHEN_TRACED = {
    "wrong_when_traced": NAN_AT_THE_END,
    "writes_outside_when_traced": OUTSIDE + ", 1 element past the end of lap",
}
IGNORED_THREADS = "threads=64 was asked for, but the stage used 128"


class Loader(Attack):
    """Before any entry is called."""

    def test_a_wrong_table(self):
        for plugin, words in WRONG_TABLES.items():
            with self.subTest(plugin):
                self.rejected(plugin, "is refused: " + words, code=REFUSED_FILE)

    def test_not_a_plugin(self):
        text = self.path / "text.so"
        text.write_bytes(b"not a library")
        for words, plugin in (("cannot be loaded", text),
                              ("does not exist", self.path / "none.so")):
            self.ends_with(REFUSED_FILE, words, "--stage=%s" % plugin, "--output=%s" % self.output)
            self.assertFalse(self.output.exists() and self.output.stat().st_size,
                             "records of a refused run")

    def test_what_happens_when_it_is_loaded(self):
        for plugin, words in WHEN_LOADED.items():
            for command in ([], ["verify"], ["sweep"]):
                with self.subTest(plugin, command=command):
                    run = self.run_with(plugin, command=command, code=REFUSED_FILE)
                    self.assertIn("cannot be loaded: " + words, run.stderr)


class Rejected(Attack):
    def test_by_the_probe(self):
        self.each_rejected(PROBED, "--repetitions=1", recorded=False)
        self.each_rejected(PROBED, command=["verify"])

    def test_by_the_probe_on_a_grid_that_suits_its_blocks(self):
        self.rejected_by_verify("block_multiple_wrong", PROBED["block_multiple_wrong"],
                                "--size=96x160")

    def test_by_what_was_timed(self):
        self.each_rejected(TIMED)

    def test_by_verify(self):
        self.each_rejected(VERIFIED, command=["verify"])

    def test_for_another_launch_than_was_asked_for(self):
        late, traced = ({"ignores_threads_late": IGNORED_THREADS},
                        {"ignores_threads_when_traced": IGNORED_THREADS})
        probed = {"ignores_threads": "on 1 x 1 cells: " + IGNORED_THREADS}
        self.each_rejected({**probed, **late, **traced}, "--threads=64")
        self.assertEqual(self.records("ignores_threads"), [])
        self.each_rejected({**probed, **late}, "--threads=64", command=["verify"])


class Accepted(Attack):
    def test_every_verify_starts_from_fields_of_its_own(self):
        for _ in range(2):
            self.run_with("looks_its_fields_up", command=["verify"], code=RIGHT)
        self.assertEqual(len(list(self.path.glob("fields-*"))), 2)

    def test_takes_its_process_for_itself(self):
        self.accepted("takes_its_process")

    def test_prints(self):
        for plugin in ("prints", "prints_when_loaded"):
            lines = self.run_with(plugin, "--json").stdout.splitlines()
            self.assertEqual(len(lines), 2)
            for line in lines:
                json.loads(line)


class Isolation(Attack):
    def test_a_process_that_ends_or_answers_wrongly(self):
        self.each_rejected(CONTAINED)
        self.each_rejected(CONTAINED, command=["verify"])

    def test_hangs(self):
        self.each_rejected({"hangs": "did not return within"}, "--hang-limit=2")
        self.rejected_by_verify("hangs", "did not return within", "--hang-limit=2")

    def test_a_device_that_fails(self):
        for plugin in ("device_fails", "device_fails_in_its_loop"):
            self.rejected(plugin, "FAILED", code=DEVICE_FAILED)

    def test_garbles_its_answers(self):
        words = {"garbles_its_answers": "its process gave an answer that this program "
                                        "does not know"}
        for place in (1, 2, 3):
            with self.subTest(place=place):
                self.output.unlink(missing_ok=True)
                self.each_rejected(words, "--place=%d" % place, "--repetitions=1")
                self.each_rejected(words, "--place=%d" % place, command=["verify"])


class Traced(Attack):
    """No record says that it passed, no exit code is 0."""

    def test_wrong(self):
        self.each_rejected(WRONG_WHEN_TRACED)
        for plugin in WRONG_WHEN_TRACED:
            self.assertNotEqual(self.records(plugin), [])

    def test_without_a_time(self):
        for plugin, words, code in (
                ("crashes_when_traced", "crashed with signal 11", WRONG),
                ("device_fails_when_traced", "it was built to fail", DEVICE_FAILED),
                ("hangs_when_traced", "did not return within", WRONG)):
            self.rejected(plugin, "FAILED: the traced run failed: .*" + words, "--hang-limit=4",
                          code=code, verify=False)
            self.assertEqual(self.records(plugin), [])
