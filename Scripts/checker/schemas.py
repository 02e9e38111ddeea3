"""What events say in JSON, by the schemas of the log in schemas/scrollback/v1.

Reads the .proto files themselves, and shares no code with Scrollback. The words of enumerations are
those of the outside form, which the schemas do not have: a number must have one word, and a word one
number.
"""

import pathlib
import re
import struct
import uuid

import check
from check import Rejected

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "schemas" / "scrollback" / "v1"
ACRONYMS = {"id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs"}
FIELD = re.compile(r"(repeated\s+|optional\s+)?([\w.]+)\s+(\w+)\s*=\s*(\d+)\s*(?:\[([^]]*)\])?\s*;")
LARGEST = (1 << 53) - 1


class Word:
    """A value of an enumeration, whose word is not known yet."""

    def __init__(self, enumeration, number):
        self.enumeration, self.number = enumeration, number


class Field:
    def __init__(self, label, kind, name, options):
        self.label, self.kind = (label or "").strip(), kind
        self.name = json_name(name)
        size = re.search(r"\(size\)\s*=\s*(\d+)", options or "")
        self.size = int(size.group(1)) if size else None
        content = re.search(r'\(content\)\s*=\s*"(\w+)"', options or "")
        self.content = content.group(1) if content else None


def json_name(name):
    first, *rest = name.lower().split("_")
    return first + "".join(ACRONYMS.get(word, word.capitalize()) for word in rest)


class Schemas:
    def __init__(self, folder=FOLDER):
        self.messages = {}
        self.enumerations = set()
        self.words = {}
        files = sorted(pathlib.Path(folder).glob("*.proto"))
        if not files:
            raise check.Unusable(f"{folder} has no schemas")
        for path in files:
            text = re.sub(r"//[^\n]*", "", path.read_text())
            for kind, name, body in blocks(text):
                if kind == "enum":
                    self.enumerations.add(name)
                elif kind == "message":
                    self.messages[name] = {
                        int(number): Field(label, type_, field, options)
                        for label, type_, field, number, options in FIELD.findall(body)
                    }

    def event(self, envelope, content, leaf, position, is_erased):
        """The item of the query `events` that an envelope and its content are."""
        found = {number: value for number, _, value in check.fields(envelope)}
        types = self.messages["Envelope"]
        number = next((each for each in found if each >= 16), None)
        if number is None:
            raise Rejected(f"the envelope of position {position} has no event")
        field = types.get(number)
        item = {
            "position": position,
            "type": field.name if field else str(number),
            "at": milliseconds(found.get(2, 0)),
            "stream": {1: "store", 2: "conversation", 3: "user"}[found[4]],
            "version": found[6],
            "schema": found.get(1, 0),
            "leaf": leaf.hex(),
        }
        if 3 in found:
            item["sentAt"] = milliseconds(found[3])
        if item["stream"] != "store":
            item[item["stream"]] = str(uuid.UUID(bytes=found[5]))
        if 7 in found:
            item["actor"] = str(uuid.UUID(bytes=found[7]))
        for place, name in (9, "previous"), (10, "seal"):
            if place in found:
                item[name] = found[place].hex()
        if 8 in found:
            command = {"id": str(uuid.UUID(bytes=found[8]))}
            if found.get(11, 0):
                command["do"] = Word("CommandKind", found[11])
            if found.get(13, 0):
                command |= {"member": found.get(12, 0), "members": found[13]}
            if 14 in found:
                command["batch"] = str(uuid.UUID(bytes=found[14]))
            item["command"] = command
        item["fields"] = self.message(field.kind, found[number]) if field else None
        if content is not None:
            known = field and field.content not in (None, "none")
            item["content"] = self.message(field.content, content) if known else content.hex()
        if is_erased:
            item["erased"] = True
        return item

    def message(self, name, data):
        """The fields of a message; None where it has fields of newer software."""
        types = self.messages[name]
        values = {}
        for number, kind, value in check.fields(data):
            field = types.get(number)
            if field is None:
                return None
            if field.label != "repeated":
                values[field.name] = self.value(field, kind, value)
            elif kind == 2 and field.kind not in ("string", "bytes") and not self.is_message(field):
                values.setdefault(field.name, []).extend(self.packed(field, value))
            else:
                values.setdefault(field.name, []).append(self.value(field, kind, value))
        for field in types.values():
            if field.label == "repeated":
                values.setdefault(field.name, [])
            elif not field.label and field.kind in ABSENT:
                values.setdefault(field.name, ABSENT[field.kind])
        return values

    def is_message(self, field):
        return field.kind in self.messages

    def packed(self, field, data):
        place = 0
        while place < len(data):
            if field.kind in ("fixed64", "double"):
                value, place = data[place : place + 8], place + 8
            else:
                value, place = check.varint(data, place)
            yield self.value(field, 0, value)

    def value(self, field, kind, value):
        if self.is_message(field):
            return self.message(field.kind, value)
        if field.kind in self.enumerations:
            return Word(field.kind, value)
        if field.kind == "bool":
            return value == 1
        if field.kind == "string":
            return value.decode()
        if field.kind == "bytes":
            return str(uuid.UUID(bytes=value)) if field.size == 16 else value.hex()
        if field.kind == "int64":
            return milliseconds(value)
        if field.kind == "fixed64":
            return f"{int.from_bytes(value, 'little'):016x}"
        if field.kind == "double":
            return struct.unpack("<d", value)[0]
        return value if value <= LARGEST else str(value)

    def compare(self, found, wanted, place):
        """Rejects a value of an event that is not the one that its envelope and content say."""
        if isinstance(wanted, Word):
            if found == wanted.number:
                return
            for key in (wanted.enumeration, wanted.number), (wanted.enumeration, found):
                other = found if key[1] == wanted.number else wanted.number
                if self.words.setdefault(key, other) != other:
                    raise Rejected(f"{place} has another word than before")
        elif isinstance(wanted, dict):
            if not isinstance(found, dict) or set(found) != set(wanted):
                raise Rejected(f"{place} has other fields than the envelope and the content")
            for name, value in wanted.items():
                self.compare(found[name], value, f"{place}.{name}")
        elif isinstance(wanted, list):
            if not isinstance(found, list) or len(found) != len(wanted):
                raise Rejected(f"{place} says something else than the envelope and the content")
            for one, other in zip(found, wanted):
                self.compare(one, other, place)
        elif wanted is not None and (found != wanted or isinstance(found, bool) != isinstance(wanted, bool)):
            raise Rejected(f"{place} says something else than the envelope and the content")


ABSENT = {"bool": False, "uint32": 0, "uint64": 0, "fixed64": "0" * 16, "double": 0.0}


def milliseconds(value):
    """Microseconds as they stand in a message, in the outside form."""
    return (value - (1 << 64) if value >= 1 << 63 else value) // 1000


def blocks(text):
    """The kind, the name and the body of each message and enumeration."""
    for start in re.finditer(r"\b(message|enum)\s+(\w+)\s*\{", text):
        depth, place = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        yield start.group(1), start.group(2), text[start.end() : place - 1]
