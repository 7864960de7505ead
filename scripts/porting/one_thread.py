"""What threads cannot share out is a kernel of one thread, which is said with its reason."""

from adopting import names
from porting.cuda_text import OPERATIONS
from porting.parallel import inner_variables, is_loop, plain


class OneThread:
    """Part of Nests."""

    def serial(self, make, nodes, node):
        found = names.Names()
        for each in nodes:
            found.merge(names.names_in(each))
        changed = {name for name in found.used if not self.is_called_only(name, found)}
        lines, used = self.in_kernel(make)
        self.written_here = {each for each in used if not each.rank and (
            each.key[1].split("%")[0] in changed)}
        verdict = self.port.verdicts.of(self.scope, node) if is_loop(node) else None
        own = set()
        if verdict is not None:
            own = {*verdict.private, *inner_variables(node),
                   *([] if verdict.behind else [verdict.variable])} - set(verdict.last)
        inner = {each for each in used if self.of_kernel(each.key[1])
                 or each.key[1].split("%")[0] in own and each.kind == "local" and not each.rank}
        self.written_here -= inner
        return self.launched(lines, used, inner, (), True, [], node)

    def why_serial(self, node):
        """Why threads do not share out what a kernel does."""
        if not is_loop(node):
            return "it is no loop"
        verdict = self.port.verdicts.of(self.scope, node)
        if verdict is None or self.port.verdicts.parallel(self.scope, node) is None:
            return verdict.why if verdict is not None and verdict.verdict == "carried" else (
                "no recorded call runs two turns of it")
        if not plain(verdict.reductions, OPERATIONS):
            operator, name = verdict.reductions[0]
            return f"no kernel is written for '{name}' by {operator}"
        return (f"'{verdict.variable}' is used behind the loop, or each thread would need an array "
                "of a size that is not constant")
