"""The roofline: what the kernels of each stage reach, below the roofs that were measured in the
same session.

usage: ladder plot roofline [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import lines, of_records, records, slide
from plots.failure import NOTHING, Failure

DEVICES = {"cuda": "device", "host": "host"}  # of a stage, and of the speeds in its record


def point(record):
    """Operations a byte, and 1e9 operations a second while the stage's kernels ran."""
    work = record["work"]
    time = records.scopes(record, "kernel") * record.answer["shots"]
    return work["operations"] / work["bytes"], work["operations"] / time * 1e-9


def roofs(speeds):
    """Flat roofs [1e9 operations/s] and slanting ones [1e9 B/s] by name; a multiply-add is two
    operations."""
    flat = {"arithmetic": 2e-9 * speeds["multiply_adds_per_s"]}
    if "multiply_adds_per_s_one_core" in speeds:
        flat["one core"] = 2e-9 * speeds["multiply_adds_per_s_one_core"]
    slanting = {"memory": 1e-9 * speeds["copy_bytes_per_s"]}
    if "h2d_bytes_per_s" in speeds:
        slanting["host to device"] = 1e-9 * speeds["h2d_bytes_per_s"]
    return flat, slanting


def draw_roofs(axes, speeds, low, high):
    flat, slanting = roofs(speeds)
    top = max(flat.values())
    for index, (name, roof) in enumerate(flat.items()):
        axes.plot([low, high], [roof, roof], color="black", linewidth=slide.thick(1.4),
                  linestyle=lines.DASHES[index])
        axes.annotate(f"{name}: {roof:.0f}", (high, roof), (-3, -6 if index else 6),
                      textcoords="offset points", ha="right",
                      # the two may be equal
                      va="top" if index else "baseline", size=slide.letters(8))
    for index, (name, rate) in enumerate(slanting.items()):
        end = min(high, top / rate)
        axes.plot([low, end], [low * rate, end * rate], color="black", linewidth=slide.thick(1.4),
                  linestyle=lines.DASHES[index])
        axes.annotate(f"{name}: {rate:.0f} GB/s", (low, low * rate), (4, -6),
                      textcoords="offset points", va="top", size=slide.letters(8))
    return top


def nearest(speeds, points):
    """The stage that comes nearest to the roof above it."""
    flat, slanting = roofs(speeds)
    share, name = max((y / min(max(flat.values()), x * slanting["memory"]), name)
                      for name, (x, y) in points)
    return f"{name} reaches {100 * share:.0f} % of its measured roof, the most of all"


def draw_panel(axes, content, height):
    speeds, points = content
    low = min(0.25, *(x / 4 for _, (x, _) in points))
    high = max(64, *(4 * x for _, (x, _) in points))
    top = draw_roofs(axes, speeds, low, high)
    _, slanting = roofs(speeds)
    bottom = min([y for _, (_, y) in points] + [rate * low for rate in slanting.values()])
    axes.set_xlim(low, high)
    axes.set_ylim(bottom / 2.5, 2.5 * max([top] + [y for _, (_, y) in points]))
    ends = []
    for index, (name, (x, y)) in enumerate(points):
        style = lines.look(index)
        axes.plot([x], [y], color=style["color"], marker=style["marker"], markersize=slide.thick(5),
                  linestyle="none")
        ends.append((x, y, name, style["color"]))
    least = min(x for x, *_ in ends)
    left = [end for end in ends if end[0] == least]
    if len(left) == len(ends):
        return ends
    lines.name_ends(axes, left, height, left_of=least)
    return [end for end in ends if end[0] != least]


def panels_of(machine, run, left_out):
    for device, words in DEVICES.items():
        stages = of_records.shown([record for record in run if record["stage"]["device"] == device],
                                  traced=True)
        drawn = []
        for record in stages:
            # no kernel of another process is
            seen = record["traced"] and records.scopes(record, "kernel")
            if record.answer["right"] and record["floor"] and seen and record["work"]["bytes"]:
                drawn.append(record)
            else:
                left_out.append(records.stage(record))
        if drawn:
            speeds = drawn[-1]["floor"]["speeds"][words]
            yield f"{machine.gpu if device == 'cuda' else machine.cpu}", len(drawn), (
                speeds, [(records.stage(record), point(record)) for record in drawn])


def draw(machines, thesis, arguments):
    found, left_out = records.ladders(machines, arguments.case, traced=True), []
    panels = [panel for machine, run in found for panel in panels_of(machine, run, left_out)]
    if not panels:
        raise Failure(NOTHING, "no record holds a traced run, measured speeds of its machine, and "
                               "bytes that the stage declares")
    words = of_records.words_of(
        found, "Each point: operations over kernel time of one traced run, at operations over "
               "bytes as the stage declares them, every value crossing memory once; stages whose "
               "fields stay in caches or on the chip may be above the roof of memory. Roofs are "
               "measured speeds, copies count what is read and written.",
        *(["Wrong, not traced, or without measured speeds or declared bytes: "
           f"{', '.join(left_out)}."] if left_out else []))
    return lines.picture_of(nearest(*panels[0][2]), words, panels, draw_panel,
                            "operations a byte, log scale", "1e9 operations/s, log scale")


RECORDS = {}
