"""What statements of a specification part say of entities: attributes, access, COMMON blocks."""

import re

from adopting import entities, names
from adopting.fortran import f, walk


class Attributes:
    """Adds to the tables of a scope, which are its class's."""

    def _add(self, entity, declaration):
        before = self.entities.get(entity.name)
        if before:
            entity.attributes |= before.attributes
            for each in ("shape", "intent", "common", "category", "type_text", "procedure"):
                setattr(entity, each, getattr(entity, each) or getattr(before, each))
        self.entities[entity.name] = entity
        declaration.defines.add(entity.name)

    def _named(self, name, declaration, **changes):
        entity = self.entities.get(name)
        if entity is None:
            entity = self.entities[name] = entities.Entity(name,
                                                           self.source.places[declaration.first])
        declaration.defines.add(name)
        for key, value in changes.items():
            if key == "attribute":
                entity.attributes.add(value)
            elif value:
                setattr(entity, key, value)

    def _attributes(self, node, one):
        text = str(node)
        low = text.lower()
        if isinstance(node, f.Parameter_Stmt):
            for name, value in re.findall(r"(\w+)\s*=\s*((?:[^,()]|\((?:[^()]|\([^()]*\))*\))+)",
                                          text[text.index("(") + 1:]):
                self._named(name.lower(), one, attribute="parameter", initial=value)
        elif isinstance(node, f.Procedure_Declaration_Stmt) or isinstance(node, f.External_Stmt):
            for name in re.findall(r"[a-z]\w*",
                                   re.sub(r"^.*::|^external", "", low).replace("=> null()", "")):
                self._named(name, one, procedure=True, **(
                    {"attribute": "pointer"} if re.match(r"procedure\b.*\bpointer\b.*::", low)
                    else {}))
        elif isinstance(node, f.Enum_Def):
            for name in re.findall(r"[a-z]\w*",
                                   " ".join(re.findall(r"enumerator\s*(?:::)?(.*)", low))):
                self._named(name, one, attribute="parameter", category="integer",
                            type_text="integer")
        elif match := re.match(r"(dimension|allocatable|pointer|target|optional|save|value|"
                               r"contiguous|protected|volatile|intent)\b\s*"
                               r"(\(\s*(?:in|out|in\s*out)\s*\))?\s*(::)?\s*(.*)$", low, re.DOTALL):
            for part in entities.split(match[4]):
                name = re.match(r"\s*/?\s*([a-z]\w*)\s*(\((.*)\))?", part)
                if not name:
                    continue
                changes = ({"intent": re.sub(r"[\s()]", "", match[2] or "")} if match[1] == "intent"
                           else {})
                if match[1] not in ("intent", "dimension"):
                    changes["attribute"] = match[1]
                if name[3]:
                    changes["shape"] = entities.bounds_of(name[3])
                self._named(name[1], one, **changes)
        elif isinstance(node, f.Data_Stmt):
            for each in (node.items[0] if isinstance(node.items[0], (list, tuple))
                         else walk(node, f.Data_Stmt_Set)):
                for name in names.names_in(each.items[0]).used:
                    self._named(name, one, initial="data")
        elif isinstance(node, f.Equivalence_Stmt):
            for name in one.names.used:
                self._named(name, one, attribute="equivalence")

    def _access(self, node):
        words = str(node).lower()
        kind, _, listed = words.partition(" ")
        found = [name.strip() for name in entities.split(listed.replace("::", "")) if name.strip()]
        if not found:
            self.private_default = self.private_default or kind == "private"
        for name in found:
            self.access[name] = kind

    def _common(self, node, one):
        for block, objects in re.findall(r"/\s*(\w*)\s*/([^/]*)", re.sub(
                r"^common\s*(?!/)(?=\w)", "common //", str(node), flags=re.I)):
            members = self.commons.setdefault(block.lower(), [])
            for part in entities.split(objects):
                match = re.match(r"\s*(\w+)\s*(\((.*)\))?", part)
                if match:
                    name = match[1].lower()
                    members.append(name)
                    self._named(name, one, common=block.lower() or "//",
                                shape=entities.bounds_of(match[3]) if match[3] else [])
