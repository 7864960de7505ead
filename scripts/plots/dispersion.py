"""How far the phase velocity of waves on a grid is off: order 2M in space, Taylor's weights, second
order in time."""

import math

import numpy as np

# Waves along an axis, along the diagonal of a face and along that of a cell: the extremes of a
# cube.
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
