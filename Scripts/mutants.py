#!/usr/bin/env python3
"""Checks that the tests of the domain notice when its rules are changed.

A mutant is a rule with one small fault: a comparison that is another one, a guard that lets
everything pass, a limit that is one more or less. All mutants go into one copy of the module,
each behind a switch that an environment variable turns on, so that one build serves them all;
then the tests run once for each mutant, and at least one has to fail.

    Scripts/mutants.py                      every mutant
    Scripts/mutants.py --sample 60 --seed 7 so many, chosen by the seed
    Scripts/mutants.py --budget 600         as many as there is time for, in seconds
    Scripts/mutants.py --only Membership    those in files whose path contains this
    Scripts/mutants.py --list               names the mutants and runs nothing

A mutant that no test can notice is named in Tests/MessagingTests/survivors.txt, with the reason:

    Folder/File.swift | kind | the line as it stands | why it changes nothing
"""

import argparse
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULE = os.path.join("Sources", "Messaging")
COPY = os.path.join(ROOT, ".build", "mutants")
SURVIVORS = os.path.join(ROOT, "Tests", "MessagingTests", "survivors.txt")
SWITCH = "SCROLLBACK_MUTANT"
LEAST_SCORE = 0.9
# What holds no rule: the coding of events, which the schemas' own tests check, and the values that
# queries are made of, which the store's and the outside form's tests do.
LEFT_OUT = ("Generated/", "Queries/")
# Random tests find by chance, and the coverage is not about the rules' behaviour.
NOT_ASKED = "for random|in any order|The requirements|Hostile bytes"
# What takes seconds is asked where nothing else has noticed.
SLOW = "no more events than fit"
TARGETS = ["Merkle", "Wire", "LogSchema", "Messaging"]

MANIFEST = '''// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .enableExperimentalFeature("SuppressedAssociatedTypes"),
]

let package = Package(
    name: "Scrollback",
    targets: [
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
        .target(name: "Merkle", dependencies: ["CCrypto"], swiftSettings: settings),
        .target(name: "Wire", dependencies: ["Merkle"], swiftSettings: settings),
        .target(name: "LogSchema", dependencies: ["Merkle", "Wire"], swiftSettings: settings),
        .target(
            name: "Messaging",
            dependencies: ["LogSchema", "Merkle", "Wire"],
            swiftSettings: settings
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .target(
            name: "DomainSupport",
            dependencies: ["LogSchema", "Merkle", "Messaging", "TestSupport", "Wire"],
            path: "Tests/DomainSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "MessagingTests",
            dependencies: [
                "DomainSupport", "LogSchema", "Merkle", "Messaging", "TestSupport", "Wire",
            ],
            swiftSettings: settings
        ),
    ]
)
'''

SUPPORT = f'''internal import Glibc

/// Which mutant is switched on.
public enum Mutant {{
    public static let on = getenv("{SWITCH}").flatMap {{ Int(String(cString: $0)) }} ?? 0

    public static func isOn(_ mutant: Int) -> Bool {{ on == mutant }}
    public static func negated(_ mutant: Int, _ value: Bool) -> Bool {{ value != (on == mutant) }}
    public static func passed(_ mutant: Int, _ value: Bool) -> Bool {{ value || on == mutant }}
    public static func failed(_ mutant: Int, _ value: Bool) -> Bool {{ value && on != mutant }}
    public static func more<Value: Numeric>(_ mutant: Int, _ value: Value) -> Value {{
        on == mutant ? value + 1 : value
    }}
    public static func less<Value: Numeric>(_ mutant: Int, _ value: Value) -> Value {{
        on == mutant ? value - 1 : value
    }}
}}
'''

COMPARISONS = {
    "==": ["!="],
    "!=": ["=="],
    "<": ["<=", ">="],
    ">": [">=", "<="],
    "<=": ["<", ">"],
    ">=": [">", "<"],
}
CONNECTIVES = {"&&": "||", "||": "&&"}
SUMS = {"+": "-", "-": "+"}
DIGITS = "¡¢£¤¥¦§¶"


class Mutant:
    def __init__(self, number, file, line, text, kind):
        self.number = number
        self.file = file
        self.line = line
        self.text = text
        self.kind = kind

    @property
    def key(self):
        return (self.file, self.kind, self.text)

    def __str__(self):
        return f"{self.file}:{self.line}: {self.kind}: {self.text}"


