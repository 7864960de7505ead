"""One time step of each stage as a Gantt chart: what the host, the copies and the kernels did, and
when.

usage: ladder plot timeline [FILE ...] [--case NAME] [--output PICTURE]

Each record keeps the events of one step in the middle of its traced run; of a stage that owns the
time loop, whose steps the host does not see, those of a short stretch. Records from before events
were kept have none, and say so.
"""

from plots import caption, of_records, records, slide
from plots.failure import NOTHING, Failure
from plots.gantt import Group, Span, in_columns, picture_of
from plots.rows import Series
from plots.units import seconds

# The kinds of events (harness/bench/trace): how they look, and in which lane they lie.
KINDS = {"driver_loop": (Series("driver: the host is in the driver's own loops", "sky", "---"),
                         "host"),
         "copy_call": (Series("copy call: the host is inside one", "purple", "xxx"), "host"),
         "runtime_call": (Series("launch: the host is inside one, or inside another call of "
                                 "the runtime", "black"), "host"),
         "h2d": (Series("h2d: a copy to the device runs", "orange", "///"), "h2d"),
         "d2h": (Series("d2h: a copy to the host runs", "yellow", "\\\\\\"), "d2h"),
         "exchange": (Series("exchange: data goes between devices or ranks, or is waited for",
                             "green", "ooo"), "exchange"),
         "kernel": (Series("kernel: a kernel runs; on the host: inside a call of the stage",
                           "blue"), "kernel")}
NONE = "no events: its record was made before they were kept"


def lane_of(lane, rank, device):
    """A lane a kind; of several devices a lane each; of several ranks one lane for all that a rank
    does."""
    if lane == "host" or (rank is None and device is None):
        return lane
    if rank is None:
        return f"{lane} {device}"
    return f"rank {rank}" if device is None else f"rank {rank} GPU {device}"


def place_of(lane):
    """Kinds in the order of the legend, "kernel 2" before "kernel 10", ranks behind them."""
    order = list(dict.fromkeys(lane for _, lane in KINDS.values()))
    kind, *numbers = lane.split()
    return (order.index(kind) if kind in order else len(order),
            [int(word) for word in numbers if word.isdigit()])


def spans(timeline):
    """(lane, span) of every event, cut to the stretch."""
    length, order = timeline["length_ns"], list(KINDS)
    columns = [timeline["events"][name] for name in ("kind", "name", "begin_ns", "end_ns")]
    devices, ranks = (timeline["events"].get(which, [None] * len(columns[0]))
                      for which in ("device", "rank"))
    for kind, name, begin, end, device, rank in zip(*columns, devices, ranks):
        if kind in KINDS:
            yield (lane_of(KINDS[kind][1], rank, device),
                   Span(order.index(kind), 100 * max(begin, 0) / length,
                        100 * min(end, length) / length, name if kind == "kernel" else ""))


def words_of(timeline):
    which = (f"step {timeline['step']}" if timeline["step"]
             else f"{timeline['steps']} mean steps of the stage's own loop")
    if not timeline["whole"]:
        which = f"the first {len(timeline['events']['kind'])} events of {which}"
    return f"{which}, {seconds(1e-9 * timeline['length_ns'])}"


def group_of(record):
    name = records.stage(record)
    if not record.answer["right"]:
        return Group(name, "wrong: no time is given")
    if not record["traced"]:
        return Group(name, f"not traced: {record.get('why_not_traced', 'no reason is recorded')}")
    timeline = record["traced"].get("timeline")
    if timeline is None:
        return Group(name, NONE)
    found = list(spans(timeline))
    on_host = record["stage"]["device"] == "host"
    there = sorted({lane for lane, _ in found}, key=place_of)
    lanes = [("stage" if lane == "kernel" and on_host else lane,
              [span for where, span in found if where == lane])
             for lane in there]
    return Group(name, words_of(timeline), [(lane, inside) for lane, inside in lanes if inside])


def groups_of(run, others):
    """A group a stage, those too that only other machines have."""
    missing = of_records.absent(run, others)
    return ([group_of(record) for record in of_records.shown(run, count=8, traced=True)]
            + [Group(row.name, row.words) for row in missing])


def draws(machine, case):
    """Whether its ladder of the case keeps events of a step."""
    run = records.with_trace(machine, machine.ladder(case))
    return any(group.lanes for group in groups_of(run, []))


def busy(lanes):
    """Part of the time [%] in which one of these lanes has a kernel, or a call of the stage."""
    kernel, whole, until = list(KINDS).index("kernel"), 0.0, 0.0
    for span in sorted((span for _, spans in lanes for span in spans if span.look == kernel),
                       key=lambda one: one.begin):
        whole += max(0.0, span.end - max(span.begin, until))
        until = max(until, span.end)
    return whole


def finding(groups):
    """The stages that are drawn with the largest and the least part of kernels, the last of those
    that are alike; on the host that of the stage's calls."""
    shares = [(busy([lane for lane in group.lanes if lane[0].startswith("kernel")]), group.name)
              for group in groups]
    what = "A kernel" if any(share for share, _ in shares) else "The stage's own code"
    if what != "A kernel":
        shares = [(busy(group.lanes), group.name) for group in groups]
    shares = [one for one in reversed(shares) if one[0]]
    if not shares:
        return "One step, event by event"
    most, least = max(shares, key=lambda one: round(one[0])), min(shares)
    words = f"{what} runs {most[0]:.0f} % of the time in {most[1]}"
    return words + (f", {least[0]:.0f} % in {least[1]}" if least[1] != most[1] else "")


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case, traced=True)
    panels = [(machine.name, groups_of(run, [r for m, r in found if m is not machine]))
              for machine, run in found]
    if not any(group.lanes for _, groups in panels for group in groups):
        raise Failure(NOTHING, "no record here keeps the events of a step: they were made before "
                               "events were kept, or were not traced; scripts/ladder measures anew")
    notes = ["Of the nine steps in the middle of a traced run the one of median length, from one "
             "call of the stage to the next; of a stage that owns the time loop, whose steps the "
             "host does not see, a stretch in the middle. A bar at an edge began before or ends "
             "after. A step of a batch is one of all its shots. The tracer itself costs time "
             "around each call.", *(caption.measured(machine, run) for machine, run in found)]
    drawn = in_columns(panels[0][1]) if slide.on() else [panels[0][1]]
    return picture_of(finding(sum(drawn, [])), "\n".join(notes), panels,
                      [look for look, _ in KINDS.values()])


RECORDS = {"draws": draws}
