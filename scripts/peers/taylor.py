"""Taylor's weights of the second derivative."""


def side_taps(half_length, spacing):
    """Taps 1 to half_length [1/m^2], unrounded, by the recurrence of fortran/wave/operator.f90."""
    weight, taps = 1.0, []
    for i in range(1, half_length + 1):
        weight *= (half_length - i + 1) / (half_length + i)
        taps.append(2 * (-1) ** (i + 1) / (i * spacing) ** 2 * weight)
    return taps
