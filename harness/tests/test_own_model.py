# label: cli
# room: seismic
"""A model without a case file: what it makes its case of, what it refuses, and the case file that
it writes, which is the same to the last bit (--write-case)."""

import json

from command import lines_of
from own_model import NX, NZ, SPACING, STAGE, OwnModel, numpy, velocities

SPACED = f"--spacing={SPACING}"


class WhatItTakes(OwnModel):
    def case_of(self, *arguments):
        return self.exits(0, "shoot", STAGE, *arguments, "--dry-run").stderr

    def test_size_and_spacing_with_a_source_in_the_middle_of_the_top(self):
        said = self.case_of(f"--model={self.model()}", SPACED)
        for line in (f"nz = {NZ} ", f"nx = {NX}\n", f"dz = {SPACING} ",
                     f"x = {SPACING * (NX // 2):g} ", "z = 0"):
            self.assertIn(line, said)
        self.assertNotRegex(said, "warning")
        said = self.case_of(f"--model={self.model()}", "--spacing=10x20")
        self.assertRegex(said, r"dz = 10 .*\n +dx = 20\n")

    def test_ten_cells_and_one_velocity(self):
        """The time step follows the wavelet where the grid would allow a longer one."""
        self.case_of(f"--model={self.model('ten.npy', velocities()[:10, :10].copy())}", SPACED)
        flat = self.model("flat.npy", numpy.full((NX, NZ), 2000, "<f4"))
        self.assertNotRegex(self.case_of(f"--model={flat}", SPACED), "warning")

    def test_feet(self):
        metres = self.shot("m.sgy", f"--model={self.model()}", "--spacing=7.62")
        feet = self.model("feet.npy", (velocities() / 0.3048).astype("<f4"))
        self.assertEqual(self.shot("ft.sgy", f"--model={feet}", "--units=ft/s", "--spacing=25",
                                   "--length-units=ft"), metres)

    def test_a_raw_file_with_its_size(self):
        velocities().tofile(self.file("vp.f32"))
        raw = [f"--model={self.file('vp.f32')}", SPACED, "--axes=xz"]
        self.ends_with(2, "give its cells with --grid=ZxX", "shoot", *raw)
        self.assertEqual(self.shot("raw.sgy", *raw, f"--grid={NZ}x{NX}"),
                         self.shot("npy.sgy", f"--model={self.model()}", SPACED))

    def test_a_gather_of_its_own_name_as_rsf_where_segy_cannot_hold_it(self):
        self.exits(0, "shoot", STAGE, f"--model={self.model()}", SPACED, "--nt=40")
        self.assertTrue((self.path / "vp_shot.sgy").exists())
        self.exits(0, "shoot", STAGE, f"--model={self.model()}", SPACED, "--nt=40", "--dt=333.3us")
        self.assertTrue((self.path / "vp_shot.rsf").exists())
        tiny = self.model("tiny.npy", velocities()[:10, :10].copy())
        self.exits(0, "shoot", STAGE, f"--model={tiny}", SPACED, "--nt=32768")
        self.assertTrue((self.path / "tiny_shot.rsf").exists())

    def test_receivers_where_those_of_another_gather_stood(self):
        model = [f"--model={self.model()}", SPACED]
        first = self.shot("first.sgy", *model, "--receivers=100:400:31,7")
        self.shot("first.rsf", *model, "--receivers=100:400:31,7")
        for places in ("first.sgy", "first.rsf", "first_rec.rsf"):
            self.assertEqual(self.shot(f"of_{places}.sgy", *model, f"--receivers={places}"), first)


