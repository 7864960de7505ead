"""The environment of a machine's records, a row a field; fields that changed among the records tell each value."""

from reporting.markup import tag, text, wide


def flat(value, name=""):
    """(path with dots, value) of everything within; of samples of clocks only what holds for all records."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("before", "after"):
                yield from flat(inner, f"{name}.{key}" if name else key)
    else:
        yield name, value


def words_of(value):
    return "none" if value is None else "not known" if value == "" else f"{value:g}" if isinstance(value, float) else str(value)


def span(values):
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    if len(numbers) == len(values) and len(set(numbers)) > 3:
        return f"{words_of(min(numbers))} to {words_of(max(numbers))}"
    return ", ".join(dict.fromkeys(map(words_of, values)))


def section(one):
    fields = {}
    for record in one.run:
        for name, value in flat(record["environment"]):
            fields.setdefault(name, []).append(value)
    reasons = sorted({words for record in one.run for words in record["samples"].get("slowed", []) if words})
    rows = "".join(tag("tr", tag("th", text(name), scope="row") + tag("td", text(span(values))))
                   for name, values in fields.items())
    held = f"The clock was held back during a sample by: {', '.join(reasons)}." if reasons else \
        "No sample notes that the clock was held back."
    return wide(tag("table", tag("tbody", rows)), f"environment of {one.name}") + tag("p", text(held))
