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

from shortening import shorten, shorten_style, shorten_together

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
    text = path.read_text(encoding="utf-8")
    parts = [module(found, seen) for found in re.findall(r'^import\b.*?\bfrom "\./(.*?)";$', text, re.M)]
    text = re.sub(r"^import\b[^;]*;\n", "", text, flags=re.M)
    return "".join(parts) + re.sub(r"^export (?=\w)", "", text, flags=re.M)


def style():
    """The styles without comments, indentation, and blanks where none are needed, and with short names of variables."""
    text = re.sub(r"/\*.*?\*/", "", (root / "Console/console.css").read_text(encoding="utf-8"), flags=re.S)
    lines = [re.sub(r"\s*([{};>/])\s*|\s+(?=!important)|(?<=@media) ", r"\1", re.sub(r"([:,])\s+", r"\1", line.strip()))
             for line in text.split("\n")]
    unended = [line for line in lines if line and line[-1] not in "{};,"]
    if unended:
        sys.exit(f"embed-console: in the styles a line ends within a value: {unended[0]}")
    # In a value a sum needs its blanks; before a rule's brace there are selectors alone.
    text = re.sub(r"\s*\+\s*(?=[^;{}]*{)", "+", "".join(lines).replace(";}", "}"))
    return shorten_style(text)


def checker():
    """The checker: a page, its style and its script in one."""
    page = (root / "Console/check.html").read_text(encoding="utf-8")
    script = shorten(module("check.js", set()))
    styles = style()

    def digest(text):
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    # What a page of a disk may load stands in the page itself.
    policy = f"default-src 'none'; script-src {digest(script)}; style-src {digest(styles)}; img-src data:; {common}"
    page = page.replace("POLICY", policy).replace("STYLE", styles).replace("SCRIPT", script)
    return page, policy + "; frame-ancestors 'none'"


def files():
    """Each file's path at the server, media type, policy and text."""
    paths = sorted([*(root / "Console").glob("*.js"), root / "Clients/javascript/scrollback.js"])
    scripts = {path.name: path.read_text(encoding="utf-8") for path in paths if path.name != "check.js"}
    # The client keeps the names that its users know.
    made = [(f"/console/{name}", types[".js"], page_policy, text)
            for name, text in shorten_together(scripts, kept=("scrollback.js",)).items()]
    made.append(("/console/console.css", types[".css"], page_policy, style()))
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


def run(arguments):
    made = swift()
    if "--check" in arguments:
        if target.read_text("utf-8") != made:
            sys.exit("embed-console: Console/ changed; run Scripts/embed-console.py")
    else:
        target.write_text(made, "utf-8")
        print(sum(len(t.encode()) for _, k, _, t in files() if "html" not in k), "bytes of scripts and styles")


if __name__ == "__main__":
    run(sys.argv[1:])
