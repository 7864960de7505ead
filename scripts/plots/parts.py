"""Records of runs on several devices or ranks, and what part of the ideal they reach."""

from plots import records


def parts(record):
    """Devices, or ranks, of a stage that has such a knob; None for the others."""
    used = record["launch"]["used"]
    if "devices" in used:
        return used["devices"][0]
    if "ranks" in used:
        return used["ranks"][0] * used["ranks"][1]
    return None


def own_scopes(record):
    """(name, scopes [ns]) of each device or rank by itself, where a traced run had several."""
    rows = (record["traced"] or {}).get("parts", [])
    ranks, devices = (len({row[what] for row in rows}) > 1 for what in ("rank", "device"))
    for row in rows:
        yield (", ".join([f"rank {row['rank']}"] * ranks + [f"GPU {row['device']}"] * devices),
               row["scopes_ns"])


def cells(record):
    return record["work"]["point_updates"] / record.answer["shots"] / record["case"]["steps"]


def rate(record):
    """Of the time in which somebody computes, or all wait for data of others."""
    return records.rate(record, "exchange")


def family(record):
    """What stays the same while parts are added: the stage, the numerics, and how halos travel."""
    case = record["case"]
    other = {name: value for name, value in record["launch"]["used"].items()
             if name not in ("devices", "ranks", "threads", "planes", "window")}
    return (records.ladder_of(record), records.stage(record), case.get("half_length"),
            tuple(sorted((name, *value) for name, value in other.items())))


def scaling(found, weak):
    """{family: {parts: (record, rate, share of the ideal)}}: of one volume divided, or, with
    `weak`, of one volume a part. The ideal is as many times the rate of one part of the same stage.
    Of several volumes the largest that was divided most."""
    newest = records.newest_points([one for one in found if parts(one)],
                                   lambda one: (family(one), round(cells(one)), parts(one)))
    rates = {key: (record, rate(record)) for key, record in newest.items() if rate(record)}
    made = {}
    for (name, size, count), (record, value) in rates.items():
        volume = round(size / count) if weak else size
        one = rates.get((name, volume, 1))
        if one:
            made.setdefault(name, {}).setdefault(volume, {})[count] = (record, value,
                                                                       value / count / one[1])
    chosen = {name: max(volumes.items(), key=lambda item: (len(item[1]), item[0]))[1]
              for name, volumes in made.items()}
    return {name: points for name, points in chosen.items() if len(points) > 1}
