#!/usr/bin/env python3
"""Checks an export of Scrollback without any of Scrollback's code.

    check_export.py DIR [--key KEY] [--origin ORIGIN]

Checks the sums of all files, the seal and the place in the tree of every event, that what is readable
of it is what its envelope and content say, and that nothing is missing of a conversation, a time or
the log. With a key it also checks the signed checkpoint, and
that the log notes this export. Written from docs/exports.md and docs/proofs.md.

exit codes: 0 it holds; 1 it does not; 2 usage; 3 it cannot be checked
"""

import argparse
import hashlib
import hmac
import json
import os
import sys
import uuid

import check
import schemas
from check import Rejected, Unusable

SCOPES = ({"conversation"}, {"user"}, {"from"}, {"until"}, {"from", "until"}, set())
LINE_MEMBERS = {"event", "envelope", "salt", "content", "withheld", "proof"}
# What is added when the log has noted the manifest, with --key.
NOTE_FILES = {"checkpoint", "export.proof"}
CONTENT_ERASED = 22
EXPORT_MADE = 30
# The scope in the note of an export.
IDS = {1: "conversation", 2: "user"}
TIMES = {3: "from", 4: "until"}


def listed_sums(folder):
    """The names and sums of SHA256SUMS."""
    sums = {}
    for line in check.read_file(os.path.join(folder, "SHA256SUMS")).decode("ascii").splitlines():
        digest, name = line[:64], line[66:]
        if len(digest) != 64 or line[64:66] != "  " or not name or "/" in name:
            raise Rejected("a line of SHA256SUMS is no sum and a name")
        if name in sums:
            raise Rejected(f"SHA256SUMS names {name} twice")
        sums[name] = digest
    return sums


def check_sums(folder):
    sums = listed_sums(folder)
    for name, digest in sums.items():
        if hashlib.sha256(check.read_file(os.path.join(folder, name))).hexdigest() != digest:
            raise Rejected(f"{name} was changed")
    others = set(os.listdir(folder)) - set(sums) - {"SHA256SUMS"}
    if others:
        raise Rejected(f"no sum covers {sorted(others)[0]!a}")
    return sums


def check_names(sums, manifest):
    """That the files are those of the manifest, which the log notes, and of the note."""
    named = {file["name"] for file in manifest["files"]} | {"manifest.json"}
    if not named | {"events.jsonl"} <= set(sums):
        raise Rejected("a file that the manifest names is missing")
    others = set(sums) - named - NOTE_FILES
    if others:
        raise Rejected(f"the manifest does not name {sorted(others)[0]!a}")


def read_json(text):
    """An object in which no member stands twice: readers do not agree on which one counts."""

    def members(pairs):
        found = dict(pairs)
        if len(found) != len(pairs):
            raise Rejected("an object has a member twice")
        return found

    return json.loads(text, object_pairs_hook=members)


def decoded(line, name, number):
    return check.decode64(line[name].encode("ascii"), f"{name} in line {number}")


def head_fields(envelope):
    """Stream, version, link and seal of an envelope."""
    found = {}
    for field, _, value in check.fields(envelope):
        found[field] = value
    return (found.get(4), found.get(5)), found.get(6), found.get(9), found.get(10)


def erased_ranges(envelope, position):
    """The positions that the envelope of an event at a position erases, as ranges."""
    for field, _, erasure in check.fields(envelope):
        if field != CONTENT_ERASED:
            continue
        for _, _, part in check.fields(erasure):
            numbers = {name: value for name, _, value in check.fields(part)}
            first, count = numbers[1], numbers[2]
            if not 2 <= first or count < 1 or first + count > position:
                raise Rejected("an erasure names what is not before it")
            yield range(first, first + count)


