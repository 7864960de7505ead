"""The proof that step 0 alone gives the recorded bits; where it does not, what to look at."""

import json
import os
import re
import shlex
import subprocess

import numpy

from adopting import (built, coverage, fixed_form, replay, suggested, thresholds, undetected,
                      varied)
from adopting.failure import FILE, INCONCLUSIVE, WRONG, Failure
from adopting.files import write_whole


def prove(adopted, folder, cache, index, spare, say):
    """`spare`: calls that were kept to see what they would add."""
    stage = built.step0(adopted, folder, cache)
    first, second = replay.run(stage, folder, index,
                               [replay.job(poison) for poison in replay.POISONS])
    truth, wrong = replay.recorded(folder, index), []
    never = {}
    for key, right in truth.items():
        untouched = replay.untouched(first[key], second[key])
        if untouched.any():
            never.setdefault(key[1], []).append(int(untouched.sum()))
        differ = (replay.elements(first[key]) != replay.elements(right)).any(axis=1) & ~untouched
        unsure = ((replay.elements(first[key]) != replay.elements(second[key])).any(axis=1)
                  & ~untouched)
        if differ.any():
            wrong.append((key, right, first[key], differ, unsure))
    for name, numbers in never.items():
        total = max(array.size for (_, each), array in truth.items() if each == name)
        say(f"{name}: {max(numbers)} of {total} elements are never written; a stage must not "
            "write them")
    if wrong:
        raise Failure(WRONG, disagreement(adopted, folder, cache, index, wrong))
    say(f"step 0 alone gives the recorded bits of {len(index['calls'])} "
        f"call{'s' if len(index['calls']) > 1 else ''}")
    for place in outside(adopted, folder, cache, index):
        say(f"note: {place}; a run in another build may crash there, or differ")
    index["never_written"] = {name: max(numbers) for name, numbers in never.items()}
    counted = look_at_lines(adopted, folder, cache, index, say)
    refused = varied.mark(index, folder, counted, cache / "built" / "bounds" / "step0.so")
    if counted:
        look_at_thresholds(adopted, folder, cache, index, counted)
    index["not_detected"] = []
    write_whole(folder / "calls" / "index.json", json.dumps(index, indent=1) + "\n")
    amplitude = keep_limits(folder, cache, say)
    if counted:
        blind = thresholds.blind_constants(folder, cache, adopted.described, index,
                                           limits_in(cache))
        index["coverage"]["constants_off"] = blind if blind is None else reached(counted, blind)
    index["not_detected"] = [
        *undetected.sentences(index, folder, adopted.values, refused,
                              varied.idle(index, folder, stage)),
        *undetected.of_lines(index), *undetected.of_noise(index, folder, amplitude)]
    write_whole(folder / "calls" / "index.json", json.dumps(index, indent=1) + "\n")
    for sentence in index["not_detected"]:
        say(sentence)
    if counted:
        suggested.say_calls(adopted, folder, counted, index, spare, say)
    command = adopted.described["run"]
    if set(command) & set("&|;"):  # of several commands the first alone would be given the variable
        command = f"sh -c {shlex.quote(command)}"
    say(f"the program with stages: cd {cache / 'program'} && LADDER_STAGE=original {command}")
    return 0


def look_at_lines(adopted, folder, cache, index, say):
    """Step 0 that counts its lines; None where gcov is not there."""
    try:
        counted = coverage.Counted(adopted, folder, cache, index)
    except Failure:
        return None
    lines = counted.recorded
    missed = [place for place, whole in lines.items() if whole is None]
    say(f"the calls reach {len(lines) - len(missed)} of {len(lines)} lines of step 0 "
        f"({100 * (len(lines) - len(missed)) / max(1, len(lines)):.0f} %)")
    index["coverage"] = {
        "reached": len(lines) - len(missed), "lines": len(lines), "never": coverage.ranges(missed),
        "in_part": coverage.ranges(place for place, whole in lines.items() if whole is False)}
    return counted


def look_at_thresholds(adopted, folder, cache, index, counted):
    there_are = thresholds.apart_from_all(folder, cache, adopted.described, index)
    index["coverage"].update({"thresholds_apart": reached(counted, there_are.get("real", ())),
                              "one_off": reached(counted, there_are.get("whole", ())),
                              "of_data": coverage.ranges(
                                  each for each in there_are.get("data", ())
                                  if counted.recorded.get(each)
                                  and each not in there_are.get("real", ())),
                              "extremes": reached(counted, there_are.get("extremes", ())),
                              **{name: reached(counted, there_are.get(name, ()))
                                 for name in ("unequal", "halves", "truncated")},
                              "indices": thresholds.computed_indices(
                                  folder, cache, adopted.described, index)})


