"""A parallel loop around several nests: a kernel each, with more threads than one kernel has."""

from adopting import names
from porting.parallel import bounds_of, inside, is_loop, loop_variable, loops_in

SHORT = 8  # turns: such a loop stays in its thread, next to others


def sets_scalar(node):
    return type(node).__name__ == "Assignment_Stmt" and type(node.items[0]).__name__ == "Name"


class Apart:
    """Part of Nests."""

    def nests_apart(self, node, verdict, most):
        """[(loops of the nest, {id(loop): nodes that it keeps})]. The turns of the loop do not
        depend on each other, so all turns of one nest may come before all of the next, if what a
        turn keeps for itself is set again in each kernel."""
        whole = [([node], {})]
        body = inside(node)
        loops = [each for each in body if is_loop(each)]
        loose = [each for each in body if self.is_loose(each, verdict)]
        others = [each for each in body if not is_loop(each) and each not in loose]
        if (most == 1 or not loops or not loose and body[-1] is not loops[-1]
                or verdict.last):
            return whole
        inner = [self.port.verdicts.parallel(self.scope, each) for each in loops]
        if not all(one is not None and self.fits_inside(one, verdict, each)
                   for one, each in zip(inner, loops)):
            return whole
        if len(loops) + len(loose) > 1 and any(self.is_short(each) for each in loops):
            return whole
        if not self.set_again(others, node, verdict):
            return whole
        if {one.variable for one in inner} & set(names.names_in([*others, *loose]).used):
            return whole
        set_here = {str(each.items[0]).lower() for each in others}
        found, run = [], []
        for each in body:
            if each in others:
                continue
            used = set(names.names_in(each).used) & set(verdict.private)
            before = [part for part in body[:body.index(each)] if part in others]
            if each in loose:
                if not used <= set_here:
                    return whole
                # another thread may have the same elements of the next rows
                if run and (self.is_sections(run, verdict) or self.is_sections([each], verdict)):
                    found.append(([node], {id(node): run}))
                    run = []
                run = [*before, *(one for one in run if one in loose), each]
                continue
            one = inner[loops.index(each)]
            if not used <= set_here | set(one.private) | {
                    loop_variable(deep.children[0]) for deep in loops_in(each)}:
                return whole
            found += [([node], {id(node): run})] if run else []
            run = []
            found += [([node, *nest], {id(node): [*before, each], **more})
                      for nest, more in self.nests_apart(each, one, most - 1)]
        return found + ([([node], {id(node): run})] if run else [])

    def is_loose(self, node, verdict):
        """Does it but set elements of arrays? All its turns may then follow those of what is before
        it."""
        kind = type(node).__name__
        if kind in ("If_Stmt", "If_Construct"):
            parts = node.items[1:] if kind == "If_Stmt" else [
                each for each in node.children
                if type(each).__name__ not in ("If_Then_Stmt", "Else_Stmt", "Else_If_Stmt",
                                               "End_If_Stmt", "Comment")]
            return all(self.is_loose(each, verdict) for each in parts)
        if kind != "Assignment_Stmt" or type(node.items[0]).__name__ == "Name":
            return False
        base, path, _ = self.parts(node.items[0])
        return not path and self.is_array(base) and base not in verdict.private

    def is_sections(self, nodes, verdict):
        """Statements of whole rows, whose elements threads share out too."""
        found = [each for each in nodes if self.is_loose(each, verdict)]
        return bool(found) and all(type(each).__name__ == "Assignment_Stmt"
                                   and self.rank(each.items[0]) for each in found)

    def place_of(self, nest, kept):
        """What a kernel is named after: its loops, or its first statement where it has no more."""
        rest = kept.get(id(nest[-1]), ())
        if rest and not any(map(is_loop, rest)):
            return next(each for each in rest if not sets_scalar(each))
        return nest[min(1, len(kept), len(nest) - 1)]

    def fits_inside(self, inner, outer, node):
        """Can threads share out a loop inside of a loop that they share out?"""
        return (not inner.last and set(inner.reductions) <= set(outer.reductions)
                and bool(loop_variable(node.children[0]))
                and self.possible(inner, node))

    def is_short(self, node):
        """Few turns, and no longer loop inside?"""
        def few(each):
            bounds = bounds_of(each)
            count = self.port.number(self.value(bounds[1])) if len(bounds) > 1 else None
            return count is not None and count <= SHORT

        return all(few(each) for each in loops_in(node))

    def set_again(self, others, node, verdict):
        """Are these assignments of a turn's own scalars, from what the loop does not change?"""
        targets = [str(each.items[0]).lower() for each in others if sets_scalar(each)]
        if len(targets) != len(others) or len(set(targets)) != len(targets) or not (
                set(targets) <= set(verdict.private)):
            return False
        found = names.names_in(inside(node))
        called = [call for call in names.names_in(others).calls if self.is_function(call.name)]
        changed = set(found.written) | {base for call in found.calls if not call.function
                                        for _, base, _ in call.arguments if base}
        read = {name for each in others for name in names.names_in(each.items[2]).used}
        return not called and not read & (changed - set(targets))
