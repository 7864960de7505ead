"""Words below a picture: which machine, when, which commit, which case, and what the statistics
are."""

from plots import slide

STATISTICS = ("wall times are medians, whiskers their 95 % intervals, or least and most "
              "where there are fewer than 8 samples")


def span(values):
    """'6' or '1 to 137'."""
    low, high = min(values), max(values)
    return f"{low}" if low == high else f"{low} to {high}"


def cells(case):
    if "values_written" in case:  # of an adopted routine
        return f"{case['values_written']} values written at a call"
    return " x ".join(str(case[n]) for n in ("nz", "nx", "ny") if n != "ny" or case.get(n, 1) > 1)


def several(values):
    return ", ".join(sorted({str(value) for value in values}))


def cases(records):
    """Each case once, with its size, and the half-length of the operator where it has one."""
    by_case = {}
    for record in records:
        by_case.setdefault(record["case"]["name"], []).append(record["case"])

    def words(name, found):
        unit, turns = ("", "calls") if "calls" in found[0] else (" cells", "steps")
        lengths = [one["half_length"] for one in found if one.get("half_length") is not None]
        return (f"case {name} ({several(map(cells, found))}{unit}, "
                f"{span([one['steps'] for one in found])} {turns}"
                + (f", half-length {span(lengths)}" if lengths else "") + ")")

    return "; ".join(words(*one) for one in by_case.items())


def measured(machine, records):
    """One sentence a machine; on a slide the shortest that names its source."""
    if slide.on():
        names = sorted({record["case"]["name"] for record in records})
        what = f"case {names[0]}" if len(names) == 1 else f"{len(names)} cases"
        return f"{machine.name}, {span([record['time'][:10] for record in records])}, {what}."
    days = span([record["time"][:10] for record in records])
    commits = several(record["environment"]["build"]["commit"] for record in records)
    samples = span([len(record["samples"]["wall_ns"]) for record in records])
    samples += " sample" if samples == "1" else " samples"
    cold = (", cache emptied before every sample"
            if any(record["cache"] == "cold" for record in records) else "")
    return f"{machine.name}: {days}, commit {commits}, {cases(records)}, {samples} a point{cold}."


def source(document):
    return (f"{document.content['document']['author']} "
            f"{document.content['document']['year']}")


def published(document, figure, label):
    """Where the published numbers come from, and which of the figure's are only a picture."""
    one = document.figures[figure]
    words = f"Published: {source(document)}, {label}."
    return words + (f" Missing there: {one['missing']}." if one["missing"] else "")
