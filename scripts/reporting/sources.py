"""What the report is about: the machines with their ladders, this machine, and the thesis."""

import json
import re
from dataclasses import dataclass

from plots import choice, command, experiments, program, published, records
from plots.failure import NOTHING, Failure
from reporting import stage_files


def slug(*words):
    """The name of an anchor."""
    return re.sub(r"[^a-z0-9]+", "-", " ".join(map(str, words)).lower()).strip("-")


@dataclass
class Measured:
    """A machine of the records."""
    machine: records.Machine
    run: list      # its newest ladder on the case
    reasons: dict  # why stages cannot run here, by name, where it is this machine
    here: bool

    @property
    def name(self):
        return self.machine.name

    @property
    def anchor(self):
        return slug(self.name)

    def anchor_of(self, stage):
        """Of its record of a stage on the page."""
        return f"{self.anchor}-{slug(stage)}"

    @property
    def by_stage(self):
        return {records.stage(record): record for record in self.run}


@dataclass
class Stage:
    name: str
    change: str
    device: str


@dataclass
class Sources:
    case: str
    ladder: str      # the folder of its stages
    measured: list
    elsewhere: list  # machines without a record of the case
    stages: dict     # every stage of this ladder in the tree and of the records, by name, in order
    thesis: published.Document
    here: dict       # what the doctor reports about this machine, or None
    predictions: list  # files of them
    predictions_named: bool  # on the command line

    @property
    def of_thesis(self):
        """Whether the thesis has measured the stages of this ladder."""
        return self.ladder == "wave"

    @property
    def machines(self):
        return [*(one.machine for one in self.measured), *self.elsewhere]


def doctor():
    """This machine: what `ladder doctor --json` says; None where it fails."""
    try:
        done = program.run("doctor", "--json")
    except Failure:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def read(paths, case, predictions=()):
    machines = records.read(paths, command.ROOT)
    if not machines:
        raise Failure(NOTHING, "no record is there: results/ is empty or missing; scripts/ladder "
                               "measures this machine and keeps its records there")
    case = choice.case_of(machines, case, "thesis")
    here = doctor()
    with choice.advice_on_missing(machines, case):
        measured = [measured_of(machine, run, here)
                    for machine, run in records.ladders(choice.in_order(machines, case), case)]
    measured.sort(key=lambda one: not one.here)
    elsewhere = [machine
                 for machine in machines if all(machine is not one.machine for one in measured)]
    # all that are kept where the command line names no file at all
    files = predictions or ([] if paths
                            else experiments.files(command.ROOT, "predictions*.jsonl"))
    thesis = published.read(command.ROOT / "results/published/sadahiro-2014.json")
    ladder = ladder_of(measured)
    return Sources(case, ladder, measured, elsewhere, stages_of(measured, ladder), thesis, here,
                   files, bool(predictions))


def measured_of(machine, run, here):
    cannot = ({name: why for name, why in here["stages"].items() if why != "can run"} if here
              and run.here else {})
    return Measured(machine, run, cannot, run.here)


def ladder_of(measured):
    """The folder in cuda_stages/, c_port/ and fortran/ that its stages are from; of plug-ins alone,
    the problem's name."""
    folders = [parts[1] for one in measured for record in one.run
               if len(parts := record["stage"]["file"].split("/")) == 3
               and parts[0] in ("fortran", "c_port", "cuda_stages")]
    return folders[0] if folders else measured[0].run[0].get("problem", "wave")


def stages_of(measured, ladder):
    found = {}
    for one in measured:
        for record in one.run:
            stage = Stage(records.stage(record), record["stage"]["change"],
                          record["stage"]["device"])
            found.setdefault(records.place(record), stage)
    names = {stage.name for stage in found.values()}
    for file in stage_files.every(ladder).values():
        if file.name not in names:
            found[file.place, file.name] = Stage(file.name, file.field("change") or "", file.device)
    return {stage.name: stage for _, stage in sorted(found.items())}


def why_missing(stage, one):
    """Why a machine has no record of a stage."""
    if stage.name in one.reasons:
        return f"skipped: {one.reasons[stage.name]}"
    if stage.device == "cuda" and not one.machine.gpu:
        return "skipped: no NVIDIA GPU on this machine"
    return "no record of this machine"
