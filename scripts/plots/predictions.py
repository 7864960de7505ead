"""Stored predictions compared with what was measured after them: as
harness/predict/model/compare_predictions.cpp has it."""

import json
from dataclasses import dataclass

from plots.failure import NOT_COMPARABLE, UNUSABLE, Failure

SCHEMA = 1


@dataclass
class Cell:
    """A point that was predicted and then measured."""
    prediction: dict
    record: dict
    measured: float  # the predicted kernels of a step [s]

    @property
    def stage(self):
        return self.record["stage"]["name"]

    @property
    def predicted(self):
        return self.prediction["kernels_s"]

    @property
    def error(self):
        return self.predicted / self.measured - 1


def lines(path):
    try:
        return [json.loads(line) for line in path.read_text().splitlines()]
    except (OSError, ValueError) as problem:
        raise Failure(UNUSABLE,
                      f"{path}: {getattr(problem, 'strerror', None) or problem}") from problem


def read(path):
    """The lines of `ladder predict --json`."""
    found = lines(path)
    for number, one in enumerate(found, 1):
        if not isinstance(one, dict) or one.get("prediction_schema") != SCHEMA:
            raise Failure(UNUSABLE, f"{path}:{number}: this is no prediction of schema {SCHEMA}; "
                                    "`ladder predict --json` writes them")
    return found


def key(machine, point):
    return (machine, point["stage"]["name"], point["case"]["hash"],
            json.dumps(point["launch"]["asked"], sort_keys=True))


def machine_of(record):
    """As a prediction names it."""
    environment = record["environment"]
    return environment["gpu"]["name"] if environment["gpu"] else environment["cpu"]


def begin(session):
    """"20261122T105542-123" as a time in UTC."""
    day, time = session[:8], session[9:15]
    return f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}Z"


def is_younger(prediction, record):
    """What was written when its measurement had begun is no prediction, whatever else it says."""
    return prediction["time"] >= begin(record["session"])


def seconds_of_launch(kernel, traced, record):
    """A launch for all steps may have been divided."""
    of_all_steps = kernel["launches"] < 1 and kernel["launches"] * record["case"]["steps"] < 1.5
    return 1e-9 * traced["total_ns"] / (1 if of_all_steps else traced["calls"])


def seconds(prediction, record):
    """The predicted kernels of a step in a traced run; None where one was not traced. On the host
    the time inside the stage's calls, which a disturbed run does not say."""
    if record["stage"]["device"] == "host":
        if record.answer["disturbed"]:
            return None
        return (1e-9 * record["traced"]["scopes_ns"]["kernel"] / record["case"]["steps"]
                if record.get("traced") else None)
    profile = {kernel["name"]: kernel for kernel in (record.get("traced") or {}).get("profile", [])}
    if any(kernel["name"] not in profile for kernel in prediction["kernels"]):
        return None
    return sum(kernel["launches"] * seconds_of_launch(kernel, profile[kernel["name"]], record)
               for kernel in prediction["kernels"])


def pairs(predictions, records):
    """Each record of a cell that was predicted, behind its prediction."""
    by_key = {key(prediction["machine"], prediction): prediction for prediction in predictions}
    for record in records:
        if prediction := by_key.get(key(machine_of(record), record)):
            yield prediction, record


def measured_before(predictions, records):
    """The keys of cells that were measured before they were predicted, whether or not again
    afterwards."""
    return {key(prediction["machine"], prediction)
            for prediction, record in pairs(predictions, records)
            if is_younger(prediction, record)}


def cells(predictions, records):
    """Those that have both. A prediction that is not older than the session that measured its cell
    is refused."""
    found = []
    for prediction, record in pairs(predictions, records):
        if is_younger(prediction, record):
            begun = begin(record["session"])
            raise Failure(NOT_COMPARABLE,
                          f"the prediction of {record['stage']['name']} is of {prediction['time']},"
                          f" and the measurement began at {begun}: it is no prediction")
        if measured := seconds(prediction, record):
            found.append(Cell(prediction, record, measured))
    return found