class Mistaken(OwnModel):
    def test_a_spacing_in_kilometres_is_asked_about(self):
        words = ["shoot", STAGE, f"--model={self.model()}", "--dry-run"]
        self.assertRegex(self.exits(0, *words, "--spacing=0.0125").stderr,
                         r"warning: .*longest side is 0\.75 m.*--length-units=km")
        for right in (["--spacing=0.0125", "--length-units=km"], [SPACED]):
            self.assertNotIn("warning", self.exits(0, *words, *right).stderr)

    def test_a_source_that_the_exchanged_axes_would_hold(self):
        words = ["shoot", STAGE, f"--model={self.model()}", SPACED, "--dry-run"]
        deep = f"--source=100,{SPACING * (NX - 5):g}"
        self.ends_with(2, "is outside the model.*--axes=zx", *words, deep)
        self.exits(0, *words, deep, "--axes=zx")
        survey = f"--sources=100:{SPACING * (NX + 5):g}:100"
        for outside in (survey, f"--source=100,{SPACING * (NX + 5):g}"):
            run = self.ends_with(2, "is outside the model", *words, outside)
            self.assertNotIn("--axes=", run.stderr.splitlines()[-1])
        deep = f"--sources=100:200:100,{SPACING * (NX - 5):g}"
        self.ends_with(2, "is outside the model.*--axes=zx", *words, deep)
        self.ends_with(2, "--sources=", *words, "--source=0:200:100,0")

    def test_models_to_compare_make_their_case_as_one_model_does(self):
        self.shot("shot.sgy", f"--model={self.model()}", SPACED, "--nt=80")
        words = ["locate", STAGE, "--gather=shot.sgy", SPACED, "--json"]
        ranked = self.exits(0, *words, "--models=vp.npy,vp.npy*1.1").stdout
        one = [json.loads(line) for line in ranked.splitlines()]
        self.assertEqual([found["model"] for found in one], ["vp.npy", "vp.npy*1.1"])
        same = json.loads(self.exits(0, *words, "--model=vp.npy").stdout)
        self.assertEqual([one[0][key] for key in ("x", "z", "time")],
                         [same[key] for key in ("x", "z", "time")])
        self.ends_with(2, "--spacing would have no effect", *words[:-1])


