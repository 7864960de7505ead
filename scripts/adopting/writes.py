"""Which variables a routine may write, over all that it calls."""

from adopting import beyond, values


class Writes:
    def __init__(self, closure):
        self.closure = closure
        self.dummies = {}   # (scope, dummy) -> may be written
        self.state = set()  # (scope, name) of variables that outlive a call
        self.resized = {}   # (scope, name) -> (scope of the statement, node)
        changed = True
        while changed:
            changed = False
            for scope, found in closure.names.items():
                changed |= self._scan(scope, found)
        self._share_commons()
        beyond.refuse_passed(closure, self._callees)

    def _share_commons(self):
        """A member of a COMMON block that one procedure writes is written under its name in every
        other; all are where the procedures declare the block otherwise, or write it by a name of
        their own."""
        for block, scopes in self.closure.sharing().items():
            sharing = [(scope, scope.commons[block]) for scope in scopes]
            shared = any(values.is_shared(*one) for one in sharing)
            alike = not shared and all(values.shapes(*one) == values.shapes(*sharing[0])
                                       for one in sharing)
            written = {at for scope, members in sharing
                       for at, name in enumerate(members) if (scope, name) in self.state}
            for scope, members in sharing if written or shared else ():
                self.state |= {(scope, name)
                               for at, name in enumerate(members) if at in written or not alike}

    def written(self, scope, name):
        """Of a dummy argument: by its intent, else by what is done with it."""
        intent = scope.entities[name].intent
        return intent != "in" if intent else self.dummies.get((scope, name), False)

    def _scan(self, scope, found):
        changed = False
        for name in found.written:
            for base in found.associated.get(name, (name,)):
                changed |= self._mark(scope, base)
        for name, node in found.resized.items():
            target = scope.declaring(name)
            if target:
                self.resized.setdefault(target, (scope, node))
        for call in found.calls:
            for callee in self._callees(scope, call):
                for position, (keyword, base, _) in enumerate(call.arguments):
                    if base and self._may_write(callee, position, keyword):
                        for each in found.associated.get(base, (base,)):
                            changed |= self._mark(scope, each)
        return changed

    def _callees(self, scope, call):
        """Scopes of what may be called; [None] for a subroutine that is not known, [] where the
        name is no procedure."""
        program, unknown = self.closure.program, [] if call.function else [None]
        owner, name = scope.declaring(call.name) or (scope, call.name)
        if call.function and not owner.declares(name) and scope.lookup(name):
            return []  # of a module whose source is not known
        entity = owner.entities.get(name)
        if name in owner.dummies and not entity.rank:
            return unknown
        if name in owner.interfaces and name not in owner.children:
            return program.specifics(owner, name)
        if (call.function and name not in owner.children and entity
                and (entity.rank or entity.category == "character")):
            return []
        found = program.procedure(owner, name)
        return [found] if found else unknown

    def _may_write(self, callee, position, keyword):
        if callee is None:
            return True
        name = callee.dummy_at(position, keyword)
        if name not in callee.entities:
            return True
        return self.written(callee, name)

    def _mark(self, scope, name):
        target = scope.declaring(name)
        if target is None:
            return False
        owner, real = target
        before = len(self.dummies), len(self.state)
        if owner.whole and real in owner.dummies and owner in self.closure.names:
            self.dummies[target] = True
        elif target in self.closure.state or real in owner.entities and owner.entities[real].common:
            self.state.add(target)
        return before != (len(self.dummies), len(self.state))
