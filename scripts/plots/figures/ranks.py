"""Strong and weak scaling of stages on several devices or ranks: rates compared with the ideal, and
what part of it they reach.

usage: ladder plot ranks [FILE ...] [--output PICTURE]

Strong: one volume, divided. Weak: a volume for each part. The ideal is as many times what one part
of the same stage does.
"""

from plots import lines, of_records, parts, slide

# by whether each part has a volume of its own
KINDS = {False: "strong: one volume, divided", True: "weak: a volume for each part"}


def name_of(family, points):
    ladder, stage, half_length, other = family
    most = max(points)
    knobs = [f"{name} {value[0]}"
             for name, *value in other if name == "halo-steps" and value[0] > 1]
    order = [f"order {2 * half_length}"] if half_length else []
    return ", ".join([f"{ladder} {stage}", *order, *knobs,
                      f"{100 * points[most][2]:.1f} % at {most}"])


def draw_panel(axes, content, height):
    ends = lines.draw_curves(
        axes, [(name, [(count, point[1], None, None) for count, point in points.items()])
               for name, points in content], height)
    for _, points in content:
        first = points[1][1]
        axes.plot([1, max(points)], [first, first * max(points)], color="#666666", linewidth=0.8,
                  linestyle=":")
    axes.set_ylim(axes.get_ylim()[0], max(axes.get_ylim()[1], 1.2 * max(points[1][1] * max(points)
                                                                        for _, points in content)))
    return ends


def curves_of(machine, weak):
    return [(name_of(family, points), points) for family, points in sorted(
        parts.scaling(machine.records, weak).items(), key=str)]


def best(curves):
    """(parts, share of the ideal, name) of the curve with most parts, of those the nearest to it;
    none without curves."""
    return max(((max(points), points[max(points)][2], name) for name, points in curves),
               default=(0, 0, ""))


def chosen(machines):
    """On a slide this machine, else that with most parts, of those the nearest to the ideal: parts
    of one device, which several ranks can share, are the last."""
    def reaches(machine):
        most = max(best(curves_of(machine, weak)) for weak in KINDS)
        return most[0] > 0, machine.here, most

    return [max(machines, key=reaches)] if slide.on() and machines else machines


def finding(panels):
    (count, share, name), kind = max((best(curves), kind) for _, _, curves, kind in panels)
    return (f"{name.split(',')[0]} reaches {100 * share:.1f} % of {count} times one part's rate, "
            f"{kind.split(': ')[1]}")


def panels_of(machine):
    for weak, kind in KINDS.items():
        if curves := curves_of(machine, weak):
            yield ((f"{machine.name}, {kind}", len(curves), curves, kind),
                   [point[0] for _, points in curves for point in points.values()])


def draw(machines, thesis, arguments):
    panels, notes = of_records.collected(
        chosen(machines), panels_of, "no stage has records of one part and of several, of one "
        "volume or of one for each: `ladder sweep --stage=peer --devices=1,2` measures them, or "
        "`mpirun -n N ladder sweep --stage=mpi-omp`")
    words = ["Point updates over the time in which a kernel ran or data went between devices; of "
             "ranks that of the stage's calls. Dotted: as many times what one part does. Behind a "
             "name, what part of that is reached."]
    made = lines.picture_of(finding(panels), "\n".join(dict.fromkeys(words + notes)),
                            [panel[:3] for panel in panels], draw_panel,
                            "parts: devices or ranks, log scale", "1e9 point updates/s, log scale")
    counts = sorted({count for _, _, curves, _ in panels for _, points in curves
                     for count in points})
    for axes in made.figure.axes:
        axes.set_xticks(counts, counts)
    return made


RECORDS = {"one_case": False, "together": True}