def masked(text):
    """The text with comments and strings blanked out, as long as it was."""
    out = list(text)
    i = 0

    def blank(start, end):
        for k in range(start, end):
            if out[k] != "\n":
                out[k] = " " if text[start] == "/" else "_"

    while i < len(text):
        if text.startswith("//", i):
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
            blank(i, end)
            i = end
        elif text.startswith("/*", i):
            end = text.find("*/", i) + 2
            blank(i, end)
            i = end
        elif text.startswith('"""', i):
            end = text.find('"""', i + 3) + 3
            blank(i, end)
            i = end
        elif text[i] == '"':
            end = i + 1
            depth = 0
            while text[end] != '"' or depth:
                if text[end] == "\\" and text[end + 1] == "(":
                    depth += 1
                    end += 2
                elif text[end] == "\\":
                    end += 2
                else:
                    if depth and text[end] == "(":
                        depth += 1
                    if depth and text[end] == ")":
                        depth -= 1
                    end += 1
            blank(i, end + 1)
            i = end + 1
        else:
            i += 1
    return "".join(out)


def closing(mask, start, stops):
    """Where one of some words or signs follows at the same depth of brackets."""
    depth = 0
    i = start
    while i < len(mask):
        if depth == 0:
            for stop in stops:
                if mask.startswith(stop, i):
                    if not stop.isalpha() or re.match(rf"\b{stop}\b", mask[i:]) and (
                            not mask[i - 1].isalnum()):
                        return i
        if mask[i] in "([{":
            depth += 1
        elif mask[i] in ")]}":
            depth -= 1
            if depth < 0:
                return -1
        i += 1
    return -1


def clauses(mask, start, end):
    """The parts of a condition between its commas."""
    depth = 0
    first = start
    for i in range(start, end):
        if mask[i] in "([{":
            depth += 1
        elif mask[i] in ")]}":
            depth -= 1
        elif mask[i] == "," and depth == 0:
            yield first, i
            first = i + 1
    yield first, end


def trimmed(mask, start, end):
    while start < end and mask[start].isspace():
        start += 1
    while end > start and mask[end - 1].isspace():
        end -= 1
    return start, end


