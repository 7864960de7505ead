"""Numbers as people read them."""


def significant(value, digits=3):
    """So many significant digits, without an exponent."""
    if value == 0:
        return "0"
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if "e" in text and abs(value) >= 1 else text


def rounded(value):
    """Three significant digits, zeros at the end included."""
    return f"{value:#.3g}".rstrip(".") if abs(value) < 1000 else f"{value:.0f}"


def seconds(value):
    """Three significant digits, in the unit that suits."""
    for limit, unit, factor in ((1e-6, "ns", 1e9), (1e-3, "us", 1e6), (1, "ms", 1e3)):
        if value < limit:
            return f"{rounded(value * factor)} {unit}"
    return f"{rounded(value)} s"


def times(ratio):
    """A speed-up: two decimals below ten."""
    return f"{ratio:.2f}x" if ratio < 9.995 else f"{rounded(ratio)}x"