class EveryCommand(OwnModel):
    def test_times_it(self):
        self.exits(0, f"--model={self.model()}", SPACED, STAGE, "--nt=20", "--repetitions=1",
                      "--output=r.jsonl", "--write-case=c.toml")
        self.exits(0, "--case=c.toml", STAGE, "--repetitions=1", "--output=r.jsonl")
        records = lines_of(self.path / "r.jsonl")
        self.assertEqual({record["case"]["hash"] for record in records},
                         {records[0]["case"]["hash"]})
        self.assertEqual({record["case"]["name"] for record in records}, {"vp", "c"})

    def test_proves_it_in_a_child_process(self):
        run = self.exits(0, "verify", f"--model={self.model()}", SPACED, STAGE, "--nt=20",
                            "--isolate", "--json")
        self.assertIn('"right"', run.stdout)

    def test_sweeps_over_half_lengths_with_one_time_step(self):
        """Fast rock: the stable step, which depends on the half-length, is shorter than what the
        wavelet needs."""
        fast = velocities()
        fast[:, NZ // 2:] = 6000
        run = self.exits(0, "sweep", f"--model={self.model('fast.npy', fast)}", SPACED, STAGE,
                            "--half-length=1,16", "--nt=20",
                            "--isolate", "--repetitions=1", "--output=r.jsonl")
        records = [record for record in lines_of(self.path / "r.jsonl")
                   if record["stage"]["name"] == "c-O3"]
        self.assertEqual({record["case"]["half_length"] for record in records}, {1, 16}, run.stdout)
        self.assertEqual(len({record["case"]["dt_s"] for record in records}), 1)

    def test_locates_in_it(self):
        model = [f"--model={self.model()}", SPACED, STAGE]
        self.exits(0, "shoot", *model, "--source=306,203", "--output=s.sgy")
        run = self.exits(0, "locate", *model, "--gather=s.sgy", "--json")
        found = json.loads(run.stdout.splitlines()[-1])
        self.assertAlmostEqual(found["x"], 306, delta=3 * SPACING)
        self.assertAlmostEqual(found["z"], 203, delta=3 * SPACING)


class BadInput(OwnModel):
    def refused(self, code, words, *arguments, model=None):
        run = self.ends_with(code, words, "shoot", STAGE, f"--model={model or self.model()}",
                             *arguments)
        self.assertFalse(list(self.path.glob("*.sgy")))
        return run

    def test_options_that_cannot_be(self):
        for words, *options in (
                ("does not state its cell size along x: give --spacing=D, or DZxDX",),
                ("km/s", SPACED, "--units=km/h"),
                ("expected .*ft|one of", SPACED, "--length-units=yards"),
                ("--source=9000,0: the place .* is outside the model", SPACED, "--source=9000,0"),
                ("cells per wavelength|needs at least 2|wavelet", SPACED, "--wavelet=ricker:200"),
                ("is stable for dt up to", SPACED, "--dt=20ms", "--wavelet=ricker:3"),
                ("--grid", SPACED, f"--grid={NZ}x{NX}")):
            with self.subTest(words):
                self.refused(2, words, *options)
        for spacing in ("-7.5", "0", "nan", "7.5m", "7.5x", "1x2x3", "7,5"):
            self.refused(2, f"--spacing={spacing}: expected the size of the cells",
                         f"--spacing={spacing}")
        self.refused(7, "check --units", SPACED, "--units=ft/s",
                     model=self.model("f.npy", velocities() * 20))

    def test_exchanged_axes_are_warned_of(self):
        turned = self.model("turned.npy", numpy.ascontiguousarray(velocities().T))
        run = self.exits(0, "shoot", STAGE, f"--model={turned}", SPACED, "--dry-run")
        self.assertRegex(run.stderr, "warning: velocities change by .* as if x and z were "
                                     "exchanged: if so, give --axes=zx")
        right = self.exits(0, "shoot", STAGE, f"--model={turned}", SPACED, "--axes=zx", "--dry-run")
        self.assertNotIn("exchanged", right.stderr)

    def test_one_line_of_values(self):
        self.refused(7, "two or three axes", SPACED, model=self.model("line.npy", velocities()[0]))

    def test_what_is_for_a_model_without_a_case(self):
        self.ends_with(2, "--spacing would have no effect", "shoot", "--case=small", SPACED)
        self.ends_with(2, "--write-case would have no effect", "shoot", "--case=small",
                       "--write-case=c.toml")


class TheWrittenCase(OwnModel):
    def equals(self, *arguments, stage=STAGE):
        """The gather of the model alone is that of the case file that it writes."""
        name = f"{len(list(self.path.glob('*.toml')))}"
        own = self.shot(f"own{name}.sgy", *arguments, f"--write-case={name}.toml", stage=stage)
        self.assertEqual(self.shot(f"case{name}.sgy", f"--case={name}.toml", stage=stage), own)
        return own

    def test_gives_the_bits_of_the_model_alone(self):
        model = self.model()
        usual = self.equals(f"--model={model}", SPACED)
        for option in ("--source=300,100", "--source=303.1234567,101.7654321",
                       "--wavelet=ricker:20.1234567", "--wavelet=ricker:20,0.08",
                       "--wavelet=ricker:20:integral", "--nt=150", "--dt=1.234ms", "--dt=auto",
                       "--half-length=4", "--operator=taylor", "--receivers=depth:100",
                       "--receivers=borehole:200", "--receivers=100:600:31,7"):
            with self.subTest(option):
                changed = self.equals(f"--model={model}", SPACED, option)
                # The largest stable step may be what it takes anyway.
                (self.assertTrue if option == "--dt=auto"
                 else lambda x: self.assertNotEqual(changed, usual))(changed)

    def test_names_its_files_as_they_are_seen_from_it(self):
        (self.path / "deep").mkdir()
        model = self.model("deep/vp.npy")
        (self.path / "list.txt").write_text("100 0\n200 0\n")
        a = (numpy.pi * 4 * (0.004 * numpy.arange(150) - 0.3)) ** 2
        numpy.savetxt(self.file("wavelet.txt"), (1 - 2 * a) * numpy.exp(-a))
        options = [f"--model={model}", "--spacing=50", "--receivers=list.txt",
                   "--wavelet=wavelet.txt", "--dt=4ms", "--write-case=deep/c.toml"]
        own = self.shot("own.sgy", *options)
        text = (self.path / "deep/c.toml").read_text()
        for line in ('file = "vp.npy"', 'file = "../list.txt"', 'file = "../wavelet.txt"'):
            self.assertIn(line, text)
        # The tree may move.
        (self.path / "moved").mkdir()
        for name in ("deep", "list.txt", "wavelet.txt"):
            (self.path / name).rename(self.path / "moved" / name)
        self.assertEqual(self.shot("case.sgy", "--case=moved/deep/c.toml"), own)

    def test_is_said_where_it_is_not_written(self):
        run = self.exits(0, "shoot", STAGE, f"--model={self.model()}", SPACED, "--output=s.sgy")
        said = "\n".join(line[4:] for line in run.stderr.splitlines() if line.startswith("    "))
        (self.path / "said.toml").write_text(said)
        self.assertEqual(self.shot("case.sgy", "--case=said.toml"),
                         (self.path / "s.sgy").read_bytes()[3600:])

    def test_is_not_written_by_a_dry_run(self):
        self.exits(0, "shoot", STAGE, f"--model={self.model()}", SPACED, "--write-case=c.toml",
                      "--dry-run")
        self.assertFalse((self.path / "c.toml").exists())

    def test_is_a_toml_file_or_nothing(self):
        self.ends_with(2, "ends in .toml", "shoot", f"--model={self.model()}", SPACED,
                       "--write-case=case")

    def test_of_a_volume(self):
        cube = numpy.broadcast_to(velocities()[:12, None, :20], (12, 10, 20)).transpose(1, 0, 2)
        self.equals(f"--model={self.model('cube.npy', numpy.ascontiguousarray(cube))}",
                    "--spacing=10x12x14", "--nt=60", "--source=61,70,45", stage="--stage=c")
