#!/usr/bin/env python3
"""Checks Scrollback's proof files without any of Scrollback's code.

    check.py FILE --key KEY [--origin ORIGIN] [--envelope FILE] [--pin FILE]
    check.py --self-test
    check.py --schemas

Written from RFC 6962, RFC 8032, RFC 4231, C2SP tlog-checkpoint, signed-note and tlog-proof, and
docs/proofs.md; needs Python's standard library and the openssl program, which checks Ed25519.

exit codes: 0 it holds; 1 it does not; 2 usage; 3 it cannot be checked
"""

import argparse
import base64
import datetime
import functools
import hashlib
import hmac
import os
import struct
import subprocess
import sys
import tempfile
import uuid
from collections import namedtuple

RECORD = b"c2sp.org/tlog-proof@v1"
CONSISTENCY = b"scrollback-consistency/v1"
DISCLOSURE = b"scrollback-disclosure/v1"
ERASURE = b"scrollback-erasure/v1"
ENVELOPES = b"scrollback-envelopes/v1"

MAXIMUM_SIZE = 2**63
MAXIMUM_ENVELOPE = 32 << 10
MAXIMUM_CONTENT = 1 << 20
MAXIMUM_NOTE = 1 << 20
MAXIMUM_CHECKPOINT = 16 << 10
MAXIMUM_SIGNATURES = 100
MAXIMUM_COPIES = 100

CONTENT_ERASED = 22
KEY_COPY_BEGUN = 113


class Rejected(Exception):
    """The file was looked at and proves nothing."""


class Unusable(Exception):
    """The file could not be looked at."""


Key = namedtuple("Key", "name id public")
Checkpoint = namedtuple("Checkpoint", "origin size root")


# RFC 6962, section 2.1


def leaf_hash(data):
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def tree_root(leaves):
    """The root of leaf hashes, in any number, by joining equal subtrees from the left."""
    stack = []
    for count, leaf in enumerate(leaves, 1):
        stack.append(leaf)
        while count % 2 == 0:
            right = stack.pop()
            stack.append(node_hash(stack.pop(), right))
            count //= 2
    if not stack:
        return hashlib.sha256().digest()
    return functools.reduce(lambda right, left: node_hash(left, right), reversed(stack))


def split(count):
    """Where the RFC splits a tree of more than one leaf: the largest power of two below."""
    return 1 << (count - 1).bit_length() - 1


def inclusion_root(index, size, leaf, path):
    """The root that a tree has if the leaf is at the index, by the RFC's own recursion."""
    if size == 1:
        if path:
            raise Rejected("the proof has too many hashes")
        return leaf
    if not path:
        raise Rejected("the proof has too few hashes")
    middle = split(size)
    if index < middle:
        return node_hash(inclusion_root(index, middle, leaf, path[:-1]), path[-1])
    return node_hash(path[-1], inclusion_root(index - middle, size - middle, leaf, path[:-1]))


def consistency_roots(old, new, old_root, path, whole=True):
    """The two roots that a consistency proof gives, by the RFC's own recursion (SUBPROOF)."""
    if old == new:
        if whole:
            if path:
                raise Rejected("the proof has too many hashes")
            return old_root, old_root
        if len(path) != 1:
            raise Rejected("the proof has another number of hashes than the sizes ask for")
        return path[0], path[0]
    if not path:
        raise Rejected("the proof has too few hashes")
    middle = split(new)
    if old <= middle:
        older, newer = consistency_roots(old, middle, old_root, path[:-1], whole)
        return older, node_hash(newer, path[-1])
    older, newer = consistency_roots(old - middle, new - middle, old_root, path[:-1], False)
    return node_hash(path[-1], older), node_hash(path[-1], newer)


# Texts


def decode64(text, what):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Rejected(f"{what} is not base 64") from None
    if base64.b64encode(data) != text:
        raise Rejected(f"{what} is base 64 that could be written another way")
    return data


def decode_hash(text, what):
    data = decode64(text, what)
    if len(data) != 32:
        raise Rejected(f"{what} is not 32 bytes")
    return data


def decimal(text, what):
    if not text.isdigit() or (text[:1] == b"0" and text != b"0") or len(text) > 20:
        raise Rejected(f"{what} is not a decimal number")
    number = int(text)
    if number >= 2**64:
        raise Rejected(f"{what} is too large")
    return number


