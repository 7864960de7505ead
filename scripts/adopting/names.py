"""Names that a piece of a tree uses: variables, calls, components, and what is written."""

import dataclasses

from adopting.fortran import f, walk


@dataclasses.dataclass
class Call:
    name: str
    node: object
    arguments: list  # (keyword or None, base name or None, node)
    function: bool


class Names:
    def __init__(self):
        self.used = {}           # name -> node of its first use
        self.components = set()  # names after %
        self.written = {}        # base name -> node
        # allocated, deallocated, nullified or pointed elsewhere: base name -> node
        self.resized = {}
        self.whole_written = set()  # bases that are assigned without a component or subscript
        self.calls = []
        self.bound_calls = []    # nodes of type-bound calls
        self.associated = {}     # name of an ASSOCIATE construct -> bases of what it is
        self.skipped = set()     # ids of nodes that are not looked at


def base_of(node):
    """Name of the variable at the start of a designator; None where there is none."""
    while node is not None and not isinstance(node, f.Name):
        if isinstance(node, (f.Data_Ref, f.Part_Ref, f.Substring, f.Array_Section,
                             f.Function_Reference, f.Structure_Constructor, f.Data_Pointer_Object)):
            node = node.items[0]
        else:
            return None
    return str(node).lower() if node is not None else None


def names_in(tree, skipped=()):
    found = Names()
    found.skipped = {id(node) for node in skipped}
    _visit(tree, found)
    return found


def listed(node):
    """The nodes of a list, or the one that is in its place."""
    if node is None or isinstance(node, tuple):
        return node or ()
    return tuple(node.items) if type(node).__name__.endswith("_List") else (node,)


def below(node):
    """The nodes right below one, or of a list."""
    inner = node if isinstance(node, (tuple, list)) else getattr(node, "children", None)
    return [each for each in inner or () if each is not None and not isinstance(each, str)]


def arguments_of(node):
    """[(keyword or None, node)] of an argument list."""
    return [(str(each.items[0]).lower(), each.items[1])
            if isinstance(each, (f.Actual_Arg_Spec, f.Component_Spec)) else (None, each)
            for each in listed(node) if each is not None]


def _called(node, function):
    return Call(str(node.items[0]).lower(), node,
                [(keyword, base_of(value), value)
                 for keyword, value in arguments_of(node.items[1])], function)


def _visit(node, found):
    if node is None or isinstance(node, str) or id(node) in found.skipped:
        return
    if isinstance(node, (f.Int_Literal_Constant, f.Real_Literal_Constant,
                         f.Logical_Literal_Constant, f.Signed_Int_Literal_Constant,
                         f.Signed_Real_Literal_Constant)):
        if node.items[1] and not str(node.items[1]).isdigit():
            found.used.setdefault(str(node.items[1]).lower(), node)
        return
    if isinstance(node, f.Component_Decl):
        for part in node.items[1:]:
            _visit(part, found)
        return
    if isinstance(node, f.Common_Stmt):  # names of blocks are no variables
        _visit([objects for _, objects in node.items[0]], found)
        return
    if isinstance(node, f.Association):
        base = base_of(node.items[2])
        found.associated.setdefault(str(node.items[0]).lower(),
                                    set()).update({base} if base else ())
        _visit(node.items[2], found)
        return
    if isinstance(node, f.Name):
        found.used.setdefault(str(node).lower(), node)
        return
    if isinstance(node, f.Data_Ref):
        _visit(node.items[0], found)
        for part in node.items[1:]:
            found.components.add(
                str(part.items[0] if isinstance(part, f.Part_Ref) else part).lower())
            if isinstance(part, f.Part_Ref):
                _visit(part.items[1], found)
        return
    if isinstance(node, (f.Procedure_Designator, f.Proc_Component_Ref)):
        found.bound_calls.append(node)
        _visit(node.items[0], found)
        return
    if isinstance(node, (f.Actual_Arg_Spec, f.Component_Spec)):
        _visit(node.items[1], found)
        return
    if isinstance(node, f.Call_Stmt):
        if isinstance(node.items[0], f.Name):
            found.calls.append(_called(node, False))
    elif (isinstance(node, (f.Part_Ref, f.Function_Reference, f.Structure_Constructor))
          and isinstance(node.items[0], f.Name)):
        found.calls.append(_called(node, True))
    elif isinstance(node, (f.Assignment_Stmt, f.Pointer_Assignment_Stmt)):
        base = base_of(node.items[0])
        if base:
            found.written.setdefault(base, node)
            if isinstance(node.items[0], f.Name):
                found.whole_written.add(base)
            if isinstance(node, f.Pointer_Assignment_Stmt):
                found.resized.setdefault(base, node)
    elif isinstance(node, (f.Allocate_Stmt, f.Deallocate_Stmt, f.Nullify_Stmt)):
        for item in _objects(node):
            found.written.setdefault(item, node)
            found.resized.setdefault(item, node)
    elif isinstance(node, f.Loop_Control) and node.items[1]:
        found.written.setdefault(str(node.items[1][0]).lower(), node)
    for child in below(node):
        _visit(child, found)


def _objects(node):
    if isinstance(node, f.Allocate_Stmt):
        found = [base_of(each.items[0]) for each in walk(node, f.Allocation)]
        if not found:
            found = [base_of(each) for each in walk(node.items[1], f.Name)[:1]]
        return [name for name in found if name]
    found = [base_of(each) for part in node.items for each in listed(part)
             if not isinstance(each, str)]
    return [name for name in found if name]
