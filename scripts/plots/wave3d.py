"""Rates of records of the ladder wave3d."""

from plots import records

# of a point and step, if every value crosses the memory once: p(n), p(n-1), (v dt)^2 in, p(n+1) out
BYTES = 16

NO_ORDERS = ("no machine has records of wave3d of three orders on one grid: ladder sweep "
             "--case=two-layer-512 --half-length=1,2,4,8 --stage=tma measures them")
rate = records.rate


def memory_roof(record):
    """What the measured copy speed allows one step a pass [1e9 point updates/s]; None where it was
    not measured."""
    return records.memory_roof(record, BYTES)


def by_device(machine):
    """Of its GPU and its processor the name and the newest records."""
    found = newest(records.of_ladder(machine, "wave3d"))
    for device, name in (("cuda", machine.gpu), ("host", machine.cpu)):
        yield name, [one for one in found if one["stage"]["device"] == device]


def order(record):
    return 2 * record["case"]["half_length"]


def grid(record):
    return tuple(record["case"][n] for n in ("nz", "nx", "ny"))


def newest(found):
    """The newest right record with a rate of each stage, order and grid, in the order of the
    stages' files. Of the longest runs alone: in short ones it is their begin and their end that
    count."""
    def volume(record):
        return records.stage(record), order(record), grid(record)
    longest = {}
    for record in found:
        longest[volume(record)] = max(longest.get(volume(record), 0), record["case"]["steps"])
    chosen = records.newest_points([one for one in found
                                    if one["case"]["steps"] == longest[volume(one)]], volume)
    return [record for record in sorted(chosen.values(), key=records.place) if rate(record)]


def fastest_launches(found):
    """A right record of each stage, order and grid: of the newest ones of its launches the
    fastest."""
    def point(one):
        return records.stage(one), order(one), grid(one)

    newest_ones = records.newest_points(found, lambda one: (*point(one),
                                                            str(one["launch"]["used"])))
    right = ([one for one in ones if rate(one)]
             for ones in records.grouped(newest_ones.values(), point).values())
    return [max(ones, key=rate) for ones in right if ones]


def fastest_of_orders(found):
    """{order: record}"""
    return {key: max(ones, key=rate)
            for key, ones in sorted(records.grouped(newest(found), order).items())}
