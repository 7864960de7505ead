"""Peers that run outside of ladder: timed in turn with its stages, judged by their traces, and
recorded.

Of a shot it uses `case`, `parts` (shot_parts.py), `gather()`, the traces of the receivers that are
heard, and `seconds()` (peer_record.py); `taps()`, the peer's own where they are rounded, or None;
`head()` and `knobs()`, what the record says of it; `objection()`, why it is not what was to be
timed, or nothing. Its samples are taken before and after ladder's.

The verdict is on the timed shot, until its borders answer, against a gather of ladder, whose stage
is proven against the float64 oracle in the same session.
"""

import json
from typing import Any, NamedTuple

import numpy

from border_verdict import judge, quiet_samples, rounding_of_steps, rounding_of_taps
from peer_record import Sampled, fastest, record_of
from peer_run import FOLDER, WRONG, answered, call_ladder, fail, measured, say, shoot

import stage_server  # behind peer_run, which knows the way to the bridge
from bridge_plugin import NoPlugin, build

SU_HEAD = 240  # [B] before each trace; its length is in bytes 115 and 116
WARM_UPS = 1  # after the gather, which compiles what is compiled


class Peer(NamedTuple):
    shot: Any
    sampled: Sampled
    verdict: dict


def case_of(ladder, case, *options):
    """A case as ladder makes it, in arrays: a stage is handed it, and refuses it."""
    kept = []

    def keep(made):
        kept.append(made.copied())
        raise stage_server.Refusal("it is looked at, not run")

    try:
        plugin = build("look-at-case", FOLDER, "cpu", "it takes the case and computes nothing",
                       "none")
    except NoPlugin as problem:
        fail(str(problem))
    with stage_server.Server({"look-at-case": keep}):
        _, words = call_ladder(ladder, "shoot", f"--case={case}", f"--stage={plugin}",
                               f"--output={FOLDER / 'no.su'}", "--overwrite", *options)
    if not kept:
        fail(f"ladder shoot did not give the case:\n{words.strip()}")
    return kept[0]


def read_su(path):
    """Traces by samples."""
    words = path.read_bytes()
    samples = int.from_bytes(words[114:116], "little")
    layout = numpy.dtype([("head", f"V{SU_HEAD}"), ("trace", "<f4", samples)])
    if len(words) < SU_HEAD or len(words) % layout.itemsize:
        raise ValueError(f"{path} is no little-endian SU file of whole traces")
    return numpy.frombuffer(words, layout)["trace"].astype(float)


def judged(shot, traces, ours, when):
    """The verdict, and in words what was compared."""
    quiet, case = quiet_samples(shot.case, shot.parts), shot.case
    speeds, time = (shot.parts.speed.min(), shot.parts.speed.max()), quiet.max() * case.dt
    own = shot.taps()
    of_taps = rounding_of_taps(case, time, speeds)
    of_taps += rounding_of_taps(case._replace(taps=own), time, speeds) if own else 0
    verdict, part = judge(traces, ours, quiet, 2 * rounding_of_steps(case, ours) + of_taps, when)
    summary = (
        f"{when}, {100 * part:.3g} % of the energy of {len(traces)} receivers: off by"
        f" {verdict['error']:.1e} of the peak,"
        f" {verdict['limit']:.1e} allowed, {of_taps:.1e} of that for the rounding of the taps"
    )
    return verdict, summary


def prepared(ladder, task, makers, folder, notes):
    """The peers, each with its verdict and warm; one that fails is noted, and is not there."""
    peers = []
    if makers:
        say(f"{task.name}: gathers ...")
        case, ours = case_of(ladder, task.case, *task.options), None
    for name, make in makers.items():
        try:
            shot = make(case)
            traces = shot.gather()
            if ours is None:
                shoot(ladder, task.case, task.stages[0], folder / "ours.su", *task.options)
                ours = read_su(folder / "ours.su")[shot.parts.heard]
            verdict, summary = judged(shot, traces, ours, "until the borders answer")
            if verdict["passed"] and shot.objection():
                verdict.update(passed=False, words=shot.objection())
            say(f"{task.name}: {name}, {summary}")
            peers.append(Peer(shot, Sampled(shot.seconds), verdict))
            peers[-1].sampled.warm_up(WARM_UPS)
        except Exception as problem:  # whatever a peer does, the others are measured
            notes.append(
                f"{task.name}: {name}: {type(problem).__name__}: {str(problem)[:200]!r}"
            )
    return peers


def side_by_side(ladder, task, makers, plugins, rungs, repetitions, notes):
    """The records of ladder's stages and of all peers. `makers`: what makes a shot of a case,
    by the peers' names; `plugins` and `rungs` are stages that ladder runs itself."""
    folder = FOLDER / task.name
    folder.mkdir(exist_ok=True)
    peers = prepared(ladder, task, makers, folder, notes)
    say(f"{task.name}: samples in turn ...")
    for peer in peers:
        peer.sampled.take(repetitions // 2)
    records, skipped = measured(
        ladder,
        task.case,
        (*task.stages, *plugins),
        repetitions,
        folder / "ladder.jsonl",
        *task.options,
        rungs=rungs,
        problem=task.problem,
    )
    notes += [f"{task.name}: `{name}` was skipped" for name in sorted(skipped)]
    for peer in peers:
        peer.sampled.take(repetitions - repetitions // 2)
    reference = fastest(records)
    if not reference:
        fail(
            f"{task.name}: no stage of ladder is right, so there is nothing to hold peers against",
            WRONG,
        )
    own = folder / "peers.jsonl"
    made = [record_of(reference, peer.shot.head(), peer.shot.knobs(), peer.sampled, peer.verdict)
            for peer in peers]
    own.write_text("".join(json.dumps(record) + "\n" for record in made))
    return [*records, *(answered(ladder, own) if peers else ())]
