"""Refusals of what a routine uses: where it is, who leads to it, and what to do in its place."""

from adopting import left_out, names
from adopting.failure import USAGE, Failure

LEAVE = "{leave}"  # in a message: where the procedures are named that may be left out


class Refusals:
    """Of a closure, whose tables it reads."""

    def refuse(self, message, scope, name=""):
        """What a procedure on the way does: all such are named at once. `name`: of what is called
        there and has no source."""
        chain = [each.name for each in self.chain(scope)[:-1]]
        if name and not (chain and left_out.is_wrapper(scope)):
            chain.insert(0, name)
        if not chain:
            raise Failure(USAGE, message.replace(LEAVE, ""))
        self.refusals.append((message, chain))

    def no(self, place, words, refused=None):
        """Refuses at once; what else the routine calls is named."""
        raise Failure(USAGE, f"{place}: {words}{self.instead(refused=refused)}")

    def check(self):
        if not self.refusals:
            return
        inner = {names[0] for _, names in self.refusals}
        listed = list(dict.fromkeys(names[0] for _, names in self.refusals
                                    if not inner & set(names[1:])))
        what = "what they do" if len(listed) > 1 else "what it does"
        message = self.refusals[0][0]
        raise Failure(USAGE, message.replace(
            LEAVE, f"; if {what} counts for nothing in the result, as of timers and prints: "
                   f"--without={','.join(listed)}"))

    def refuse_include(self, file):
        """Where the line is that includes what is not there."""
        source, at = next(((scope.source, at) for scope in self.names
                           for at, line in enumerate(scope.source.lines)
                           if line.split()[:1] in (["include"], ["INCLUDE"]) and file in line),
                          (self.routine.source, self.routine.unit.first))
        raise Failure(USAGE, f"{source.places[at]}: '{file}' is included, and it is in no folder "
                             "of the sources: where your build writes it, build once before you "
                             "adopt; else give its folder: --flags='-I...'")

    def refuse_missing(self, names):
        """Procedures that step 0 is not linked without."""
        for name in names:
            scope = next((each for each, found in self.names.items() if name in found.used),
                         self.routine)
            node = self.names[scope].used.get(name)
            raise Failure(USAGE,
                          f"{scope.place(node)}: no source in {self.program.root} has '{name}', "
                          f"which is needed{self.by(self.chain(scope))}: if it is of a library, "
                          f"give the library: --libraries='-l...'{self.instead('; or adopt')}")

    def chain(self, scope):
        """A procedure and those that lead to it, the routine last."""
        found = []
        while scope is not None and scope not in found:
            if scope.whole:
                found.append(scope)
            scope = self.callers.get(scope) if scope in self.callers else scope.parent
        return found

    def by(self, chain):
        return (f" by {', which is called by '.join(each.name for each in chain)}" if len(chain) > 1
                else "")

    def instead(self, opening="; in its place adopt", refused=None):
        """Procedures that the routine calls: what is left to adopt, without those that lead to what
        the procedure `refused` does."""
        on_the_way = {(each.unit.parent, each.name) for each in self.chain(refused)}
        called = [call.name for call in self.names.get(self.routine, names.Names()).calls
                  if (found := self.routine.declaring(call.name))
                  and found[1] in found[0].children and (found[0].unit, found[1]) not in on_the_way]
        listed = list(dict.fromkeys(called))
        return f"{opening} one of what it calls: {', '.join(listed[:6])}" if listed else ""
