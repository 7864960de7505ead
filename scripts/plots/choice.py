"""Of which case and machines the records are that a figure or page draws, with the words of a
refusal; of much what a slide shows: the panels, and at most twelve rows or curves."""

import contextlib
import difflib
import math

from plots import slide
from plots.failure import NOTHING, UNUSABLE, Failure

THESIS = "thesis"  # figures of its ladder are drawn of any other


def named(machines, wanted, name=lambda machine: machine.name):
    """The machines that a part of their names asks for; all without a word."""
    found = [
        one
        for one in machines
        if not wanted or any(part.lower() in name(one).lower() for part in wanted)
    ]
    if machines and not found:
        raise Failure(
            UNUSABLE,
            f"no machine of these records is called {', '.join(wanted)}, but "
            f"{'; '.join(dict.fromkeys(map(name, machines)))}",
        )
    return found


def in_order(machines, case=None):
    """This machine first, then that with the most stages (of a case), of those the newest."""

    def rank(machine):
        found = [one for one in machine.records if case in (None, one["case"]["name"])]
        return (
            machine.here,
            len({one["stage"]["name"] for one in found}),
            max((one["time"] for one in found), default=""),
        )

    return sorted(machines, key=rank, reverse=True)


def of_one_machine(machines, case, draw):
    """draw(machines) of the first whose records make the figure; fails as it does for all."""
    for machine in in_order(machines, case):
        try:
            return draw([machine])
        except Failure as failure:
            if failure.code != NOTHING:
                raise
    return draw(machines)


def columns(panels, published=lambda panel: False, size=lambda panel: 0):
    """The panels of a slide: the published one, then the largest, two at most."""
    if not slide.on():
        return panels
    return sorted(
        sorted(panels, key=lambda one: (published(one), size(one)), reverse=True)[: slide.COLUMNS],
        key=panels.index,
    )


def evenly(items, needed=lambda item: False, count=slide.ROWS):
    """At most so many of them, evenly over all, in their order: those needed are among them."""
    others = [one for one in items if not needed(one)]
    room = count - (len(items) - len(others))
    if not slide.on() or len(items) <= count:
        return items
    kept = {round(n * (len(others) - 1) / max(1, room - 1)) for n in range(max(0, room))}
    return [one for one in items if needed(one) or others.index(one) in kept][:count]


def telling(values, parents, wanted=(), count=slide.ROWS, with_parents=False):
    """Names of at most so many stages, in their order. values: their times by name, None where
    there is none. Those wanted are chosen first, then the steps from the original to the best, then
    the other steps, always the largest first. with_parents: a stage is chosen together with the
    parent that it is compared with, or not at all."""
    times = {name: value for name, value in values.items() if value is not None}
    best = min(times, key=times.get, default=None)
    path = [best]
    while parents.get(path[-1]) and parents[path[-1]] not in path:
        path.append(parents[path[-1]])

    def step(name):
        """Relative to the nearest of its parents that has a time."""
        parent = parents.get(name)
        while parent and parent not in times:
            parent = parents.get(parent)
        if parent:
            return abs(math.log(times[name] / times[parent]))
        return math.inf if name in path else 0

    order = sorted(
        times, key=lambda name: (name not in wanted, name != best, name not in path, -step(name))
    )
    chosen = set()
    for name in order:
        both = {name, parents.get(name)} & set(times) if with_parents else {name}
        if len(chosen | both) <= count:
            chosen |= both
    return [name for name in values if name in chosen]


def outstanding(curves, wanted=()):
    """Of (name, points): the first, the last, those wanted, and those of several points that end
    highest."""
    if not slide.on() or len(curves) <= slide.ROWS:
        return curves

    def importance(curve):
        end = max(curve[1], key=lambda point: point[0])[1]
        return curve[0] in wanted, len(curve[1]) > 1, end

    inner = sorted(curves[1:-1], key=importance, reverse=True)[: slide.ROWS - 2]
    return [curve for curve in curves if curve in (curves[0], curves[-1]) or curve in inner]


def has_records(machine, case):
    return any(record["case"]["name"] == case for record in machine.records)


def case_of(machines, given, usual):
    """The case of the command line; without one the usual one, or in the place of the thesis' the
    one that all records are of."""
    names = {record["case"]["name"] for machine in machines for record in machine.records}
    return given or (names.pop() if len(names) == 1 and usual == THESIS else usual)


def drawable(machines, draws=has_records):
    """draws(machine, case): whether the records of this machine on the case make the figure, or a
    part of it."""
    names = sorted({record["case"]["name"] for machine in machines for record in machine.records})
    return [name for name in names if any(draws(machine, name) for machine in machines)]


def advice_on(machines, case, draws):
    """Text after the reason for a refusal; nothing where there is no other case."""
    others = [name for name in drawable(machines, draws) if name != case]
    if not others:
        return ""
    near = difflib.get_close_matches(case, others, 1)
    end = (f"add --case={(near or others)[0]}" if near or len(others) == 1
           else "choose one of them with --case=NAME")
    return f"; there are such records of {', '.join(others)}: {end}"


@contextlib.contextmanager
def advice_on_missing(machines, case, draws=has_records):
    """Whatever finds nothing to draw of the case in here fails with the cases that there are."""
    try:
        yield
    except Failure as failure:
        if failure.code != NOTHING:
            raise
        raise Failure(NOTHING, f"{failure}{advice_on(machines, case, draws)}") from failure
