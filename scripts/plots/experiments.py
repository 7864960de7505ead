"""Where results are kept, results/<machine>/<date>-<experiment>/, and how they are found there."""

import json

DATE = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
DATE_LENGTH = len("2026-11-25")


def name(folder):
    """Of an experiment, without its date."""
    return folder.name[DATE_LENGTH + 1:]


def folders(root, machine="*", experiment="*"):
    """Of experiments in root/results: those of a machine in the order of their dates."""
    return sorted(path for path in root.glob(f"results/{machine}/{DATE}-{experiment}") if path.is_dir())


def files(root, pattern, machine="*", experiment="*"):
    """Of all experiments, in the order of their folders."""
    return [file for folder in folders(root, machine, experiment) for file in sorted(folder.glob(pattern))]


def newest(root, machine, experiment, file):
    """The file in the newest experiment of a machine that has it; None where none has."""
    found = files(root, file, machine, experiment)
    return found[-1] if found else None


def machine_files(root):
    """By the names of machines: the newest file that `ladder microbench` wrote."""
    return {file.parent.parent.name: file for file in files(root, "machine.jsonl", experiment="microbench")}


def holds_records(path):
    """Whether a file is one of records: others hold lines without a schema. A damaged one is taken, and refused."""
    try:
        with path.open() as file:
            first = json.loads(file.readline())
    except (OSError, ValueError):
        return True
    return not isinstance(first, dict) or "schema" in first


def record_files(folder):
    """Files of records in a folder: of an experiment, or of a machine with its experiments."""
    found = sorted(folder.glob("*.jsonl"))
    for experiment in sorted(path for path in folder.glob(f"{DATE}-*") if path.is_dir()):
        found += sorted(experiment.glob("*.jsonl"))
    return [file for file in found if holds_records(file)]


def all_records(root):
    """Files of records of all experiments."""
    return [file for file in files(root, "*.jsonl") if holds_records(file)]
