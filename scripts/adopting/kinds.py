"""Names of kinds: in ladder.toml, in NumPy and in C."""

from adopting.failure import USAGE, Failure

PREFIX = {"integer": "int", "real": "float", "logical": "logical", "complex": "complex"}


def name_of(value):
    """float64, int32, logical32, complex128, character."""
    category, kind = value.leaf.category, value.kind
    if category == "character":
        return "character"
    bits = 8 * kind * (2 if category == "complex" else 1)
    if category in ("real", "complex") and kind == 10:
        bits = 80 if category == "real" else 160
    return f"{PREFIX[category]}{bits}"


def c_type(kind, place=""):
    """(in C, in C++) of a kind's name."""
    plain = {"float32": "float", "float64": "double", "float80": "long double",
             "float128": "__float128", "character": "char"}
    if kind in plain:
        return plain[kind], plain[kind]
    if kind.startswith(("int", "logical")):
        bits = int("".join(letter for letter in kind if letter.isdigit()))
        if bits > 64:
            raise Failure(USAGE, f"{place}: integers of 128 bits are not read: adopt a routine "
                                 "without them")
        return f"int{bits}_t", f"int{bits}_t"
    parts = {"complex64": "float", "complex128": "double", "complex160": "long double",
             "complex256": "__float128"}[kind]
    return f"{parts} _Complex", f"ladder_{kind}"
