"""The mutants of the domain's rules, and how to write them into its sources.

A mutant is a rule with one small fault: a comparison that is another one, a guard that lets
everything pass, a limit that is one more or less. Each is written behind a switch that an
environment variable turns on, so that one build serves them all.
"""

import re

MODULE = "Sources/Messaging"
SWITCH = "SCROLLBACK_MUTANT"
# What holds no rule: the coding of events, which the schemas' own tests check, and the values that
# queries are made of, which the store's and the outside form's tests do.
LEFT_OUT = ("Generated/", "Queries/", "Planted.swift")

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


class Mutants:
    """Every mutant of the module whose sources are given, by name."""

    def __init__(self, sources):
        self.all = []
        self.files = []
        for path in sorted(sources):
            name = path.removeprefix(f"{MODULE}/")
            if path != name and name.endswith(".swift") and not name.startswith(LEFT_OUT):
                self.files.append(File(name, sources[path].decode(), self.all))

    def at(self, file, line):
        """The numbers of the mutants of a line."""
        return {m.number for m in self.all if (m.file, m.line) == (file, line)}

    def written(self, dead):
        """The sources with every mutant in them that is not dead."""
        operators = "".join(file.declarations(dead) + "\n" for file in self.files)
        texts = {file.name: file.written(dead) for file in self.files}
        texts |= {"Mutant.swift": SUPPORT, "MutantOperators.swift": operators}
        return {f"{MODULE}/{name}": text.encode() for name, text in texts.items()}

    def refused(self, output, dead):
        """The dead mutants, and those at whose lines the compiler found errors."""
        dead = set(dead)
        pattern = rf"{MODULE}/([^:\s]+):(\d+):\d+: error"
        for file, line in set(re.findall(pattern, output)):
            for reach in (0, 1, 3, 6):
                near = {
                    m.number for m in self.all
                    if m.file == file and abs(m.line - int(line)) <= reach} - dead
                if near:
                    dead |= near
                    break
        # All mutants of one sign stand or fall together.
        for file in self.files:
            for _, _, pairs in file.operators:
                if any(m.number in dead for m, _ in pairs):
                    dead |= {m.number for m, _ in pairs}
        return dead
