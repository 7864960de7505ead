"""Which order is cheapest for a wanted accuracy: the time that a volume takes, from dispersion and
measured rates.

usage: ladder plot wave3d_cost [FILE ...] [--output PICTURE]
"""

import math

import numpy as np

from plots import lines, of_records, records, wave3d

SIDE, PERIODS = 50, 50  # wavelengths along an axis of the volume, and periods that are computed
ERRORS = [10 ** (-4 + n / 10) for n in range(26)]
# Dispersion is how far the phase velocity of waves on a grid is off: order 2M in space, Taylor's
# weights, second order in time. Of waves along an axis, along the diagonal of a face and along that
# of a cell: the extremes of a cube.
DIRECTIONS = [np.array(one) / math.sqrt(sum(one)) for one in ((1, 0, 0), (1, 1, 0), (1, 1, 1))]


def taylor_weights(half_length):
    """Of cells 1 to M next to the centre, in units of 1/h^2 (Fornberg 1988): the centre has -2
    times their sum."""
    m = half_length
    return [2 * (-1) ** (k + 1) * math.factorial(m) ** 2
            / (k**2 * math.factorial(m - k) * math.factorial(m + k))
            for k in range(1, m + 1)]


def largest_courant(half_length):
    """v dt / h up to which a step is stable in three dimensions."""
    return 2 / math.sqrt(3 * 2 * sum(abs(w) * (1 - (-1) ** k)
                                     for k, w in enumerate(taylor_weights(half_length), 1)))


def velocity_error(half_length, cells, courant):
    """The largest |v_phase / v - 1| of these directions; cells a wavelength and courant are arrays
    of one shape."""
    worst = np.zeros(np.broadcast(cells, courant).shape)
    for direction in DIRECTIONS:
        symbol = sum(2 * w * (1 - np.cos(2 * np.pi * k * part / cells)) for part in direction
                     for k, w in enumerate(taylor_weights(half_length), 1))
        turn = 2 * np.arcsin(np.minimum(1, courant * np.sqrt(symbol) / 2))  # omega dt
        worst = np.maximum(worst, np.abs(turn * cells / (2 * np.pi * courant) - 1))
    return worst


def fewest_updates(half_length, errors, side, periods):
    """The fewest point updates that hold each of these errors of the phase velocity, for a cube of
    `side` wavelengths an axis and so many periods: over all spacings and time steps that hold it
    for this wavelength and all longer ones. G cells a wavelength and a Courant number of c are
    (side G)^3 cells and periods G / c steps. Infinite where none does."""
    cells = np.exp(np.linspace(np.log(2.1), np.log(150), 600))[:, None]
    courant = largest_courant(half_length) * np.logspace(-1.7, 0, 100)[None, :]
    error = velocity_error(half_length, cells, courant)
    error = np.maximum.accumulate(error[::-1], axis=0)[::-1]  # of this and all longer waves
    cost = (side * cells) ** 3 * periods * cells / courant
    return [float(np.min(cost[error <= limit], initial=np.inf)) for limit in errors]


def curves_of(best):
    curves = []
    for order, record in best.items():
        least = fewest_updates(order // 2, ERRORS, SIDE, PERIODS)
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
