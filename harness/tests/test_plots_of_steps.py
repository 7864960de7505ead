# label: unit
"""The Gantt chart of one step: every stage, every lane, and words where no events were kept. The
figure of tricks: what is compared with what, which of them help, and what is empty. The waterfall
says no more than the samples do, on a slide of one machine whose title is the finding."""

import json
import re

import made_up
import plotting
from plotting import Plot

if not plotting.MISSING:
    from plots import tricks
    from plots.figures import timeline, waterfall
    from porting import spoken

LANES = ("host", "h2d", "d2h", "kernel", "stage")


class Timeline(Plot):
    def setUp(self):
        super().setUp()
        self.records = plotting.with_events(made_up.part_of_ladder())

    def of(self, name):
        return next(record for record in self.records if record["stage"]["name"] == name)

    def test_every_stage_has_its_lanes(self):
        text = self.drawn("timeline", self.keep(self.records))
        self.has(text, *(record["stage"]["name"] for record in self.records), *LANES, "convolve",
                 "driver's own loops",
                 "step 1000, 1.00 us", "4 mean steps of the stage's own loop, 1.00 us")

    def test_a_lane_without_events_is_not_drawn(self):
        self.records = [record for record in self.records if record["stage"]["device"] == "host"]
        text = self.drawn("timeline", self.keep(self.records))
        self.assertNotIn("h2d", text.split())
        # of the legend: on the host the lane is the stage's
        self.assertEqual(text.split().count("kernel"), 1)

    def test_a_record_without_events_is_never_drawn(self):
        del self.of("cmem")["traced"]["timeline"]
        self.of("graph").update(traced=None, why_not_traced="CUPTI is missing")
        self.of("gmem-eb")["verdict"]["passed"] = False
        text = self.drawn("timeline", self.keep(self.records))
        self.has(text, "cmem no events: its record was made before they were kept",
                 "graph not traced: CUPTI is missing", "gmem-eb wrong: no time is given")
        self.assertEqual(text.split().count("h2d"), 1)  # of gmem-eb-2d

    def test_the_title_has_the_most_and_the_least_of_kernels(self):
        groups = [timeline.group_of(one) for one in plotting.answered(self.records)[0].records]
        found = {group.name: timeline.busy(group.lanes) for group in groups}
        self.assertEqual([round(found[name]) for name in ("c-omp", "gmem-eb", "graph")],
                         [70, 16, 95])
        twice = [("kernel", 2 * groups[-1].lanes[-1][1])]  # two at a time count once
        self.assertLessEqual(timeline.busy(twice), 100)
        drawn = [group for group in groups if group.name in ("gmem-eb", "graph")]
        self.assertRegex(timeline.finding(drawn), "95 %.*graph.*16 %.*gmem-eb")

    def test_a_stretch_that_was_cut_says_so(self):
        self.of("cmem")["traced"]["timeline"]["whole"] = False
        self.has(self.drawn("timeline", self.keep(self.records)), "the first 6 events of step 1000")

    def test_each_rank_has_a_lane_of_its_own(self):
        self.records = [plotting.on_ranks(self.of("c-omp"), 4)]
        text = self.drawn("timeline", self.keep(self.records))
        self.has(text, "rank 0", "rank 1", "rank 2", "rank 3",
                 "exchange: data goes between devices or ranks")
        self.assertEqual(text.count("rank 1"), 1)


def record(stage, resident, kernel, call, right=True):
    """As `ladder --ladder=ROUTINE --output=FILE` writes it, of two calls."""
    return {"problem": "routine", "stage": {"name": stage},
            "launch": {"asked": {"resident": [resident]}}, "timed_steps": 2,
            "traced": {"scopes_ns": {"kernel": kernel}}, "summary": {"median_ns": call},
            "verdict": {"passed": right}}


ROWS = [record("cuda", 1, 2000, 4000), record("cuda", 0, 2000, 90000),
        record("cuda-shared", 1, 1600, 4000), record("cuda-coarsen", 1, 2500, 1000),
        record("cuda-graph", 1, 2000, 2500), record("cuda-constant", 1, 1, 1, False)]


