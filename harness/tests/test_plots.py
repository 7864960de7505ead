# label: cli
# cost: 20
"""The plots of records: their numbers, and every machine and commit is named."""

import json

import made_up
import plotting
from made_up import MACHINE
from plotting import Plot

if not plotting.MISSING:
    from plots.figures import error_growth

PART = [record["stage"]["name"] for record in made_up.part_of_ladder()]
COMES_FROM = (*MACHINE, f"commit {made_up.COMMIT}")
PUBLISHED = ("published: Tesla K20m, Xeon E5-2680 (thesis, 2014)",
             "Published: Makoto Sadahiro 2014")
# Of each plot of a whole ladder: the numbers of its bars.
OF_LADDERS = {
    "figure14": (*PUBLISHED, "641 ms, 1.00x", "202 ms, 3.18x", "500 ms, 1.00x", "1.00 s, 0.50x"),
    "figure15": (*PUBLISHED, "8.58 s", "80.0 s", "95 % intervals"),
    "figure16": (*PUBLISHED, "not stated"),
    "figure21": (*PUBLISHED, "5.07 s, 1.00x", "851 ms, 5.95x", "2.00 s, 1.00x", "700 ms, 2.86x"),
    "waterfall": ("0.05x fortran, one sample", "the original", "95 % intervals"),
    "scopes": (),
    "roofline": ("arithmetic: 60000", "memory: 3000 GB/s", "one core: 100"),
}
# Of each plot of launches.
OF_LAUNCHES = {
    "figure13": (*PUBLISHED, "gmem-zp 1024", "gmem-eb 64", "637 ms, 1.00x", "581 ms, 1.10x",
                 "100 ms, 1.80x", "180 ms, 1.00x"),
    "figure18": (*PUBLISHED, "128x1 (128)", "16x16 (256)", "111 ms, 1.29x", "100 ms, 1.00x",
                 "240 ms, 0.42x"),
    "figure19": (*PUBLISHED, "64 threads", "1024 threads", "149 ms, 0.75x", "100 ms, 1.40x",
                 "140 ms, 1.00x"),
    "figure20": (*PUBLISHED, "method 2, 1 stripe", "method 4, 3 stripes", "100 ms, 1.00x",
                 "160 ms, 0.62x"),
}


def several_lengths(records):
    """Runs of three lengths, their errors growing."""
    made = []
    for steps in (250, 500, 1999):
        for record in json.loads(json.dumps(records)):
            record["case"]["steps"] = steps
            record["verdict"]["error"] *= steps / 1999
            made.append(record)
    return made


def several_sizes(records):
    made = []
    for factor in (1, 2, 4):
        for record in json.loads(json.dumps(records)):
            record["case"].update(name=f"case{factor}", nx=775 * factor, hash=str(factor))
            record["work"]["point_updates"] *= factor
            made.append(record)
    return made


class Labels(Plot):
    def test_bars_have_numbers_and_the_caption_where_they_are_from(self):
        """test_one_rule.py draws every stage of the ladder."""
        self.each_has((name, made_up.part_of_ladder(), *PART, *COMES_FROM, "1 to 7 samples",
                       *numbers) for name, numbers in OF_LADDERS.items())

    def test_figures_of_shares_name_the_stages_whose_traced_run_was_disturbed(self):
        ladder = made_up.part_of_ladder()
        ladder[PART.index("graph")]["traced"].update(ratio=1.4, disturbed=True)
        self.each_has((name, ladder, "graph 1.40") for name in ("scopes", "figure15", "figure16"))

    def test_launches_are_shown_with_the_published(self):
        self.each_has((name, made_up.launches(name), *COMES_FROM, *labels)
                      for name, labels in OF_LAUNCHES.items())

    def test_the_curves_of_errors_are_the_errors_of_the_records(self):
        found = several_lengths([made_up.record("fortran"), made_up.record("c-omp")])
        wrong = found[-1]
        wrong["verdict"].update(passed=False, error=3e-4)
        curves = dict(error_growth.curves_of(found))
        points = {name: [(steps, round(error, 12)) for steps, error, *_ in curve]
                  for name, curve in curves.items()}
        growing = [(steps, round(0.2 * steps / 1999, 12)) for steps in (250, 500, 1999)]
        self.assertEqual(points, {"fortran": growing, "c-omp": [*growing[:2], (1999, 30)],
                                  "limit": [(250, 1), (500, 1), (1999, 1)]})
        self.has(self.drawn("error_growth", self.keep(found)), "Failed: c-omp")

    def test_rates_of_several_sizes_make_curves(self):
        text = self.drawn("scaling", self.keep(several_sizes(made_up.part_of_ladder())))
        self.has(text, *PART, MACHINE[0], "case4 (310 x 3100 cells",
                 "1e9 point updates/s, log scale")