class File:
    """A source with its mutants, and how to write it with those that compile."""

    def __init__(self, name, text, mutants):
        self.name = name
        self.text = text
        self.mask = masked(text)
        self.mutants = mutants
        # (start, end, before, after) and the mutants that are on there.
        self.spans = []
        # (start, end, replacement), the same.
        self.tokens = []
        self.operators = []
        self.find()

    def line(self, place):
        return self.text.count("\n", 0, place) + 1

    def add(self, place, kind):
        line = self.line(place)
        text = " ".join(self.text.split("\n")[line - 1].split())
        mutant = Mutant(len(self.mutants) + 1, self.name, line, text, kind)
        self.mutants.append(mutant)
        return mutant

    def wrap(self, start, end, kind, function):
        mutant = self.add(start, kind)
        self.spans.append((start, end, f"Mutant.{function}({mutant.number}, ", ")", [mutant]))

    def find(self):
        self.find_conditions()
        self.find_operators()
        self.find_literals()
        self.find_checks()
        self.find_cases()

    def find_conditions(self):
        for word, stops in (("guard", ["else"]), ("if", ["{"]), ("while", ["{"])):
            for match in re.finditer(rf"(?<![#\w.])\b{word}\b", self.mask):
                end = closing(self.mask, match.end(), stops)
                if end < 0:
                    continue
                for start, stop in clauses(self.mask, match.end(), end):
                    start, stop = trimmed(self.mask, start, stop)
                    clause = self.mask[start:stop]
                    if re.match(r"(let|var|case|#)\b", clause) or not clause:
                        continue
                    if word == "guard":
                        self.wrap(start, stop, "let pass", "passed")
                    else:
                        self.wrap(start, stop, "never", "failed")
                    if not re.search(r"\s(==|!=|<|>|<=|>=)\s", clause):
                        self.wrap(start, stop, "negate", "negated")

    def find_operators(self):
        pattern = r"(?<=\s)(==|!=|<=|>=|<|>|&&|\|\||\+|-)(?=\s)"
        for match in re.finditer(pattern, self.mask):
            sign = match[1]
            line_start = self.mask.rfind("\n", 0, match.start()) + 1
            head = self.mask[line_start:match.start()].strip()
            if re.match(r"(extension|func|package|public|private|fileprivate)\b.*\bwhere\b", head):
                continue
            if "static func" in head or head.startswith("case"):
                continue
            if sign in COMPARISONS:
                others = COMPARISONS[sign]
            elif sign in CONNECTIVES:
                others = [CONNECTIVES[sign]]
            else:
                others = [SUMS[sign]]
            mutants = [self.add(match.start(), f"{sign} to {other}") for other in others]
            name = "÷" + "".join(DIGITS[int(d)] for d in oct(mutants[0].number)[2:])
            self.tokens.append((match.start(), match.end(), name, mutants))
            self.operators.append((name, sign, list(zip(mutants, others))))

    def find_literals(self):
        for match in re.finditer(r"(?<![\w.$])(true|false)\b", self.mask):
            self.wrap(match.start(), match.end(), "flip", "negated")
        for match in re.finditer(r"(?<![\w.$])(\d[\d_]*|0x[\dA-Fa-f_]+)(?![\w.]*\w)", self.mask):
            line_start = self.mask.rfind("\n", 0, match.start()) + 1
            if self.mask[line_start:match.start()].strip().startswith("case"):
                continue
            self.wrap(match.start(), match.end(), "one more", "more")
            if self.name == "Limits.swift":
                self.wrap(match.start(), match.end(), "one less", "less")

    def find_checks(self):
        """Statements that only ask whether something is allowed."""
        for match in re.finditer(r"^[ ]*(try [\w.]+\()", self.mask, re.M):
            start = match.start(1)
            depth = 0
            end = match.end(1) - 1
            while True:
                if self.mask[end] in "([{":
                    depth += 1
                elif self.mask[end] in ")]}":
                    depth -= 1
                end += 1
                if depth == 0 and (end >= len(self.mask) or self.mask[end] == "\n"):
                    break
            before = self.mask[:start].rstrip()
            if before.endswith(("=", "return", "(", ",", "?", ":", "in")):
                continue
            mutant = self.add(start, "do not ask")
            self.spans.append(
                (start, end, f"if !Mutant.isOn({mutant.number}) {{ ", " }", [mutant]))

    def find_cases(self):
        """Answers of two neighbouring cases, the one for the other."""
        pattern = r"^[ ]*case [^\n:]*(?:\([^\n]*\))?[^\n:]*: (?=\S)"
        previous = None
        for match in re.finditer(r"^.*$", self.mask, re.M):
            head = re.match(pattern, match[0])
            if not head or "let " in head[0]:
                previous = None
                continue
            start, end = trimmed(self.mask, match.start() + head.end(), match.end())
            answer = self.mask[start:end]
            plain = re.match(r"[.\w!(]", answer) and not re.match(
                r"(return|throw|break|continue|try|if|switch|var|let|_)\b|_", answer)
            if not plain or re.search(r" [-+*]?= ", answer) or answer.count("(") != (
                    answer.count(")")):
                previous = None
                continue
            if previous and self.text[slice(*previous)] != self.text[start:end]:
                mutant = self.add(start, "the answer of the case above")
                other = self.text[slice(*previous)]
                self.spans.append(
                    (start, end, f"(Mutant.isOn({mutant.number}) ? {other} : ", ")", [mutant]))
            previous = (start, end)

    def written(self, dead):
        """The text with every mutant in it that compiles."""
        spans = [s for s in self.spans if not any(m.number in dead for m in s[4])]
        opening, ending = {}, {}
        for span in spans:
            opening.setdefault(span[0], []).append(span)
            ending.setdefault(span[1], []).append(span)
        tokens = {t[0]: t for t in self.tokens if not any(m.number in dead for m in t[3])}
        out = []
        i = 0
        while i <= len(self.text):
            for span in sorted(ending.get(i, []), key=lambda s: (-s[0], -spans.index(s))):
                out.append(span[3])
            for span in sorted(opening.get(i, []), key=lambda s: (-s[1], spans.index(s))):
                out.append(span[2])
            if i == len(self.text):
                break
            if i in tokens:
                out.append(tokens[i][2])
                i = tokens[i][1]
            else:
                out.append(self.text[i])
                i += 1
        return "".join(out)

    def declarations(self, dead):
        lines = []
        for name, sign, mutants in self.operators:
            if any(m.number in dead for m, _ in mutants):
                continue
            if sign in COMPARISONS:
                precedence = "ComparisonPrecedence"
                bound = "Equatable" if sign in ("==", "!=") else "Comparable"
                head = f"package func {name} <T: {bound}>(left: T, right: T) -> Bool"
                cases = " ".join(
                    f"case {m.number}: left {other} right;" for m, other in mutants)
                body = f"switch Mutant.on {{ {cases} default: left {sign} right }}"
                body = body.replace(";", "\n       ").replace("} ", "}\n").replace(
                    " default", "\n        default")
            elif sign in CONNECTIVES:
                precedence = (
                    "LogicalConjunctionPrecedence" if sign == "&&"
                    else "LogicalDisjunctionPrecedence")
                head = (
                    f"package func {name} (left: Bool, right: @autoclosure () "
                    "throws -> Bool) rethrows -> Bool")
                number, other = mutants[0][0].number, mutants[0][1]
                on, off = (
                    ("left ? true : try right()", "left ? try right() : false")
                    if sign == "&&" else
                    ("left ? try right() : false", "left ? true : try right()"))
                body = (
                    f"if Mutant.isOn({number}) {{ return {on} }}\n    return {off}")
            else:
                precedence = "AdditionPrecedence"
                head = f"package func {name} <T: AdditiveArithmetic>(left: T, right: T) -> T"
                number, other = mutants[0][0].number, mutants[0][1]
                body = f"Mutant.isOn({number}) ? left {other} right : left {sign} right"
            lines.append(f"infix operator {name}: {precedence}\n{head} {{\n    {body}\n}}\n")
        return "\n".join(lines)


