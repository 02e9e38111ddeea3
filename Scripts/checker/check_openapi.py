#!/usr/bin/env python3
"""Holds requests and their answers to a document in OpenAPI 3.1, with a validator that is not ours.

    check_openapi.py DOCUMENT EXCHANGES

EXCHANGES has an object {"method", "path", "body"?, "status", "type", "answer"?} on each line: a request
under the path of the document, and what it was answered. The status is one of its operation's, the type
one of the status's, and the answer fits the schema of that; of an answer without error, so does the
request's body. Every example of a body in the document fits its schema. Needs the package jsonschema,
4.18 or later.
"""

import json
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

BASE = "https://scrollback.invalid/openapi.json"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    resource = Resource.from_contents(document, default_specification=DRAFT202012)
    registry = Registry().with_resource(BASE, resource)
    validators = {}

    def errors(pointer, value):
        if pointer not in validators:
            validators[pointer] = Draft202012Validator({"$ref": BASE + "#" + pointer}, registry=registry)
        return [error.message[:400] for error in validators[pointer].iter_errors(value)]

    def pointer(*names):
        return "".join("/" + name.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
                       for name in names)

    faults = []
    examples = 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            for type_, content in operation.get("requestBody", {}).get("content", {}).items():
                place = pointer("paths", path, method, "requestBody", "content", type_, "schema")
                for example in content.get("examples", {}).values():
                    examples += 1
                    faults += [f"an example of {path}: {error}" for error in errors(place, example["value"])]
                if not content.get("examples"):
                    faults.append(f"{method} {path} has a body and no example")

    count = 0
    with open(sys.argv[2], encoding="utf-8") as file:
        for line in file:
            count += 1
            exchange = json.loads(line)
            method, path, status = exchange["method"].lower(), exchange["path"], str(exchange["status"])
            what = f"{method} {path} {json.dumps(exchange.get('body'))[:200]}: {status}"
            operation = document["paths"][path][method]
            answer = operation["responses"].get(status)
            if answer is None:
                faults.append(f"{what} is no status of the operation")
                continue
            names = ["paths", path, method, "responses", status]
            if "$ref" in answer:
                names = answer["$ref"].removeprefix("#/").split("/")
                answer = document["components"]["responses"][names[-1]]
            type_ = exchange["type"].split(";")[0]
            if not exchange.get("type") and "content" not in answer:
                continue
            if type_ not in answer.get("content", {}):
                faults.append(f"{what} with the type {type_}")
                continue
            if "answer" in exchange:
                place = pointer(*names, "content", type_, "schema")
                faults += [f"{what}: {error}" for error in errors(place, exchange["answer"])]
            if status == "200" and "body" in exchange:
                place = pointer("paths", path, method, "requestBody", "content", "application/json", "schema")
                faults += [f"{what}, whose body is none: {error}"
                           for error in errors(place, exchange["body"])]
    print(f"{examples} examples, {count} exchanges")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
