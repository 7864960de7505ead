"""Where an experiment keeps what it measures: a folder that its caller names, else that of today in
results/."""

import datetime
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def without_absolute_path(word):
    """Results hold no absolute paths: of one the file's name stays."""
    option, is_option, value = word.partition("=") if word.startswith("--") else ("", "", word)
    return option + is_option + (pathlib.PurePath(value).name if value.startswith("/") else value)


def note(folder, words):
    """Adds a command line to the file `command` of the folder, unless it is there."""
    line = shlex.join([pathlib.PurePath(words[0]).name, *map(without_absolute_path, words[1:])])
    file = folder / "command"
    if not file.exists() or line not in file.read_text().splitlines():
        with file.open("a") as end:
            print(line, file=end)


def machine_of(build):
    """The name of this machine's folder in results/."""
    done = subprocess.run([pathlib.Path(build, "ladder"), "doctor", "--json"], capture_output=True,
                          text=True, env={"LADDER_HOME": str(ROOT), **os.environ})
    if done.returncode != 0:
        print(done.stderr, end="", file=sys.stderr)
        sys.exit(done.returncode)
    return json.loads(done.stdout)["name"]


def of_today(build, experiment, words):
    """results/<machine>/<date>-<experiment>, made, with the command line noted."""
    date = datetime.datetime.now(datetime.timezone.utc).date()
    folder = ROOT / "results" / machine_of(build) / f"{date}-{experiment}"
    folder.mkdir(parents=True, exist_ok=True)
    note(folder, words)
    return folder


def chosen(build, experiment, named):
    """The folder that was named, as a path, which need not exist; else that of today."""
    return pathlib.Path(named) if named else of_today(build, experiment, sys.argv)
