"""The environment of a machine's records, a row a field; fields that changed among the records have
each value."""


def flat(value, name=""):
    """(path with dots, value) of everything within; of samples of clocks only what holds for all
    records."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("before", "after"):
                yield from flat(inner, f"{name}.{key}" if name else key)
    else:
        yield name, value


def words_of(value):
    return ("none" if value is None else "not known" if value == "" else f"{value:g}"
            if isinstance(value, float) else str(value))


def span(values):
    numbers = [value for value in values if isinstance(value, (int, float))
               and not isinstance(value, bool)]
    if len(numbers) == len(values) and len(set(numbers)) > 3:
        return f"{words_of(min(numbers))} to {words_of(max(numbers))}"
    return ", ".join(dict.fromkeys(map(words_of, values)))


def fields(one):
    """Each field's values in words, by its path."""
    found = {}
    for record in one.run:
        for name, value in flat(record["environment"]):
            found.setdefault(name, []).append(value)
    return {name: span(values) for name, values in found.items()}


def slowed(one):
    """What held the clock back during samples."""
    return sorted({words for record in one.run
                   for words in record["samples"].get("slowed", []) if words})