class Machines(Plot):
    def test_any_number_stands_side_by_side(self):
        one, other = made_up.part_of_ladder(), plotting.on_another_machine(made_up.part_of_ladder())
        files = [self.keep(one, "one.jsonl"), self.keep(other, "other.jsonl")]
        for name in ("figure14", "figure21", "waterfall", "roofline"):
            with self.subTest(name):
                text = self.drawn(name, *files)
                self.has(text, *MACHINE, "Another CPU", "2026-12-24")
                if name == "waterfall":  # in one line of its caption
                    self.assertEqual(text.count("no record of this machine"), 1)
                elif name != "roofline":
                    on_gpu = sum(record["stage"]["device"] == "cuda" for record in one)
                    self.assertEqual(text.count("no record of this machine"), on_gpu)

    def test_what_failed_is_named_and_has_no_time(self):
        found = made_up.part_of_ladder()
        found[PART.index("cmem")]["verdict"]["passed"] = False
        self.each_has((name, found, "cmem", "Wrong" if name in ("roofline", "waterfall")
                       else "wrong: no time is given")
                      for name in ("figure14", "figure15", "waterfall", "roofline"))

    def test_user_and_system_time_are_shown_as_the_thesis_takes_them(self):
        made = made_up.record("fortran")
        count = len(made["samples"]["wall_ns"])
        made["samples"].update(user_s=[0.25 * 123] * count, sys_s=[0.75 * 123] * count)
        self.has(self.drawn("figure15", self.keep([made])), "123 s")

    def test_a_stage_of_another_session_has_a_star(self):
        found = made_up.part_of_ladder()
        found[-1]["session"] = "later"
        self.has(self.drawn("waterfall", self.keep(found)), "batch* (1 of 6)",
                 "* from another session")


def convolution(stage, side, kernel_us, half_length=8, copies_us=0):
    """On side x side cells, 4 steps, its kernels in so many us each."""
    made = json.loads(json.dumps(made_up.record(stage)))
    made["case"].update(name=f"uniform-{side}", hash=f"{side}-{half_length}", nz=side, nx=side,
                        half_length=half_length, steps=4)
    scopes = made["traced"]["scopes_ns"]
    scopes.update({name: 0 for name in scopes}, kernel=4000 * kernel_us, h2d=4000 * copies_us)
    for row in made["traced"]["profile"]:
        row.update(calls=4, total_ns=4000 * kernel_us, least_ns=1000 * kernel_us,
                   most_ns=1000 * kernel_us)
    return made


def sweep():
    """Constant memory halves the kernel on the larger grid alone; with its copies it takes 100 us
    there, the original 860."""
    found = []
    for side, gain in ((256, 1), (1024, 2)):
        found += [convolution("gmem-eb", side, 100), convolution("gmem-zp", side, 100),
                  convolution("cmem", side, 100 // gain, copies_us=50),
                  convolution("smem", side, 200), convolution("fortran", side, 860)]
    return found


class Advice(Plot):
    """The thesis' advice on memories: ratios are those of the kernels and of the whole convolution,
    by size."""

    def test_kernels_are_compared_with_the_step_before_and_the_whole_with_the_original(self):
        text = self.drawn("advice", self.keep(sweep()))
        self.has(text, "zero padding, M = 8", "constant memory, M = 8 (thesis 2)",
                 "shared memory, M = 8 (thesis 1.5)",
                 "constant memory, M = 8 (thesis 7.96)", "256²", "1024²", "0.25", "8.60",
                 MACHINE[0])

    def test_half_lengths_are_rows_of_their_own(self):
        more = [convolution(stage, side, 300 if stage == "gmem-zp" else 100, half_length=16)
                for side in (256, 1024)
                for stage in ("gmem-zp", "cmem")]
        self.has(self.drawn("advice", self.keep(sweep() + more)),
                 "constant memory, M = 16", "3.00")
