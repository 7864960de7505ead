"""Rates of records of the ladder heat."""

from plots import records

BYTES = 8  # of a point and step, if every value crosses the memory once


def rate(record, *scopes):
    """1e9 point updates a second of the kernels, and of these other scopes; of a stage on the host
    of its calls. None if it is not right or was not traced."""
    time = records.scopes(record, "kernel", *scopes)
    return (record["work"]["point_updates"] / record.answer["shots"] / time * 1e-9 if time
            and record.answer["right"] else None)


def memory_roof(record):
    """What the measured copy speed allows one step a pass [1e9 point updates/s]; None where it was
    not measured."""
    speeds = (record["floor"] or {}).get("speeds") or {}
    there = speeds.get("device" if record["stage"]["device"] == "cuda" else "host")
    return there["copy_bytes_per_s"] / BYTES * 1e-9 if there else None
