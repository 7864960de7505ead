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
    """Each case once, with its size."""
    by_case = {}
    for record in records:
        case = record["case"]
        by_case.setdefault(case["name"], []).append((cells(case), case["steps"],
                                                     case.get("half_length"),
                                                     ("", "calls") if "calls" in case
                                                     else (" cells", "steps")))

    def half_length(sizes):
        """Of the operator, where the problem has one."""
        known = [one[2] for one in sizes if one[2] is not None]
        return f", half-length {span(known)}" if known else ""

    return "; ".join(f"case {name} ({several(s[0] for s in sizes)}{sizes[0][3][0]}, "
                     f"{span([s[1] for s in sizes])} {sizes[0][3][1]}"
                     f"{half_length(sizes)})" for name, sizes in by_case.items())


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