def reached(counted, places):
    """Without those of which it is known that no call gets there."""
    return coverage.ranges(each for each in places if counted.recorded.get(each, True) is not None)


def keep_limits(folder, cache, say):
    """What LADDER_SHADOW compares with: the program computes it, as for its verdicts. Returns how
    much noise step 0 takes; None where that is not known."""
    program = os.environ.get("LADDER_PROGRAM")
    if not program:
        return None
    done = subprocess.run([program, "verify", f"--ladder={folder}", f"--stage={built.ORIGINAL}",
                           "--json"], capture_output=True, text=True, errors="replace",
                          env={**os.environ, "LADDER_ROUTINE_LIMITS": str(cache / "limits")})
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode == INCONCLUSIVE:
        say(f"no stage can be judged by these calls: {rows[0]['words']}")
        return None
    if done.returncode != 0:
        words = "\n".join([*(row["words"] for row in rows), done.stderr.strip()]).strip()
        raise Failure(done.returncode if done.returncode in (WRONG, FILE) else WRONG,
                      f"step 0 is not right by its own limits:\n{words}")
    return rows[0]["details"].get("noise") if rows else None


def limits_in(cache):
    """name -> those of its components, relative, as keep_limits has them."""
    try:
        rows = [line.split() for line in (cache / "limits").read_text().splitlines()]
    except OSError:
        return {}
    return {row[0]: [float(each) for each in row[1:]] for row in rows}


def disagreement(adopted, folder, cache, index, wrong):
    """What differs, and what to look at."""
    lines = ["step 0 alone does not give the recorded bits:"]
    for (call, name), right, got, differ, unsure in wrong[:6]:
        at = int(numpy.argmax(differ))
        where = replay.indices(replay.value_of(index, call, name), at)
        flat_right, flat_got = right.reshape(-1, order="F"), got.reshape(-1, order="F")
        lines.append(f"  call {call}, {where}: {flat_right[at]} in the program, {flat_got[at]} of "
                     f"step 0; {int(differ.sum())} of {right.size} elements")
    lines.append("look at:")
    names = [name for (_, name), *_ in wrong]
    lines += [f"  {place}" for place in outside(adopted, folder, cache, index)]
    if any(unsure.any() for *_, unsure in wrong):
        lines.append("  an output that is read before it is written: its intent must be inout, "
                     f"not out ({', '.join(sorted(set(names))[:4])})")
        if adopted.described["scratch"]:
            lines.append("  scratch that is read before it is written: "
                         f"{adopted.described['scratch']} of ladder.toml")
    if index["aliased"]:
        lines.append(f"  arguments that share memory: {'; '.join(index['aliased'][:4])}")
    if adopted.described["without"]:
        lines.append(f"  what was left out, without = {adopted.described['without']}: step 0 has "
                     "nothing of what they do")
    lines += [f"  {note}"
              for note in dict.fromkeys(adopted.closure.notes) if "not recorded" in note]
    lines.append("  other flags than the build's: step 0 was compiled "
                 f"with '{adopted.described['flags']}'; set `flags` in ladder.toml, then `ladder "
                 "adopt` again")
    return "\n".join(lines)


def outside(adopted, folder, cache, index):
    """An element outside of its array, which step 0 has other memory for."""
    try:
        own = (folder / "step0.f90").read_text(errors="surrogateescape")
        stage = built.step0(adopted, folder, cache, "bounds", ("-fcheck=bounds", "-g", "-O0"),
                            fixed_form.opened(own, adopted.closure.names))
        replay.run(stage, folder, index, [replay.job()])
    except Failure as failure:
        words = str(failure)
        if match := re.search(r"At line (\d+) of file \S*step0.f90(.*)", words, re.DOTALL):
            places = coverage.owner_places(own.splitlines())
            what = re.search(r"Fortran runtime error: (.*)", words)
            return [f"{places.get(int(match[1]), 'step0.f90')}: "
                    f"{what[1] if what else 'an element outside of its array'}"]
    return []
