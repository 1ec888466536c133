"""Checks JSON files against a schema: check_json.py SCHEMA FILE...

By the few keywords that the schema uses, and strictly: a field that the schema does not know is an
error, because whoever adds one has to describe it. Where the package jsonschema is there, it has to
agree. Prints each error; the status is 1 when there was one.
"""
import json
import re
import sys

KEYWORDS = {
    "$schema",
    "title",
    "description",
    "definitions",
    "anyOf",
    "$ref",
    "type",
    "enum",
    "const",
    "minimum",
    "minItems",
    "maxItems",
    "items",
    "required",
    "properties",
    "pattern",
    "additionalProperties",
}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}


def errors(schema, root, value, place):
    unknown = set(schema) - KEYWORDS
    assert not unknown, f"the schema uses {unknown}, which this checker does not know"
    if "$ref" in schema:
        return errors(root["definitions"][schema["$ref"].split("/")[-1]], root, value, place)
    if "anyOf" in schema:
        tried = [errors(each, root, value, place) for each in schema["anyOf"]]
        return min(tried, key=len)
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{place}: {value!r} is not {schema['const']!r}")
    kind = schema.get("type")
    if kind and (
        not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")
    ):
        return found + [f"{place}: {value!r} is no {kind}"]
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{place}: {value!r} does not match {schema['pattern']}")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{place}: {value} is below {schema['minimum']}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{place}: {len(value)} items")
        for i, each in enumerate(value):
            found += errors(schema.get("items", {}), root, each, f"{place}[{i}]")
    if isinstance(value, dict) and (kind != "object" or "properties" in schema):
        known = schema.get("properties", {})
        found += [
            f"{place}: {name} is missing"
            for name in schema.get("required", [])
            if name not in value
        ]
        for name, each in value.items():
            if name not in known and "additionalProperties" in schema:
                rest = schema["additionalProperties"]
                found += errors(rest, root, each, f"{place}.{name}")
            elif name not in known:
                found.append(f"{place}: {name} is not in the schema")
            else:
                found += errors(known[name], root, each, f"{place}.{name}")
    return found


def main():
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    bad = 0
    for path in sys.argv[2:]:
        value = json.load(open(path, encoding="utf-8"))
        found = errors(schema, schema, value, path)
        try:
            import jsonschema

            jsonschema.Draft7Validator.check_schema(schema)
            found += [
                f"{path}: jsonschema: {each.message}"
                for each in jsonschema.Draft7Validator(schema).iter_errors(value)
            ]
        except ImportError:
            pass
        for each in found:
            print(each)
        bad += len(found)
    return bad > 0


sys.exit(main())
