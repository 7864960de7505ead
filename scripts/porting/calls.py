"""Calls: which procedure, and what it is given."""

from adopting.beyond import MORE_INTRINSICS
from adopting.fortran import f
from adopting.names import arguments_of, listed
from porting.expression import E, PRIMARY
from porting.refused import Refused
from porting.variables import minus, plus


class Calls:
    """Part of a procedure's writer."""

    def callee(self, name, node, actual=None):
        """The scope of a procedure; None where the name is none. `actual`: those of `node`."""
        scope, program = self.frame.scope, self.port.closure.program
        found = scope.declaring(name)
        if found is None and scope.lookup(name):
            return None
        owner, real = found or (scope, name)
        if real in owner.interfaces:
            specifics = program.specifics(owner, real)
            actual = listed(node.items[1]) if actual is None else actual
            fitting = [each for each in specifics if each is not None
                       and (len(specifics) == 1 or self.fits(each, actual))]
            if len(fitting) != 1:
                raise Refused(self.place(node), f"the generic name '{name}', of which "
                                                f"{len(fitting)} procedures fit")
            return fitting[0]
        return None if real in owner.dummies else program.procedure(owner, real)

    def fits(self, scope, actual):
        given = self.matched(scope, actual, None)
        if given is None:
            return False
        for dummy, node in given.items():
            entity = scope.entities[dummy]
            if entity.category == "type":
                continue
            if self.rank(node) != entity.rank and "elemental" not in scope.prefix.lower():
                return False
            kind = self.port.kinds.of_text(entity.type_text, scope)
            if self.e(node, [("0", "0", "1")] * 7).type != kind:
                return False
        return all(each in given or scope.entities[each].has("optional") for each in scope.dummies)

    def matched(self, scope, actual, node):
        """{dummy: node}"""
        given = {scope.dummy_at(at, keyword): each
                 for at, (keyword, each) in enumerate(arguments_of(actual))}
        if None not in given:
            return given
        if node is None:
            return None
        raise Refused(self.place(node), f"{scope.name} has {len(scope.dummies)} arguments")

    def is_function(self, name):
        if self.frame.entity(name) is not None and self.frame.entity(name).rank:
            return False
        owner, real = self.frame.scope.declaring(name) or (None, None)
        return bool(owner and (real in owner.children or real in owner.interfaces)) and not (
            owner is self.frame.scope.parent and real == self.frame.scope.name)

    def function(self, name, actual, node, index):
        if name in self.frame.scope.statement_functions:
            return self.statement_function(name, actual, node)
        scope = self.callee(name, node, actual)
        if scope is None and name in MORE_INTRINSICS:
            return self.intrinsic(node, index)
        if scope is None:
            raise Refused(self.place(node), f"'{name}', which is neither an array nor a function "
                                            "of the sources")
        if not scope.result:
            raise Refused(self.place(node), f"'{name}' is no function")
        made = self.port.procedure(scope, self.place(node))
        self.calls.append(made)
        if made.returns is None:
            raise Refused(self.place(node), f"the function {name} has no result in C")
        texts = self.passed(made, scope, actual, node, index)
        return E(f"{made.name}({', '.join(texts)})", PRIMARY, made.returns)

    def Call_Stmt(self, node):
        if not isinstance(node.items[0], f.Name):
            raise Refused(self.place(node), f"the type-bound call '{node}'")
        name, actual = str(node.items[0]).lower(), listed(node.items[1])
        scope = self.callee(name, node, actual)
        if scope is None:
            raise Refused(self.place(node), f"the call of {name}, which is no procedure of the "
                                            "sources")
        if self.port.closure.is_left_out(scope):
            return [f"// {str(node).lower()}: left out"]
        made = self.port.procedure(scope, self.place(node))
        self.calls.append(made)
        return [f"{made.name}({', '.join(self.passed(made, scope, actual, node, None))});"]

    def passed(self, made, scope, actual, node, index):
        """What a call gives for each parameter of the procedure in C."""
        given, texts = self.matched(scope, actual, node), []
        for variable in made.parameters:
            if variable.kind in ("state", "host"):
                texts += self.handed_on(variable)
                continue
            dummy, *path = variable.key[1].split("%")
            if dummy not in given:
                texts += ["NULL", *(["0"] * (len(self.port.pieces_of(variable)) - 1))]
                continue
            texts += self.actual(variable, given[dummy], path, node, index, made)
        return texts

    def handed_on(self, variable):
        """A variable that outlives a call has the same name in every procedure."""
        mine = self.frame.use(self.frame.state(variable))
        if variable.pointer:
            self.handed.add(mine)
        names = [name for _, name in self.port.pieces_of(mine)]
        if mine.pointer and not self.text_of(mine).startswith("*"):
            names[0] = f"&{names[0]}"
        return names

    def actual(self, variable, node, path, call, index, made):
        if variable.rank:
            return self.actual_array(variable, node, path, call)
        if variable.type.category == "character":
            text = self.designator(node, None, whole=True).text
            return [text, f"{text}_len"]
        designator = isinstance(node, (f.Name, f.Data_Ref, f.Part_Ref)) and not self.calls_function(
            node)
        if path:
            if not designator:
                raise Refused(self.place(call), f"'{node}', of a derived type")
            mine, subscripts = self.given(node, path)
            one = self.reach(self.frame.use(mine), subscripts, node, index, False)
        else:
            one = self.e(node, index)
        if one.type != variable.type and not (one.category == variable.type.category == "integer"
                                              and not designator):
            raise Refused(self.place(call), f"'{node}' is {one.category} of {one.bytes} bytes, and "
                                            f"the argument {variable.name} is of another type")
        if not variable.pointer:
            return [one.text]
        entity = self.frame.entity(str(node).lower())
        if not designator or entity is not None and entity.has("parameter"):
            return [self.port.helpers.address_of(variable.type, one.text)]
        return [one.text[1:] if one.text.startswith("*") else f"&{one.text}"]

    def calls_function(self, node):
        base, path, subscripts = self.parts(node)
        return (self.frame.alias(base) is None and not path
                and (subscripts is not None and not self.is_array(base)
                     or subscripts is None and self.is_function(base)))

    # -- arrays

    def actual_array(self, variable, node, path, call):
        """The address of an array's first element, with its bounds where they are asked for."""
        if not isinstance(node, (f.Name, f.Data_Ref, f.Part_Ref)) or self.calls_function(node):
            raise Refused(self.place(call), f"the array expression '{node}' as an argument")
        mine, subscripts = self.given(node, path)
        self.frame.use(mine)
        if mine.type != variable.type:
            raise Refused(self.place(call), f"'{node}' is of another type than the argument "
                                            f"{variable.name}")
        if not mine.rank:
            text = self.text_of(mine)
            first = text[1:] if text.startswith("*") else f"&{text}"
            if self._asks(variable):
                raise Refused(self.place(call), f"the scalar {mine.name} as an array")
            return [first]
        if subscripts is None:
            return [mine.name, *self._bounds_of(variable, mine.axes, mine, call)]
        first, shape, partial = [], [], False
        for axis, each in enumerate(subscripts):
            low, extent = mine.axes[axis]
            if not isinstance(each, f.Subscript_Triplet):
                if self.rank(each):
                    raise Refused(self.place(call), f"the vector subscript of '{node}'")
                first.append(self.value(each))
                partial = True
                continue
            begin = self.value(each.items[0]) if each.items[0] else low
            end = self.value(each.items[1]) if each.items[1] else mine.upper(axis)
            last = axis == len(subscripts) - 1 or not any(
                isinstance(other, f.Subscript_Triplet) for other in subscripts[axis + 1:])
            whole = (begin, end) == (low, mine.upper(axis))
            if partial or each.items[2] is not None or not (whole or last):
                raise Refused(self.place(call), f"the section '{node}', whose elements are not "
                                                "next to each other, as an argument")
            first.append(begin)
            shape.append((low if whole else "1", extent if whole else end if begin == "1"
                          else plus(minus(end, begin), "1")))
        if not shape and self._asks(variable):
            raise Refused(self.place(call), f"the element '{node}' as an array")
        text = f"&{mine.name}({', '.join(first)})"
        return [text, *self._bounds_of(variable, [("1", extent) for _, extent in shape], mine,
                                       call)]

    def given(self, node, path):
        """(variable, subscripts): what a designator names, its component `path`."""
        base, more, subscripts = self.unaliased(node)
        return self.frame.find(base, [*more, *path], node), subscripts

    def _asks(self, variable):
        return any(low or extent for low, extent in variable.declared)

    def _bounds_of(self, variable, axes, mine, call):
        texts = []
        if self._asks(variable) and len(axes) != variable.rank:
            raise Refused(self.place(call), f"'{mine.name}' has {len(axes)} axes, and the argument "
                                            f"{variable.name} {variable.rank}")
        for (own_low, own_extent), (low, extent) in zip(variable.declared, axes):
            texts += [low] if own_low else []
            texts += [extent] if own_extent else []
        return texts

    # -- statement functions

    def statement_function(self, name, actual, node):
        made = self.port.statement_function(self, name, node)
        texts = [self.e(each).text for each in actual]
        for variable in made.captured:
            mine = self.frame.use(self.frame.find(variable, [], node))
            texts.append(self.text_of(mine))
        return E(f"{made.name}({', '.join(texts)})", PRIMARY, made.returns)
