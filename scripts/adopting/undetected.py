"""What the recorded calls cannot show of a wrong stage, in sentences that follow each verdict."""

import functools
import itertools
import math
import re

import numpy

MOST = 6  # names in a sentence, of scalars four times as many
ALL = "in all recorded calls"
DRAWN = ("float", "complex")
# What the index has of lines, and what is not detected for that.
OF_LINES = {
    "never": "no recorded call gets there, so what a stage does there",
    "in_part": "one of the branches is never taken, so what a stage does there",
    "thresholds_apart": "a threshold that is a thousandth off changes no result, so a stage with "
                        "such a mistake",
    "one_off": "a whole number that is compared may be one off, so a stage with such a mistake",
    "of_data": "data choose the branch, so a mistake in one that an element takes in no call and "
               "no draw",
    "extremes": "the largest or the smallest of some numbers is taken, so a mistake in one that is "
                "it in no call and no draw",
    "unequal": "no numbers that are compared are equal, so < in place of <=",
    "halves": "no number that is rounded is half-way between two, so another rule for those",
    "truncated": "no fraction is of a negative number, so INT for FLOOR, or FLOOR for INT,"}


def sentences(index, folder, values, refused, idle):
    """`refused`: why a real scalar is not varied; `idle`: names of what changes no result."""
    inputs, axes = Inputs(index, folder), {}
    for value in values:
        for pair in inputs.equal_axes(value):
            axes.setdefault(pair, []).append(value.name)
    groups = [" = ".join(group) for group in inputs.equal_integers] + [
        f"axes {one} and {other} of {joined(names)} are equal"
        for (one, other), names in axes.items()]
    found = []

    def add(items, words, most=MOST, advice=""):
        if items:
            found.append(f"{joined(items, most)}{words} is not detected{advice}")

    add(groups, f" {ALL}: a stage that exchanges them",
        advice="; record a run in which they differ")
    fixed = inputs.fixed_scalars()
    add([f"{name} is {text}" for name, text in fixed.items() if name not in refused],
        f" {ALL}: a stage that is right for these numbers alone", 4 * MOST)
    add(inputs.multiples(), f" {ALL}: a stage that is right for such numbers alone")
    for why in dict.fromkeys(refused.values()):
        add([f"{name} is {fixed[name]}" for name, other in refused.items()
             if other == why and name in fixed],
            f" {ALL} and in draws ({why}): a stage that is right for these numbers alone", 4 * MOST)
    add(inputs.plain_arrays(), f" {ALL}: a stage that does not look at it")
    add(idle, ": no result depends on it in these calls, so a stage that ignores it")
    add(inputs.absent(), f" absent {ALL}: what a stage does with it")
    return found


def count(index, folder, values):
    """Of what calls may show in other calls."""
    inputs = Inputs(index, folder)
    return (sum(map(len, inputs.equal_integers)) + len(inputs.fixed_scalars())
            + len(inputs.plain_arrays()) + len(inputs.absent())
            + sum(len(list(inputs.equal_axes(value))) for value in values))


def of_lines(index):
    covered = index.get("coverage")
    if not covered:
        return ["which lines the recorded calls reach is not known, because gcov is missing"]
    found = [f"{places(covered[key])}: {words} is not detected"
             for key, words in OF_LINES.items() if covered.get(key)]
    if indices := covered.get("indices"):
        numbers = [f"{subscript} of {array} is {least}" + (f" to {most}" if most > least else "")
                   + (f" (of {lower} to {upper})" if upper is not None else "")
                   for subscript, least, most, array, lower, upper in indices]
        found.append(f"{joined(numbers)} {ALL} and in draws: what a stage does for other "
                     "numbers is not detected")
    if covered.get("constants_off"):
        found.append(f"{places(covered['constants_off'])}: a constant that is a thousandth off "
                     "changes no result beyond its limit, so a stage with such a mistake is not "
                     "detected")
    elif covered.get("constants_off", ()) is None:
        found.append("whether a constant that is a thousandth off shows is not known: to try it "
                     "takes too long, or fails")
    return found


def of_noise(index, folder, amplitude):
    """Of draws that do not change everything: the amplitude that step 0 takes."""
    if amplitude is None:
        return []
    if amplitude == 0:
        return ["the original fails with noise on its inputs, so that only the recorded inputs are "
                "compared: what is symmetric, equal, 0 or 1 there hides mistakes"]
    if amplitude > 1:
        return []
    zeros = Inputs(index, folder).zeros()
    return [f"{joined(zeros)} where it is recorded as 0, also in draws: a stage that leaves out "
            "what is multiplied by it there is not detected"] if zeros else []


