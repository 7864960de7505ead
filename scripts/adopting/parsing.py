"""fparser on one unit at a time, so that code which no routine of interest needs may be
anything."""

import copy
import functools
import os
import pickle
import re
import zlib

from adopting.failure import USAGE, Failure
from adopting.files import digest, shared
from adopting.fortran import (SYMBOL_TABLES, VERSION, FortranStringReader, FparserException,
                              ParserFactory, f, walk)


@functools.cache
def parser():
    return ParserFactory().create(std="f2008")


def read(kind, text):
    """A node of fparser's class, which reads a text once a parser is there."""
    parser()
    return kind(text)


def parse(lines, places, what):
    """Tree of a whole unit; `places` locate an error. It is kept: fparser is slow."""
    text = "\n".join(lines) + "\n"
    file = shared() / "trees" / digest(f"{VERSION} {text}")
    try:
        return with_loops_apart(pickle.loads(zlib.decompress(file.read_bytes())))
    except (OSError, EOFError, AttributeError, zlib.error, pickle.PickleError):
        tree = parsed(text, lines, places, what)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_bytes(zlib.compress(pickle.dumps(tree), 1))
        new.replace(file)
    except (OSError, RecursionError):
        pass
    return with_loops_apart(tree)


def with_loops_apart(tree):
    """Each of several loops that end at one label, which fparser reads as one, is a construct."""
    for outer in walk(tree, (f.Block_Label_Do_Construct, f.Action_Term_Do_Construct)):
        heads = [at for at, each in enumerate(outer.content) if isinstance(each, f.Label_Do_Stmt)]
        for at in reversed(heads[1:]):
            inner = copy.copy(outer)
            inner.parent, inner.content = outer, outer.content[at:]
            outer.content[at:] = [inner]
            for each in inner.content:
                each.parent = inner
    return tree


def make_intrinsic(node):
    """A call of an intrinsic function, which fparser takes for another where a type is declared;
    as one without a declaration, it stays where fparser does not know the name."""
    name = str(node.items[0]).upper()
    if name in f.Intrinsic_Name.function_names:
        node.items = read(f.Intrinsic_Name, name), node.items[1]
        node.__class__ = f.Intrinsic_Function_Reference


def make_external(node):
    """The other way: a call of an external function that has an intrinsic one's name."""
    name = read(f.Name, str(node.items[0]).lower())
    name.parent, node.items = node, (name, node.items[1])
    node.__class__ = f.Function_Reference


def parsed(text, lines, places, what):
    SYMBOL_TABLES.clear()
    try:
        return parser()(FortranStringReader(text, ignore_comments=True))
    except FparserException as error:
        at = re.search(r"at line (\d+)", str(error))
        number = min(int(at[1]), len(places)) if at else 1
        raise Failure(USAGE,
                      f"{places[number - 1]}: fparser cannot read '{lines[number - 1].strip()}' "
                      f"(in {what}); if it has a macro of your build, give the flag that defines "
                      "it: --flags='-D...'; else write it in standard Fortran 2008, or adopt a "
                      "routine that does not use it") from None


def parse_unit(unit, lines, places, ending, what):
    """Tree of a unit, whose first lines these are; a main program may lack its first statement."""
    if unit.head is None:
        lines, places = ["program main", *lines], [places[0], *places]
    return parse([*lines, ending], places, what)


def span(node):
    """Line indices of a statement or a block, within what was parsed; of a statement within one,
    as behind IF (...), that one's."""
    while not (spans := [each.item.span for each in statements_in(node)]):
        node = node.parent
    return min(first for first, _ in spans) - 1, max(last for _, last in spans) - 1


def statements_in(node):
    if getattr(node, "item", None) is not None:
        yield node
        return
    for child in getattr(node, "children", ()) or ():
        if child is not None and not isinstance(child, (str, tuple, list)):
            yield from statements_in(child)


def parents(node):
    while (node := getattr(node, "parent", None)) is not None:
        yield node


def line_of(node):
    """Index of the line that a node is on."""
    return next((each.item.span[0] - 1 for each in (node, *parents(node))
                 if getattr(each, "item", None) is not None), 0)


def arms_of(construct):
    """[(statement that begins it, its nodes)] of an IF or SELECT CASE construct. A line of the
    preprocessor may stand before the first."""
    arms = []
    for node in construct.children:
        kind = type(node).__name__
        if kind in ("If_Then_Stmt", "Else_If_Stmt", "Else_Stmt", "Select_Case_Stmt", "Case_Stmt"):
            arms.append((node, []))
        elif arms and not kind.startswith(("End_", "Comment")):
            arms[-1][1].append(node)
    return arms