class Tricks(Plot):
    def folder(self):
        folder = self.path / "machine" / "2026-01-01-tricks"
        folder.mkdir(parents=True)
        (folder / "jacobi.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
        (folder / "nests.json").write_text('{"jacobi": {"cuda-fused": 3}}')
        return folder

    def test_kernels_are_compared_and_of_a_graph_the_call(self):
        row = tricks.times_as_fast(tricks.points(self.folder() / "jacobi.jsonl"))["jacobi"]
        self.assertEqual(row, {"cuda-shared": 1.25, "cuda-coarsen": 0.8, "cuda-graph": 1.6,
                               "cuda-constant": "wrong"})
        self.assertEqual(tricks.helped(row), (["cuda-graph", "cuda-shared"], ["cuda-coarsen"]))

    def test_the_table_of_port_counts_what_helped(self):
        gains = {"cuda": 10, "cuda-shared": 12.5, "cuda-coarsen": 10.1, "c-simd": 40}
        said = " ".join(spoken.tricks(
            [{"rung": rung, "stage": rung} for rung in gains],
            {rung: {"speedup_without_transfers": gain} for rung, gain in gains.items()}))
        self.assertEqual(re.findall(r"[\d.]+\d|\d", said)[:3], ["2", "1", "1.25"])
        self.assertIn("cuda-shared", said)
        self.assertNotIn("coarsen", said)

    def test_a_rung_that_is_not_there_has_its_nests(self):
        svg = self.drawn("tricks", self.folder())
        self.has(svg, "1.25", "wrong", "3 nests", "jacobi")

    def test_nothing_to_draw(self):
        code, said = self.run_it("tricks", self.path)
        self.assertNotEqual(code, 0)
        self.assertIn("rung cuda", said)


ONE = "one sample: of the stage or its parent"
# Of steps of the made-up ladder, where c-O0 has one sample: how its bar's legend begins.
COLOURS = (("fortran", "c-O0", ONE), ("c-O0", "c-O2", ONE),
           ("graph", "regtile", "slower: by more than 1 % than its parent"),
           ("resident", "fused", "helped: faster than its parent by more than 1 %"))


class Certainty(Plot):
    def test_the_colour_says_how_sure_a_step_is(self):
        for parent, child, label in COLOURS:
            with self.subTest(child):
                machine, = plotting.answered([record for record in made_up.ladder()
                                              if record["stage"]["name"] in (parent, child)])
                bar, = waterfall.bars(machine.records[1])
                self.assertTrue(waterfall.SERIES[bar.series].label.startswith(label))
                self.assertRegex(bar.words,
                                 f"x {parent}" + (", one sample$" if label == ONE else "$"))


class Parts(Plot):
    def test_ranks_stand_below_their_stage(self):
        found = self.keep([record if record["stage"]["name"] != "c-omp"
                           else plotting.on_ranks(record, 3)
                           for record in made_up.part_of_ladder()])
        ranks = ("rank 0", "rank 1", "rank 2")
        self.has(self.drawn("waterfall", found), *ranks, "50.0 ms, and 50.0 ms of exchange",
                 "30.0 ms, and 70.0 ms of exchange")
        self.has(self.drawn("scopes", found), *ranks)
        alone = self.drawn("waterfall", self.keep(made_up.part_of_ladder()))
        self.assertNotIn("rank 0", alone)


class Slide(Plot):
    form = []

    def test_rows_are_those_that_were_asked_for(self):
        kept = self.keep(made_up.ladder())
        text = self.drawn("waterfall", kept, "--stage=c-O2,graph")
        self.has(text, "c-O2", "graph")
        for name in ("c-omp", "c-simd", "cmem"):
            self.assertNotIn(name, text)
        self.fails(7, "no stage c-O9 in these records", "waterfall", kept, "--stage=c-O2,c-O9")

    def test_one_machine_is_shown_unless_others_are_asked_for(self):
        one = made_up.part_of_ladder()
        files = [self.keep(one, "one.jsonl"),
                 self.keep(plotting.on_another_machine(one), "other.jsonl")]
        for arguments, shown, hidden in (([], made_up.MACHINE[0], "Another CPU"),
                                         (["--machine=another"], "Another CPU",
                                          made_up.MACHINE[0])):
            text = self.drawn("waterfall", *files, *arguments)
            self.has(text, shown)
            self.assertNotIn(hidden, text)
        self.has(self.drawn("waterfall", *files, "--panels"), made_up.MACHINE[0], "Another CPU")
        self.fails(7, "no machine of these records is called nobody", "waterfall", *files,
                   "--machine=nobody")
