"""A peer that runs outside of ladder: timed in turn with our stages, judged by its traces, and recorded.

Of a shot it uses `case`, `parts` (shot_parts.py), `gather()`, the traces of the receivers that are heard, and `seconds()`
(peer_record.py), the second by a clock of `own_clock`; `taps()`, the peer's own where they are rounded, or None; `head()`
and `knobs()`, what the record says of it; `objection()`, why it is not what was to be timed, or nothing. Its samples are
taken in blocks, and between them ladder's rounds.

The verdict is on the timed shot, until its borders answer. Where the task has one, the same shot without absorbing borders
is compared too, in all its samples: there nothing differs, and on a small volume the borders answer almost at once. The
record has the worse of both.
"""

import json
import statistics
from typing import Any, NamedTuple

from border_verdict import judge, quiet_samples, rounding_of_steps, rounding_of_taps
from compare_gathers import read
from look_at_case import case_of
from peer_record import Sampled, record_of
from peer_run import FOLDER, WRONG, answered, fail, measured, say, shoot
from peer_table import all_right, fastest, print_rows, rate


class Outcome(NamedTuple):
    shot: Any
    traces: Any  # of the peer
    ours: list  # traces of our last stage, of each round
    record: dict
    right: bool  # all that was measured, ours too


def our_traces(ladder, case, stage, options, path, parts):
    shoot(ladder, case, stage, path, *options)
    return read(str(path))[parts.heard]


def judged(shot, traces, ours, when):
    """The verdict, and in words what was compared."""
    quiet, case = quiet_samples(shot.case, shot.parts), shot.case
    speeds, time = (shot.parts.speed.min(), shot.parts.speed.max()), quiet.max() * case.dt
    own = shot.taps()
    of_taps = rounding_of_taps(case, time, speeds)
    of_taps += rounding_of_taps(case._replace(taps=own), time, speeds) if own else 0
    verdict, part = judge(traces, ours, quiet, 2 * rounding_of_steps(case, ours) + of_taps, when)
    summary = (f"{when}, {100 * part:.3g} % of the energy of {len(traces)} receivers: off by {verdict['error']:.1e} of the peak,"
            f" {verdict['limit']:.1e} allowed, {of_taps:.1e} of that for the rounding of the taps")
    return verdict, summary


def worse(*verdicts):
    """One that failed, or that with the least room."""
    return min(verdicts, key=lambda one: (one["passed"], -one["error"] / one["limit"]))


def without_borders(arguments, task, make_shot, folder):
    case, options = task.walls
    shot = make_shot(case_of(arguments.ladder, case, *options))
    ours = our_traces(arguments.ladder, case, task.stages[-1], options, folder / "walls.su", shot.parts)
    return judged(shot, shot.gather(), ours, "without absorbing borders")


def blocks(repetitions, rounds):
    """How many samples of the peer are before, between and after our rounds."""
    each = repetitions // (rounds + 1)
    return [each] * rounds + [repetitions - rounds * each]


def side_by_side(arguments, task, make_shot):
    folder = FOLDER / task.name
    folder.mkdir(exist_ok=True)
    say(f"{task.name}: gathers ...")
    shot = make_shot(case_of(arguments.ladder, task.case, *task.rounds[0][1]))
    traces = shot.gather()
    ours = [our_traces(arguments.ladder, task.case, task.stages[-1], options, folder / f"round-{i}.su", shot.parts)
            for i, (_, options) in enumerate(task.rounds)]
    head = shot.head()
    sampled = Sampled(shot.seconds)
    sampled.warm_up(2)
    say(f"{task.name}: {head['name']} and ladder in turn ...")
    first, *others = blocks(arguments.repetitions, len(task.rounds))
    sampled.take(first)
    records, skipped = [], 0
    for i, ((_, options), count) in enumerate(zip(task.rounds, others)):
        found, missing = measured(arguments.ladder, task.case, task.stages, arguments.repetitions, folder / f"round-{i}.jsonl",
                                  *options)
        records.append(found)
        skipped += len(missing)
        sampled.take(count)
    reference = fastest(records[0])
    if not reference:
        fail(f"{task.name}: no stage of ladder is right, so there is nothing to hold {head['name']} against", WRONG)
    verdict, summary = judged(shot, traces, ours[0], "until the borders answer")
    summary = [summary]
    if task.walls:
        walls, more = without_borders(arguments, task, make_shot, folder)
        summary.append(more)
        verdict = worse(verdict, walls)
    if verdict["passed"] and shot.objection():
        verdict.update(passed=False, words=shot.objection())
    own = folder / "peer.jsonl"
    own.write_text(json.dumps(record_of(reference, head, shot.knobs(), sampled, verdict)) + "\n")
    record, = answered(arguments.ladder, own)
    every = [*(one for found in records for one in found), record]
    with arguments.output.open("a") as lines:
        lines.writelines(json.dumps(one) + "\n" for one in every)
    gpu = reference["environment"]["gpu"]
    machine = gpu["name"] if gpu and head["device"] == "cuda" else reference["environment"]["cpu"]
    print(f"\n{task.name}: {reference['case']['steps']} steps, {machine}, {head['file']}")
    for (title, _), found in zip(task.rounds, records):
        print(f"\n{title}:\n")
        print_rows([*found, record], record, paired=False)
    if sampled.own:
        print(f"\n{head['name']}'s {shot.own_clock}: {rate(record, 1e9 * statistics.median(sampled.own)):.3g} Gpoint/s")
    print("", *summary, sep="\n")
    return Outcome(shot, traces, ours, record, all_right(every, len(task.rounds) * len(task.stages) - skipped + 1))
