# label: cli
# room: seismic
"""Where the traces of a gather were recorded: from its headers or the command line, and never
assumed."""

import json

from seismic_command import SMALL, Seismic

try:
    import segyio
    from segyio import TraceField as FIELD
except ImportError as error:
    segyio = None
    WHY = str(error)


class Geometry(Seismic):
    def places(self, name, along_x):
        (self.path / name).write_text("".join(f"{x} 0\n" for x in along_x))


class Headers(Geometry):
    """Files of libsegyio, whose headers say what a test wants."""

    def setUp(self):
        super().setUp()
        if segyio is None:
            self.skipTest(f"{WHY}: scripts/setup.sh installs it")
        with segyio.open(self.path / self.shoot(), ignore_geometry=True) as file:
            self.values = file.trace.raw[:]
            self.headers = [dict(header) for header in file.header]

    def write(self, name, changes=(), shots=1):
        """The shot, several times where wanted, with `changes(shot, trace)` of its headers, IBM
        floats."""
        spec = segyio.spec()
        spec.format = 1
        spec.samples = list(range(self.values.shape[1]))
        spec.tracecount = shots * len(self.values)
        with segyio.create(str(self.path / name), spec) as file:
            file.bin.update({segyio.BinField.Interval: 4000})
            for i in range(spec.tracecount):
                shot, trace = divmod(i, len(self.values))
                header = dict(self.headers[trace])
                header.update(changes(shot, trace) if changes else {})
                file.header[i] = header
                file.trace[i] = self.values[trace] * (1 if shot == 0 else 0.5)
        return name

    def place(self, gather, *arguments):
        found = self.located(gather, *arguments)
        return found["x"], found["z"]

    def refused(self, code, words, gather, *arguments):
        return self.ends_with(code, words, "locate", *SMALL, f"--gather={gather}", *arguments)

    def nowhere(self, *_):
        return dict.fromkeys((FIELD.SourceX, FIELD.SourceY, FIELD.SourceDepth, FIELD.GroupX,
                              FIELD.GroupY, FIELD.ReceiverGroupElevation), 0)

    def test_without_any_it_is_refused(self):
        for command in (["locate"], ["reverse", "--output=map.npy"]):
            self.ends_with(7, "all its coordinates are 0.*--receivers=surface", *command, *SMALL,
                           f"--gather={self.write('nowhere.sgy', self.nowhere)}")
        self.assertFalse((self.path / "map.npy").exists())

    def test_all_at_one_place_is_refused(self):
        gather = self.write("one.sgy", lambda *_: {FIELD.GroupX: 800})
        self.refused(7, "have the same position.*--receivers", gather)

    def test_receivers_place_its_traces(self):
        gather = self.write("nowhere.sgy", self.nowhere)
        there = self.place(self.write("there.sgy"))
        self.assertEqual(self.place(gather, "--receivers=surface"), there)
        self.places("places.txt", (40 * i for i in range(110)))
        self.assertEqual(self.place(gather, "--receivers=places.txt"), there)

    def test_receivers_stand_in_the_order_of_the_traces_and_may_share_a_cell(self):
        backwards = self.write("backwards.sgy", self.nowhere)
        self.places("places.txt", (40 * i for i in reversed(range(110))))
        x, _ = self.place(backwards, "--receivers=places.txt")
        self.assertAlmostEqual(x, 4360 - 2200, delta=40)
        self.places("doubled.txt", (80 * (i // 2) for i in range(110)))
        self.place(backwards, "--receivers=doubled.txt")

    def test_receivers_are_as_many_as_the_traces(self):
        gather = self.write("nowhere.sgy", self.nowhere)
        self.refused(2, "borehole:400 gives 70 positions, but '.*' has 110 traces", gather,
                     "--receivers=borehole:400")

    def test_one_shot_of_several(self):
        def record(shot, _):
            return {FIELD.FieldRecord: 7 + 2 * shot,
                    FIELD.SourceX: 2200 + 400 * shot}
        gather = self.write("two.sgy", record, shots=2)
        run = self.refused(7, "choose one of these 2 with --shot", gather)
        self.assertRegex(run.stderr, r"\n  7: 110 traces, the source at x = 2200 m")
        self.assertRegex(run.stderr, r"\n  9: 110 traces, the source at x = 2600 m")
        self.refused(7, "no such shot, but 2", gather, "--shot=8")
        self.assertEqual(self.place(gather, "--shot=9"), self.place(self.write("one.sgy")))

    def test_a_scalar_that_the_file_lacks(self):
        gather = self.write("scalar.sgy", lambda _, trace: {
            FIELD.GroupX: 4000 * trace, FIELD.SourceX: 220000,
            FIELD.SourceGroupScalar: 1})
        self.assertEqual(self.place(gather, "--gather-scalar=-100"),
                         self.place(self.write("m.sgy")))

    def test_elevations_that_count_downwards(self):
        gather = self.write("down.sgy", lambda *_: {
            FIELD.ReceiverGroupElevation: 80, FIELD.ElevationScalar: 1})
        self.refused(7, "outside the model.*--gather-elevations", gather)
        self.place(gather, "--gather-elevations=down")


class BetweenCells(Geometry):
    def test_receivers_between_cells_alone_are_reported_once_with_how_many(self):
        words = "receivers: 110 of 110 lie between cells, the first at x = 0 m, z = 62.5 m"
        for depth, count in ((62.5, 1), (80, 0)):
            run = self.ends_with(0, "case small", "shoot", *SMALL, f"--receivers=depth:{depth}",
                                 f"--output={depth}.sgy")
            self.assertEqual([run.stderr.count(words), run.stderr.count("between cells")],
                             2 * [count], run.stderr)

    def test_traces_of_a_gather_too_and_once_for_all_models(self):
        self.places("places.txt", (40 * i + (i == 3) * 10 for i in range(110)))
        run = self.ends_with(0, "case small", "locate", *SMALL, f"--gather={self.shoot()}",
                             "--models=case,case*1.02", "--receivers=places.txt")
        self.assertEqual(run.stderr.count("receivers of the gather: 1 of 110 lie between cells"), 1,
                         run.stderr)

    def test_every_stage_of_the_host_is_right_with_it(self):
        for case in (["--case=small", "--source=2213,417", "--receivers=depth:62.5"],
                     ["--case=wave3d-small", "--source=203,151,147", "--receivers=depth:62.5"]):
            run = self.ends_with(0, "right", "verify", *case, "--nt=41", "--json")
            verdicts = [json.loads(line) for line in run.stdout.splitlines()]
            self.assertGreater(sum(one["verdict"] == "right" for one in verdicts), 5, run.stdout)

    def test_a_shot_between_cells_comes_back_to_where_it_was(self):
        found = self.located(self.shoot("--source=2213,417", "--receivers=depth:62.5"))
        self.assertAlmostEqual(found["x"], 2213, delta=80)
        self.assertAlmostEqual(found["z"], 417, delta=80)
