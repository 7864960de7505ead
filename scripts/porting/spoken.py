"""What C, threads and a GPU give a routine and its program, in one paragraph."""

import json
import subprocess

from plots.tricks import answer
from porting.rungs import KINDS


def paragraph(folder, made, say):
    """From the records of the table that was just measured; all answers are those of `compare`."""
    from porting.command import program

    kept = sorted((folder / "results").glob("*/*/*.jsonl"), key=lambda file: file.stat().st_mtime)
    done = subprocess.run([program(), "compare", *map(str, kept[-1:]), "--json"], cwd=folder,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    answers = times(done.stdout) if kept and done.returncode == 0 else {}
    words = []
    for each in made:
        name = KINDS[each["rung"]].named or each["rung"]
        if KINDS[each["rung"]].thesis and (each["refused"] or each["stage"] not in answers):
            continue  # the table has it
        if each["refused"]:
            words.append(f"{name} was not written: {each['refused']['place']}: "
                         f"{each['refused']['construct']}.")
        elif each["stage"] in answers:
            words.append(f"{name}: {gain(answers[each['stage']])}.")
        elif each["rung"] == "cuda":
            words.append(f"{name}: {each.get('verdict', 'not proven')}, "
                         f"{predicted(each)}")
        for place, why in each.get("serial", {}).items():
            words.append(f"{place} runs on one thread in {each['stage']}: {why}.")
    words += tricks(made, answers)
    if words:
        say("\n" + " ".join(words))


def tricks(made, answers):
    """Which rungs of stencils helped where the arrays stay on the device."""
    stages = {each["rung"]: answers.get(each["stage"], {}).get("speedup_without_transfers")
              for each in made if KINDS[each["rung"]].cuda}
    plain = stages.get("cuda")
    gains = {rung: each / plain for rung, each in stages.items()
             if plain and each and KINDS[rung].thesis}
    return [f"{answer('On the GPU', gains)}."] if gains else []


def times(text):
    """{stage: what `compare` says of it}, of the records that were taken last."""
    found = {}
    for line in text.splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if isinstance(one, dict) and one.get("kind") == "together":
            found.update({each["stage"]: each for each in one["stages"]})
    return found


def gain(stage):
    """Of the routine, and of the whole program."""
    if not stage.get("speedup"):
        return stage.get("failure") or "not timed"
    words = f"{stage['speedup']:.2f} times as fast as the original"
    if stage.get("speedup_without_transfers"):
        words += f", {stage['speedup_without_transfers']:.2f} times without copies"
    if stage.get("program_speedup"):
        words += f", the whole program {stage['program_speedup']:.2f} times"
    return words


def predicted(rung):
    """No GPU is here: what `ladder predict` says of one that was measured."""
    one = rung.get("prediction")
    if one is None:
        why = rung.get("not_predicted", "it was not asked for")
        return f"not timed, since no GPU is here, and not predicted: {why}"
    return (f"not timed, since no GPU is here; predicted for {one['machine']}: "
            f"{1e3 * one['call']['as_called_s']:.3g} ms a call with its copies, "
            f"{1e3 * one['call']['resident_s']:.3g} ms where the arrays stay on the device. "
            f"{one['advice']}")


def table(made, say):
    """Which rungs of stencils each nest takes, and why not the others."""
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
