"""The rung cuda-fused: neighbouring nests over one range in one kernel, where no turn of one
touches an element that another turn of the other writes."""

import dataclasses

from adopting import names
from porting.parallel import inner_variables
from porting.stencil_nest import NotTaken, StencilNest


def check(one, two):
    """Raises NotTaken where the turns of nest `two` may not follow those of nest `one` one by
    one."""
    if [each.name for each in one.levels] != [each.name for each in two.levels]:
        raise NotTaken(f"its loops are over {shown(two)}, those before over {shown(one)}")
    for mine, other in zip(one.levels, two.levels):
        if texts(mine) != texts(other):
            raise NotTaken(f"'{mine.name}' is from {' to '.join(texts(other)[:2])}, before from "
                           f"{' to '.join(texts(mine)[:2])}")
    for each in (one, two):
        each.check_box()
        if each.touched.calls or each.touched.outer:
            raise NotTaken(each.touched.calls or each.touched.outer)
        if each.touched.jumps:
            raise NotTaken("a statement jumps")
    if any(two.outside(each) for each in two.nodes[:-1]):
        raise NotTaken("there are statements between its loops")
    bounds = names.names_in([level.bounds[:2] for level in two.levels]).used
    changed = set(bounds) & set(one.found.written)
    if changed:
        raise NotTaken(f"'{sorted(changed)[0]}', a bound, is changed before")
    check_scalars(one, two)
    check_arrays(one, two)


def texts(level):
    return [" ".join(str(each).lower().split()) for each in level.bounds if each is not None]


def shown(nest):
    return ", ".join(each.name for each in nest.levels)


def check_scalars(one, two):
    for mine, other in ((one, two), (two, one)):
        own = set(mine.verdict.private) - set(other.verdict.private)
        own = own & set(other.found.used)
        if own:
            raise NotTaken(f"'{sorted(own)[0]}' is each turn's own in one of the two nests alone")
        for operator, name in mine.verdict.reductions:
            used = name.split("(")[0].split("%")[0] in other.found.used
            if used and (operator, name) not in other.verdict.reductions:
                raise NotTaken(f"'{name}', which all turns of one nest make, is used by the other")


def check_arrays(one, two):
    private = set(one.verdict.private) | set(two.verdict.private)
    for mine in one.touched.all:
        for other in two.touched.all:
            if not (mine.write or other.write) or mine.variable.key[1] in private:
                continue
            if mine.variable is not other.variable:
                if one.aliased(mine.variable) and one.aliased(other.variable):
                    raise NotTaken(f"'{mine.variable.name}' and '{other.variable.name}' share "
                                   "memory in a recorded call")
                continue
            if not (same_turn(one, mine, other) or never(mine, other)):
                words = [("is written", "is read")[not each.write] for each in (mine, other)]
                raise NotTaken(f"{mine.shown()} {words[0]} before, and {other.shown()} {words[1]}")
    used = {each.variable for nest in (one, two) for each in nest.touched.all}
    for variable in one.touched.whole | two.touched.whole:
        base = variable.key[1].split("%")[0]
        changed = base in one.found.written or base in two.found.written
        if base not in private and (changed or variable in used):
            raise NotTaken(f"'{variable.name}' is used as a whole")


def same_turn(nest, mine, other):
    """Do two accesses meet in the same turn only?"""
    if mine.axes is None or other.axes is None or [each.key for each in mine.axes] != [
            each.key for each in other.axes]:
        return False
    single = {each.grid for each in mine.axes if each.grid and each.low == each.high}
    return single == set(nest.grid)


def never(mine, other):
    """Are their elements apart by a subscript that is the same in all turns?"""
    for a, b in zip(mine.axes or (), other.axes or ()):
        if a.fixed is not None and b.fixed is not None:
            apart = a.fixed - b.fixed
            if apart.is_constant and apart.constant:
                return True
    return False


class Fusing:
    """Part of a Thesis: groups of nests of a block."""

    def joined(self, host, nodes):
        """The nodes of a block; those that go into the kernel of an earlier one are left out."""
        if self.rung != "cuda-fused" or host.kernel:
            return nodes
        left, group, first_row = [], None, None
        for node in nodes:
            if type(node).__name__ == "Comment":
                left.append(node)
                continue
            made = host.one_kernel(node)
            if made is None:
                group = None
                left.append(node)
                continue
            verdict, loops = made
            nest = StencilNest(host, loops, verdict, {})
            row = self.row(host.shown_place(node), nest.touched.words())
            row["why"] = "no nest is right before it, nor one behind it that may follow it"
            if group is not None and self.fits(group, nest, row):
                host.fused.setdefault(id(group[0].nodes[0]), []).append(nest)
                first_row["taken"], first_row["why"] = True, ""
                first_row["saving"] = "its kernel has the next nest, too"
                common = {each.variable.name for one in group for each in one.touched.all} & {
                    each.variable.name for each in nest.touched.all}
                row["saving"] = "a launch less" + (
                    f"; of {', '.join(sorted(common))} a thread finds in its registers or in the "
                    "cache what it wrote or read before" if common else "")
                group.append(nest)
                continue
            left.append(node)
            group, first_row = [nest], row
        return left

    def fits(self, group, nest, row):
        try:
            for each in group:
                check(each, nest)
        except NotTaken as why:
            row["why"] = str(why)
            return False
        row["taken"], row["why"] = True, ""
        return True


def together(verdict, others, nodes):
    """(verdict, bodies of loops) of one kernel for several nests; `nodes`: loops of the first."""
    private, reductions = set(verdict.private), dict.fromkeys(verdict.reductions)
    body = list(others[0].body(nodes[-1]))
    for each in others:
        private |= set(each.verdict.private) | inner_variables(each.nodes[-1])
        reductions.update(dict.fromkeys(each.verdict.reductions))
        body += each.body(each.nodes[-1])
    made = dataclasses.replace(verdict, private=tuple(sorted(private)),
                               reductions=tuple(reductions), end=others[-1].verdict.end)
    return made, {id(nodes[-1]): body}