def places(ranges):
    """a.f90:12-15, 17 and b.f90:3"""
    short, last = [], None
    for each in ranges:
        file, _, lines = each.rpartition(":")
        short.append(lines if file == last else each)
        last = file
    return joined(short, 2 * MOST)


def joined(items, most=MOST):
    more = [f"{len(items) - most} more"] if len(items) > most else []
    items = [*items[:most], *more]
    return ", ".join(items[:-1]) + (" and " if items[:-1] else "") + items[-1]


class Inputs:
    """Of each value what it holds before each call; a value that is absent in some call has no
    number there."""

    def __init__(self, index, folder):
        self.index, self.folder, self.listed = index, folder, {}
        for one in index["calls"]:
            for value in one["values"]:
                self.listed.setdefault(value["name"], []).append(value)

    def load(self, value):
        mapped = "r" if value["shape"] and 0 not in value["shape"] else None
        return numpy.load(self.folder / "calls" / value["in"], mmap_mode=mapped,
                          allow_pickle=False)

    def read(self):
        """(name, kind, its description in each call) of those that every call reads."""
        for name, listed in self.listed.items():
            if all(value["there"] and "in" in value for value in listed):
                yield name, self.index["kinds"][name], listed

    def scalars(self, *kinds):
        for name, kind, listed in self.read():
            if kind.startswith(kinds) and not listed[0]["shape"]:
                yield name, kind, [self.load(value).item() for value in listed]

    @functools.cached_property
    def equal_integers(self):
        """Names of integers, or of arrays of them, that equal each other in every call."""
        groups = {}
        for name, kind, listed in self.read():
            if kind.startswith("int"):
                key = tuple((tuple(value["shape"]), *self.load(value).ravel(order="K"))
                            for value in listed)
                groups.setdefault(key, []).append(name)
        return [group for group in groups.values() if len(group) > 1]

    def multiples(self):
        """Of integers that vary, as of even ones: for these a division has no rest."""
        return [f"{name} is a multiple of {math.gcd(*numbers)}"
                for name, _, numbers in self.scalars("int")
                if len(set(numbers)) > 1 and math.gcd(*numbers) > 1]

    def equal_axes(self, value):
        """Pairs of axes, counted from 1, whose lengths are equal but not said to be, nor by equal
        scalars."""
        grouped = {name for group in self.equal_integers for name in group}
        listed = [each for each in self.listed.get(value.name, []) if each["there"]]
        for one, other in itertools.combinations(range(value.rank), 2):
            texts = [f"{low}:{high}".lower() for low, high in (value.shape[one],
                                                               value.shape[other])]
            words = set(re.findall(r"[a-z]\w*", " ".join(texts)))
            is_explicit = not texts[0].endswith(":")
            said = is_explicit and (texts[0] == texts[1] or words and words <= grouped)
            if listed and not said and all(
                    each["shape"][one] == each["shape"][other] > 1 for each in listed):
                yield one + 1, other + 1

    def fixed_scalars(self):
        """{name: its one value} of scalars that neither calls nor draws vary."""
        found = {}
        for name, kind, listed in self.read():
            if (listed[0]["shape"] and kind != "character"
                    or any(value.get("varied") for value in listed)):
                continue
            texts = {text_of(self.load(value), kind) for value in listed}
            if len(texts) == 1:
                found[name] = texts.pop()
        return found

    def plain_arrays(self):
        """Whole numbers that are the same everywhere, or each its own place."""
        found = []
        for name, kind, listed in self.read():
            if kind.startswith(DRAWN) or kind == "character" or not listed[0]["shape"]:
                continue
            arrays = [self.load(value) for value in listed]
            if not all(array.size for array in arrays):
                continue
            first = arrays[0].reshape(-1, order="F")[0]
            if all((array == first).all() for array in arrays):
                found.append(f"{name} is {text_of(first, kind)} everywhere")
            elif all(is_own_place(array, value) for array, value in zip(arrays, listed)):
                found.append(f"{name}(i) is i")
        return found

    def absent(self):
        return [f"{name} is" for name, listed in self.listed.items()
                if not any(value["there"] for value in listed)]

    def zeros(self):
        """Arrays that are 0 somewhere."""
        return [f"{name} stays 0" for name, kind, listed in self.read()
                if kind.startswith(DRAWN) and listed[0]["shape"]
                and any((self.load(value) == 0).any() for value in listed)]


def is_own_place(array, value):
    return array.ndim == 1 and array.size > 1 and (
        array == numpy.arange(array.size) + value["lower"][0]).all()


def text_of(number, kind):
    if kind.startswith("logical"):
        return "true" if number & 1 else "false"
    if kind == "character":
        return repr(number.tobytes().decode(errors="replace").rstrip())
    item = number.item()
    return f"{item:g}" if isinstance(item, float) else str(item)
