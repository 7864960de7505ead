"""Constants that are written out."""

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