def fail(text):
    print(f"mutants: {text}", file=sys.stderr)
    sys.exit(2)


def sources():
    for folder, _, files in os.walk(os.path.join(ROOT, MODULE)):
        for file in sorted(files):
            path = os.path.join(folder, file)
            name = os.path.relpath(path, os.path.join(ROOT, MODULE))
            if name.endswith(".swift") and not name.startswith(LEFT_OUT):
                yield name, path


def write(path, text):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def prepare():
    os.makedirs(COPY, exist_ok=True)
    write(os.path.join(COPY, "Package.swift"), MANIFEST)
    for name in ["CCrypto"] + TARGETS:
        mirror(os.path.join("Sources", name))
    for name in ["TestSupport", "DomainSupport", "MessagingTests"]:
        mirror(os.path.join("Tests", name))
    write(os.path.join(COPY, MODULE, "Mutant.swift"), SUPPORT)


def mirror(name):
    """Copies a folder, touching only what has changed."""
    target = os.path.join(COPY, name)
    known = set()
    for folder, _, files in os.walk(os.path.join(ROOT, name)):
        for file in files:
            path = os.path.join(folder, file)
            relative = os.path.relpath(path, os.path.join(ROOT, name))
            known.add(relative)
            copy = os.path.join(target, relative)
            # The mutants' own files are written later; they have to stay as they are.
            if name == MODULE and relative.endswith(".swift") and (
                    not relative.startswith(LEFT_OUT)):
                continue
            with open(path, "rb") as source:
                data = source.read()
            if os.path.exists(copy):
                with open(copy, "rb") as source:
                    if source.read() == data:
                        continue
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copyfile(path, copy)
    if name == MODULE:
        known |= {"Mutant.swift", "MutantOperators.swift"}
    for folder, _, files in os.walk(target):
        for file in files:
            path = os.path.join(folder, file)
            if os.path.relpath(path, target) not in known:
                os.remove(path)


def build(files, mutants):
    """Builds with all mutants that compile; gives the numbers of those that do not."""
    dead = set()
    for attempt in range(25):
        for file in files:
            write(os.path.join(COPY, MODULE, file.name), file.written(dead))
        operators = "".join(file.declarations(dead) + "\n" for file in files)
        write(os.path.join(COPY, MODULE, "MutantOperators.swift"), operators)
        outcome = subprocess.run(
            ["swift", "build", "--build-tests"], cwd=COPY, capture_output=True, text=True)
        if outcome.returncode == 0:
            return dead
        output = outcome.stdout + outcome.stderr
        found = set()
        for path, line in re.findall(r"Sources/Messaging/([^:\s]+):(\d+):\d+: error", output):
            found.add((path, int(line)))
        before = len(dead)
        for path, line in found:
            for reach in (0, 1, 3, 6):
                near = {
                    m.number for m in mutants
                    if m.file == path and abs(m.line - line) <= reach and m.number not in dead}
                if near:
                    dead |= near
                    break
        # All mutants of one sign stand or fall together.
        for file in files:
            for _, _, pairs in file.operators:
                if any(m.number in dead for m, _ in pairs):
                    dead |= {m.number for m, _ in pairs}
        print(f"build {attempt + 1}: {len(found)} lines do not compile, "
              f"{len(dead)} mutants are left out", flush=True)
        if len(dead) == before:
            fail("the copy does not build:\n" + output[-6000:])
    fail("too many mutants do not compile")


