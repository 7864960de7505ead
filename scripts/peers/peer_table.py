"""Times of the peers and of our stages next to each other, from their records. What is right the
program says: each record has its `answer` (peer_run.answered)."""

import math
import random
import statistics


def interval(values, draws=2000):
    """The median and its 95 % interval."""
    dice = random.Random(1)
    medians = sorted(statistics.median(dice.choices(values, k=len(values))) for _ in range(draws))
    return statistics.median(values), medians[int(0.025 * draws)], medians[int(0.975 * draws)]


def ratio(record, other):
    """How many times as fast as the other: the median over samples, each taken next to the
    other's."""
    own, its = record["samples"]["wall_ns"], other["samples"]["wall_ns"]
    return [math.exp(value) for value in interval([math.log(b / a) for a, b in zip(own, its)])]


def fastest(records):
    """Of those that are right; None where none is."""
    right = [record for record in records if record.answer["right"]]
    return min(right, key=lambda record: statistics.median(record["samples"]["wall_ns"]),
               default=None)


def all_right(records, wanted):
    """Whether so many were measured and all are right."""
    return len(records) == wanted and all(record.answer["right"] for record in records)


def rate(record, wall_ns):
    """[Gpoint/s]"""
    return record["work"]["point_updates"] / wall_ns


def print_rows(records, best):
    """A row a record; ratios are to `best`, of samples in pairs. There are none to one that is
    wrong."""
    print("| stage | launch | median [s] | Gpoint/s | least [s] | Gpoint/s | times "
          f"{best['stage']['name']} | 95 % interval | verdict |")
    print("|---|---|--:|--:|--:|--:|--:|---|---|")
    for record in records:
        stage, verdict = record["stage"]["name"], record["verdict"]
        if not record.answer["right"]:
            print(f"| {stage} | | | | | | | | wrong: {record.answer['failure']} |")
            continue
        times = record["samples"]["wall_ns"]
        median, least = statistics.median(times), min(times)
        times_best = " | "
        if best.answer["right"]:
            middle, low, high = ratio(record, best)
            times_best = f"{middle:.2f} | {low:.2f} to {high:.2f}"
        launch = " ".join(f"{key}={'x'.join(map(str, value))}"
                          for key, value in record["launch"]["used"].items())
        print(f"| {stage} | {launch} | {1e-9 * median:.3g} | {rate(record, median):.3g} | "
              f"{1e-9 * least:.3g} | {rate(record, least):.3g} | {times_best} | right, "
              f"{verdict['error']:.1e} of {verdict['limit']:.1e} |")
