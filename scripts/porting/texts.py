"""Comparisons of characters."""

from adopting.fortran import f
from porting.expression import E, LOGICAL, PRIMARY, UNARY
from porting.refused import Refused


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
