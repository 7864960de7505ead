"""The README's table of the three-dimensional wave: the fastest stage of each order, and its share
of the copy speed."""

from plots import caption, records, wave3d
from plots.units import significant
from reporting.ladder_table import line, of_machines

# of a run: in shorter ones, such as those that predictions are held against, it is its begin and
# its end that count
LEAST_STEPS = 20


def grids_of(found):
    """Those with records of three orders at least, the smallest first."""
    orders = {}
    for record in found:
        orders.setdefault(wave3d.grid(record), set()).add(wave3d.order(record))
    return sorted(grid for grid, there in orders.items() if len(there) > 2)


def cells(record):
    roof = wave3d.memory_roof(record) if record else None
    if not record:
        return ["", "", ""]
    share = f"{100 * wave3d.rate(record) / roof:.0f} %" if roof else ""
    return [f"`{records.stage(record)}`", significant(wave3d.rate(record)), share]


def table(machine):
    """None where the machine has no such records of a GPU."""
    found = [one for one in wave3d.newest(records.of_ladder(machine, "wave3d"))
             if one["stage"]["device"] == "cuda" and one["case"]["steps"] >= LEAST_STEPS]
    grids = [grid for grid in grids_of(found) if min(grid) >= 512]
    if not grids:
        return None
    best = [wave3d.fastest_of_orders([one for one in found if wave3d.grid(one) == grid])
            for grid in grids]
    head = ["order"]
    for grid in grids:
        head += [" x ".join(map(str, grid)), "Gpoint/s", "of the copy speed"]
    rows = [line(head), "|--:" + "|---|--:|--:" * len(grids) + "|"]
    for order in sorted({order for one in best for order in one}):
        rows.append(line([str(order), *(word for one in best for word in cells(one.get(order)))]))
    used = [record for one in best for record in one.values()]
    return f"{caption.measured(machine, used)}\n\n" + "\n".join(rows)


def tables(root):
    return of_machines(root, table, "No volume has records of three orders yet.")
