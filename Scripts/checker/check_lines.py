#!/usr/bin/env python3
"""Checks the JSON Schemas of the outside form with a validator that is not ours.

    check_lines.py schemas/json           the examples of every command and query
    check_lines.py schemas/json PAIRS     the lines and answers of a file too

Every file must be a schema, every example must be valid by its own file and by that of all commands
or queries, and must not be with another field. Every field of a schema stands in an example of it.
PAIRS has an object {"line", "answer"} on each line. Needs the package jsonschema, 4.18 or later.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

BASE = "https://scrollback.invalid/"
# Fields that examples need not have: each command takes an id, and the others are answered first.
EXCUSED = {"id", "cursor", "epoch"}


def main():
    folder = pathlib.Path(sys.argv[1])
    schemas = {path.relative_to(folder).as_posix(): json.loads(path.read_text())
               for path in sorted(folder.rglob("*.json"))}
    registry = Registry().with_resources(
        (BASE + name, Resource.from_contents(schema)) for name, schema in schemas.items())

    def validator(name):
        return Draft202012Validator({"$ref": BASE + name}, registry=registry)

    faults = []
    count = 0
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        if "/" not in name:
            continue
        own, all_of_kind = validator(name), validator(name.split("/")[0] + ".json")
        examples = schema.get("examples", [])
        if not examples:
            faults.append(f"{name} has no example")
        for example in examples:
            count += 1
            for each in own, all_of_kind:
                faults += [f"{name}: {example}: {error.message}"
                           for error in each.iter_errors(example)]
                if each.is_valid({**example, "unheard": 1}):
                    faults.append(f"{name} accepts a field that nothing has")
        shown = set().union(*(places(example) for example in examples))
        for field in fields(schema, schema["$defs"]["fields"]):
            if field not in shown | EXCUSED:
                faults.append(f"{name}: no example has {field}")
    print(f"{len(schemas)} schemas, {count} examples")

    if len(sys.argv) > 2:
        answers = validator("answers.json")
        pairs = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
        for pair in pairs:
            line, answer = pair["line"], pair["answer"]
            word = next(key for key in ("do", "ask") if key in line)
            faults += [f"the answer to {line}: {error.message}"
                       for error in answers.iter_errors(answer)]
            if "ok" in answer and line[word] != "asOf":
                part = Draft202012Validator(
                    {"$ref": f"{BASE}answers.json#/$defs/{word}.{line[word]}"}, registry=registry)
                faults += [f"the answer to {line}: {error.message}"
                           for error in part.iter_errors(answer["ok"])]
        print(f"{len(pairs)} answers")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def places(value, at=""):
    """The names of all fields, behind the names of the fields around them."""
    found = set()
    if isinstance(value, dict):
        for name, part in value.items():
            found |= {at + name} | places(part, f"{at}{name}.")
    elif isinstance(value, list):
        for part in value:
            found |= places(part, at)
    return found


def fields(root, schema, at=""):
    """The same of a schema; what it refers to in another file has examples of its own."""
    found = set()
    reference = schema.get("$ref", "")
    if reference.startswith("#/$defs/"):
        name = reference.removeprefix("#/$defs/")
        if name not in ("id", "command"):
            found |= fields(root, root["$defs"][name], at)
    for name, part in schema.get("properties", {}).items():
        found |= {at + name} | fields(root, part, f"{at}{name}.")
    for key in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(key, []):
            found |= fields(root, part, at)
    if isinstance(schema.get("items"), dict):
        found |= fields(root, schema["items"], at)
    return found


if __name__ == "__main__":
    sys.exit(main())