def text_lines(data, what):
    """The lines of a text of UTF-8 that ends in a newline and has no other control character."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        raise Rejected(f"{what} is not UTF-8") from None
    if not data.endswith(b"\n"):
        raise Rejected(f"{what} does not end with a newline")
    if any(byte < 0x20 and byte != 0x0A for byte in data):
        raise Rejected(f"{what} has a control character")
    return data[:-1].split(b"\n")


# C2SP signed-note and tlog-checkpoint


def is_name(name):
    text = name.decode("utf-8", "replace")
    return bool(text) and "+" not in text and not any(c.isspace() for c in text)


def parse_key(text):
    """A verifier key: name+id+base64(0x01 || 32 bytes)."""
    parts = text.strip().encode().split(b"+", 2)
    if len(parts) != 3 or not is_name(parts[0]):
        raise Rejected("the key is not a name, an id and a key joined by plus signs")
    material = decode64(parts[2], "the key")
    if len(material) != 33 or material[0] != 1:
        raise Rejected("the key is not an Ed25519 key")
    identifier = hashlib.sha256(parts[0] + b"\n" + material).digest()[:4]
    if identifier.hex().encode() != parts[1]:
        raise Rejected("the key's id is not the one of its name and key")
    return Key(parts[0], identifier, material[1:])


@functools.lru_cache(maxsize=4096)
def is_signature(public, text, signature):
    """Asks openssl about an Ed25519 signature."""
    der = bytes.fromhex("302a300506032b6570032100") + public
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("key.pem", "text", "signature")]
        pem = b"-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
        for name, data in zip(names, (pem % base64.b64encode(der), text, signature)):
            with open(name, "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", names[0]]
        command += ["-in", names[1], "-sigfile", names[2]]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Unusable(f"openssl cannot be run: {error.strerror}") from None
    if run.returncode == 0 and "Verified Successfully" in run.stdout:
        return True
    if "Verification Failure" in run.stdout:
        return False
    raise Unusable(f"openssl cannot tell: {run.stderr.strip() or run.stdout.strip()}")


def open_note(note, keys, what="the note"):
    """The text of a note that a known key signed, and by which no known key is belied."""
    if len(note) > MAXIMUM_NOTE:
        raise Rejected(f"{what} is too long")
    text_lines(note, what)
    end = note.rfind(b"\n\n")
    if end < 0 or end + 2 == len(note):
        raise Rejected(f"{what} has no signatures below an empty line")
    text, lines = note[: end + 1], note[end + 2 : -1].split(b"\n")
    if len(lines) > MAXIMUM_SIGNATURES:
        raise Rejected(f"{what} has too many signatures")
    signatures = []
    for line in lines:
        dash, _, rest = line.partition(b" ")
        name, _, encoded = rest.partition(b" ")
        if dash != "\u2014".encode() or not is_name(name):
            raise Rejected(f"{what} has a malformed signature")
        data = decode64(encoded, "a signature")
        if len(data) < 5:
            raise Rejected(f"{what} has a signature that is too short")
        signatures.append((name, data[:4], data[4:]))
    signers = 0
    for name, identifier, signature in signatures:
        for key in keys:
            if (key.name, key.id) != (name, identifier):
                continue
            if len(signature) != 64 or not is_signature(key.public, text, signature):
                raise Rejected(f"the signature under {what} is wrong")
            signers += 1
    if not signers:
        raise Rejected(f"the key did not sign {what}")
    return text


def parse_checkpoint(text):
    if len(text) > MAXIMUM_CHECKPOINT:
        raise Rejected("the checkpoint is too long")
    lines = text_lines(text, "the checkpoint")
    if len(lines) < 3 or not all(lines):
        raise Rejected("the checkpoint is not an origin, a size and a root")
    size = decimal(lines[1], "the checkpoint's size")
    root = decode_hash(lines[2], "the checkpoint's root")
    if size > MAXIMUM_SIZE or (size == 0 and root != tree_root([])):
        raise Rejected("the checkpoint's size and root cannot be")
    return Checkpoint(lines[0], size, root)


class Trust:
    """What is believed before a file is looked at."""

    def __init__(self, keys, origin=None, pin=None):
        self.keys = keys
        self.origin = origin
        self.pin = None
        if pin is not None:
            self.pin = self.believe(pin)
            self.origin = self.pin.origin

    def believe(self, pin):
        """A pin that cannot be believed says nothing about the file."""
        try:
            found = self.checkpoint(pin, "the pinned checkpoint")
        except Rejected as error:
            raise Unusable(f"the pinned checkpoint is not to be believed: {error}") from None
        if found.size == 0:
            raise Unusable("the pinned checkpoint is of no events, with which every log begins")
        return found

    def checkpoint(self, note, what="the checkpoint"):
        found = parse_checkpoint(open_note(note, self.keys, what))
        if self.origin is not None and found.origin != self.origin:
            raise Rejected(f"{what} is of another log")
        return found

    def relate(self, *states):
        """Compares what a file proved about sizes with the pinned checkpoint."""
        if self.pin is None:
            return
        for size, root in states:
            if size == self.pin.size:
                if root != self.pin.root:
                    raise Rejected("the pinned checkpoint is of another history")
                return
        raise Unusable("nothing in the file joins it to the pinned checkpoint")


# The files


def paragraphs(data, count):
    """Splits at the first empty lines; only the last paragraph keeps the newline at its end."""
    parts = data.split(b"\n\n", count - 1)
    if len(parts) != count:
        raise Rejected("the file has too few paragraphs")
    return parts


def hash_lines(lines, maximum):
    if len(lines) > maximum:
        raise Rejected("the proof has too many hashes")
    return [decode_hash(line, f"hash {number}") for number, line in enumerate(lines, 1)]


def check_record(data, trust, envelope=None):
    """C2SP tlog-proof; the envelope is what is sent along as extra."""
    text_lines(data, "the file")
    head, note = paragraphs(data, 2)
    lines = head.split(b"\n")[1:]
    if lines and lines[0].startswith(b"extra "):
        extra = decode64(lines.pop(0)[6:], "extra")
        if not 1 <= len(extra) <= MAXIMUM_CONTENT:
            raise Rejected("what is sent along is too short or too long")
        if envelope is not None and envelope != extra:
            raise Rejected("the file carries another envelope than the given one")
        envelope = extra
    if envelope is None:
        raise Unusable("the file does not carry the envelope; give it with --envelope")
    if not lines or not lines[0].startswith(b"index "):
        raise Rejected("there is no index")
    index = decimal(lines[0][6:], "the index")
    path = hash_lines(lines[1:], 63)
    found = trust.checkpoint(note)
    if index >= found.size:
        raise Rejected("the index lies outside the log")
    if inclusion_root(index, found.size, leaf_hash(envelope), path) != found.root:
        raise Rejected("the envelope and the hashes give another root")
    trust.relate((found.size, found.root))
    return found, index, f"event {index + 1} is in the log of {found.size} events"


def check_consistency(data, trust):
    text_lines(data, "the file")
    head, old_text, old_signatures, new_note = paragraphs(data, 4)
    path = hash_lines(head.split(b"\n")[1:], 64)
    old = trust.checkpoint(old_text + b"\n\n" + old_signatures + b"\n", "the older checkpoint")
    new = trust.checkpoint(new_note, "the newer checkpoint")
    if old.origin != new.origin:
        raise Rejected("the checkpoints are of two logs")
    if not 0 < old.size <= new.size:
        raise Rejected("the older checkpoint is empty or larger than the newer one")
    roots = consistency_roots(old.size, new.size, old.root, path)
    if roots != (old.root, new.root):
        raise Rejected("the hashes do not lead from the older root to the newer one")
    trust.relate((old.size, old.root), (new.size, new.root))
    return f"the log of {new.size} events begins with the log of {old.size}, unchanged"


class Malformed(Exception):
    """The bytes are no protobuf message, or not the one that was expected."""


def varint(data, place):
    value = 0
    for shift in range(0, 64, 7):
        if place >= len(data):
            raise Malformed
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >= 2**64:
                break
            return value, place
    raise Malformed


def fields(message):
    """The number, the kind and the value of each field: an integer, or bytes as they stand."""
    place = 0
    while place < len(message):
        tag, place = varint(message, place)
        field, kind = tag >> 3, tag & 7
        if field == 0 or kind not in (0, 1, 2, 5):
            raise Malformed
        if kind == 0:
            value, place = varint(message, place)
        else:
            length, start = (8 if kind == 1 else 4), place
            if kind == 2:
                length, start = varint(message, place)
            place = start + length
            if place > len(message):
                raise Malformed
            value = message[start:place]
        yield field, kind, value


def find_seal(envelope):
    """The one field 10 of the message: 32 bytes."""
    try:
        seals = [value if kind == 2 else b"" for field, kind, value in fields(envelope) if field == 10]
    except Malformed:
        raise Rejected("the envelope is no protobuf message") from None
    if len(seals) != 1 or len(seals[0]) != 32:
        raise Rejected("the envelope has not one seal")
    return seals[0]


# What the fields are called that are shown, from schemas/scrollback/v1; `--schemas` prints them.

EVENTS = {
    16: "log_created",
    17: "configuration_changed",
    18: "moderator_appointed",
    19: "moderator_dismissed",
    20: "retention_set",
    21: "erasure_requested",
    22: "content_erased",
    23: "hold_placed",
    24: "hold_released",
    25: "custom_recorded",
    26: "log_restored",
    27: "retention_run",
    28: "erasure_progress",
    30: "export_made",
    32: "conversation_created",
    33: "details_changed",
    34: "context_cleared",
    35: "conversation_closed",
    36: "request_cancelled",
    40: "participant_added",
    41: "participant_left",
    42: "participant_removed",
    43: "role_changed",
    44: "permissions_changed",
    45: "ownership_passed",
    48: "message_sent",
    49: "message_edited",
    50: "message_deleted",
    51: "message_annotated",
    56: "reaction_set",
    57: "reaction_removed",
    58: "delivered_up_to",
    59: "read_up_to",
    64: "marked_unread",
    65: "muted",
    66: "unmuted",
    67: "pinned",
    68: "unpinned",
    69: "archived",
    70: "unarchived",
    71: "hidden",
    72: "unhidden",
    73: "history_cleared",
    74: "notifications_set",
    80: "profile_set",
    81: "settings_changed",
    82: "contact_added",
    83: "contact_removed",
    84: "blocked",
    85: "unblocked",
    86: "user_forgotten",
    96: "reported",
    97: "report_resolved",
    98: "warned",
    99: "suspended",
    100: "banned",
    101: "reinstated",
    113: "key_copy_begun",
    114: "key_copy_done",
    115: "key_copy_gone",
}
ENUMERATIONS = {
    "StreamKind": {1: "store", 2: "conversation", 3: "user"},
    "AttachmentKind": {1: "image", 2: "audio", 3: "file"},
}
MESSAGES = {
    "Envelope": {
        2: ("recorded", "time"),
        3: ("sent", "time"),
        4: ("stream_kind", "StreamKind"),
        5: ("stream", "id"),
        6: ("version", "number"),
        7: ("actor", "id"),
    },
    "MessageContent": {
        1: ("text", "text"),
        2: ("attachments", "Attachment"),
        3: ("location", "Location"),
        4: ("custom", "text"),
    },
    "Attachment": {
        1: ("kind", "AttachmentKind"),
        2: ("url", "text"),
        3: ("thumbnail", "text"),
        4: ("width", "number"),
        5: ("height", "number"),
        6: ("size_in_bytes", "number"),
        7: ("seconds", "real"),
        8: ("name", "text"),
        9: ("sha256", "bytes"),
    },
    "Location": {1: ("latitude", "real"), 2: ("longitude", "real"), 3: ("name", "text")},
    "EditContent": {1: ("text", "text")},
    "ConversationContent": {1: ("title", "text"), 2: ("photo", "text"), 3: ("custom", "text")},
    "DetailsContent": {1: ("text", "text")},
    "ProfileContent": {
        1: ("username", "text"),
        2: ("full_name", "text"),
        3: ("avatar", "text"),
        4: ("email", "text"),
        5: ("custom", "text"),
    },
    "CustomContent": {1: ("data", "text")},
    "ReportContent": {1: ("details", "text")},
}
CONTENTS = {
    "custom_recorded": "CustomContent",
    "conversation_created": "ConversationContent",
    "details_changed": "DetailsContent",
    "message_sent": "MessageContent",
    "message_edited": "EditContent",
    "profile_set": "ProfileContent",
    "reported": "ReportContent",
}


def schemas():
    """The tables above as lines, to be compared with the schemas."""
    lines = [f"Envelope.{name} = {number}" for number, name in EVENTS.items()]
    for message, table in MESSAGES.items():
        lines += [f"{message}.{name} = {number}" for number, (name, _) in table.items()]
    for enumeration, table in ENUMERATIONS.items():
        lines += [f"{enumeration}.{word} = {number}" for number, word in table.items()]
    return "\n".join(lines)


def shown(kind, wire, value):
    """A value in words that no terminal obeys; a list of lines for a message."""
    if kind in ENUMERATIONS and wire == 0:
        return ENUMERATIONS[kind].get(value, str(value))
    if kind in ("number", "time") and wire == 0:
        return str(value) if kind == "number" else time_text(value)
    if kind == "real" and wire == 1:
        return repr(struct.unpack("<d", value)[0])
    if kind == "id" and wire == 2 and len(value) == 16:
        return str(uuid.UUID(bytes=value))
    if kind == "text" and wire == 2:
        return ascii(value.decode("utf-8", "replace"))
    if kind == "bytes" and wire == 2:
        return value.hex()
    if kind in MESSAGES and wire == 2:
        return message_lines(kind, value)
    return None


def time_text(microseconds):
    if microseconds >= 2**63:
        microseconds -= 2**64
    try:
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
    except OverflowError:
        return f"{microseconds} microseconds since 1970"
    return moment.isoformat(timespec="microseconds") + "Z"


def message_lines(name, data):
    """A line for each field of a message; raises Malformed if it is not one of this name."""
    lines = []
    for number, wire, value in fields(data):
        label, kind = MESSAGES[name].get(number, (f"field {number}", None))
        words = shown(kind, wire, value)
        if words is None:
            words = str(value) if wire == 0 else value.hex()
        if isinstance(words, list):
            lines.append(f"{label}:")
            lines += ["  " + line for line in words]
        else:
            lines.append(f"{label}: {words}")
    return lines


def describe(envelope, content):
    """Lines that say what an event is and what its content says, as far as the schemas here do."""
    found, event = {}, None
    try:
        for number, wire, value in fields(envelope):
            if number >= 16:
                event = number
            elif number in MESSAGES["Envelope"]:
                label, kind = MESSAGES["Envelope"][number]
                found[label] = shown(kind, wire, value)
    except Malformed:
        return []
    label = EVENTS.get(event)
    first, *rest = label.split("_") if label else [None]
    name = first and first + "".join(word.capitalize() for word in rest)
    lines = [f"type: {name} ({event})" if name else f"type: {event}"]
    if found.get("stream"):
        lines.append(f"{found.get('stream_kind')}: {found['stream']}")
    lines.append(f"version: {found.get('version')}")
    lines.append(f"recorded: {found.get('recorded')}")
    if found.get("sent"):
        lines.append(f"sent: {found['sent']}")
    if found.get("actor"):
        lines.append(f"{'sender' if label == 'message_sent' else 'actor'}: {found['actor']}")
    if content is not None:
        try:
            if label not in CONTENTS:
                raise Malformed
            lines += message_lines(CONTENTS[label], content)
        except Malformed:
            lines.append(f"content: {ascii(content.decode('utf-8', 'replace'))}")
    return lines


def check_disclosure(data, trust):
    text_lines(data, "the file")
    head, proof = paragraphs(data, 2)
    lines = head.split(b"\n")[1:]
    names = (b"salt ", b"content ", b"envelope ")
    if len(lines) != 3 or not all(map(bytes.startswith, lines, names)):
        raise Rejected("the file does not begin with salt, content and envelope")
    salt, content, envelope = (
        decode64(line[len(name) :], name.decode().strip()) for line, name in zip(lines, names)
    )
    if len(salt) != 16 or not 1 <= len(content) <= MAXIMUM_CONTENT:
        raise Rejected("the salt or the content has a length that it cannot have")
    if not 1 <= len(envelope) <= MAXIMUM_ENVELOPE:
        raise Rejected("the envelope has a length that it cannot have")
    if proof.split(b"\n", 1)[0] != RECORD or proof.startswith(RECORD + b"\nextra "):
        raise Rejected("no proof of the envelope follows")
    _, _, words = check_record(proof, trust, envelope)
    seal = hmac.new(salt, b"scrollback/content/1" + content, hashlib.sha256).digest()
    if not hmac.compare_digest(seal, find_seal(envelope)):
        raise Rejected("the content is not the one that was sealed")
    lines = [f"{words} and says {len(content)} bytes"] + describe(envelope, content)
    return "\n  ".join(lines)


def included_event(text, name, found):
    """The index and the envelope of an event that a receipt proves."""
    lines = text.split(b"\n")
    if not lines[0].startswith(name + b" ") or len(lines) < 2:
        raise Rejected(f"there is no {name.decode()} event")
    envelope = decode64(lines[0][len(name) + 1 :], f"the {name.decode()} event")
    if not 1 <= len(envelope) <= MAXIMUM_ENVELOPE:
        raise Rejected("an envelope has a length that it cannot have")
    if not lines[1].startswith(b"index "):
        raise Rejected("there is no index")
    index = decimal(lines[1][6:], "the index")
    path = hash_lines(lines[2:], 63)
    if index >= found.size:
        raise Rejected("the index lies outside the log")
    if inclusion_root(index, found.size, leaf_hash(envelope), path) != found.root:
        raise Rejected(f"the {name.decode()} event and its hashes give another root")
    return index, envelope


def event_of(envelope):
    """The number and the bytes of the one event in an envelope."""
    try:
        events = [(field, kind, value) for field, kind, value in fields(envelope) if field >= 16]
    except Malformed:
        raise Rejected("an envelope is no protobuf message") from None
    if len(events) != 1 or events[0][1] != 2:
        raise Rejected("an envelope has not one event")
    return events[0][0], events[0][2]


def erased_ranges(envelope):
    """The first and the last position of each range that an erasure names."""
    number, event = event_of(envelope)
    if number != CONTENT_ERASED:
        raise Rejected("the event that should be an erasure is none")
    ranges = []
    try:
        for field, kind, value in fields(event):
            if field != 1:
                continue
            if kind != 2:
                raise Malformed
            numbers = [(f, k, v) for f, k, v in fields(value) if f in (1, 2)]
            table = {f: v for f, k, v in numbers if k == 0}
            first, count = table.get(1, 0), table.get(2, 0)
            if len(table) != len(numbers) or first < 1 or count < 1 or first + count > 2**64:
                raise Malformed
            ranges.append((first, first + count - 1))
    except Malformed:
        raise Rejected("the erasure is malformed") from None
    return ranges


def check_erasure(data, trust):
    text_lines(data, "the file")
    count = data.split(b"\n", 2)[1]
    if not count.startswith(b"copies "):
        raise Rejected("there is no number of copies")
    copies = decimal(count[7:], "the number of copies")
    if copies > MAXIMUM_COPIES:
        raise Rejected("there are too many copies")
    first, *rest, note = paragraphs(data, copies + 3)
    first = first.split(b"\n", 2)[2:]
    if not first:
        raise Rejected("there is no erased event")
    found = trust.checkpoint(note)
    index, erased = included_event(first[0], b"erased", found)
    place, erasure = included_event(rest[0], b"erasure", found)
    find_seal(erased)
    if not index < place:
        raise Rejected("the erasure is not behind the erased event")
    if not any(low <= index + 1 <= high for low, high in erased_ranges(erasure)):
        raise Rejected("the erasure names other events")
    words = [
        f"event {place + 1} erased the content of event {index + 1} in the log of {found.size} events"
    ]
    words += describe(erased, None)
    last = -1
    for text in rest[1:]:
        begun, copy = included_event(text, b"copy", found)
        if event_of(copy)[0] != KEY_COPY_BEGUN:
            raise Rejected("what should be a copy of keys is none")
        if not last < begun < place:
            raise Rejected("the copies of keys are not in their order before the erasure")
        last = begun
        words += [f"older copy of the keys, begun by event {begun + 1}:"] + describe(copy, None)
    if not copies:
        words.append("the file names no copy of keys that is older than this erasure")
    trust.relate((found.size, found.root))
    return "\n  ".join(words)


def check_envelopes(data, trust):
    kind, text, signatures, rest = paragraphs(data, 4)
    if kind != ENVELOPES:
        raise Rejected("more than the kind stands above the checkpoint")
    found = trust.checkpoint(text + b"\n\n" + signatures + b"\n")
    leaves, place = [], 0
    while place < len(rest):
        length = int.from_bytes(rest[place : place + 4], "big")
        place += 4 + length
        if not 1 <= length <= MAXIMUM_ENVELOPE or place > len(rest):
            raise Rejected(f"envelope {len(leaves) + 1} is cut short or has no such length")
        leaves.append(leaf_hash(rest[place - length : place]))
    if len(leaves) != found.size:
        raise Rejected(f"there are {len(leaves)} envelopes where {found.size} were signed")
    if tree_root(leaves) != found.root:
        raise Rejected("the envelopes give another root")
    states = [(found.size, found.root)]
    if trust.pin is not None and trust.pin.size <= found.size:
        states.append((trust.pin.size, tree_root(leaves[: trust.pin.size])))
    trust.relate(*states)
    return f"these are all {found.size} envelopes of the log"


def check(data, trust, envelope=None):
    """Says in words what a file proves."""
    kind = data.split(b"\n", 1)[0]
    if kind == RECORD:
        return check_record(data, trust, envelope)[2]
    if kind == CONSISTENCY:
        return check_consistency(data, trust)
    if kind == DISCLOSURE:
        return check_disclosure(data, trust)
    if kind == ERASURE:
        return check_erasure(data, trust)
    if kind == ENVELOPES:
        return check_envelopes(data, trust)
    found = trust.checkpoint(data)
    trust.relate((found.size, found.root))
    return f"the key signed the first {found.size} events of the log"


# Known answers


def self_test():
    """Compares with what the standards and their authors published."""
    leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
    leaves += ["606162636465666768696a6b6c6d6e6f"]
    roots = """
        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
        6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d
        fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125
        aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77
        d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7
        4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4
        76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef
        ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c
        5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328
    """.split()
    hashes = [leaf_hash(bytes.fromhex(leaf)) for leaf in leaves]
    for size, root in enumerate(roots):
        expect(tree_root(hashes[:size]).hex() == root, f"the root of {size} leaves")
    # The inner nodes of that tree, as transparency-dev/merkle publishes them.
    level1 = [
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    ]
    level2 = [
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    level1, level2 = ([bytes.fromhex(h) for h in level] for level in (level1, level2))
    root8 = bytes.fromhex(roots[8])
    path = [hashes[0], level1[1], level2[1]]
    expect(inclusion_root(1, 8, hashes[1], path) == root8, "the inclusion of leaf 1 of 8")
    path = [hashes[7], level1[2], level2[0]]
    expect(inclusion_root(6, 8, hashes[6], path) == root8, "the inclusion of leaf 6 of 8")
    path, root6 = [level1[2], level1[3], level2[0]], bytes.fromhex(roots[6])
    expect(consistency_roots(6, 8, root6, path) == (root6, root8), "the growth from 6 to 8")
    # RFC 4231, test case 2.
    code = hmac.new(b"Jefe", b"what do ya want for nothing?", hashlib.sha256).hexdigest()
    expect(code.startswith("5bdcc146bf60754e6a042426089575c7"), "HMAC-SHA256")
    # RFC 8032, section 7.1, tests 1 and 3.
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
    signature += "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    public, signature = bytes.fromhex(public), bytes.fromhex(signature)
    public3 = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    signature3 = "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    signature3 += "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    public3, signature3 = bytes.fromhex(public3), bytes.fromhex(signature3)
    expect(is_signature(public3, bytes.fromhex("af82"), signature3), "an Ed25519 signature")
    expect(not is_signature(public3, bytes.fromhex("af83"), signature3), "another message")
    expect(not is_signature(public, bytes.fromhex("af82"), signature3), "another key")
    expect(not is_signature(public3, bytes.fromhex("af82"), signature), "another signature")
    # C2SP signed-note.
    key = parse_key("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
    note = (
        "This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6T"
        "fXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
    ).encode()
    expect(open_note(note, [key]) == b"This is an example message.\n", "the example note")
    changes = [(b"example m", b"example M"), (b"message.\n\n", b"message.\n"), (b"Uw2Q", b"Uw2R")]
    changes += [(b"message.\n", b"message.\r\n"), (b"aQM=\n", b"aQM="), (b" example", b"\texample")]
    for old, new in changes:
        refuse(open_note, note.replace(old, new, 1), [key])
    refuse(open_note, note, [])
    refuse(parse_key, "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
    for lines in (b"", b"a", b"a\r\n", b"a\0\n", b"\xff\n", b"\xed\xa0\x80\n"):
        refuse(text_lines, lines, "a text")
    for encoded in (b"YQ", b"YR==", b"YQ=", b"YQ==\n", b" YQ==", b"Y-==", b"YQ==YQ=="):
        refuse(decode64, encoded, "a text")
    # golang.org/x/mod sumdb/tlog: a checkpoint's text.
    text = b"go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n"
    found = parse_checkpoint(text)
    expect(found.size == 123456789012, "a checkpoint's size")
    expect(found.root == leaf_hash(b"hello world"), "a checkpoint's root")
    for size in (b"0123456789012", b"+1", b"-1", b"", b"9223372036854775809", b"bananas"):
        refuse(parse_checkpoint, text.replace(b"123456789012", size))
    # Every proof of the RFC's own definitions, for every size to 40.
    hashes = [leaf_hash(b"%d" % number) for number in range(40)]
    for size in range(1, 41):
        root = tree_root(hashes[:size])
        for number in range(size):
            path = prove_inclusion(number, hashes[:size])
            expect(inclusion_root(number, size, hashes[number], path) == root, "inclusion")
            old = number + 1
            path, old_root = prove_consistency(old, hashes[:size]), tree_root(hashes[:old])
            expect(consistency_roots(old, size, old_root, path) == (old_root, root), "growth")
    return "the known answers of RFC 6962, RFC 4231, RFC 8032 and C2SP are given"


def prove_inclusion(index, leaves):
    """PATH of RFC 6962."""
    if len(leaves) == 1:
        return []
    middle = split(len(leaves))
    if index < middle:
        return prove_inclusion(index, leaves[:middle]) + [tree_root(leaves[middle:])]
    return prove_inclusion(index - middle, leaves[middle:]) + [tree_root(leaves[:middle])]


def prove_consistency(old, leaves, whole=True):
    """PROOF and SUBPROOF of RFC 6962."""
    if old == len(leaves):
        return [] if whole else [tree_root(leaves)]
    middle = split(len(leaves))
    if old <= middle:
        return prove_consistency(old, leaves[:middle], whole) + [tree_root(leaves[middle:])]
    return prove_consistency(old - middle, leaves[middle:], False) + [tree_root(leaves[:middle])]


def expect(condition, what):
    if not condition:
        raise Rejected(f"the self-test fails at {what}")


def refuse(function, *arguments):
    try:
        function(*arguments)
    except Rejected:
        return
    raise Rejected(f"the self-test fails: {function.__name__} accepts {arguments[0]!r}")


def read_file(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}") from None


def read_key(word):
    """The key that a word is, or that the file of that name holds."""
    try:
        is_path = os.path.exists(word)
        return parse_key(read_file(word).decode("utf-8") if is_path else word)
    except (Rejected, ValueError) as error:
        raise Unusable(f"the key cannot be used: {error}") from None


def run():
    """Does what the arguments ask for, and gives the words to say."""
    parser = argparse.ArgumentParser(description="Checks a proof file of a Scrollback log.")
    parser.add_argument("file", nargs="?", help="a checkpoint or a proof")
    parser.add_argument("--key", help="the log's public key, or a file that holds it")
    parser.add_argument("--origin", help="the log that the file must be about")
    parser.add_argument("--envelope", help="the event's envelope, if the proof has it not")
    parser.add_argument("--pin", help="a checkpoint that was kept")
    parser.add_argument("--self-test", action="store_true", help="compare with known answers")
    parser.add_argument("--schemas", action="store_true", help="print the fields that are named")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if options.schemas:
        return schemas()
    if not options.file or not options.key:
        parser.error("a file and --key are needed")
    keys = [read_key(options.key)]
    origin = options.origin.encode() if options.origin else None
    pin = read_file(options.pin) if options.pin else None
    envelope = read_file(options.envelope) if options.envelope else None
    data = read_file(options.file)
    if envelope is not None and data.split(b"\n", 1)[0] != RECORD:
        parser.error("--envelope goes with the proof of one event alone")
    return check(data, Trust(keys, origin, pin), envelope)


def main():
    try:
        # Flushed here, for output that is lost is no answer.
        print(run(), flush=True)
        return 0
    except Rejected as error:
        return complain(error, 1)
    except Unusable as error:
        return complain(error, 3)
    except Exception as error:  # whatever it is, it says nothing about the file
        # What could not be flushed would fail again at exit, and change the exit code.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return complain(f"it cannot be checked: {type(error).__name__}: {error}", 3)


def complain(words, code):
    try:
        text = f"check.py: {words}\n".encode("utf-8", "backslashreplace")
        os.write(2, text)
    except OSError:
        pass
    return code


if __name__ == "__main__":
    sys.exit(main())
