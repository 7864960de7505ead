"""Rates of stages by the size of the field, a panel a machine and kind of device."""

from plots import lines, of_records, records, slide
from plots.units import significant, times


def cells(record):
    return record["work"]["point_updates"] / record["case"]["steps"]


def roofs(used, memory_roof, bytes_of_a_cell, words, device):
    """Lines across, of the memory: (rate, words), and down, where all arrays just fill the cache:
    (cells, words)."""
    found = {memory_roof(record) for record in used} - {None}
    across = [(max(found), words["roof"])] if found else []
    cache = max(((record["environment"]["gpu"] or {}).get("l2_bytes", 0) for record in used),
                default=0)
    return across, [(cache / bytes_of_a_cell, words["cache"])] if cache and device == "cuda" else []


def draw_panel(axes, content, height):
    """content: curves, lines across and down as of `roofs`, names that a slide of some has."""
    curves, across, down, wanted = content
    ends = lines.draw_curves(axes, curves, height, wanted)
    left, right = axes.get_xlim()
    low, high = axes.get_ylim()
    for rate, words in across:
        axes.axhline(rate, color="black", linewidth=slide.thick(1), linestyle="--", label=words)
        ends.append((right, rate, words, "black"))
        low, high = min(low, rate / 1.2), max(high, rate * 1.2)
    for count, words in down:
        if not left < count < right:  # labels outside of the axes would take all of their space
            continue
        axes.axvline(count, color="#666666", linewidth=slide.thick(1), linestyle=":")
        axes.annotate(words, (count, 0.02), (3, 0), xycoords=("data", "axes fraction"),
                      textcoords="offset points", size=slide.letters(7),
                      rotation=90, va="bottom", bbox=lines.PAPER)
    axes.set_ylim(low, high)
    return ends


def fastest(curves):
    """On the largest field: its rate, and the stage."""
    (_, rate), stage = max((max(points)[:2], stage) for stage, points in curves)
    return rate, stage


def finding(title, curves, across):
    """The title with what it shows: the fastest stage on the largest field."""
    rate, stage = fastest(curves)
    words = f"{title}: {stage} is the fastest on the largest field, {significant(rate)}e9 updates/s"
    return words + "".join(f", {times(rate / roof)} what the memory allows" for roof, _ in across)


def picture_of(machines, chosen, rate, memory_roof, bytes_of_a_cell, words):
    """chosen(machine): a record of each stage and size. words: `title`, `caption`, `roof`, `cache`,
    and `nothing` for the failure where all are of one size."""
    def panels_of(machine):
        for device, name in (("cuda", machine.gpu), ("host", machine.cpu)):
            used = [record for record in sorted(chosen(machine), key=records.place)
                    if record["stage"]["device"] == device and rate(record)]
            if len({cells(record) for record in used}) > 1:
                curves = records.grouped(used, records.stage, lambda record: (
                    cells(record), rate(record), None, None))
                across, down = roofs(used, memory_roof, bytes_of_a_cell, words, device)
                content = list(curves.items()), across, down, [fastest(curves.items())[1]]
                yield (name, len(curves) + len(across), content), used

    panels, notes = of_records.collected(machines, panels_of, words["nothing"])
    title = finding(words["title"], *panels[0][2][:2])
    return lines.picture_of(title, "\n".join([words["caption"], *notes]), panels,
                            draw_panel,
                            "cells of the field, log scale", "1e9 point updates/s, log scale",
                            lines.list_ends)
