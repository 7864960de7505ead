# label: unit
"""The Gantt chart of one step: every stage, every lane, and words where no events were kept."""

import made_up
import plotting
from plotting import Plot

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
        from plots.figures import timeline
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