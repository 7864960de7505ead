# label: cli
# room: seismic
"""`ac` compared with a stage: one that errs is found at its step and cell, a right one is silent;
and its calls as a file, which `ladder --replay` takes. Where its namelist names no window it takes
that of the case files."""

import csv
import os
import re

from command import BUILD, Command, ladder
from source_tree import SOURCE, execute

RUN = ("stage = 'fortran'", "nz = 30, nx = 41, samples = 61, peak = 20.0",
       "source_z = 12, source_x = 20", "sponge_cells = 5")
STEPS = 60
ERRS = BUILD / "plugins/wrong_at_step_and_cell.so"
ERRS_IN_ITS_LOOP = BUILD / "plugins/wrong_at_step_and_cell_in_loop.so"


class Shadow(Command):
    def ac(self, *lines, code=0, **environment):
        (self.path / "run.nml").write_text("\n".join(("&run", *RUN, *lines, "/\n")))
        run = execute(BUILD / "ac", "run.nml", cwd=self.path, timeout=120,
                      env={**os.environ, **environment}, code=code)
        return run.stderr

    def errs(self, *lines, step=17, cell="5,8", plugin=ERRS):
        """What is printed of a plug-in that errs at this step and cell."""
        return self.ac(f"shadow = '{plugin}'", *lines, code=3, WRONG_STEP=f"{step}",
                       WRONG_CELL=cell)

    def traces(self, *lines):
        """Those of the program without a shadow."""
        self.ac(*lines)
        return (self.path / "traces.f32").read_bytes()


class Parting(Shadow):
    def test_a_stage_that_errs_is_found_at_its_step_and_cell(self):
        for plugin in (ERRS, ERRS_IN_ITS_LOOP):
            for step, z, x in ((1, 0, 0), (17, 5, 8), (60, 29, 40)):
                with self.subTest(plugin=plugin.name, step=step):
                    printed = self.errs(step=step, cell=f"{z},{x}", plugin=plugin)
                    self.assertRegex(printed, r"^.*cells are counted from 0\b.*\bz is the fastest")
                    self.assertRegex(printed, rf"first step {step}, cell \(z {z}, x {x}\)")
                    self.assertIn(f"{STEPS} steps compared, 1 differ", printed)

    def test_a_stage_that_goes_on_by_itself_takes_its_error_along(self):
        printed = self.errs("shadow_from = 'itself'")
        self.assertRegex(printed, r"first step 17, cell \(z 5, x 8\)")
        self.assertIn(f"{STEPS} steps compared, {STEPS - 16} differ", printed)

    def test_a_right_stage_is_silent_but_for_the_summary(self):
        for stage in ("c-O3", "c-simd", "c-omp threads=2", str(BUILD / "plugins/honest_loop.so"),
                      str(ERRS)):
            for begin in ("program", "itself"):
                with self.subTest(stage=stage, begin=begin):
                    printed = self.ac(f"shadow = '{stage}', shadow_from = '{begin}'").splitlines()
                    self.assertEqual(len(printed), 2, printed)
                    self.assertIn(f"{STEPS} steps compared, none differs", printed[1])

    def test_borders_that_no_wave_reached_are_named(self):
        far = "samples = 3, source_z = 3, source_x = 20"
        self.assertRegex(self.ac("shadow = 'c-O3'", far),
                         r"none differs; .*no wave reached the borders z = 29, x = 0, x = 40 ")
        self.assertNotIn("no wave reached", self.ac("shadow = 'c-O3'"))

    def test_a_stage_that_forgets_its_fields_parts_only_from_its_own(self):
        forgets = BUILD / "plugins/forgets_after_a_call.so"
        self.assertIn("none differs", self.ac(f"shadow = '{forgets}'"))
        self.assertRegex(self.ac(f"shadow = '{forgets}', shadow_from = 'itself'", code=3),
                         "first step 2,")

    def test_what_is_no_number_or_never_written_parts(self):
        for plugin, words in (("does_nothing", "first step 1,"), ("transposes", "first step 2,"),
                              ("says_nothing", "failed.*the shadow ends here")):
            with self.subTest(plugin):
                self.assertRegex(self.ac(f"shadow = '{BUILD / 'plugins' / plugin}.so'", code=3),
                                 words)

    def test_an_out_of_bounds_write_or_an_error_ends_the_shadow_and_not_the_program(self):
        alone = self.traces()
        printed = self.ac(f"shadow = '{BUILD / 'plugins/writes_outside.so'}'", code=3)
        self.assertIn("out-of-bounds write at step 1", printed)
        self.assertEqual((self.path / "traces.f32").read_bytes(), alone)
        self.errs()
        self.assertEqual((self.path / "traces.f32").read_bytes(), alone)

    def test_the_log_has_a_line_a_step(self):
        self.errs("shadow_log = 'log.csv'")
        lines = list(csv.DictReader((self.path / "log.csv").read_text().splitlines()))
        self.assertEqual([int(one["step"]) for one in lines], list(range(1, STEPS + 1)))
        beyond = [one for one in lines if int(one["cells_beyond"])]
        self.assertEqual([(one["step"], one["z"], one["x"]) for one in beyond], [("17", "5", "8")])

    def test_a_bound_of_ones_own_replaces_that_of_rounding(self):
        self.assertIn("none differs", self.ac(f"shadow = '{ERRS}', shadow_bound = 1.0",
                                              WRONG_STEP="17", WRONG_CELL="5,8"))
        self.assertIn("1 differ", self.errs("shadow_bound = 1e-6"))

    def test_the_environment_asks_as_the_namelist_does(self):
        self.assertIn("none differs", self.ac(LADDER_SHADOW="c-O3"))
        self.assertEqual(self.ac(), "")

    def test_what_cannot_run_is_refused_before_the_first_step(self):
        for lines, words, code in (
                (("shadow = 'c-O4'",), "there is no stage 'c-O4'; did you mean c-O", 2),
                (("shadow = 'fortran'",), "cannot be compared with itself", 2),
                (("shadow = 'c-O3 threads=2'",), "has no knob 'threads'", 2),
                (("shadow = 'c-O3', shadow_from = 'itsel'",), "did you mean itself", 2),
                (("shadow_bound = 0.1",), "no stage is named", 2),
                (("capture = 'none/of.it'",), "there is no folder", 7),
                (("capture = 'c.call', capture_steps = '0:3'",), "first and the last step", 2),
                (("capture_steps = '1:3'",), "no file is named", 2)):
            with self.subTest(words):
                self.assertIn(words, self.ac(*lines, code=code))
                self.assertFalse((self.path / "traces.f32").exists())


