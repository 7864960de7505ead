"""The table of nests: which rungs of stencils each takes, and why not the others."""


def table(made, say):
    rows = {}
    for rung in made:
        for each in rung["nests"]:
            row = rows.setdefault(each["place"], {"reads": each["reads"], "takes": [], "not": {}})
            if each["taken"] and rung["file"]:
                row["takes"].append(rung["rung"])
            else:
                why = each["why"] or rung["refused"]["construct"]
                row["not"].setdefault(why, []).append(rung["rung"])
    if rows:
        say("\nnests, and the rungs that they take")
    for place, row in sorted(rows.items(), key=lambda each: in_source(each[0])):
        say(f"  {place}" + (f"  reads {row['reads']}" if row["reads"] else ""))
        if row["takes"]:
            say(f"    takes {', '.join(row['takes'])}")
        for why, rungs in row["not"].items():
            say(f"    not {', '.join(rungs)}: {why}")


def in_source(place):
    file, _, lines = place.rpartition(":")
    return file, int(lines.partition("-")[0])
