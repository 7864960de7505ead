# label: cli
# room: seismic
"""The seismic program as its users meet it: shoot, reverse, locate and zsr; what they write, and go
on with. A survey is what its shots are one by one, in one file that other programs read."""

import json
import math
import struct
import unittest

from command import ladder, lines_of
from seismic_command import SMALL, Seismic
from source_tree import lacks


class Products(Seismic):
    def test_a_shot_comes_back_to_where_it_was_fired(self):
        gather = self.shoot()
        run = self.exits(0, "reverse", *SMALL, f"--gather={gather}", "--output=map.npy", "--json")
        printed = json.loads(run.stdout)
        self.assertEqual(printed, json.loads((self.path / "map.npy.json").read_text()))
        self.assertEqual(printed["source"], [2200, 400])
        self.assertLessEqual(abs(printed["found"][0] - 2200), 40)
        self.assertLessEqual(abs(printed["found"][1] - 400), 40)

    def test_a_gather_is_the_same_in_each_format(self):
        answers = []
        for name in ("shot.sgy", "shot.su", "shot.rsf"):
            answer = self.located(self.shoot(name=name))
            del answer["wall_s"], answer["gather"]
            answers.append(answer)
        self.assertEqual(answers[1:], answers[:1] * 2)

    def test_snapshots_at_the_steps_of_a_list_or_every_so_many(self):
        self.shoot("--snapshots=10,60", "--snapshot-format=vti")
        self.assertEqual(sorted(p.name for p in (self.path / "shot_snapshots").iterdir()),
                         ["p_000010.vti", "p_000060.vti", "series.json", "series.pvd",
                          "velocity.vti", "velocity.vti.json"])
        self.shoot("--snapshots=100", name="other.sgy")
        series = json.loads((self.path / "other_snapshots" / "series.json").read_text())
        self.assertEqual(series["steps"], [100, 200, 250])
        self.assertEqual(series["times"], [0.4, 0.8, 1.0])
        for name in series["files"]:
            self.assertEqual((self.path / "other_snapshots" / name).stat().st_size,
                             128 + 4 * 110 * 70)

    def test_the_same_snapshots_from_a_stage_that_owns_the_loop(self):
        fields = []
        for stage in ("c-O3", "c-simd"):
            self.exits(0, "shoot", "--case=small", f"--stage={stage}", "--snapshots=60,100",
                       f"--output={stage}.sgy")
            data = (self.path / f"{stage}_snapshots/p_000060.npy").read_bytes()[128:]
            fields.append(struct.unpack("<%df" % (len(data) // 4), data))
        peak = max(map(abs, fields[0]))
        self.assertLess(max(abs(a - b) for a, b in zip(*fields)), 1e-5 * peak)

    def test_a_wavelet_from_a_file(self):
        def traces(name, *samples):
            (self.path / "wavelet.txt").write_text("".join("%.9g\n" % sample for sample in samples))
            content = (self.path / self.shoot("--wavelet=wavelet.txt", name=name)).read_bytes()
            self.assertEqual(len(content) % (240 + 4 * 251), 0)
            found = struct.iter_unpack("=240x251f", content)
            return [value for trace in found for value in trace]

        pulse = [math.exp(-((n - 80) / 20) ** 2) for n in range(161)]  # that the grid carries
        once, twice, late = (traces("once.su", *pulse),
                             traces("twice.su", *(2 * sample for sample in pulse)),
                             traces("late.su", 0, 0, 0, *pulse))
        peak = max(map(abs, once))
        self.assertGreater(peak, 0)
        # Twice the wavelet is twice the wave, and a wavelet that comes three samples later is a
        # wave that does.
        self.assertLess(max(abs(2 * one - two) for one, two in zip(once, twice)), 1e-5 * peak)
        pairs = ((once[i], late[i + 3]) for i in range(len(once)) if i % 251 < 248)
        self.assertLess(max(abs(one - other) for one, other in pairs), 1e-5 * peak)

    def test_the_true_model_is_ranked_first_and_every_model_is_kept(self):
        gather = self.shoot("--source=2200,800", "--wavelet=ricker:7")
        run = self.ends_with(0, r"\n +1  case  ", "locate", *SMALL, f"--gather={gather}",
                             "--output=records.jsonl",
                             "--models=case*1.05,case,case*0.95,case~200,case*1.6")
        self.assertRegex(run.stdout, r"c-simd +1 +[0-9.]+ +[0-9]+ +(yes|no)")
        self.assertIn("is divided into 2 steps", run.stderr)
        self.assertEqual([line["model"] for line in lines_of(self.output)],
                         ["case*1.05", "case", "case*0.95", "case~200", "case*1.6"])

    def test_locate_goes_on_with_the_models_that_are_left(self):
        words = ["locate", *SMALL, f"--gather={self.shoot()}", "--output=records.jsonl",
                 "--models=case,case*1.05"]
        self.exits(0, *words)
        first = self.output.read_text().splitlines()
        self.output.write_text(first[0] + "\n" + first[1][:40])
        self.exits(0, *words, "--resume")
        lines = self.output.read_text().splitlines()
        self.assertEqual((len(lines), lines[0]), (2, first[0]))

    def test_pictures_next_to_the_products(self):
        run = ladder("shoot", *SMALL, "--snapshots=50,100", "--output=shot.sgy", "--plot",
                     cwd=self.path)
        if "ackage" in run.stderr and run.returncode == 6:
            self.skipTest(run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)
        for name in ("shot_gather", "shot_snapshots"):
            for ending in (".svg", ".png"):
                self.assertGreater((self.path / (name + ending)).stat().st_size, 1000)


class Interrupted(Seismic):
    def with_and_without_a_break(self, stage):
        """The gather of a run that was interrupted and resumed, and that of a whole one."""
        command = ["shoot", "--case=small", f"--nt={self.samples[stage]}", f"--stage={stage}"]
        whole, part, checkpoint = (self.path / name for name in ("whole.sgy", "part.sgy",
                                                                 "part.sgy.checkpoint"))
        self.exits(0, *command, f"--output={whole}")
        command.append(f"--output={part}")
        self.assertIn("with --resume continues", self.interrupted(*command))
        self.assertEqual((part.exists(), checkpoint.exists()), (False, True))
        self.assertIn("resuming from step", self.exits(0, *command, "--resume").stderr)
        self.assertFalse(checkpoint.exists())
        return part.read_bytes(), whole.read_bytes()

    samples = {"c-O3": 15001, "c-simd": 32001}

    def test_a_shot_goes_on_to_the_same_gather(self):
        self.assertEqual(*self.with_and_without_a_break("c-O3"))

    def test_a_stage_that_owns_the_loop_goes_on_to_the_same_but_for_rounding(self):
        part, whole = (struct.unpack(">%df" % ((len(b) - 3600) // 4), b[3600:])
                       for b in self.with_and_without_a_break("c-simd"))
        trace = 60 + 32001
        peak = max(abs(v) for i, v in enumerate(whole[:10 * trace]) if i % trace >= 60)
        worst = max(abs(a - b)
                    for i, (a, b) in enumerate(zip(part[:10 * trace], whole[:10 * trace]))
                    if i % trace >= 60)
        self.assertLess(worst, 1e-4 * peak)

    def test_a_checkpoint_of_an_older_version_is_not_comparable(self):
        (self.path / "shot.sgy.checkpoint").write_bytes(
            b"ladder checkpoint 1\n0123456789abcdef\n" + bytes(100))
        self.ends_with(5, "another version", "shoot", *SMALL, "--output=shot.sgy", "--resume")


TRACE = 240 + 4 * 251  # of the case `small` [bytes]
PLACES = ((400, 40), (800, 40), (1200, 40))


class Survey(Seismic):
    def survey(self, *arguments, name="survey.sgy", sources="400:1200:400,40"):
        return self.shoot("--sources=" + sources, *arguments, name=name)

    def samples(self, name):
        """The samples of every trace, without headers."""
        data = (self.path / name).read_bytes()[3600:]
        return [data[at + 240:at + TRACE] for at in range(0, len(data), TRACE)]

    def test_holds_the_traces_of_its_shots_to_the_bit(self):
        self.survey()
        alone = []
        for number, (x, z) in enumerate(PLACES):
            alone += self.samples(self.shoot(f"--source={x},{z}", name=f"{number}.sgy"))
        survey = self.samples("survey.sgy")
        self.assertEqual(len(survey), len(alone))
        self.assertEqual([i for i, trace in enumerate(alone) if trace != survey[i]], [])

    def test_of_a_list_of_places_is_that_of_the_same_range(self):
        (self.path / "places.txt").write_text("# x z\n"
                                              + "".join("%d %d\n" % place for place in PLACES))
        self.survey(name="range.su")
        self.survey(name="list.su", sources="places.txt")
        self.assertTrue((self.path / "list.su").read_bytes()
                        == (self.path / "range.su").read_bytes())

    def test_one_shot_of_it_is_chosen_by_its_number(self):
        gather = self.survey()
        self.ends_with(7, "choose one of these 3", "locate", *SMALL, "--gather=" + gather)
        found = self.ends_with(0, "x = 1[12]", "locate", *SMALL, "--gather=" + gather, "--shot=3")
        self.assertNotIn("several", found.stderr)

    def test_what_is_wrong_is_said_before_the_first_shot(self):
        for sources, code, words in (("400:1200", 2, "expected FIRST:LAST:STEP"),
                                     ("1200:400:400", 2, "expected FIRST:LAST:STEP"),
                                     ("400:1200:0", 2, "expected FIRST:LAST:STEP"),
                                     ("0:1e9:0.001", 2, "at most .* are taken"),
                                     ("400:99999:400,40", 2, "outside the model"),
                                     ("nothing.txt", 7, "nothing.txt")):
            with self.subTest(sources):
                self.ends_with(code, words, "shoot", *SMALL, f"--sources={sources}",
                               "--output=survey.sgy")
        self.ends_with(2, "writes .sgy or .segy or .su", "shoot", *SMALL,
                       "--sources=400:800:400,40", "--output=survey.rsf")
        self.ends_with(2, "--source would have no effect", "shoot", *SMALL,
                       "--sources=400:800:400,40", "--source=1", "--output=survey.sgy")
        self.assertEqual([path.name for path in self.path.iterdir()], [])

    @unittest.skipIf(lacks("segyio"), lacks("segyio"))
    def test_is_read_by_segyio(self):
        import segyio
        self.survey()
        with segyio.open(self.path / "survey.sgy", ignore_geometry=True) as file:
            field = segyio.TraceField
            for name, wanted in ((field.FieldRecord, [1] * 110 + [2] * 110 + [3] * 110),
                                 (field.SourceX, [400] * 110 + [800] * 110 + [1200] * 110),
                                 (field.SourceGroupScalar, [1] * 330),
                                 (field.TRACE_SEQUENCE_FILE, list(range(1, 331))),
                                 (field.TraceNumber, 3 * list(range(1, 111)))):
                self.assertEqual(list(file.attributes(name)[:]), wanted)
            self.assertEqual(file.bin[segyio.BinField.Traces], 110)