class Replay(Shadow):
    def captured(self, *lines, **environment):
        self.ac(*lines, "capture = 'c.call'", **environment)
        return self.path / "c.call"

    def replay(self, name, *options, code=0):
        return self.exits(code, "shoot", f"--replay={self.path / 'c.call'}", "--stage=fortran",
                          f"--output={self.path / name}", *options)

    def test_a_replay_has_the_bits_of_the_run(self):
        self.captured()
        run = self.replay("replayed.rsf")
        self.assertIn("bit for bit", run.stderr)
        traces = (self.path / "traces.f32").read_bytes()
        samples, receivers = STEPS + 1, 41
        by_trace = b"".join(traces[4 * (n * receivers + r):][:4] for r in range(receivers)
                            for n in range(samples))
        self.assertTrue((self.path / "replayed.rsf").read_bytes().endswith(by_trace))

    def test_a_part_of_the_run_goes_on_from_its_fields(self):
        self.ac("capture = 'c.call', capture_steps = '31:60'")
        run = self.replay("replayed.rsf", "--json")
        self.assertIn("bit for bit", run.stderr)

    def test_another_stage_has_the_same_values_but_not_the_same_bits(self):
        self.captured()
        self.ends_with(0, "differs from the program's by at most .* of its largest value", "shoot",
                       f"--replay={self.path / 'c.call'}", "--stage=c-simd",
                       f"--output={self.path / 'r.su'}")

    def test_all_that_takes_a_case_takes_a_captured_call(self):
        file = self.captured("capture_steps = '31:60'")
        for command in (("verify", "--stage=c-O3"), ("verify", "--stage=c-O3", "--isolate"),
                        ("verify", "--stage=c-omp", "--proof=samples"),
                        ("--stage=c-O3", "--repetitions=1", f"--output={self.output}"),
                        ("sweep", "--stage=c-O3", "--repetitions=1", f"--output={self.output}",
                         "--nt=5")):
            with self.subTest(command):
                self.ends_with(0, "right", *command, f"--replay={file}")

    def test_its_own_fields_are_part_of_the_case(self):
        hashes = set()
        for name, steps in (("a", "20:29"), ("b", "21:30")):
            self.ac(f"capture = '{name}.call', capture_steps = '{steps}'")
            run = ladder("verify", f"--replay={self.path / name}.call", "--stage=c-O3", "--json",
                         code=0)
            hashes.add(run.stdout.split('"case_hash":"')[1].split('"')[0])
        self.assertEqual(len(hashes), 2)

    def test_other_files_are_refused_in_a_sentence(self):
        whole = self.captured().read_bytes()
        header = whole.index(b"\n", whole.index(b"\n") + 1) + 1
        changed = bytearray(whole)
        changed[header + 5] ^= 1
        for content, words in ((b"", "not a captured call"), (b"\x00" * 100, "not a captured call"),
                               (whole[:40], "truncated"), (whole[:-1], "truncated"),
                               (whole + b"x", "longer"),
                               (bytes(changed), "hash"),
                               (whole.replace(b"call 1", b"call 2", 1), "version 2"),
                               (whole.replace(b'"steps":60', b'"steps":-1', 1), "impossible"),
                               (whole.replace(b'"cells":[', b'"cellz":[', 1), "damaged")):
            with self.subTest(words):
                (self.path / "c.call").write_bytes(content)
                run = self.replay("replayed.su", code=7)
                self.assertRegex(run.stderr, words)
                self.assertFalse((self.path / "replayed.su").exists())

    def test_a_file_that_is_there_is_left_alone(self):
        (self.path / "c.call").write_text("mine")
        self.assertIn("exists and is not replaced", self.ac("capture = 'c.call'", code=7))
        self.assertEqual((self.path / "c.call").read_text(), "mine")

    def test_options_of_a_case_file_are_refused(self):
        file = self.captured()
        for option in ("--model=v.npy", "--half-length=4", "--wavelet=ricker:8", "--case=small"):
            self.ends_with(2, "do not have it|would have no effect", "verify", f"--replay={file}",
                           option)


class Window(Shadow):
    def test_the_presets_are_those_of_a_case_file(self):
        keys = (SOURCE / "data/KEYS.md").read_text()
        alpha, beta = (re.search(rf"`{key}` .*; ([\d.]+) \|", keys)[1] for key in ("alpha", "beta"))
        self.assertEqual(self.traces(), self.traces(f"alpha = {alpha}, beta = {beta}"))
        self.assertNotEqual(self.traces(), self.traces("beta = 2.0"))
