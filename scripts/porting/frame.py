"""One procedure while it is written: finds what a name means, and keeps what was used."""

import re

from adopting import header
from adopting.entities import Entity
from porting.refused import Refused
from porting.expression import Type, first_value
from porting.variables import Variable, access_of, flat, minus, plus


class Frame:
    """`port`: the whole rung; `scope`: the procedure; `stage`: is it the routine itself?"""

    def __init__(self, port, scope):
        self.port, self.scope, self.stage = port, scope, scope is port.routine
        self.known, self.used, self.aliases = {}, {}, []
        self.values = {}  # by name: variables of values of the header
        self.constants = {}  # macros of named constants that the header has not
        self.taken = set()
        if self.stage:
            self.taken |= {header.c_name(value) for value in port.values}

    # -- names

    def c_name(self, name):
        text = name.replace("%", "_").lower()
        if text in header.KEYWORDS or text in self.port.constants_in_c:
            text += "_"
        while text in self.taken:
            text += "_"
        self.taken.add(text)
        return text

    def alias(self, name):
        for each in reversed(self.aliases):
            if name in each:
                return each[name]
        return None

    def find(self, name, path, node):
        """The variable of a name and of the components behind it, whatever ASSOCIATE names so."""
        owner, real = self.owner(name)
        if isinstance(owner, str):
            raise Refused(self.place(node), f"'{name}' of the module {owner}")
        return self.found_in(owner, real, path, node)

    def found_in(self, owner, real, path, node):
        name = real
        entity = owner.entities.get(real)
        if entity is None:
            category_text, category = owner.implicit_type(real)
            if not category:
                raise Refused(self.place(node), f"'{name}' has no type")
            entity = owner.entities[real] = Entity(real, owner.unit.place, category_text, category)
        key = (owner, access_of(entity, path))
        if key not in self.known:
            aliases, self.aliases = self.aliases, []
            try:
                self._learn(owner, entity, node)
            finally:
                self.aliases = aliases
        if key not in self.known:
            raise Refused(self.place(node), f"'{key[1]}', a variable of a derived type as a whole")
        return self.known[key]

    def is_hidden(self, variable):
        """Has its name another meaning here, as where a local variable hides a module's that a
        callee uses?"""
        return self.owner(variable.key[1].split("%")[0])[0] is not variable.key[0]

    def owner(self, name):
        found = self.scope.lookup(name)
        return (found[0], found[1]) if found else (self.scope, name)

    def entity(self, name):
        owner, real = self.owner(name)
        return None if isinstance(owner, str) else owner.entities.get(real)

    def use(self, variable):
        if variable not in self.used:
            self.used[variable] = True
            for each in variable.needs:
                self.use(each)
        return variable

    def place(self, node):
        return self.scope.place(node)

    # -- what a declaration means

    def _learn(self, owner, entity, node):
        if entity.has("parameter"):
            self._constant(owner, entity, node)
        elif entity.has("temporary"):
            self._own(owner, entity, node)
        elif self.port.outlives(owner, entity) or not owner.whole or entity.common:
            self._outlives(owner, entity, node)
        elif owner is not self.scope:
            raise Refused(self.place(node), f"'{entity.name}' of the procedure {owner.name} that "
                                            "holds this one")
        elif entity.name in owner.dummies and self.stage or (self.stage
                                                             and entity.name == owner.result):
            self._of_header(owner, entity, [value for value in self.port.values
                                            if value.role in ("argument", "result")
                                            and value.top.name == entity.name])
        else:
            self._own(owner, entity, node)

    def _constant(self, owner, entity, node):
        port = self.port
        kind = port.kinds.of_text(entity.type_text, owner, entity.place)
        in_header = (entity.name in port.header.parameters and not entity.rank
                     and (owner is port.routine or not owner.whole)
                     and entity.name not in header.KEYWORDS)
        name = entity.name if in_header else self.c_name(entity.name)
        variable = Variable(name, kind, (owner, entity.name), kind="constant", entity=entity,
                            written=False)
        if entity.rank:
            self._bounds(variable, owner, entity.shape, entity, node)
        if not in_header:
            variable.constant = (owner, first_value(entity))
        self.known[owner, entity.name] = variable

    def _outlives(self, owner, entity, node):
        """Of a module, of a COMMON block, or kept from call to call: a value of the header."""
        port, top = self.port, entity.name
        if entity.has("equivalence"):
            raise Refused(entity.place, f"'{entity.name}' in an EQUIVALENCE")
        holder = owner
        if entity.common:
            block = entity.common if entity.common != "//" else ""
            at = owner.commons[block].index(entity.name)
            for value in port.values:
                if value.role == "state" and value.top.common == entity.common and (
                        value.scope.commons[block][at:at + 1] == [value.top.name]):
                    holder, top = value.scope, value.top.name
        found = [value for value in port.values if value.role in ("state", "saved")
                 and value.scope is holder and value.top.name == top]
        if not found:
            raise Refused(self.place(node), f"'{entity.name}', which is kept from call to call by "
                                            f"{owner.name} and is no value of the routine")
        self._of_header(owner, entity, found)

    def _of_header(self, owner, entity, found):
        for value in found:
            path = value.access.split("%")[1:]
            self.known[owner, access_of(entity, path)] = self._of_value(value)

    def _of_value(self, value):
        """One variable, by whichever procedure's name of a COMMON variable it is found."""
        if value.name in self.values:
            return self.values[value.name]
        port = self.port
        variable = self.values[value.name] = Variable(
            header.c_name(value), Type(value.leaf.category, value.kind),
            (value.scope, value.access), kind="state", entity=value.top,
            pointer=not value.rank and not port.header.by_value(value),
            optional=bool(value.guards()), value=value, written=value.intent != "in")
        if value.leaf.category == "character":
            variable.pointer = False
        bounds = port.header.bounds(value) if value.rank else []
        variable.axes = [(spaced(low), spaced(extent)) for low, extent, _ in bounds]
        variable.declared = tuple(own for _, _, own in bounds)
        for low, extent, own in bounds:
            for word, is_own in ((low, own[0]), (extent, own[1])):
                if not is_own:
                    variable.needs += self._integers_in(word)
        return variable

    def _integers_in(self, text):
        return [self._of_value(value) for word in re.findall(r"[a-z]\w*", text)
                for value in self.port.values
                if header.c_name(value) == word and self.port.header.integers.get(value.name)]

    def _own(self, owner, entity, node):
        """A dummy of a callee, its result, or a local variable."""
        if entity.has("equivalence"):
            raise Refused(entity.place, f"'{entity.name}' in an EQUIVALENCE")
        if entity.category == "class" or entity.procedure:
            raise Refused(entity.place, f"'{entity.name}' is polymorphic or a procedure")
        if entity.has("pointer") and entity.name not in owner.dummies:
            raise Refused(entity.place, f"'{entity.name}' is a pointer")
        dummy = entity.name in owner.dummies
        kind = "dummy" if dummy else "result" if entity.name == owner.result else "local"
        written = self.port.writes.written(owner, entity.name) if dummy else True
        intent = "inout" if written else "in"
        for value in flat(self.port.closure, entity, owner, "argument" if dummy else "local",
                          intent, entity.place):
            leaf = value.leaf
            variable = Variable(self.c_name(value.name), self.port.kinds.of_text(
                leaf.type_text, value.kind_scope, leaf.place), (owner, value.access), kind=kind,
                entity=value.ranked or leaf, written=written)
            if leaf.has("pointer") and not leaf.rank:
                raise Refused(leaf.place, f"'{value.access}' is a pointer")
            variable.optional = dummy and entity.has("optional")
            if leaf.category == "character" and not dummy:
                raise Refused(leaf.place, f"'{value.access}', characters that the procedure makes")
            if dummy and not value.rank and leaf.category != "character":
                variable.pointer = written or variable.optional
            self.known[owner, value.access] = variable
            if value.rank:
                self._bounds(variable, owner, value.shape, value.ranked, node)

    def _bounds(self, variable, owner, shape, entity, node):
        if variable.kind == "result":
            raise Refused(entity.place, f"the function {owner.name} has an array as its result")
        outer, self.used = self.used, {}
        for axis, (lower, upper) in enumerate(shape, 1):
            deferred = entity.deferred
            low = (f"{variable.name}_l{axis}" if deferred else
                   self.port.expression_in(self, owner, lower, node).text)
            if upper in (":", "*") or deferred:
                last = upper == "*"  # an extent that no index needs
                variable.axes.append((low, "1" if last else f"{variable.name}_n{axis}"))
                variable.declared += ((deferred, not last),)
                continue
            high = self.port.expression_in(self, owner, upper, node).text
            variable.axes.append((low, high if low == "1" else plus(minus(high, low), "1")))
            variable.declared += ((False, False),)
        variable.needs, self.used = list(self.used), outer
        if any(each.pointer or each.kind == "local" for each in variable.needs):
            self._copied(variable)

    def _copied(self, variable):
        """Bounds that the procedure may change count as they are at its entry."""
        axes = []
        for axis, (low, extent) in enumerate(variable.axes, 1):
            row = []
            for text, name in ((low, f"{variable.name}_l{axis}"), (extent,
                                                                   f"{variable.name}_n{axis}")):
                fixed = text.lstrip("-").isdigit() or text == name
                if not fixed:
                    variable.copies.append((name, text))
                row.append(text if fixed else name)
            axes.append(tuple(row))
        variable.axes = axes

    def state(self, variable):
        """The same variable that outlives a call, of another procedure."""
        return self._of_value(variable.value)


def spaced(text):
    """A bound of the header as people write it."""
    text = re.sub(r"^\((.*)\) - \(([^()]*)\) \+ 1$", lambda m: plus(minus(
        re.sub(r"([-+])", r" \1 ", m[1]), re.sub(r"(?<=\w)([-+])", r" \1 ", m[2])), "1"), text)
    return re.sub(r"(?<=[\w)])([-+])(?=[\w(])", r" \1 ", text)
