# label: cli
# room: seismic
"""Where the traces of a gather were recorded: from its headers or the command line, and never
assumed."""

import json

from seismic_command import SMALL, Seismic

try:
    import numpy
    import segyio
except ImportError as error:
    numpy = None
    WHY = str(error)


class Headers(Seismic):
    """Files of libsegyio, whose headers say what a test wants."""

    def setUp(self):
        super().setUp()
        if numpy is None:
            self.skipTest("%s: scripts/setup.sh installs it" % WHY)
        with segyio.open(self.shoot(), ignore_geometry=True) as file:
            self.values = file.trace.raw[:]
            self.headers = [dict(header) for header in file.header]

    def write(self, name, changes=(), shots=1):
        """The shot, several times where wanted, with `changes(shot, trace)` of its headers, IBM
        floats."""
        spec = segyio.spec()
        spec.format = 1
        spec.samples = list(range(self.values.shape[1]))
        spec.tracecount = shots * len(self.values)
        with segyio.create(self.file(name), spec) as file:
            file.bin.update({segyio.BinField.Interval: 4000})
            for i in range(spec.tracecount):
                shot, trace = divmod(i, len(self.values))
                header = dict(self.headers[trace])
                header.update(changes(shot, trace) if changes else {})
                file.header[i] = header
                file.trace[i] = self.values[trace] * (1 if shot == 0 else 0.5)
        return self.file(name)

    def located(self, gather, *arguments):
        run = self.exits(0, "locate", *SMALL, "--gather=%s" % gather, "--json", *arguments)
        found = json.loads(run.stdout)
        return found["x"], found["z"]

    def nowhere(self, *_):
        return {segyio.TraceField.SourceX: 0, segyio.TraceField.SourceY: 0,
                segyio.TraceField.SourceDepth: 0,
                segyio.TraceField.GroupX: 0, segyio.TraceField.GroupY: 0,
                segyio.TraceField.ReceiverGroupElevation: 0}

    def test_without_any_it_is_refused(self):
        for command in (["locate"], ["reverse", "--output=%s" % self.file("map.npy")]):
            self.ends_with(7, "all its coordinates are 0.*--receivers=surface", *command, *SMALL,
                           "--gather=%s" % self.write("nowhere.sgy", self.nowhere))
        self.assertFalse((self.path / "map.npy").exists())

    def test_all_at_one_place_is_refused(self):
        gather = self.write("one.sgy", lambda *_: {segyio.TraceField.GroupX: 800})
        self.ends_with(7, "have the same position.*--receivers", "locate", *SMALL,
                       "--gather=%s" % gather)

    def test_receivers_place_its_traces(self):
        gather = self.write("nowhere.sgy", self.nowhere)
        there = self.located(self.write("there.sgy"))
        self.assertEqual(self.located(gather, "--receivers=surface"), there)
        (self.path / "places.txt").write_text("".join("%d 0\n" % (40 * i) for i in range(110)))
        self.assertEqual(self.located(gather, "--receivers=%s" % self.file("places.txt")), there)

    def test_receivers_stand_in_the_order_of_the_traces_and_may_share_a_cell(self):
        backwards = self.write("backwards.sgy", self.nowhere)
        (self.path / "places.txt").write_text("".join("%d 0\n" % (40 * i)
                                                      for i in reversed(range(110))))
        x, _ = self.located(backwards, "--receivers=%s" % self.file("places.txt"))
        self.assertAlmostEqual(x, 4360 - 2200, delta=40)
        (self.path / "doubled.txt").write_text("".join("%d 0\n" % (80 * (i // 2))
                                                       for i in range(110)))
        self.located(backwards, "--receivers=%s" % self.file("doubled.txt"))

    def test_receivers_are_as_many_as_the_traces(self):
        gather = self.write("nowhere.sgy", self.nowhere)
        self.ends_with(2, "borehole:400 gives 70 positions, but '.*' has 110 traces", "locate",
                       *SMALL, "--gather=%s" % gather, "--receivers=borehole:400")

    def test_one_shot_of_several(self):
        def record(shot, _):
            return {segyio.TraceField.FieldRecord: 7 + 2 * shot,
                    segyio.TraceField.SourceX: 2200 + 400 * shot}
        gather = self.write("two.sgy", record, shots=2)
        run = self.ends_with(7, "choose one of these 2 with --shot", "locate", *SMALL,
                             "--gather=%s" % gather)
        self.assertRegex(run.stderr, r"\n  7: 110 traces, the source at x = 2200 m")
        self.assertRegex(run.stderr, r"\n  9: 110 traces, the source at x = 2600 m")
        self.ends_with(7, "no such shot, but 2", "locate", *SMALL, "--gather=%s" % gather,
                       "--shot=8")
        self.assertEqual(self.located(gather, "--shot=9"), self.located(self.write("one.sgy")))

    def test_an_interval_that_the_file_does_not_tell_or_tells_wrongly(self):
        gather = self.write("slow.sgy", lambda *_: {segyio.TraceField.TRACE_SAMPLE_INTERVAL: 4000})
        x, z = self.located(gather, "--gather-dt=4ms")
        self.assertEqual((x, z), self.located(gather, "--gather-dt=0.004"))
        self.assertEqual((x, z), self.located(gather))
        self.assertNotEqual((x, z), self.located(gather, "--gather-dt=2ms"))
        self.ends_with(2, "gather-dt", "locate", *SMALL, "--gather=%s" % gather, "--gather-dt=4")

    def test_coordinates_in_feet_that_the_file_calls_metres(self):
        field = segyio.TraceField

        def feet(_, trace):
            return {field.SourceGroupScalar: -10, field.GroupX: round(400 * trace / 0.3048),
                    field.SourceX: round(22000 / 0.3048)}
        gather = self.write("feet.sgy", feet)
        self.ends_with(7, "outside the model.*--gather-units", "locate", *SMALL,
                       "--gather=%s" % gather)
        self.assertEqual(self.located(gather, "--gather-units=ft"),
                         self.located(self.write("m.sgy")))

    def test_a_scalar_that_the_file_lacks(self):
        gather = self.write("scalar.sgy", lambda _, trace: {
            segyio.TraceField.GroupX: 4000 * trace, segyio.TraceField.SourceX: 220000,
            segyio.TraceField.SourceGroupScalar: 1})
        self.assertEqual(self.located(gather, "--gather-scalar=-100"),
                         self.located(self.write("m.sgy")))

    def test_elevations_that_count_downwards(self):
        gather = self.write("down.sgy", lambda *_: {
            segyio.TraceField.ReceiverGroupElevation: 80, segyio.TraceField.ElevationScalar: 1})
        self.ends_with(7, "outside the model.*--gather-elevations", "locate", *SMALL,
                       "--gather=%s" % gather)
        self.located(gather, "--gather-elevations=down")


class BetweenCells(Seismic):
    def test_receivers_between_cells_are_reported_once_with_how_many(self):
        run = self.ends_with(0, "case small", "shoot", *SMALL, "--receivers=depth:62.5",
                             "--output=%s" % self.file("shot.sgy"))
        words = "receivers: 110 of 110 lie between cells, the first at x = 0 m, z = 62.5 m"
        self.assertEqual(run.stderr.count(words), 1, run.stderr)

    def test_receivers_on_cells_are_not_worth_a_word(self):
        run = self.ends_with(0, "case small", "shoot", *SMALL, "--receivers=depth:80",
                             "--output=%s" % self.file("shot.sgy"))
        self.assertNotIn("between cells", run.stderr)

    def test_traces_of_a_gather_too_and_once_for_all_models(self):
        (self.path / "places.txt").write_text("".join("%d 0\n" % (40 * i + (i == 3) * 10)
                                                      for i in range(110)))
        run = self.ends_with(0, "case small", "locate", *SMALL, "--gather=%s" % self.shoot(),
                             "--models=case,case*1.02", "--receivers=%s" % self.file("places.txt"))
        self.assertEqual(run.stderr.count("receivers of the gather: 1 of 110 lie between cells"), 1,
                         run.stderr)

    def test_every_stage_of_the_host_is_right_with_it(self):
        for case in (["--case=small", "--source=2213,417", "--receivers=depth:62.5"],
                     ["--case=wave3d-small", "--source=203,151,147", "--receivers=depth:62.5"]):
            run = self.ends_with(0, "right", "verify", *case, "--nt=41", "--json")
            verdicts = [json.loads(line) for line in run.stdout.splitlines()]
            self.assertGreater(sum(one["verdict"] == "right" for one in verdicts), 5, run.stdout)

    def test_a_shot_between_cells_comes_back_to_where_it_was(self):
        gather = self.shoot("--source=2213,417", "--receivers=depth:62.5")
        run = self.ends_with(0, "case small", "locate", *SMALL, "--gather=%s" % gather, "--json")
        found = json.loads(run.stdout.splitlines()[-1])
        self.assertAlmostEqual(found["x"], 2213, delta=80)
        self.assertAlmostEqual(found["z"], 417, delta=80)
