"""What a slide of bars says in a line: its best row, here and in what was published."""

from plots.units import seconds, significant


def best(title, panels, series, unit, of=min):
    """`of`: min of times, max of rates."""
    def leader(some):
        bars = [(bar.value, row.name) for panel in some for row in panel.rows for bar in row.bars
                if bar.series == series]
        return of(bars) if bars else None

    here = leader([one for one in panels if not one.published][:1])
    there = leader([one for one in panels if one.published])
    if not here:
        return title

    def said(value):
        return seconds(value) if unit == "s" else f"{significant(value)} {unit}"

    words = f"{title}: {here[1]} is the fastest, {said(here[0])}"
    return words + (f"; {said(there[0])} were published" if there else "")
