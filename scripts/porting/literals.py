"""Constants that are written out, and comparisons of characters with them."""

import re

from adopting.fortran import f
from porting.expression import E, LOGICAL, PRIMARY, UNARY, Type
from porting.refused import Refused


def of(node, frame):
    """E of a literal, None of anything else."""
    if isinstance(node, (f.Int_Literal_Constant, f.Signed_Int_Literal_Constant)):
        return integer(str(node.items[0]), kind(node, "integer", frame))
    if isinstance(node, (f.Real_Literal_Constant, f.Signed_Real_Literal_Constant)):
        return real(str(node.items[0]).lower(), node, frame)
    if isinstance(node, f.Logical_Literal_Constant):
        return E("1" if "true" in str(node.items[0]).lower() else "0", PRIMARY, LOGICAL)
    if isinstance(node, f.Complex_Literal_Constant):
        raise Refused(frame.place(node), f"the complex constant {node}")
    return None


def kind(node, category, frame):
    if node.items[1] is None:
        return frame.port.kinds.usual[category]
    return frame.port.kinds.number(node.items[1], frame.scope, frame.place(node))


def integer(text, size):
    if size == 8 or abs(int(text)) >= 2**31:
        return E(f"INT64_C({text})", PRIMARY, Type("integer", 8))
    return E(text, UNARY if text[0] in "+-" else PRIMARY, Type("integer", size))


def real(text, node, frame):
    size = (frame.port.kinds.usual["double"] if "d" in text else kind(node, "real", frame))
    if size not in (4, 8, 10):
        raise Refused(frame.place(node), f"the constant {node} of {size} bytes")
    mantissa, _, exponent = text.replace("d", "e").partition("e")
    mantissa = re.sub(r"\.$", ".0", re.sub(r"^([+-]?)\.", r"\g<1>0.", mantissa))
    if "." not in mantissa and not exponent:
        mantissa += ".0"
    if exponent and not int(exponent):
        exponent = ""
        mantissa += "" if "." in mantissa else ".0"
    suffix = {4: "f", 8: "", 10: "L"}[size]
    return E(mantissa + (f"e{exponent}" if exponent else "") + suffix,
             UNARY if mantissa[0] in "+-" else PRIMARY, Type("real", size))


class Texts:
    """Part of Expressions."""

    def is_text(self, node):
        if isinstance(node, f.Char_Literal_Constant):
            return True
        if isinstance(node, (f.Name, f.Data_Ref)):
            entity = self.frame.entity(str(node).lower().split("%")[0].strip())
            return bool(entity and entity.category == "character")
        return False

    def compared_text(self, node, operator):
        left, right = node.items[0], node.items[2]
        if isinstance(left, f.Char_Literal_Constant):
            left, right = right, left
        if operator not in ("==", ".eq.", "/=", ".ne."):
            raise Refused(self.place(node), f"the order of characters, '{node}'")
        same = self.same_text(left, right)
        return same if operator in ("==", ".eq.") else E(f"!{same.text}", UNARY, LOGICAL)

    def same_text(self, variable, literal):
        if not isinstance(literal, f.Char_Literal_Constant):
            raise Refused(self.place(variable), f"a comparison of '{variable}' with characters "
                                                "that are no constant")
        name = self.designator(variable, None, whole=True)
        text = str(literal.items[0])
        text = text[1:-1].replace(text[0] * 2, text[0]).replace("\\", "\\\\").replace('"', '\\"')
        return self.text_test(name.text, text)

    def text_test(self, name, text):
        return E(f'{self.port.helpers.same()}({name}, {name}_len, "{text}")', PRIMARY, LOGICAL)
