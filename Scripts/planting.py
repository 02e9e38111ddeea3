"""Faults that are planted on purpose, and how to write them into the sources.

Every file Tests/Plants/NAME.plant describes one fault:

    # Why this must be noticed.
    test: a filter for `swift test` that selects the tests which must then fail
    with: NAME=VALUE in the environment of these tests, where they need it
    also: NAME of another plant whose fault is switched on too, where one alone is harmless
    file: Sources/…/File.swift
    - a line as it stands, found exactly once in the file (indentation aside)
    + what replaces it; Planted.isOn("NAME") is true when the fault is switched on

with as many files and replacements as it takes; none are needed beside `also`.
"""

import os
import sys

SWITCH = "SCROLLBACK_PLANTED"

SWITCH_SOURCE = f'''internal import Glibc

/// Whether a planted fault is switched on.
package enum Planted {{
    private static let names: Set<String> = {{
        guard let text = unsafe getenv("{SWITCH}") else {{ return [] }}
        return Set(unsafe String(cString: text).split(separator: ",").map(String.init))
    }}()

    package static func isOn(_ fault: String) -> Bool {{ names.contains(fault) }}
}}
'''


class Plant:
    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.test = None
        self.settings = {}
        self.also = []
        self.changes = []
        file = None
        old = None
        with open(path, encoding="utf-8") as source:
            for number, line in enumerate(source, 1):
                line = line.rstrip("\n")
                if line.startswith("#") or not line.strip():
                    continue
                if line.startswith("test: "):
                    self.test = line[6:]
                elif line.startswith("with: ") and "=" in line:
                    name, value = line[6:].split("=", 1)
                    self.settings[name] = value
                elif line.startswith("also: "):
                    self.also.append(line[6:])
                elif line.startswith("file: "):
                    file = line[6:]
                elif line.startswith("- ") and file:
                    old = line[2:].strip()
                elif line.startswith("+ ") and old is not None:
                    self.changes.append((file, old, line[2:]))
                    old = None
                else:
                    fail(f"{path}:{number}: not understood: {line}")
        if self.test is None or not self.changes and not self.also:
            fail(f"{path}: names no test or no change")

    @property
    def switch(self):
        return ",".join([self.name, *self.also])


def fail(text):
    print(f"plants: {text}", file=sys.stderr)
    sys.exit(2)


def plants_in(folder):
    return [
        Plant(os.path.join(folder, name))
        for name in sorted(os.listdir(folder)) if name.endswith(".plant")]


def plant(sources, plants):
    """Writes the faults into the sources; gives the lines that they replace."""
    replaced = set()
    for fault in plants:
        for name, old, new in fault.changes:
            if name not in sources:
                fail(f"{fault.name}: there is no {name}")
            lines = sources[name].decode().split("\n")
            found = [i for i, line in enumerate(lines) if line.strip() == old]
            if len(found) != 1:
                fail(f"{fault.name}: found {len(found)} times in {name}: {old}")
            lines[found[0]] = new
            sources[name] = "\n".join(lines).encode()
            replaced.add((name, found[0] + 1))
    for module in {"/".join(name.split("/")[:2]) for name, _ in replaced}:
        sources[f"{module}/Planted.swift"] = SWITCH_SOURCE.replace("package ", "").encode()
    return replaced
