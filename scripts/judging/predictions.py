"""What a GPU would give CUDA stages that are right, and what that says about the next step."""

from adopting import built
from judging import times
from predicting import asked


def add(folder, found):
    """To each verdict of a CUDA stage its prediction, and the next step of one that has no time."""
    kernels = {name for name, file in built.stages(folder).items() if file.suffix == ".cu"}
    answers = {name: asked.of(folder, name) for name in kernels & {one["stage"] for one in found}}
    for one in found:
        if one["stage"] not in answers:
            continue
        one["prediction"], why = answers[one["stage"]]
        if one["time"] is None:
            one["next"] = (next_step(one["prediction"]) if one["prediction"] else
                           {**one["next"], "reason": f"{one['next']['reason']}; not predicted: "
                                                     f"{why}"})


def next_step(prediction):
    """`gain`: the share of a call that would go, as in a measured one."""
    call = prediction["call"]
    gone = 1 - call["resident_s"] / call["as_called_s"]
    if gone > times.MANY:
        return {**times.RESIDENT, "gain": -round(gone, 3), "reason": prediction["advice"]}
    return {"step": "time it on a device", "gain": None, "reason": prediction["advice"]}
