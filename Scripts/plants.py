#!/usr/bin/env python3
"""Checks that the tests find faults that are planted on purpose.

Every file Tests/Plants/NAME.plant describes one fault:

    # Why this must be noticed.
    test: a filter for `swift test` that selects the tests which must then fail
    with: NAME=VALUE in the environment of these tests, where they need it
    also: NAME of another plant whose fault is switched on too, where one alone is harmless
    file: Sources/…/File.swift
    - a line as it stands, found exactly once in the file (indentation aside)
    + what replaces it; Planted.isOn("NAME") is true when the fault is switched on

with as many files and replacements as it takes; none are needed beside `also`. All faults go into one copy of the package,
which is built once; an environment variable switches one on at a time.

    Scripts/plants.py            every fault
    Scripts/plants.py NAME …     these alone

A fault is found only if a test fails: where the tests do not end in time it is NOT found, because
a test that hangs says nothing. Two runs share the cores: most tests wait for a child process or
for a disk.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COPY = os.path.join(ROOT, ".build", "planted")
PLANTS = os.path.join(ROOT, "Tests", "Plants")
SWITCH = "SCROLLBACK_PLANTED"
JOBS = 2
# Seconds; a run beside another one may take twice as long as alone.
LIMIT = 120

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


def copy_package():
    """Brings the copy up to date without touching what has not changed."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.splitlines()
    contents = {}
    for name in tracked:
        source = os.path.join(ROOT, name)
        if os.path.isfile(source):
            with open(source, "rb") as file:
                contents[name] = (file.read(), os.stat(source).st_mode)
    return contents


def plant(contents, plants):
    modules = set()
    for fault in plants:
        for name, old, new in fault.changes:
            if name not in contents:
                fail(f"{fault.name}: there is no {name}")
            text, mode = contents[name]
            lines = text.decode().split("\n")
            found = [i for i, line in enumerate(lines) if line.strip() == old]
            if len(found) != 1:
                fail(f"{fault.name}: found {len(found)} times in {name}: {old}")
            lines[found[0]] = new
            contents[name] = ("\n".join(lines).encode(), mode)
            modules.add("/".join(name.split("/")[:2]))
    for module in modules:
        source = SWITCH_SOURCE.replace("package ", "")
        contents[f"{module}/Planted.swift"] = (source.encode(), 0o644)


def write(contents):
    for folder, _, files in os.walk(COPY):
        if os.path.relpath(folder, COPY).split(os.sep)[0] == ".build":
            continue
        for file in files:
            name = os.path.relpath(os.path.join(folder, file), COPY)
            if name not in contents:
                os.remove(os.path.join(folder, file))
    for name, (data, mode) in contents.items():
        path = os.path.join(COPY, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path, "rb") as file:
                if file.read() == data:
                    continue
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, mode)


def executable():
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=COPY, check=True, capture_output=True,
        text=True).stdout.strip()
    return os.path.join(folder, "ScrollbackPackageTests.xctest")


def run_tests(program, pattern, settings, fault=None):
    environment = {**os.environ, **settings}
    environment.pop(SWITCH, None)
    if fault:
        environment[SWITCH] = fault
        # A crash is as good as a failure here, and its backtrace takes long.
        environment["SWIFT_BACKTRACE"] = "enable=no"
    try:
        outcome = subprocess.run(
            [program, "--testing-library", "swift-testing", "--filter", pattern],
            cwd=COPY, env=environment, capture_output=True, text=True, errors="replace",
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return None, 0, f"no end within {LIMIT} s"
    output = outcome.stdout + outcome.stderr
    closing = re.findall(r"Test run with (\d+) tests?", output)
    return outcome.returncode, int(closing[-1]) if closing else 0, output


def main():
    wanted = sys.argv[1:]
    paths = sorted(
        os.path.join(PLANTS, name) for name in os.listdir(PLANTS) if name.endswith(".plant"))
    plants = [Plant(path) for path in paths]
    names = {fault.name for fault in plants}
    unknown = set(wanted).union(*(fault.also for fault in plants)) - names
    if unknown:
        fail(f"no such plant: {', '.join(sorted(unknown))}")

    contents = copy_package()
    plant(contents, plants)
    os.makedirs(COPY, exist_ok=True)
    write(contents)
    subprocess.run(["swift", "build", "--build-tests", "-q"], cwd=COPY, check=True)

    program = executable()
    chosen = [fault for fault in plants if not wanted or fault.name in wanted]
    selections = sorted({(fault.test, tuple(fault.settings.items())) for fault in chosen})

    def attempt(fault):
        begin = time.monotonic()
        code, _, _ = run_tests(program, fault.test, fault.settings, fault.switch)
        return fault, code, time.monotonic() - begin

    survivors = 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        outcomes = pool.map(lambda it: run_tests(program, it[0], dict(it[1])), selections)
        for (pattern, _), (code, count, output) in zip(selections, outcomes):
            if code != 0 or count == 0:
                print(output[-4000:])
                fail(f"without a fault, {count} tests of '{pattern}' run and do not all pass")
        for fault, code, seconds in pool.map(attempt, chosen):
            is_found = code is not None and code != 0
            survivors += not is_found
            word = "found" if is_found else "NOT FOUND" if code == 0 else "HANGS"
            print(f"{fault.name:28} {word:10} {seconds:5.1f} s   {fault.test}", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} planted faults were found")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