class Events:
    """What the lines of events.jsonl show."""

    def __init__(self, manifest):
        self.manifest = manifest
        self.size = manifest["size"]
        self.root = bytes.fromhex(manifest["root"])
        scope = set(manifest["scope"]) - {"deleted"}
        if scope not in SCOPES:
            raise Rejected("the manifest has a scope that no export has")
        self.is_whole = not scope
        self.leaves = []
        self.heads = {}
        self.count = self.contents = self.erased = self.withheld = 0
        self.last = 0
        self.first = None
        self.gone = set()
        self.present = set()
        self.named = []
        self.deleted = set()
        self.withheld_as_deleted = {}
        self.own = set()
        self.schemas = schemas.Schemas()

    def take(self, line, number):
        if not set(line) <= LINE_MEMBERS - ({"proof"} if self.is_whole else set()):
            raise Rejected(f"line {number} has a member that no line has")
        if ("salt" in line) != ("content" in line):
            raise Rejected(f"line {number} has a salt or a content alone")
        event = line["event"]
        position = event["position"]
        envelope = decoded(line, "envelope", number)
        leaf = check.leaf_hash(envelope)
        if leaf.hex() != event["leaf"]:
            raise Rejected(f"line {number} says something else than its envelope")
        if not self.last < position <= self.size:
            raise Rejected(f"line {number} is not in order")
        self.first = self.first or position
        if self.is_whole or "from" in self.manifest["scope"] or "until" in self.manifest["scope"]:
            if position != (self.last or self.first - 1) + 1:
                raise Rejected(f"an event is missing before position {position}")
        self.last = position
        self.count += 1
        stream, version, previous, seal = head_fields(envelope)
        if self.is_whole:
            self.leaves.append(leaf)
            self.named += erased_ranges(envelope, position)
        else:
            path = [check.decode_hash(text.encode(), f"line {number}") for text in line["proof"]]
            if check.inclusion_root(position - 1, self.size, leaf, path) != self.root:
                raise Rejected(f"the event in line {number} is not in the log")
        if self.is_whole or "conversation" in self.manifest["scope"]:
            known, link = self.heads.get(stream, (0, None))
            if version != known + 1 or previous != link:
                raise Rejected(f"an event of the stream is missing before line {number}")
        self.heads[stream] = (version, leaf)
        self.check_content(line, event, seal, number)
        content = decoded(line, "content", number) if "content" in line else None
        # An erasure leaves the seal; what is withheld is there in the log.
        is_gone = seal is not None and content is None and "withheld" not in line
        wanted = self.schemas.event(envelope, content, leaf, position, is_gone)
        self.schemas.compare(event, wanted, f"line {number}")
        self.check_scope(wanted, number)
        self.check_withheld(line, wanted, number)

    def check_scope(self, event, number):
        """That this event is one of those that the manifest says were asked for."""
        scope = self.manifest["scope"]
        if (
            "conversation" in scope and event.get("conversation") != scope["conversation"]
            or "user" in scope and event.get("actor") != scope["user"]
            or "from" in scope and event["at"] < scope["from"]
            or "until" in scope and event["at"] >= scope["until"]
        ):
            raise Rejected(f"the event in line {number} is not of the manifest's scope")

    def check_withheld(self, line, event, number):
        """That the words of this event may be withheld, if they are, for the reason that is named."""
        kind, fields = event["type"], event["fields"] or {}
        message = fields.get("message")
        if kind == "messageDeleted":
            self.deleted.add(message)
        if kind == "messageSent" and fields.get("forwardedFrom") in self.own | {None}:
            self.own.add(message)
        if "withheld" not in line:
            return
        scope, why = self.manifest["scope"], line["withheld"]
        is_allowed = kind in ("messageSent", "messageEdited", "messageAnnotated") and (
            why == "deleted" and not self.is_whole and scope["deleted"] is False
            or why == "forwarded" and "user" in scope and message not in self.own
        )
        if not is_allowed or "content" in line:
            raise Rejected(f"the words of line {number} must not be withheld")
        if why == "deleted":
            self.withheld_as_deleted.setdefault(message, number)

    def check_content(self, line, event, seal, number):
        if "content" in line:
            salt, content = decoded(line, "salt", number), decoded(line, "content", number)
            found = hmac.new(salt, b"scrollback/content/1" + content, hashlib.sha256).digest()
            if seal is None or not hmac.compare_digest(found, seal):
                raise Rejected(f"the content in line {number} is not the one that was sealed")
            self.contents += 1
            self.present.add(event["position"])
        elif event.get("erased"):
            self.erased += 1
            self.gone.add(event["position"])
        elif "withheld" in line:
            self.withheld += 1
        elif seal is not None:
            raise Rejected(f"the content of line {number} is missing")

    def finish(self):
        manifest = self.manifest
        for name in ("contents", "erased", "withheld"):
            if getattr(self, name) != manifest[name]:
                raise Rejected(f"the manifest counts other {name}")
        if self.count != manifest["events"]:
            raise Rejected("an event is missing at the end")
        if self.is_whole and (self.count != self.size or check.tree_root(self.leaves) != self.root):
            raise Rejected("the envelopes give another root")
        if self.is_whole:
            self.check_erasures()
        if "positions" in manifest:
            if [self.first, self.last] != [manifest["positions"][name] for name in ("first", "last")]:
                raise Rejected("an event of the time is missing")
        if "conversation" in manifest["scope"]:
            for message, number in self.withheld_as_deleted.items():
                if message not in self.deleted:
                    raise Rejected(f"the message of line {number} was not deleted")
        if "head" in manifest:
            head = manifest["head"]
            if list(self.heads.values()) != [(head["version"], bytes.fromhex(head["leaf"]))]:
                raise Rejected("the newest event of the conversation is missing")

    def check_erasures(self):
        for part in self.named:
            if not self.present.isdisjoint(part):
                raise Rejected("it holds content that an erasure names")
            self.gone.difference_update(part)
        if self.gone:
            raise Rejected(f"no erasure names the missing content of event {min(self.gone)}")

    def claim(self):
        if self.is_whole:
            return f"these are all {self.size} events of the log"
        if "head" in self.manifest:
            return (
                f"these are all events of the conversation up to version "
                f"{self.manifest['head']['version']}, which the manifest names as the newest"
            )
        if "positions" in self.manifest:
            return "these are all events between the first and the last, each in the log"
        return f"these {self.count} events are in the log; that there are no others is not shown"


