"""Samples that are taken here, not by ladder, and their record in ladder's schema
(harness/answers/records/README.md)."""

import copy
import datetime
import hashlib
import os
import random
import statistics


def interval(values, draws=2000):
    """The median and its 95 % interval."""
    dice = random.Random(1)
    medians = sorted(statistics.median(dice.choices(values, k=len(values))) for _ in range(draws))
    return statistics.median(values), medians[int(0.025 * draws)], medians[int(0.975 * draws)]


def fastest(records):
    """Of those that are right; None where none is."""
    right = [record for record in records if record.answer["right"]]
    return min(right, key=lambda record: statistics.median(record["samples"]["wall_ns"]),
               default=None)


class Sampled:
    """`seconds` gives the wall time of a run."""

    def __init__(self, seconds):
        self.seconds, self.wall, self.warm, self.rounds, self.blocks = seconds, [], [], [], 0
        self.user, self.system = [], []  # processor time of this process

    def warm_up(self, runs):
        self.warm += [self.seconds() for _ in range(runs)]

    def take(self, runs):
        """A block: what is measured elsewhere is between it and the next."""
        for _ in range(runs):
            before = os.times()
            self.wall.append(self.seconds())
            after = os.times()
            self.user.append(after.user - before.user)
            self.system.append(after.system - before.system)
            self.rounds.append(self.blocks)
        self.blocks += 1


def nanoseconds(values):
    return [round(1e9 * value) for value in values]


def record_of(reference, head, knobs, sampled, verdict):
    """Of a peer that computed the case of the reference, on the same machine. Its session is its
    own, as its samples are no pairs with those of ladder's rounds."""
    record = copy.deepcopy(reference)
    wall = nanoseconds(sampled.wall)
    middle, low, high = interval(wall)
    known = len(wall) >= 6  # as ladder: below that there is no interval
    record.update(
        time=datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        session=f"{reference['session']}-{head['name']}",
        stage={**head, "hash": hashlib.sha256(head["file"].encode()).hexdigest()[:len(
            reference["stage"]["hash"])]},
        launch={"asked": knobs, "used": knobs}, isolated=False,
        samples={"wall_ns": wall, "round": sampled.rounds, "slowed": [""] * len(wall),
                 "user_s": sampled.user, "sys_s": sampled.system},
        summary={**reference["summary"], "median_ns": round(middle), "low_ns": round(low) if known
                 else None, "high_ns": round(high) if known else None, "stopped_by": "repetitions",
                 "warm_up_ns": nanoseconds(sampled.warm)},
        setup_ns=0, traced=None, why_not_traced="it runs outside of ladder, where no tracer is",
        verdict=verdict)
    if record["floor"]:
        record["floor"]["plausible"] = min(wall) >= 0.95 * record["floor"]["ns"]
    return record