def executable():
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=COPY, check=True, capture_output=True,
        text=True).stdout.strip()
    return os.path.join(folder, "ScrollbackPackageTests.xctest")


def notices(program, number, limit):
    """Whether a test notices, and what was said last: the quick ones are asked first."""
    noticed, last = run(program, number, limit, ["--skip", f"{NOT_ASKED}|{SLOW}"])
    return (True, last) if noticed else run(program, number, limit, ["--filter", SLOW])


def run(program, number, limit, selection):
    """Whether some tests fail, trap, or find no end."""
    environment = {**os.environ, SWITCH: str(number), "SWIFT_BACKTRACE": "enable=no"}
    process = subprocess.Popen(
        # A loop without an end must not take all memory there is.
        ["sh", "-c", 'ulimit -v 8000000; exec "$@"', "sh", program, "--testing-library",
         "swift-testing", *selection], cwd=COPY, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    timer = threading.Timer(limit, process.kill)
    timer.start()
    failed = False
    last = ""
    for line in process.stdout:
        last = line if line.strip() else last
        if "✘" in line or "recorded an issue" in line:
            failed = True
            process.kill()
            break
    process.stdout.read()
    code = process.wait()
    timer.cancel()
    return failed or code != 0, last


def explanations():
    known = {}
    if not os.path.exists(SURVIVORS):
        return known
    with open(SURVIVORS, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split(" | ")]
            if len(parts) < 4 or not parts[-1]:
                fail(f"survivors.txt:{number}: not understood: {line.strip()}")
            known[(parts[0], parts[1], " | ".join(parts[2:-1]))] = parts[-1]
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, help="seconds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    begin = time.monotonic()

    mutants = []
    files = []
    for name, path in sources():
        with open(path, encoding="utf-8") as file:
            files.append(File(name, file.read(), mutants))
    if options.list:
        for mutant in mutants:
            print(mutant)
        print(Counter(m.kind for m in mutants).most_common(), len(mutants))
        return 0

    prepare()
    dead = build(files, mutants)
    program = executable()
    started = time.monotonic()
    noticed, last = notices(program, 0, 300)
    if noticed:
        fail(f"without a mutant the tests fail: {last}")
    limit = max(30.0, 10 * (time.monotonic() - started))

    chosen = [m for m in mutants if m.number not in dead and options.only in m.file]
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    elif options.budget:
        random.Random(options.seed).shuffle(chosen)
    known = explanations()
    killed, survivors, skipped = [], [], 0

    def attempt(mutant):
        if options.budget and time.monotonic() - begin > options.budget:
            return mutant, None
        return mutant, notices(program, mutant.number, limit)[0]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for index, (mutant, noticed) in enumerate(pool.map(attempt, chosen), 1):
            if index % 100 == 0:
                print(
                    f"{index} of {len(chosen)} tried, {len(survivors)} survive, "
                    f"{time.monotonic() - begin:.0f} s", flush=True)
            if noticed is None:
                skipped += 1
            elif noticed:
                killed.append(mutant)
            else:
                survivors.append(mutant)
                word = "explained" if mutant.key in known else "survives"
                print(f"{word}  {mutant}", flush=True)

    unexplained = [m for m in survivors if m.key not in known]
    complete = options.sample is None and not options.only and not skipped
    surviving = {m.key for m in survivors}
    stale = [key for key in known if key not in surviving] if complete else []
    for key in stale:
        print(f"explained, but no survivor: {' | '.join(key)}")
    ran = len(killed) + len(survivors)
    # What cannot be noticed says nothing about the tests.
    judged = len(killed) + len(unexplained)
    score = len(killed) / judged if judged else 0
    print(
        f"{len(mutants)} mutants, {len(dead)} do not compile, {ran} were tried, "
        f"{len(killed)} were noticed ({score:.1%} of those not explained), "
        f"{len(survivors)} survive, {len(unexplained)} of them unexplained, {skipped} not reached, "
        f"{time.monotonic() - begin:.0f} s")
    if complete:
        return 1 if unexplained or stale else 0
    return 1 if score < least_score(judged) else 0


def least_score(count):
    """What a sample must reach: less would be one in a hundred if the share of all were right."""
    return LEAST_SCORE - 2.33 * (LEAST_SCORE * (1 - LEAST_SCORE) / max(count, 1)) ** 0.5


if __name__ == "__main__":
    sys.exit(main())
