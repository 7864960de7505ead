# label: cli
# room: seismic
"""`ladder shoot --sources`: a survey is what its shots are one by one, in one file that other
programs read."""

import unittest

from missing import lacks
from seismic_command import SMALL, Seismic

TRACE = 240 + 4 * 251  # of the case `small` [bytes]
PLACES = ((400, 40), (800, 40), (1200, 40))


class Survey(Seismic):
    def survey(self, *arguments, name="survey.sgy", sources="400:1200:400,40"):
        return self.shoot("--sources=" + sources, *arguments, name=name)

    def samples(self, path, first_byte):
        """The samples of every trace, without headers."""
        data = (self.path / path).read_bytes()[first_byte:]
        return [data[at + 240:at + TRACE] for at in range(0, len(data), TRACE)]

    def test_holds_the_traces_of_its_shots_to_the_bit(self):
        self.survey()
        alone = []
        for number, (x, z) in enumerate(PLACES):
            self.shoot("--source=%d,%d" % (x, z), name="%d.sgy" % number)
            alone += self.samples("%d.sgy" % number, 3600)
        survey = self.samples("survey.sgy", 3600)
        self.assertEqual(len(survey), len(alone))
        self.assertEqual([i for i, trace in enumerate(alone) if trace != survey[i]], [])

    def test_of_a_list_of_places_is_that_of_the_same_range(self):
        (self.path / "places.txt").write_text("# x z\n"
                                              + "".join("%d %d\n" % place for place in PLACES))
        self.survey(name="range.su")
        self.survey(name="list.su", sources=self.file("places.txt"))
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
                                     (self.file("nothing.txt"), 7, "nothing.txt")):
            with self.subTest(sources):
                self.ends_with(code, words, "shoot", *SMALL, "--sources=" + sources,
                               "--output=" + self.file("survey.sgy"))
        self.ends_with(2, "writes .sgy or .segy or .su", "shoot", *SMALL,
                       "--sources=400:800:400,40", "--output=" + self.file("survey.rsf"))
        self.ends_with(2, "--source would have no effect", "shoot", *SMALL,
                       "--sources=400:800:400,40", "--source=1",
                       "--output=" + self.file("survey.sgy"))
        self.assertEqual([path.name for path in self.path.iterdir()], [])

    @unittest.skipIf(lacks("segyio"), lacks("segyio"))
    def test_is_read_by_segyio(self):
        import segyio
        self.survey()
        with segyio.open(self.file("survey.sgy"), ignore_geometry=True) as file:
            records = list(file.attributes(segyio.TraceField.FieldRecord)[:])
            scalar = file.header[0][segyio.TraceField.SourceGroupScalar]
            self.assertEqual(records, [1] * 110 + [2] * 110 + [3] * 110)
            self.assertEqual(scalar, 1)
            self.assertEqual(sorted(set(file.attributes(segyio.TraceField.SourceX)[:])),
                             [400, 800, 1200])
            self.assertEqual(list(file.attributes(segyio.TraceField.TRACE_SEQUENCE_FILE)[:]),
                             list(range(1, 331)))
            self.assertEqual(list(file.attributes(segyio.TraceField.TraceNumber)[:]),
                             3 * list(range(1, 111)))
            self.assertEqual(file.bin[segyio.BinField.Traces], 110)
