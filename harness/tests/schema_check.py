"""Whether JSON is as harness/answers/verdict/schema.json says, by the keywords that this schema
uses."""

import json
import pathlib

FILE = pathlib.Path(__file__).resolve().parents[1] / "answers/verdict/schema.json"
SCHEMA = json.loads(FILE.read_text())
STATUSES = SCHEMA["$defs"]["status"]["enum"]
OF_COMMAND = {"verify": "verdict", "judge": "judged", "explain": "loop", "port": "ported",
              "record": "recorded"}
TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool,
         "integer": int, "number": (int, float)}


def defects(value, which=None):
    """What is not so, each with its path; `which`: a definition of the schema."""
    which = which or OF_COMMAND[value.get("command", "verify")]
    return defects_of(value, {"$ref": f"#/$defs/{which}"}, which)


def is_a(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def defects_of(value, schema, path):
    if "$ref" in schema:
        return defects_of(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], path)
    found = []
    if "anyOf" in schema and all(defects_of(value, one, path) for one in schema["anyOf"]):
        found += min((defects_of(value, one, path) for one in schema["anyOf"]), key=len)
    types = schema.get("type", [])
    if types and not any(is_a(value, one) for one in ([types] if isinstance(types, str)
                                                      else types)):
        return [f"{path} is {value!r}, and no {types}"]
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path} is {value!r}, and none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{path} is {value!r}, and not {schema['const']!r}")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        more = schema.get("additionalProperties", True)
        found += [f"{path} lacks {one}" for one in schema.get("required", ()) if one not in value]
        for name, part in value.items():
            if name in known:
                found += defects_of(part, known[name], f"{path}.{name}")
            elif more is False:
                found.append(f"{path}.{name} is in no schema")
            elif isinstance(more, dict):
                found += defects_of(part, more, f"{path}.{name}")
    if isinstance(value, list):
        found += [f"{path} is too short"] * (len(value) < schema.get("minItems", 0))
        for at, part in enumerate(value):
            found += defects_of(part, schema.get("items", {}), f"{path}[{at}]")
    return found
