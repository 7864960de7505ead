"""Where results are kept, results/<machine>/<date>-<experiment>/, and how they are found there."""

import json
import pathlib
import sys

DATE = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
DATE_LENGTH = len("2026-11-25")


def name(folder):
    """Of an experiment, without its date."""
    return folder.name[DATE_LENGTH + 1:]


def where(root):
    """The folder that has results/. An installed ladder keeps them where it is called."""
    return pathlib.Path() if root.parts[-2:] == ("share", "ladder") else root


def folders(root, machine="*", experiment="*"):
    """Of experiments in results/: those of a machine in the order of their dates."""
    return sorted(path for path in where(root).glob(f"results/{machine}/{DATE}-{experiment}")
                  if path.is_dir())


def files(root, pattern, machine="*", experiment="*"):
    """Of all experiments, in the order of their folders."""
    return [file for folder in folders(root, machine, experiment)
            for file in sorted(folder.glob(pattern))]


def newest(root, machine, experiment, file):
    """The file in the newest experiment of a machine that has it; None where none has."""
    found = files(root, file, machine, experiment)
    return found[-1] if found else None


def machine_files(root):
    """By the names of machines: the newest file that `ladder microbench` wrote."""
    return {file.parent.parent.name: file
            for file in files(root, "machine.jsonl", experiment="microbench")}


def first_line(path):
    """Of a file of JSON lines, as an object; None where it is none."""
    try:
        with path.open() as file:
            first = json.loads(file.readline())
    except (OSError, ValueError):
        return None
    return first if isinstance(first, dict) else None


def holds_records(path):
    """Whether a file is one of records: others hold lines without a schema. A damaged one is taken,
    and refused."""
    return "schema" in (first_line(path) or {"schema": None})


def jsonl(folder, holds, say=True):
    """Files of an experiment, of a machine with its experiments, or of several machines, that hold
    what is wanted; how many others there are is said."""
    places = ("", f"{DATE}-*/", f"*/{DATE}-*/")
    every = [path for place in places for path in sorted(folder.glob(f"{place}*.jsonl"))]
    found = [path for path in every if holds(path)]
    if say and len(found) < len(every):
        print(f"{folder}: {len(every) - len(found)} of {len(every)} files *.jsonl hold other "
              "things and are left out",
              file=sys.stderr)
    return found


def given(paths, holds):
    """The files, and of folders those that hold what is wanted."""
    return [file for path in paths for file in (jsonl(path, holds) if path.is_dir() else [path])]


def all_records(root):
    """Files of records of all experiments; in the folder of an adopted routine those that the
    program keeps there."""
    adopted = pathlib.Path("ladder.toml").is_file()
    return [file for file in files(pathlib.Path() if adopted else root, "*.jsonl")
            if holds_records(file)]
