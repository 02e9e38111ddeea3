#!/usr/bin/env python3
"""Compares the public face of the libraries with the list that is checked in.

    Scripts/symbols.py           says what the products bring more or less than listed
    Scripts/symbols.py --accept  writes the list anew

The list is Tests/PublicFaceTests/symbols.txt: every public declaration of the module Scrollback and
of the types that it exports (Sources/Scrollback/Exports.swift), one a line, and those of the other
products behind their module's name. It is read from what Scripts/build.sh has compiled, so build
first.
"""

import difflib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIST = os.path.join(ROOT, "Tests", "PublicFaceTests", "symbols.txt")
EXPORTS = os.path.join(ROOT, "Sources", "Scrollback", "Exports.swift")
FACE = "Scrollback"
PACKAGE = os.path.join(ROOT, "Package.swift")


def modules():
    """The folder of the compiled modules."""
    where = subprocess.run(
        [os.path.join(ROOT, "Scripts", "build.sh"), "--where"], check=True,
        stdout=subprocess.PIPE, text=True)
    return os.path.join(ROOT, where.stdout.strip(), "Modules")


def others():
    """The modules of the other libraries."""
    with open(PACKAGE, encoding="utf-8") as package:
        found = re.findall(r'\.library\(name: "(\w+)", targets: \["\1"\]\)', package.read())
    return sorted(set(found) - {FACE})


def exported():
    """The names that the library exports, by their module."""
    names = {}
    with open(EXPORTS, encoding="utf-8") as source:
        for module, name in re.findall(r"^@_exported public import \w+ (\w+)\.(\w+)$",
                                       source.read(), re.MULTILINE):
            names.setdefault(module, set()).add(name)
    return names


def symbols(module, folder):
    """The public declarations of a module: their path, and how each is declared."""
    maps = []
    for at, _, files in os.walk(os.path.join(ROOT, "Sources")):
        if "module.modulemap" in files:
            maps += ["-Xcc", "-fmodule-map-file=" + os.path.join(at, "module.modulemap")]
    run = subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", module,
         "-target", f"{platform.machine()}-unknown-linux-gnu", "-I", modules(),
         "-output-dir", folder, "-minimum-access-level", "public", *maps],
        capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"symbols: {module} cannot be read; run Scripts/build.sh first.\n{run.stderr}")
    with open(os.path.join(folder, f"{module}.symbols.json"), encoding="utf-8") as graph:
        for symbol in json.load(graph)["symbols"]:
            # What the compiler or a protocol adds follows from what is declared.
            if "::SYNTHESIZED" in symbol["identifier"]["precise"]:
                continue
            words = "".join(part["spelling"] for part in symbol["declarationFragments"])
            yield symbol["pathComponents"], " ".join(words.split())


def face():
    lines = set()
    names = exported()
    if not names:
        sys.exit(f"symbols: {EXPORTS} exports nothing.")
    with tempfile.TemporaryDirectory() as folder:
        for module in [FACE, *sorted(names)]:
            known = set()
            for path, words in symbols(module, folder):
                known.add(path[0])
                if module != FACE and path[0] not in names[module]:
                    continue
                lines.add(f"{'.'.join(path)}: {words}")
            missing = names.get(module, set()) - known
            if missing:
                sys.exit(f"symbols: {module} does not declare {', '.join(sorted(missing))}.")
        for module in others():
            for path, words in symbols(module, folder):
                lines.add(f"{module} {'.'.join(path)}: {words}")
    return sorted(lines)


def main():
    if sys.argv[1:] not in ([], ["--accept"]):
        sys.exit(__doc__)
    now = face()
    if sys.argv[1:]:
        with open(LIST, "w", encoding="utf-8") as file:
            file.write("\n".join(now) + "\n")
        print(f"symbols: {len(now)} written")
        return
    with open(LIST, encoding="utf-8") as file:
        listed = file.read().splitlines()
    changes = [line for line in difflib.ndiff(listed, now) if line[:1] in "+-"]
    if changes:
        print("\n".join(changes))
        sys.exit("symbols: the public face has changed. If it should, run "
                 "'Scripts/symbols.py --accept' and say so in CHANGELOG.md.")
    print(f"symbols: {len(now)} public declarations, as listed")


main()
