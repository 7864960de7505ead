"""Variables of BLOCK constructs around a range, which its procedure declares again."""

import re

from adopting import entities, jumps, parsing, temporaries
from adopting.declarations import DECLARES
from adopting.entities import KEPT
from adopting.fortran import f, walk
from adopting.statements import statements


def of(range_of_lines, around):
    """{name: entity} of the names that the range uses. Refuses where a value goes in or out."""
    found = {}
    for block in sorted(around, key=lambda each: each.first):
        if block.kind == "block":
            found.update(_of_block(range_of_lines, block))
        else:
            jumps.no(range_of_lines.source.places[block.first],
                     f"the range is inside of the {block.kind.upper()} that begins here, whose "
                     "names are its own", "take it whole")
    return found


def _of_block(one, block):
    place, texts, action = one.source.places[block.first], [], block.last
    for statement in statements(one.source.lines, block.first + 1, block.last - 1):
        if not DECLARES.match(statement.text) or re.match(r"[a-z]\w*\s*(\([^)]*\))?\s*=[^=>]",
                                                          statement.text, re.IGNORECASE):
            action = statement.first
            break
        texts.append(statement.text)
    tree = parsing.parse(["subroutine ladder_block", *texts, "end subroutine ladder_block"],
                         [place] * (len(texts) + 2), "a BLOCK")
    declared = {each.name: each for node in walk(tree, f.Type_Declaration_Stmt)
                for each in entities.declared(node, place)}
    used = {name: entity for name, entity in declared.items() if name in one.names.used}
    alone = temporaries.of(one.tree, set(used)) - one.words_of(action, block.last)
    for name, entity in used.items():
        if name not in alone or entity.attributes & KEPT or entity.initial or not fixed(entity):
            jumps.no(place, f"'{name}' is a variable of the BLOCK that begins here, and its value "
                            "goes into the range or out of it", "take the BLOCK whole")
    return used


def fixed(entity):
    """Whether the shape has numbers alone, so that no call makes another array."""
    return all(re.fullmatch(r"[-\d]+", side) for pair in entity.shape for side in pair)
