"""`ladder prove`: verdicts on stages, from the recorded calls and from the same with fresh noise."""

import json
import pathlib

import numpy

from adopting import adopted as adopting, built, calls, oracle, replay
from adopting.failure import DEVICE, NOTHING_RAN, USAGE, WRONG, Failure


def prove(folder, wanted, as_json, say):
    adopted = adopting.opened(folder)
    cache, index = adopting.cache_of(folder), calls.load(folder)
    known = built.stages(folder)
    names = [each.strip() for each in wanted.split(",")] if wanted else list(known)
    for name in names:
        if name not in known:
            raise Failure(USAGE, f"{folder} has no stage '{name}'; it has {', '.join(known)}")
    step0 = built.stage("step0", folder, cache, adopted.described)
    truths = oracle.truths(adopted, folder, cache, index, step0, (lambda words: None) if as_json else say)
    rows = []
    for name in names:
        rows.append(verdict(name, known, folder, cache, adopted, index, truths))
        if as_json:
            say(json.dumps(rows[-1]))
        else:
            report(rows[-1], say)
    covered = index.get("coverage")
    if covered and not as_json:
        say(f"the calls reach {covered['reached']} of {covered['lines']} lines of step 0: what the others do is not compared")
    if all(row["right"] is None for row in rows):
        return NOTHING_RAN
    return max((row.get("code", WRONG) for row in rows if row["right"] is False), default=0)


def verdict(name, known, folder, cache, adopted, index, truths):
    row = {"stage": name, "right": True, "share_of_limit": 0.0, "worst": None, "why": ""}
    if known[name].suffix == ".cu" and not pathlib.Path("/dev/nvidiactl").exists():
        return {**row, "right": None, "why": "not run: there is no NVIDIA GPU here"}
    try:
        library = built.stage(name, folder, cache, adopted.described)
        pairs = [(truth, poison) for truth in truths for poison in replay.POISONS]
        jobs = [replay.job(poison, noise=truth.noise) for truth, poison in pairs]
        for (truth, poison), results in zip(pairs, replay.run(library, folder, index, jobs, f"the stage '{name}'")):
            judge(row, truth, results, poison)
    except Failure as failure:
        row.update(right=False, why=str(failure), code=failure.code if failure.code == DEVICE else WRONG)
    return row


def judge(row, truth, results, poison):
    for key, got in results.items():
        call, name = key
        value = replay.value_of(truth.index, call, name)
        what = f"call {call}" + (f" with noise {truth.noise}" if truth.noise is not None else "")
        untouched = truth.untouched[key]
        touched = untouched & ~(replay.elements(got) == poison).all(axis=1)
        if touched.any():
            wrong(row, what, f"{replay.indices(value, int(numpy.argmax(touched)))} is written, and the original never writes it")
        flat, right = got.reshape(-1, order="F"), truth.step0[0][key].reshape(-1, order="F")
        if not oracle.floating(got):
            differ = (replay.elements(got) != replay.elements(truth.step0[0][key])).any(axis=1) & ~untouched
            if differ.any():
                at = int(numpy.argmax(differ))
                wrong(row, what, f"{replay.indices(value, at)} is {flat[at]}, and {right[at]} in the original; {int(differ.sum())} of {flat.size} differ")
            continue
        compare(row, truth, key, got, value, what)


def compare(row, truth, key, got, value, what):
    limits, _ = truth.limits(key)
    mask = oracle.components(truth.untouched[key].reshape(got.shape, order="F"))
    right, mine = oracle.components(truth.oracle[key]), oracle.components(got)
    own = oracle.components(truth.step0[0][key])
    same = (mine == own) | (numpy.isnan(mine) & numpy.isnan(own))
    with numpy.errstate(invalid="ignore", over="ignore"):
        error = numpy.where(mask | same, 0, numpy.abs(mine.astype(right.dtype) - right))
    bad = ~numpy.isfinite(error)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        share = numpy.where(error > 0, error / limits[:, None], 0)
    share = numpy.where(bad, numpy.inf, share)
    worst = float(share.max(initial=0))
    if worst > row["share_of_limit"]:
        place = numpy.unravel_index(int(numpy.argmax(share)), share.shape)
        numbers = oracle.components(numpy.arange(got.size).reshape(got.shape, order="F"))
        element = int(numbers[place])
        row["share_of_limit"] = worst
        row["worst"] = {"where": what, "element": replay.indices(value, element), "stage": str(mine[place]), "original": str(own[place]),
                        "error": float(error[place]), "limit": float(limits[place[0]])}
    if not bool((share <= 1).all()):
        one = row["worst"]
        wrong(row, one["where"], f"{one['element']} is {one['stage']}, and {one['original']} in the original: {worst:.3g} times the limit of "
                                 f"{one['limit']:.3g}")


def wrong(row, where, words):
    row["right"] = False
    row["why"] = row["why"] or f"{where}: {words}"


def report(row, say):
    if row["right"] is None:
        say(f"{row['stage']:<16} {row['why']}")
    elif row["right"]:
        worst = row["worst"]
        say(f"{row['stage']:<16} right   {100 * row['share_of_limit']:.3g} % of the limit" + (f", at {worst['element']} ({worst['where']})" if worst else ""))
    else:
        say(f"{row['stage']:<16} WRONG   {row['why']}")
