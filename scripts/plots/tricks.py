"""What each rung of stencils gives a routine: times of its resident call, from records of adopted
routines, or from a summary.json of them that `python3 scripts/plots/tricks.py FILE ...` prints."""

import json
import pathlib
import sys

PLAIN = "cuda"
RUNGS = ("cuda-padded", "cuda-constant", "cuda-shared-minor", "cuda-shared-major", "cuda-shared",
         "cuda-coarsen", "cuda-fused", "cuda-graph", "cuda-float32")
HELPS = 1.02  # times as fast, from which on a trick is worth its lines


def points(file):
    """[{routine, stage, kernels_s, call_s, right}] of resident calls."""
    if file.suffix == ".json":
        return json.loads(file.read_text())["records"]
    found = {}
    for line in file.read_text().splitlines():
        record = json.loads(line)
        asked = record.get("launch", {}).get("asked", {})
        if record.get("problem") != "routine" or asked.get("resident") != [1]:
            continue
        calls, traced = record["timed_steps"], record.get("traced")
        # A file a routine, by whose name routines of one name differ.
        found[record["stage"]["name"]] = {
            "routine": file.stem.removesuffix("-single"), "stage": record["stage"]["name"],
            "kernels_s": traced and round(1e-9 * traced["scopes_ns"]["kernel"] / calls, 10),
            "call_s": round(1e-9 * record["summary"]["median_ns"] / calls, 10)
            if record.get("summary") else None, "right": record["verdict"]["passed"]}
    return list(found.values())


def times_as_fast(found, measured=None):
    """{routine: {rung: times as fast as plain CUDA, or "wrong"}}: by kernels; by the whole call of
    a graph, which changes launches alone, and where kernels were not traced. Of predictions as
    those in `measured` were."""
    made, by_routine = {}, {}
    for each in found:
        by_routine.setdefault(each["routine"], {})[each["stage"]] = each
    for routine, stages in by_routine.items():
        plain = stages.pop(PLAIN, None)
        if plain is None or not plain["right"]:
            continue
        row = made[routine] = {}
        guide = {each["stage"]: each for each in measured or () if each["routine"] == routine}
        for rung, one in stages.items():
            traced = all(each.get(rung, {}).get("kernels_s") and each.get(PLAIN, plain)["kernels_s"]
                         for each in ((guide, stages) if measured else (stages,)))
            key = "kernels_s" if traced and rung != "cuda-graph" else "call_s"
            if not one["right"]:
                row[rung] = "wrong"
            elif one[key] and plain[key]:
                row[rung] = round(plain[key] / one[key], 4)
    return made


def helped(row):
    """The tricks of a routine that help, the best first, and those that do not."""
    known = {rung: times for rung, times in row.items() if isinstance(times, float)}
    better = sorted((rung for rung in known if known[rung] >= HELPS), key=lambda one: -known[one])
    return better, [rung for rung in known if rung not in better]


def answer(name, row):
    """`of eight tricks two helped`, in words."""
    better, _ = helped(row)
    shown = ", ".join(f"{rung} {row[rung]:.2f}" for rung in better)
    tried = sum(isinstance(each, float) for each in row.values())
    return f"{name}: of {tried} tricks {len(better)} helped" + (
        f", times as fast as cuda: {shown}" if shown else "")


if __name__ == "__main__":
    every = [one for name in sys.argv[1:] for one in points(pathlib.Path(name))]
    print('{"records": [\n' + ",\n".join(map(json.dumps, every)) + "\n]}")
