"""What C, threads and a GPU give a routine and its program, in one paragraph."""

import json
import subprocess

NAMED = {"c": "C", "c-omp": "C with threads", "omp": "your Fortran with threads", "cuda": "CUDA"}


def paragraph(folder, made, say):
    """From the records of the table that was just measured; all answers are those of `compare`."""
    from porting.command import program

    done = subprocess.run([program(), "compare", "--json", f"--ladder={folder}"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    answers = {}
    if done.returncode == 0:
        try:
            answers = times(json.loads(done.stdout))
        except (ValueError, KeyError, TypeError):
            answers = {}
    words = []
    for each in made:
        name = NAMED[each["rung"]]
        if each["refused"]:
            words.append(f"{name} was not written: {each['refused']['place']}: "
                         f"{each['refused']['construct']}.")
        elif each["stage"] in answers:
            words.append(f"{name}: {answers[each['stage']]:.2f} times as fast as the original.")
        elif each["rung"] == "cuda":
            words.append(f"{name}: {as_called(folder)}")
    if words:
        say("\n" + " ".join(words))


def times(document):
    """{stage: speed-up over the original} of the newest answer."""
    found = {}

    def visit(node):
        if isinstance(node, dict):
            if "stage" in node and isinstance(node.get("speedup"), (int, float)):
                found[node["stage"]] = node["speedup"]
            for each in node.values():
                visit(each)
        elif isinstance(node, list):
            for each in node:
                visit(each)

    visit(document)
    return found


def as_called(folder):
    """No GPU is here: how long the copies of a call take at the speed of a usual bus."""
    index = json.loads((folder / "calls/index.json").read_text())
    size = index.get("bytes") or sum(file.stat().st_size for file in (folder / "calls").rglob(
        "*.npy")) / max(1, len(index.get("calls", [1])))
    return (f"not run, since no GPU is here. As called it copies {size / 1e6:.1f} MB a call, "
            f"{size / 20e9 * 1e3:.2f} ms at 20 GB/s, a bus' usual speed and not measured here; "
            "`ladder predict` says more.")
