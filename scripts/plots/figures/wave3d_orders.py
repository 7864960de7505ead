"""The rate of each stage of the three-dimensional wave by its order in space, compared with what
the copy speed allows.

usage: ladder plot wave3d_orders [FILE ...] [--output PICTURE]
"""

from plots import lines, of_records, records, sizes, wave3d
from plots.units import significant


def curves_of(found):
    return list(records.grouped(found, records.stage, lambda record: (
        wave3d.order(record), wave3d.rate(record), None, None)).items())


def best(curves):
    """(order, rate, stage) of the fastest stage of the lowest order, and of the highest."""
    points = [(order, rate, name) for name, some in curves for order, rate, _, _ in some]
    ends = [pick(order for order, _, _ in points) for pick in (min, max)]
    return [max(one for one in points if one[0] == end) for end in ends]


def finding(curves):
    low, high = best(curves)
    return (f"Three-dimensional wave: {significant(low[1])}e9 updates/s at order {low[0]} "
            f"({low[2]}), {significant(high[1])}e9 at order {high[0]} ({high[2]})")


def panels_of(machine):
    """A panel a device and grid that has three orders at least."""
    for name, found in wave3d.by_device(machine):
        for grid in sorted({wave3d.grid(one) for one in found}):
            here = [one for one in found if wave3d.grid(one) == grid]
            if len({wave3d.order(one) for one in here}) > 2:
                roofs = sorted({wave3d.memory_roof(one) for one in here} - {None})[-1:]
                across = [(roof, "memory, 16 B a point") for roof in roofs]
                curves = curves_of(here)
                wanted = [name for _, _, name in best(curves)]
                yield (f"{name}, {' x '.join(str(n) for n in grid)} cells",
                       len(curves) + len(across), (curves, across, [], wanted)), here


def draw(machines, document, arguments):
    panels, notes = of_records.collected(machines, panels_of, wave3d.NO_ORDERS)
    words = ["Point updates over the time of the kernels, source, sponge and receivers included; "
             "of stages on the host over that of their calls. Dashed: the fastest copy that a "
             "session measured, at 16 bytes a point and one step a pass."]
    most = max(panels, key=lambda panel: panel[1])  # a slide has it
    return lines.picture_of(finding(most[2][0]), "\n".join(dict.fromkeys(words + notes)),
                            panels, sizes.draw_panel, "order in space, log scale",
                            "1e9 point updates/s, log scale")


RECORDS = {"one_case": False, "document": "parra-2016"}
