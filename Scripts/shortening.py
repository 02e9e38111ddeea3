"""Shortens scripts: no comments, no needless blanks, short names for what one file alone sees.

A name is made short in a whole file at once, and only where each place of it is seen to be a variable:
never a property, a key, an exported name, or a name that browsers give to all scripts. So two variables
of one name, in whatever scopes, stay two variables of one name, and no scope needs to be understood.
Private names (`#name`) are those of a class alone; each gets one short name in the file.

Scripts that are sent together agree on short names for what one exports and others import
(`shorten_together`), but not for what a script gives to who loads it when it is needed.
"""

import collections
import itertools
import re
import string

PIECE = re.compile(
    r"""(?P<blank>[ \t\n]+|//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"""|(?P<number>0[xX][0-9a-fA-F_]+n?|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?n?)"""
    r"""|(?P<name>\#?[A-Za-z_$][\w$]*)"""
    r"""|(?P<sign>>>>=|\.\.\.|[=!]==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|[=!<>]=|&&|\|\||\?\?|\?\.(?!\d)"""
    r"""|\+\+|--|[-+*/%&|^]=|\*\*|<<|>>|[{}()\[\];,<>+\-*/%&|^!~?:=.])""",
    re.S,
)
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
# After these words an expression comes: a slash begins a pattern.
OPENING = set("return typeof case in of delete void throw new await yield else do".split())
WORDS = OPENING | set(
    "async break catch class const constructor continue debugger default enum export extends false finally for "
    "from function get if import instanceof let null set static super switch this true try var while with as "
    "arguments eval meta target".split()
)
# None of these stands directly in a class or an object, so that a brace that is misjudged is found.
STATEMENTS = set("const let var return if for while do switch case default throw try break continue".split())
# What browsers give to all scripts under these names is not told from a variable of the same name.
GLOBALS = set(
    "AbortController AbortSignal Array BigInt BroadcastChannel Boolean CustomEvent DataError Date Error Event "
    "EventTarget Float64Array FormData Infinity Intl JSON Map Math MutationObserver NaN Number Object Promise "
    "ResizeObserver Response Set String TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array addEventListener "
    "atob blur btoa cancelAnimationFrame clearInterval clearTimeout close closed crypto document event external fetch "
    "dispatchEvent find focus frames globalThis history innerHeight innerWidth isSecureContext length localStorage location "
    "matchMedia name navigator onclick open opener origin parent parseInt performance print prompt queueMicrotask "
    "removeEventListener requestAnimationFrame Screen screen scroll scrollBy scrollTo scrollX scrollY self sessionStorage "
    "setInterval setTimeout status stop structuredClone toString top undefined unescape valueOf window".split()
)


class Token:
    """A piece of a script. `parts` are those of a template: texts and lists of tokens in turn."""

    __slots__ = ("kind", "text", "breaks", "parts", "role")

    def __init__(self, kind, text, breaks, parts=None):
        self.kind = kind
        self.text = text
        # Whether a line ends before it.
        self.breaks = breaks
        self.parts = parts
        self.role = None


def tokens(source, place=0, is_inside=False):
    """The tokens from a place on, to the end or to the brace that closes a value of a template."""
    found = []
    depth = 0
    breaks = False
    while place < len(source):
        last = found[-1] if found else None
        if source[place] == "`":
            parts, place = template(source, place + 1)
            found.append(Token("template", "`", breaks, parts))
            breaks = False
            continue
        if source[place] == "/" and source[place + 1] not in "/*" and pattern_may_follow(last):
            match = PATTERN.match(source, place)
            kind = "pattern"
        else:
            match = PIECE.match(source, place)
            kind = match and match.lastgroup
        if not match:
            raise SyntaxError(f"line {source.count(chr(10), 0, place) + 1}: {source[place:place + 20]!r} is not understood")
        place = match.end()
        text = match.group()
        if kind == "blank":
            breaks = breaks or "\n" in text
            continue
        depth += {"{": 1, "}": -1}.get(text, 0)
        if depth < 0 and is_inside:
            return found, place
        found.append(Token(kind, text, breaks))
        breaks = False
    if is_inside:
        raise SyntaxError("a template does not end")
    return found, place


def template(source, place):
    parts = []
    start = place
    while place < len(source) and source[place] != "`":
        if source[place] == "\\":
            place += 2
        elif source.startswith("${", place):
            inner, after = tokens(source, place + 2, True)
            parts += [source[start:place], inner]
            start = place = after
        else:
            place += 1
    if place >= len(source):
        raise SyntaxError("a template does not end")
    return [*parts, source[start:place]], place + 1


def pattern_may_follow(last):
    if last is None:
        return True
    if last.kind == "name":
        return last.text in OPENING
    return last.kind == "sign" and last.text not in (")", "]", "}", "++", "--")


def all_of(found):
    """The tokens with those in templates."""
    for token in found:
        yield token
        for part in (token.parts or [])[1::2]:
            yield from all_of(part)


def understand(found):
    """Says of each name what it is: a variable, a shorthand, imported, or something that stays."""
    # Of each open bracket: "block", "object", "class", "import", "other".
    open_ones = []
    awaits_class = False
    for n, token in enumerate(found):
        for part in (token.parts or [])[1::2]:
            understand(part)
        before = found[n - 1] if n else None
        after = found[n + 1] if n + 1 < len(found) else None
        inside = open_ones[-1] if open_ones else "block"
        if token.kind == "sign":
            if token.text in "([":
                open_ones.append("other")
            elif token.text == "{":
                open_ones.append("class" if awaits_class else brace(found, n))
                awaits_class = False
            elif token.text in ")]}":
                if not open_ones:
                    raise SyntaxError(f"a {token.text} closes nothing")
                token.role = open_ones.pop()
        if token.kind != "name":
            continue
        is_word = not is_sign(before, ".", "?.") and not is_sign(after, ":")
        awaits_class = awaits_class or token.text == "class" and is_word
        is_method = is_sign(after, "(") and token.text not in ("if", "for", "while", "switch")
        if is_word and token.text in STATEMENTS and not is_method and inside not in ("block", "other"):
            raise SyntaxError(f"'{token.text}' stands where no statement was expected")
        token.role = role(token, before, after, inside, found[n - 2] if n > 1 else None)
    if open_ones:
        raise SyntaxError("a bracket is not closed")


def is_sign(token, *texts):
    return token is not None and token.kind == "sign" and token.text in texts


def role(token, before, after, inside, earlier):
    """What a name is where it stands."""
    if token.text.startswith("#"):
        return "private"
    if is_sign(before, ".", "?.") or token.text in WORDS:
        return "fixed"
    is_first = is_sign(before, "{", ",")
    word = before.text if before and before.kind == "name" and before.role == "fixed" else None
    if inside == "import":
        if word == "as":
            return "variable"
        if is_first and after is not None and after.text == "as":
            return "renamed"
        return "imported" if is_first and is_sign(after, ",", "}") else "fixed"
    if inside == "export":
        return "exported"
    if inside == "class":
        starts = is_sign(before, "{", ";", "}", "*") or word in ("static", "async", "get", "set")
        if not starts and not (token.breaks and may_end(before)):
            return "variable"
        if not is_sign(after, "(", "=", ";", "}"):
            raise SyntaxError(f"'{token.text}' is no member of a class")
        return "fixed"
    if inside == "object":
        if is_first and is_sign(after, ":", "("):
            return "fixed"
        if is_first and is_sign(after, ",", "}", "="):
            return "shorthand"
        if is_sign(after, "(") and (word in ("async", "get", "set") or is_sign(before, "*")) and is_sign(earlier, "{", ","):
            return "fixed"
    # A function may be exported as `export async function`; its name stays in either case.
    if word in ("const", "let", "function", "class") and earlier is not None and earlier.text in ("export", "async"):
        return "exported"
    return "variable"


def may_end(token):
    """Whether a statement or a member may end with a token, without a semicolon."""
    return token.kind != "sign" or token.text in (")", "]", "++", "--") or token.role == "object"


def brace(found, n):
    """What an opening brace begins."""
    before = found[n - 1] if n else None
    if before is None or is_sign(before, ")", "=>", ";", "{", "}"):
        return "block"
    if before.kind == "name" and before.text in ("else", "try", "catch", "finally", "do", "static"):
        return "block"
    if before.kind == "name" and before.text in ("import", "export"):
        return before.text
    if is_sign(before, ":"):
        # `case x: {` and `default: {` begin a block; what comes after a key or a choice is an object.
        for token in reversed(found[: n - 1]):
            if is_sign(token, "?", ";", "{", "}"):
                break
            if token.kind == "name" and token.text in ("case", "default"):
                return "block"
    return "object"


def rename(found, kept=(), agreed=None):
    """Gives short names; returns {long: short}. `agreed` has those of what scripts export to each other."""
    understand(found)
    everything = [token for token in all_of(found) if token.kind == "name"]
    exported = {token.text for token in everything if token.role == "exported"}
    shared = exported | {token.text for token in everything if token.role == "imported"}
    names = {long: short for long, short in (agreed or {}).items() if long in shared}
    for token in everything:
        if token.role == "renamed":
            token.text = (agreed or {}).get(token.text, token.text)
    fixed = exported | GLOBALS | WORDS | set(kept) | set(names)
    used = {}
    for token in everything:
        if token.role in ("variable", "shorthand", "imported", "private") and token.text not in fixed:
            used.setdefault(token.text, []).append(token)
    taken = {token.text for token in everything} | set(names.values())
    free = (name for name in short_names() if name not in taken and name not in WORDS)
    private = ("#" + "".join(letters) for size in (1, 2) for letters in itertools.product(string.ascii_letters, repeat=size))
    waiting = next(free)
    for long, places in sorted(used.items(), key=lambda one: (-len(one[1]) * len(one[0]), one[0])):
        if long.startswith("#"):
            names[long] = next(private)
            continue
        extra = {"shorthand": len(long) + 1, "imported": len(long) + 4}
        gain = sum(len(long) - len(waiting) - extra.get(token.role, 0) for token in places)
        if gain <= 0:
            continue
        names[long] = waiting
        waiting = next(free)
    for token in everything:
        short = names.get(token.text)
        if short is None or token.role == "fixed":
            continue
        is_agreed = agreed is not None and token.text in agreed
        joint = {"shorthand": ":", "imported": None if is_agreed else " as "}.get(token.role)
        token.text = f"{token.text}{joint}{short}" if joint else short
    return names


# No script may have it: it becomes one of the short names.
OBJECT = "theObjectOfTheMethod"


def name_this(found):
    """Gives `this` a name in the methods that say it often, as a short name is shorter than the word."""
    if any(token.text == OBJECT for token in all_of(found)):
        raise SyntaxError(f"'{OBJECT}' is a name of the shortening's own")
    understand(found)
    for start, end in reversed(list(methods(found))):
        body = found[start + 1:end]
        places = [token for token in all_of(body) if token.kind == "name" and token.text == "this"]
        # Before `super()` there is no object, and what has an object of its own is left alone.
        if not body or makes_object(body) or has_other_object(body):
            continue
        # A declaration that follows becomes one with it.
        cost = len("x=this,") if body[0].text in ("const", "let") else len("let x=this;")
        if len(places) * (len("this") - 1) <= cost:
            continue
        for token in places:
            token.text = OBJECT
        found[start + 1:start + 1] = [
            Token("name", "let", body[0].breaks), Token("name", OBJECT, False), Token("sign", "=", False),
            Token("name", "this", False), Token("sign", ";", False)]


def methods(found):
    """Where the bodies of a class's methods begin and end."""
    open_ones = []
    for n, token in enumerate(found):
        if is_sign(token, "(", "[", "{"):
            # Of what a bracket closes, `role` says what it was.
            is_body = token.text == "{" and is_sign(found[n - 1], ")") and open_ones and open_ones[-1][1]
            is_class = token.text == "{" and not is_body and begins_class(found, n)
            open_ones.append((n, is_class, is_body))
        elif is_sign(token, ")", "]", "}"):
            start, _, is_body = open_ones.pop()
            if is_body:
                yield start, n


def begins_class(found, n):
    """Whether a brace opens the body of a class: between it and the word stand names and points alone."""
    while n > 0:
        n -= 1
        token = found[n]
        if token.kind == "name" and token.text == "class" and not is_sign(found[n - 1] if n else None, ".", "?."):
            return True
        if token.kind != "name" and not is_sign(token, "."):
            return False
    return False


def makes_object(body):
    return any(token.text == "super" and is_sign(body[n + 1], "(") for n, token in enumerate(body[:-1]))


def has_other_object(body):
    """Whether a function, a class or a method of an object stands in it, of which `this` is another."""
    open_ones = []
    for n, token in enumerate(body):
        before = body[n - 1] if n else None
        if any(has_other_object(part) for part in (token.parts or [])[1::2]):
            return True
        if token.kind == "name" and token.text in ("function", "class") and not is_sign(before, ".", "?."):
            return True
        # A property of that name is no object.
        if token.text == "this" and (is_sign(before, ".", "?.") or n + 1 < len(body) and is_sign(body[n + 1], ":") and is_sign(before, "{", ",")):
            return True
        if is_sign(token, "(", "["):
            open_ones.append("other")
        elif is_sign(token, "{"):
            if is_sign(before, ")") and open_ones and open_ones[-1] == "object":
                return True
            open_ones.append(brace(body, n))
        elif is_sign(token, ")", "]", "}"):
            open_ones.pop()
    return False


def is_word(token):
    return token.kind in ("name", "number")


def written(found):
    """The tokens with blanks and ends of lines only where they mean something."""
    made = []
    for n, token in enumerate(found):
        before = found[n - 1] if n else None
        if before is not None:
            made.append(between(before, token))
        if token.kind == "template":
            made.append("`")
            for m, part in enumerate(token.parts):
                made.append("${" + written(part) + "}" if m % 2 else part)
            made.append("`")
        else:
            made.append(token.text)
    return "".join(made)


# Signs with which no statement begins, so that the end of a line before them means nothing.
GOES_ON = set(". ?. ? : && || ?? ) ] } , ; = == === != !== < > <= >= => * % & | ^".split())


def between(before, token):
    """What must stand between two tokens."""
    if token.breaks and may_end(before) and not is_sign(token, *GOES_ON):
        return "\n"
    if is_word(before) and is_word(token):
        return " "
    if before.kind == "pattern" and is_word(token):
        return " "
    if before.kind == "number" and is_sign(token, ".", "..."):
        return " "
    a, b = before.text, token.text
    if token.kind == "pattern" and a.endswith("/"):
        return " "
    return " " if a[-1:] in "+-/" and a[-1:] == b[:1] else ""


def compact(found):
    """Writes shortly what has a shorter form: the same tokens for all that a script can tell."""
    heads = heads_of(found)
    made = []
    for n, token in enumerate(found):
        if token.parts:
            token.parts = [compact(part) if m % 2 else part for m, part in enumerate(token.parts)]
        before = found[n - 1] if n else None
        after = found[n + 1] if n + 1 < len(found) else None
        is_key = is_sign(before, ".", "?.") or is_sign(before, "{", ",") and is_sign(after, ":") or is_sign(after, "(", ".", "?.", "**", "=")
        if token.kind == "number":
            token.text = short_number(token.text)
        elif token.text == "const" and not is_key and after is not None and (after.kind == "name" or is_sign(after, "{", "[")):
            # No constant is written to, or the script would throw.
            token.text = "let"
        elif token.text in ("true", "false") and token.kind == "name" and not is_key:
            made.append(Token("sign", "!", token.breaks))
            token = Token("number", str(int(token.text == "false")), False)
        elif token.text == "undefined" and token.role == "variable" and not is_key:
            if before is not None and before.text == "return" and not token.breaks and is_sign(after, ";", "}"):
                continue
            made.append(Token("name", "void", token.breaks))
            token = Token("number", "0", False)
        elif is_sign(token, ";") and is_sign(after, "}") and before is not None and n - 1 not in heads \
                and before.text not in (";", "{", ":", "else", "do"):
            continue
        elif is_sign(token, ",") and is_sign(after, "}", "]", ")") and not is_sign(before, ",", "["):
            continue
        elif is_sign(token, "(") and n + 3 < len(found) and is_sign(found[n + 2], ")") and is_sign(found[n + 3], "=>") \
                and after.kind == "name" and not is_sign(before, ".", "?."):
            after.breaks = token.breaks
            continue
        elif is_sign(token, ")") and is_sign(after, "=>") and n > 1 and is_sign(found[n - 2], "(") and before.kind == "name":
            continue
        made.append(token)
    return made


def joined(found):
    """Makes one declaration of those that follow each other, and of those that are exported."""
    # Of each open bracket: the words with which the statement that is read begins, if it is a declaration.
    declares = [None]
    made = []
    place = 0
    while place < len(found):
        token = found[place]
        if token.parts:
            token.parts = [joined(part) if m % 2 else part for m, part in enumerate(token.parts)]
        before = made[-1] if made else None
        begins = before is None or is_sign(before, ";", "{") or between(before, token) == "\n" \
            or is_sign(before, "}") and not is_sign(token, *GOES_ON)
        words = declaration(found, place) if begins else None
        if words and words == declares[-1] and is_sign(before, ";"):
            before.text = ","
            place += len(words)
            continue
        if begins:
            declares[-1] = words
        if token.kind == "sign" and token.text in "([{":
            declares.append(None)
        elif token.kind == "sign" and token.text in ")]}":
            declares.pop()
        made.append(token)
        place += 1
    return made


def declaration(found, place):
    """The words with which a declaration of variables begins."""
    for words in (["let"], ["export", "let"]):
        part = found[place:place + len(words)]
        after = found[place + len(words)] if place + len(words) < len(found) else None
        if [token.text for token in part if token.kind == "name"] == words and after is not None \
                and (after.kind == "name" or is_sign(after, "{", "[")):
            return words
    return None


def short_number(text):
    if not re.fullmatch(r"[1-9][\d_]*", text):
        return text
    digits = text.replace("_", "")
    front = digits.rstrip("0")
    zeros = len(digits) - len(front)
    return f"{front}e{zeros}" if zeros > 2 else digits


def heads_of(found):
    """Where the brackets close behind which a statement must come, if only an empty one."""
    open_ones = []
    heads = set()
    for n, token in enumerate(found):
        if is_sign(token, "("):
            before = found[n - 1] if n else None
            open_ones.append(before is not None and before.kind == "name" and before.text in ("if", "for", "while", "await"))
        elif is_sign(token, ")") and open_ones.pop():
            heads.add(n)
    return heads


def shorten(source, kept=(), agreed=None):
    found, _ = tokens(source)
    name_this(found)
    rename(found, kept, agreed)
    found = joined(compact(found))
    text = written(found) + "\n"
    # A name with what was put beside it is several pieces by now.
    meant = [piece.text for token in all_of(found) for piece in (tokens(token.text)[0] if token.kind == "name" else [token])]
    if meant != [token.text for token in all_of(tokens(text)[0])]:
        raise SyntaxError("a blank is missing in what was written")
    return text


def shorten_together(scripts, kept=()):
    """Shortens {file: source} of scripts that import from each other; `kept` are files whose exports keep their names."""
    read = {file: tokens_of(source) for file, source in scripts.items()}
    owners = {}
    # What is loaded when it is needed is asked for its exports by their names.
    named = set(kept)
    for file, found in read.items():
        for name in exports_of(file, found):
            if name in owners:
                raise SyntaxError(f"{owners[name]} and {file} both export '{name}'")
            owners[name] = file
        everything = list(all_of(found))
        named |= {everything[n + 2].text[1:-1].removeprefix("./") for n, token in enumerate(everything[:-2])
                  if token.role == "fixed" and token.text == "import" and is_sign(everything[n + 1], "(")}
    places = {file: collections.Counter(token.text for token in all_of(found) if token.kind == "name") for file, found in read.items()}
    users = {name: [file for file, found in read.items()
                    if any(token.text == name and token.role in ("exported", "imported") for token in all_of(found))]
             for name, owner in owners.items() if owner not in named}
    gains = {name: sum(places[file][name] for file in files) * len(name) for name, files in users.items()}
    agreed = {}
    for name in sorted(users, key=lambda one: (-gains[one], one)):
        short = next(short for short in short_names() if short not in WORDS | GLOBALS
                     and not any(short in places[file] for file in users[name]))
        if len(short) >= len(name):
            continue
        agreed[name] = short
        for file in users[name]:
            places[file][short] += 1
    short = {file: shorten(source, agreed=agreed) for file, source in scripts.items()}
    given = {file: set(exports_of(file, tokens_of(text))) for file, text in short.items()}
    for file, text in short.items():
        for other, name in imports_of(tokens_of(text)):
            if name not in given.get(other, ()):
                raise SyntaxError(f"{file} imports '{name}', which {other} does not export")
    return short


def tokens_of(source):
    found = tokens(source)[0]
    understand(found)
    return found


def imports_of(found):
    """The files and names that a script imports."""
    waiting = []
    for n, token in enumerate(found):
        if token.role in ("imported", "renamed"):
            waiting.append(token.text)
        elif token.text == "from" and found[n + 1].kind == "text":
            yield from ((found[n + 1].text[1:-1].removeprefix("./"), name) for name in waiting)
            waiting = []


def exports_of(file, found):
    """The names that a script exports; it must say each where it is made."""
    for n, token in enumerate(found):
        if token.kind != "name" or token.role != "fixed" or token.text not in ("export", "import") or is_sign(found[n - 1] if n else None, ".", "?."):
            continue
        after = found[n + 1:n + 4]
        if token.text == "export":
            after = after[1:] if after[0].text == "async" else after
            if after[0].text not in ("const", "let", "function", "class") or after[1].kind != "name":
                raise SyntaxError(f"{file}: 'export {after[0].text}' is not understood")
            yield after[1].text
            if after[0].text in ("const", "let"):
                yield from declared_behind(found[n + 3:])
        elif is_sign(after[0], "*") or after[0].kind == "name":
            raise SyntaxError(f"{file}: 'import {after[0].text}' is not understood")


def declared_behind(found):
    """The further names of a declaration, behind its first one."""
    depth = 0
    for n, token in enumerate(found):
        if is_sign(token, "(", "[", "{"):
            depth += 1
        elif is_sign(token, ")", "]", "}"):
            depth -= 1
        elif depth == 0 and is_sign(token, ";"):
            return
        elif depth == 0 and is_sign(token, ","):
            yield found[n + 1].text


def short_names():
    return ("".join(letters) for size in (1, 2, 3) for letters in itertools.product(string.ascii_letters, repeat=size))


def renamed(source, kept=()):
    """The names that are made short."""
    return rename(tokens(source)[0], kept)


def shorten_style(text):
    """Gives the variables of styles short names, those that stand most often the shortest."""
    names = collections.Counter(re.findall(r"--[a-z][\w-]*", text))
    letters = ("".join(some) for size in (1, 2) for some in itertools.product(string.ascii_letters, repeat=size))
    short = {name: f"--{next(letters)}" for name, _ in sorted(names.items(), key=lambda one: (-one[1], one[0]))}
    return re.sub(r"--[a-z][\w-]*", lambda found: short[found.group()], text)
