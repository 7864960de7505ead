"""Calls that show more of a wrong stage than those that were recorded."""

import shutil

from adopting import undetected
from adopting.failure import Failure

MOST, BYTES, SECONDS = 8, 200e6, 20  # calls, all of them, and a run of all
SLOWER = 30  # times as slow is step 0 that counts its lines


def spare(counts, chosen, folder):
    """Numbers of a few more calls to keep until it is known what they add."""
    made, size = counts.calls, max(1, counts.bytes_in + counts.bytes_out)
    spread = (2, 3, made // 2, 5, made // 4, 3 * made // 4, 10, 4, made - 1, made)
    room = min(BYTES, 0.1 * shutil.disk_usage(folder).free)
    able = min(MOST, room // size, SECONDS // max(1e-9, SLOWER * counts.seconds / made))
    return [number for number in dict.fromkeys(spread)
            if 0 < number <= made and number not in chosen][:int(able)]


def say_calls(adopted, folder, counted, index, spare_calls, say):
    """The command that records what would add lines, or other values of what is fixed."""
    state, added = State(adopted, folder, index, counted.recorded), []
    left = {}
    for one in spare_calls:
        try:
            left[one["call"]] = one, counted.lines({**index, "calls": [one]}, limit_s=SECONDS)
        except Failure:
            continue  # outside of its arrays, say
    while left:
        states = {number: state.with_call(*each) for number, each in left.items()}
        best = max(states, key=lambda number: states[number].shows())
        if states[best].shows() <= state.shows():
            break
        state = states[best]
        added.append(best)
        del left[best]
    if added:
        numbers = sorted({*(one["call"] for one in index["calls"]), *added})
        more = state.reached() - sum(whole is not None for whole in counted.recorded.values())
        what = (f"{more} more line{'s' if more > 1 else ''} of step 0" if more
                else "more branches or values")
        say(f"with call{'s' if len(added) > 1 else ''} {', '.join(map(str, sorted(added)))} they "
            f"show {what}: ladder record --calls={','.join(map(str, numbers))}")


class State:
    """What some calls show."""

    def __init__(self, adopted, folder, index, lines):
        self.adopted, self.folder, self.index, self.lines = adopted, folder, index, lines

    def with_call(self, one, lines):
        both = {place: merged(self.lines.get(place), whole) for place, whole in lines.items()}
        return State(self.adopted, self.folder,
                     {**self.index, "calls": [*self.index["calls"], one]}, both)

    def reached(self):
        return sum(whole is not None for whole in self.lines.values())

    def shows(self):
        """More is better: lines, whole lines, then values."""
        return (self.reached(), sum(whole is True for whole in self.lines.values()),
                -undetected.count(self.index, self.folder, self.adopted.values))


def merged(one, other):
    """Of a line in two calls: one that takes all of its branches does for both."""
    if one is None or other is None:
        return one if other is None else other
    return one or other