def check_note(folder, manifest, digest, trust):
    """That the signed log notes this export."""
    try:
        proof = check.read_file(os.path.join(folder, "export.proof"))
    except Unusable:
        raise Unusable("the export has no export.proof: it was made without --key") from None
    found, _, _ = check.check_record(proof, trust)
    extra = check.decode64(proof.split(b"\n")[1][len(b"extra ") :], "extra")
    made = [value for field, _, value in check.fields(extra) if field == EXPORT_MADE]
    if len(made) != 1:
        raise Rejected("export.proof is not of the event that notes an export")
    noted = {field: value for field, _, value in check.fields(made[0])}
    compare_note(noted, manifest, digest)
    name = manifest["log"]
    if found.origin.split(b"/")[:2] != [b"scrollback", name.encode()]:
        if trust.origin is None:
            raise Rejected("the checkpoint is of another log than the export; see --origin")
        return f"the key signed a log of {found.size} events that notes this export"
    return f"the key signed the log {name} of {found.size} events, which notes this export"


def compare_note(noted, manifest, digest):
    """That the fields of a note are about the export with this manifest."""
    if noted.get(8) != digest or noted.get(7) != bytes.fromhex(manifest["root"]):
        raise Rejected("the log notes another export")
    if noted.get(6) != manifest["size"]:
        raise Rejected("the log notes an export of another size")
    scope = manifest["scope"]
    asked = {field: uuid.UUID(scope[name]).bytes for field, name in IDS.items() if name in scope}
    # The log has microseconds, a negative number as 64 bits.
    asked |= {field: scope[name] * 1000 % 2**64 for field, name in TIMES.items() if name in scope}
    if scope["deleted"]:
        asked[5] = 1
    if {field: noted[field] for field in noted if field <= 5} != asked:
        raise Rejected("the log notes an export of another scope")


def run():
    parser = argparse.ArgumentParser(description="Checks an export of a Scrollback log.")
    parser.add_argument("folder", help="the folder of the export")
    parser.add_argument("--key", help="the log's public key, or a file that holds it")
    parser.add_argument("--origin", help="the log that the checkpoint must be about")
    options = parser.parse_args()
    sums = check_sums(options.folder)
    data = check.read_file(os.path.join(options.folder, "manifest.json"))
    manifest = read_json(data)
    if manifest["format"] != "scrollback-export/1":
        raise Rejected("the manifest is of another format")
    check_names(sums, manifest)
    for file in manifest["files"]:
        content = check.read_file(os.path.join(options.folder, file["name"]))
        if hashlib.sha256(content).hexdigest() != file["sha256"] or len(content) != file["bytes"]:
            raise Rejected(f"{file['name']} is not the one that the manifest names")
    events = Events(manifest)
    with open(os.path.join(options.folder, "events.jsonl"), "rb") as lines:
        for number, line in enumerate(lines, 1):
            events.take(read_json(line), number)
    events.finish()
    words = [events.claim()]
    if options.key:
        origin = options.origin.encode() if options.origin else None
        trust = check.Trust([check.read_key(options.key)], origin)
        digest = hashlib.sha256(data).digest()
        words.append(check_note(options.folder, manifest, digest, trust))
    return "\n".join(words)


def main():
    try:
        print(run(), flush=True)
        return 0
    except Rejected as error:
        return check.complain(error, 1)
    except (check.Malformed, KeyError, ValueError, TypeError) as error:
        return check.complain(f"the export is malformed: {type(error).__name__}: {error}", 1)
    except Unusable as error:
        return check.complain(error, 3)
    except Exception as error:  # whatever it is, it says nothing about the export
        return check.complain(f"it cannot be checked: {type(error).__name__}: {error}", 3)


if __name__ == "__main__":
    sys.exit(main())
