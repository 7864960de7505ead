"""What a statement touches, calls followed into the procedures of step 0."""

import dataclasses
import re

from adopting import beyond
from adopting.fortran import f, walk
from porting import tree
from porting.builder import Builder
from porting.tree import Access, Reader
from porting.flow import Flow
from porting.statement_function import read_by

# Intrinsic functions that the compiler's library may have.
OF_ARRAYS = set("all any count cshift dot_product eoshift findloc iall iany iparity matmul maxloc "
                "maxval minloc minval norm2 pack parity product reshape spread sum transpose "
                "unpack".split())


@dataclasses.dataclass
class Touch:
    """`exposed`: a read of what was there before; `must`: a write that always happens."""

    access: Access
    must: bool = False
    through: object = None  # the access in the callee

    @property
    def write(self):
        return self.access.write

    @property
    def key(self):
        return (*self.access.owner, self.access.path)


@dataclasses.dataclass
class Summary:
    dummies: dict  # name -> {"read": Access, "write": Access, "must": bool}
    outer: list    # Touch of what outlives the call
    effects: list  # (line, words)


class Callees:
    def __init__(self, text):
        self.text, self.trees, self.summaries, self._open = text, {}, {}, set()
        _, self.defined = text.pointing()
        self.constants = {}  # (scope, name) -> Affine of a PARAMETER

    def tree(self, scope):
        if scope not in self.trees:
            self.trees[scope] = Builder(self.text, scope).build()
        return self.trees[scope]

    def of(self, scope, name):
        """Scopes that a name may call; None where one is not known."""
        program = self.text.program
        owner, real = scope.declaring(name) or (scope, name)
        if real in owner.dummies:
            return None
        found = (program.specifics(owner, real)
                 if real in owner.interfaces and real not in owner.children
                 else [program.procedure(owner, real)])
        return None if None in found else found

    def touches(self, scope, step):
        """[Touch] of one step in order, and [(line, words)] of what no order may change."""
        found = [Touch(each) for each in step.reads]
        effects = [(step.line, step.effect)] if step.effect else []
        if self.defined and any(each.entity is not None and each.entity.category in (
                "type", "class") and "%" not in each.path for each in (*step.reads, *step.writes)):
            effects.append((step.line, "an operator or an assignment may be a procedure"))
        for name, _, arguments in step.calls:
            self._call(scope, step, name, arguments, found, effects)
        writes = [Touch(each, not step.may) for each in step.writes]
        return [each for each in found if not each.write] + [
            each for each in found if each.write] + writes, effects

    def _call(self, scope, step, name, arguments, found, effects):
        place = scope.declaring(name)
        if place and place[1] in place[0].statement_functions:
            return self._statement_function(scope, step, place, arguments, found)
        scopes = self.of(scope, name)
        if scopes is None:
            self._read(scope, step, [each for _, each in arguments], found)
            words = (f"'{name}' is called" if name == "%" or not beyond.is_intrinsic(name)
                     else f"the intrinsic '{name}' is called")
            effects.append((step.line, f"{words}, whose source is not in step 0"))
            return None
        for callee in scopes:
            summary = self.summary(callee)
            if summary is None:
                effects.append((step.line, f"'{name}' calls itself"))
                continue
            effects += [(step.line, f"{words} (line {self.text.shown(line)}, by '{name}')")
                        for line, words in summary.effects]
            for at, (keyword, actual) in enumerate(arguments):
                self._argument(scope, step, callee, callee.dummy_at(at, keyword), actual, summary,
                               found, len(scopes) == 1)
            for each in summary.outer:
                one = dataclasses.replace(each.access, line=step.line)
                found.append(Touch(one, each.must and len(scopes) == 1 and not step.may,
                                   each.through or each.access))
        return None

    def _read(self, scope, step, nodes, found):
        reader = Reader(scope, step.line, step.associated)
        for each in nodes:
            reader.expression(each)
        found += [Touch(each) for each in reader.reads]

    def _statement_function(self, scope, step, place, arguments, found):
        owner, name = place
        self._read(scope, step, [each for _, each in arguments], found)
        reader = Reader(owner, step.line, {})
        for used in sorted(read_by(owner, name)):
            known = reader.variable(used) if used in owner.entities else None
            if known:
                found.append(Touch(Access(used, None, False, step.line, None, *known)))

    def _argument(self, scope, step, callee, dummy, actual, summary, found, sure):
        done = summary.dummies.get(dummy, {})
        reader = Reader(scope, step.line, step.associated)
        access = reader.designator(actual, True)
        if access is None:
            self._read(scope, step, [actual], found)
            return
        found += [Touch(each) for each in reader.reads]
        for name, _, arguments in reader.calls:
            self._call(scope, step, name, arguments, found, [])
        entity = callee.entities.get(dummy)
        if entity is not None and entity.rank:
            section = access.subscripts is None or any(
                type(each).__name__ == "Subscript_Triplet" for each in access.subscripts)
            if not section:  # the elements from there on
                access.subscripts = [None] * len(access.subscripts)
        if "read" in done:
            found.append(Touch(dataclasses.replace(access, write=False), False, done["read"]))
        if "write" in done:
            whole = not (entity is not None and entity.rank) and sure and not step.may
            found.append(Touch(access, done["must"] and whole, done["write"]))

    def summary(self, scope):
        if scope in self._open:
            return None
        if scope not in self.summaries:
            self._open.add(scope)
            self.summaries[scope] = self._summarise(scope)
            self._open.discard(scope)
        return self.summaries[scope]

    def _summarise(self, scope):
        flow = Flow(self, scope, None)
        flow.run(self.tree(scope))
        dummies, outer = {}, []
        kept = {}
        for touch in flow.touched:
            owner, name = touch.access.owner
            if owner is scope and name in scope.dummies:
                one = dummies.setdefault(name, {})
                if touch.write:
                    one.setdefault("write", touch.access)
                elif touch.key in flow.exposed:
                    one.setdefault("read", touch.access)
                continue
            entity = touch.access.entity
            if (owner is scope or is_temporary(entity)) and not is_kept(scope, entity):
                continue
            if not touch.write and touch.key not in flow.exposed:
                continue
            if (touch.key, touch.write) not in kept:
                kept[(touch.key, touch.write)] = True
                access = dataclasses.replace(touch.access, subscripts=None)
                outer.append(Touch(access, touch.write and flow.surely(touch.key),
                                   touch.through or touch.access))
        for name, one in dummies.items():
            one["must"] = flow.surely((scope, name, name))
        stops = [(each.line, "the program may stop") for each in flow.leaves
                 if each.kind == "stop"]
        return Summary(dummies, outer, flow.effects + stops)

    def uses_library(self, scope, body, libraries, seen=()):
        """Whether a function of the compiler's library touches arrays there: that is not traced."""
        packs = any("internal_pack" in each for each in libraries)
        for item in tree.walk(body):
            if not isinstance(item, tree.Step):
                continue
            names = {str(each.items[0]).lower() for each in
                     walk(item.node, f.Intrinsic_Function_Reference)} if item.node is not None \
                else set()
            if any(re.match(rf"[sm]?{name}(\d|_|$)", each)
                   for name in names & OF_ARRAYS for each in libraries):
                return True
            for name, _, _ in item.calls:
                for callee in self.of(scope, name) or ():
                    if callee not in seen and (packs or self.uses_library(
                            callee, self.tree(callee), libraries, (*seen, callee))):
                        return True
        return False


def is_kept(scope, entity):
    """Whether a variable of a procedure keeps its value from call to call."""
    if entity is None:
        return False
    return bool(entity.has("save") or entity.common or entity.initial and not
                entity.has("parameter") or scope.keeps_all())


def is_local(scope, owner, entity):
    """Whether a variable begins and ends with a call of the procedure."""
    return is_temporary(entity) or (
        owner is scope and entity is not None and entity.name not in scope.dummies
        and entity.name != scope.result and not is_kept(scope, entity))


def is_temporary(entity):
    """Of the main program that holds the procedure."""
    return entity is not None and entity.has("temporary")
