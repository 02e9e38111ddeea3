#!/usr/bin/env python3
"""Writes the files of Console/ into the Swift that carries them in the executable.

    Scripts/embed-console.py          write Sources/ScrollbackConsole/Generated/Files.swift
    Scripts/embed-console.py --check  exit with 1 if it is not what Console/ says

The checker of one file (check.html) is made here too: its page with the modules that it needs put
into it, so that it opens from a disk without a server.
"""

import base64
import hashlib
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
target = root / "Sources/ScrollbackConsole/Generated/Files.swift"
types = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
common = "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
page_policy = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    f"img-src 'self' data:; frame-ancestors 'none'; {common}"
)
# Scripts and styles together: what a first visit loads.
largest = 150 * 1024


def module(name, seen):
    """The text of a module and of all that it imports, each once, without import and export."""
    path = root / "Console" / name
    if path in seen:
        return ""
    seen.add(path)
    text = lean(path)
    parts = [module(found, seen) for found in re.findall(r'^import\b.*?\bfrom ?"\./(.*?)";$', text, re.M)]
    text = re.sub(r"^import\b[^;]*;\n", "", text, flags=re.M)
    return "".join(parts) + re.sub(r"^export (?=\w)", "", text, flags=re.M)


def lean(path):
    """A script or style without what only its reader needs: indentation, comments of whole lines."""
    text = path.read_text(encoding="utf-8")
    lines = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if line.count("`") % 2:
            sys.exit(f"embed-console: {path.name}:{number} has a template of several lines")
        inside = inside or bare.startswith("/*")
        if not inside and not bare.startswith("//"):
            lines.append(bare)
        if inside and bare.endswith("*/"):
            inside = False
    shorter = style if path.suffix == ".css" else script
    return "".join(shorter(line) + "\n" for line in lines if line)


def joined(text):
    """A script without ends of lines where a statement or list goes on or has ended."""
    return re.sub(r"([;{,(\[])\n", r"\1", text)


def style(line):
    """A line of a style without blanks where none are needed."""
    line = re.sub(r"\s*([{};])\s*", r"\1", re.sub(r"([:,>])\s+", r"\1", line))
    return line.replace(";}", "}")


def script(line):
    """A line of a script without blanks beside signs; texts, templates and patterns stay."""
    made = []
    place = 0
    while place < len(line):
        sign = line[place]
        before = "".join(made).rstrip()
        if sign in "\"'`" or sign == "/" and (before[-1:] in "(,=:[!&|?{};>" or before.endswith("return")):
            end = place + 1
            in_class = False
            while line[end] != sign or in_class:
                if sign == "/" and line[end] in "[]":
                    in_class = line[end] == "["
                if sign == "`" and line.startswith("${", end):
                    end = closing(line, end + 2)
                end += 2 if line[end] == "\\" else 1
            made.append(line[place : end + 1])
            place = end + 1
        elif sign == " ":
            signs = "{}()[];,:=<>!&|?*%"
            place += 1
            is_sum = before[-1:] in "+-/" and line[place] not in "+-/"
            is_sum = is_sum or line[place] in "+-/" and before[-1:] not in "+-/"
            if before[-1:] not in signs and line[place] not in signs and not is_sum:
                made.append(" ")
        else:
            made.append(sign)
            place += 1
    return "".join(made)


def closing(line, place):
    """Where a value within a template ends."""
    depth = 1
    while depth:
        if line[place] in "\"'`":
            quote = line[place]
            place += 1
            while line[place] != quote:
                if quote == "`" and line.startswith("${", place):
                    place = closing(line, place + 2)
                place += 2 if line[place] == "\\" else 1
        depth += {"{": 1, "}": -1}.get(line[place], 0)
        place += 1
    return place - 1


def checker():
    """The checker: a page, its style and its script in one."""
    page = (root / "Console/check.html").read_text(encoding="utf-8")
    script = joined(module("check.js", set()))
    style = lean(root / "Console/console.css")

    def digest(text):
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    # What a page of a disk may load stands in the page itself.
    policy = f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; img-src data:; {common}"
    page = page.replace("POLICY", policy).replace("STYLE", style).replace("SCRIPT", script)
    return page, policy + "; frame-ancestors 'none'"


def files():
    """Each file's path at the server, media type, policy and text."""
    made = []
    for path in sorted((root / "Console").iterdir()):
        if path.suffix not in types or path.name in ("check.html", "check.js", "index.html"):
            continue
        made.append((f"/console/{path.name}", types[path.suffix], page_policy, joined(lean(path))))
    client = joined(lean(root / "Clients/javascript/scrollback.js"))
    made.append(("/console/scrollback.js", types[".js"], page_policy, client))
    size = sum(len(text.encode()) for _, kind, _, text in made if "html" not in kind)
    if size > largest:
        sys.exit(f"embed-console: scripts and styles have {size} bytes; at most {largest}")
    index = (root / "Console/index.html").read_text("utf-8")
    made.insert(0, ("/console", types[".html"], page_policy, index))
    page, policy = checker()
    made.insert(1, ("/console/check.html", types[".html"], policy, page))
    return made


def literal(text):
    """A Swift literal of the very same text."""
    if "\r" in text or "\0" in text:
        sys.exit("embed-console: a file has a carriage return or a zero")
    hashes = "#"
    while f'"""{hashes}' in text or f"\\{hashes}" in text:
        hashes += "#"
    return f'{hashes}"""\n{text}\n"""{hashes}'


def swift():
    parts = [
        "// Generated from Console/ by `Scripts/embed-console.py`; not to be edited.\n"
        "// swift-format-ignore-file\n\n"
        "extension ConsoleFile {\n    /// All files, the page first.\n"
        "    package static let all: [ConsoleFile] = [\n"
    ]
    for path, kind, policy, text in files():
        tag = hashlib.sha256(text.encode()).hexdigest()[:32]
        parts.append(
            f'ConsoleFile(\n    path: "{path}",\n    type: "{kind}",\n    tag: #""{tag}""#,\n'
            f'    policy: "{policy}",\n    text: {literal(text)}\n),\n'
        )
    parts.append("    ]\n}\n")
    return "".join(parts)


made = swift()
if "--check" in sys.argv[1:]:
    if target.read_text("utf-8") != made:
        sys.exit("embed-console: Console/ changed; run Scripts/embed-console.py")
else:
    target.write_text(made, "utf-8")
    print(sum(len(t.encode()) for _, k, _, t in files() if "html" not in k), "bytes of scripts and styles")
