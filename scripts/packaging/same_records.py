"""Whether two builds recorded the same, but for times and errors, which differ from run to run:
every run starts from random fields. same_records.py CLONE WHEEL, both files."""

import json
import pathlib
import sys

DIFFERENT = 3


def read(file):
    """By ladder and stage: what two builds of one source have in common."""
    found = {}
    for line in pathlib.Path(file).read_text().splitlines():
        record = json.loads(line)
        stage = record["stage"]
        found[record["ladder"], stage["name"]] = {
            "hash of the stage": stage["hash"], "flags": stage["flags"],
            "hash of the case": record["case"]["hash"],
            "right": record["verdict"]["passed"]}
    return found


def main():
    clone, wheel = map(read, sys.argv[1:3])
    bad = not wheel
    for place, of_wheel in wheel.items():
        of_clone = clone.get(place, {})
        for what, value in of_wheel.items():
            if of_clone.get(what) != value:
                print(f"{' '.join(place)}: {what}: {of_clone.get(what)} in the clone,"
                      f" {value} in the wheel", file=sys.stderr)
                bad = True
    missing = [name for ladder, name in clone if (ladder, name) not in wheel]
    print(f"{len(wheel)} records are the same, times apart" if not bad else "the records differ",
          f"; the clone alone has {', '.join(missing)}" if missing else "", sep="", file=sys.stderr)
    return DIFFERENT if bad else 0


if __name__ == "__main__":
    sys.exit(main())
