"""The profile as text of at most 80 columns, and as JSON."""

import re
import textwrap

from profiling import advice

WIDTH = 80
ROWS = 14


def cut(text, width):
    """The end of what is too long: there are the file and the line."""
    return text if len(text) <= width else "..." + text[3 - width:]


def percent(number, total):
    return f"{100 * number / total:.0f} %"


def gain(part, total):
    factor = advice.at_most(part, total)
    return f"{factor:.2f}" if factor is not None and factor < 100 else "> 100"

class Table:
    def __init__(self, profile):
        self.profile, self.notes = profile, []

    def text(self):
        one = self.profile
        lines = [f"{one.seconds:.2f} s of processor, {one.total} samples, "
                 f"{percent(one.known, one.total)} of them in Fortran of this program", ""]
        lines += self.rows("routine", "lines", sorted(one.routines, key=lambda each: -each.all),
                           lambda each: each.name)
        lines.append("")
        lines += self.rows("loop", "of", sorted(one.loops, key=lambda each: (-each.all, each.file,
                                                                              each.first)),
                           lambda each: each.place)
        lines += ["", "own: without callees (a loop: without loops inside); all: with them;",
                  "at most: the program's speed-up if this took no time (Amdahl)"]
        if any(self.independent(each) for each in one.loops):
            lines[-1] += "; indep.: no turn"
            lines.append("of the loop needs another, by the source")
        for number, note in enumerate(self.notes, 1):
            lines += textwrap.wrap(f"({number}) {note}", WIDTH, subsequent_indent="    ",
                                   break_on_hyphens=False, break_long_words=False)
        return "\n".join([*lines, *self.next()])

    def rows(self, what, where, parts, name):
        one = self.profile
        shown = [each for each in parts if each.all >= 0.01 * one.total
                 and not self.is_between(each)][:ROWS]
        judged = any(self.independent(each) for each in shown)
        wide = 24 if judged else 30
        lines = [f"{what:<{wide}}  {where:<17}{'own':>6}{'all':>6}{'at most':>9}  {'adopt':<7}"
                 f"{'indep.' if judged else ''}".rstrip()]
        for each in shown:
            place = (f"{each.file}:{each.first}" if each.kind != "loop" else each.routine.name)
            lines.append(f"{cut(name(each), wide):<{wide}}  {cut(place, 17):<17}"
                         f"{percent(each.own, one.total):>6}{percent(each.all, one.total):>6}"
                         f"{gain(each, one.total):>9}  {self.takes(each):<7}"
                         f"{self.independent(each)}".rstrip())
        return lines

    def is_between(self, part):
        """A loop that does nothing but to turn another, in one that has no more either."""
        hundredth = 0.01 * self.profile.total
        return (part.kind == "loop" and part.outer is not None and part.own < hundredth
                and part.outer.all - part.all < hundredth and part not in self.profile.answers)

    def takes(self, part):
        answer = self.profile.answers.get(part)
        if answer is None or answer.takes is None:
            return ""
        if answer.takes:
            return "yes"
        why = re.sub(r"\bloop_\d+", "it", answer.why)  # one reason for a loop and for those around
        if why not in self.notes:
            self.notes.append(why)
        return f"no ({self.notes.index(why) + 1})"

    def independent(self, part):
        verdict = self.profile.verdict(part)
        return {"": "", "independent": "yes", "carried": "no"}.get(verdict, verdict)

    def next(self):
        best = self.profile.best
        if best is None:
            return ["", "next: nothing that takes a twentieth of the time can be adopted as it is; "
                        "the reasons", "are above"]
        what = "these lines" if best.kind == "loop" else best.name
        return ["", f"next, for {what}, {percent(best.all, self.profile.total)} of the time:",
                f"  {self.profile.answers[best].command}"]


def as_json(profile):
    def row(part):
        answer = profile.answers.get(part, advice.Answer())
        found = {"file": part.file, "first": part.first, "last": part.last,
                 "own": part.own / profile.total, "all": part.all / profile.total,
                 "at_most": advice.at_most(part, profile.total), "adopt": answer.takes,
                 "why_not": answer.why or None, "command": answer.command or None}
        if part.kind == "loop":
            return {"routine": part.routine.name, **found,
                    "independent": profile.verdict(part) or None}
        return {"routine": part.name, "kind": part.kind, **found}

    best = profile.best
    return {"version": 1, "seconds": profile.seconds, "samples": profile.total,
            "in_fortran": profile.known / profile.total,
            "routines": [row(each) for each in sorted(profile.routines, key=lambda p: -p.all)],
            "loops": [row(each) for each in sorted(profile.loops, key=lambda p: -p.all)],
            "next": profile.answers[best].command if best else None}
