"""What a slide of bars says in a line: its best row, here and in what was published."""

from plots.units import significant


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
    words = f"{title}: {here[1]} is the fastest, {significant(here[0])} {unit}"
    return words + (f"; {significant(there[0])} {unit} were published" if there else "")
