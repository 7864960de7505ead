"""What C, threads and a GPU give a routine and its program, in one paragraph."""

import json
import subprocess

NAMED = {"c": "C", "c-omp": "C with threads", "omp": "your Fortran with threads", "cuda": "CUDA"}


def paragraph(folder, made, say):
    """From the records of the table that was just measured; all answers are those of `compare`."""
    from porting.command import program

    kept = sorted((folder / "results").glob("*/*/*.jsonl"), key=lambda file: file.stat().st_mtime)
    done = subprocess.run([program(), "compare", *map(str, kept[-1:]), "--json"], cwd=folder,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    answers = times(done.stdout) if kept and done.returncode == 0 else {}
    words = []
    for each in made:
        name = NAMED[each["rung"]]
        if each["refused"]:
            words.append(f"{name} was not written: {each['refused']['place']}: "
                         f"{each['refused']['construct']}.")
        elif each["stage"] in answers:
            words.append(f"{name}: {gain(answers[each['stage']])}.")
        elif each["rung"] == "cuda":
            words.append(f"{name}: {each.get('verdict', 'not proven')}, {as_called(folder)}")
        for place, why in each.get("serial", {}).items():
            words.append(f"{place} runs on one thread in {each['stage']}: {why}.")
    if words:
        say("\n" + " ".join(words))


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


def as_called(folder):
    """No GPU is here: how long the copies of a call take at the speed of a usual bus."""
    index = json.loads((folder / "calls/index.json").read_text())
    size = index.get("bytes") or sum(file.stat().st_size for file in (folder / "calls").rglob(
        "*.npy")) / max(1, len(index.get("calls", [1])))
    return (f"not timed, since no GPU is here. As called it copies {size / 1e6:.1f} MB a call, "
            f"{size / 20e9 * 1e3:.2f} ms at 20 GB/s, a bus' usual speed and not measured here; "
            "`ladder predict` says more.")
