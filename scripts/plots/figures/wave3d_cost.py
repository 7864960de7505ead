"""Which order is cheapest for a wanted accuracy: the time that a volume takes, from dispersion and
measured rates.

usage: ladder plot wave3d_cost [FILE ...] [--output PICTURE]
"""

import math

from plots import dispersion, lines, of_records, records, wave3d

SIDE, PERIODS = 50, 50  # wavelengths along an axis of the volume, and periods that are computed
ERRORS = [10 ** (-4 + n / 10) for n in range(26)]


def curves_of(best):
    curves = []
    for order, record in best.items():
        least = dispersion.fewest_updates(order // 2, ERRORS, SIDE, PERIODS)
        points = [(100 * limit, updates / (1e9 * wave3d.rate(record)), None, None)
                  for limit, updates in zip(ERRORS, least) if math.isfinite(updates)]
        if points:
            curves.append((f"order {order}, {records.stage(record)}", points))
    return curves


def cheapest(curves, limit):
    """The name of the curve that is lowest at this error [%]."""
    at = {name: min(points, key=lambda point: abs(point[0] - limit))[1] for name, points in curves}
    return min(at, key=at.get).split(",")[0]


def panels_of(machine):
    """A panel a device, of the grid that has most orders."""
    for name, found in wave3d.by_device(machine):
        sizes = {grid: {wave3d.order(one) for one in found if wave3d.grid(one) == grid}
                 for grid in {wave3d.grid(one) for one in found}}
        grid = max(sizes, key=lambda one: (len(sizes[one]), one), default=None)
        if grid is not None and len(sizes[grid]) > 2:
            best = wave3d.fastest_of_orders([one for one in found if wave3d.grid(one) == grid])
            curves = curves_of(best)
            cheap = "; ".join(f"{limit:g} %: {cheapest(curves, limit)}" for limit in (1, 0.1))
            yield (f"{name}. Cheapest for {cheap}", len(curves), curves), list(best.values())


def draw(machines, document, arguments):
    panels, notes = of_records.collected(machines, panels_of, wave3d.NO_ORDERS)
    words = [f"Time for {SIDE} wavelengths along each axis and {PERIODS} periods in a uniform "
             "medium, at the rate of the fastest stage of each order. Spacing and time step are "
             "the cheapest that hold the error of the phase velocity for this wavelength and all "
             "longer ones, along axes and diagonals; second order in time, Taylor's weights."]
    cheap = " and ".join(f"{cheapest(panels[0][2], limit)} for {limit:g} %" for limit in (1, 0.1))
    return lines.picture_of(f"Three-dimensional wave: the cheapest is {cheap}",
                            "\n".join(words + notes), panels, lines.draw_curves,
                            "error of the phase velocity [%], log scale", "time [s], log scale")


RECORDS = {"one_case": False, "document": "parra-2016"}
