#!/usr/bin/env python3
"""Shows that check.py accepts proof files and rejects them after every change.

    test_check.py FOLDER    files made by the tests of the command: log.pub, and NAME.proof with
                            NAME.envelope beside it where the proof does not carry its envelope
    test_check.py           the known answers alone

Small files are changed at every byte; large ones at every byte of their opening and at places
spread over the rest. Whatever remains the file of a true statement is not counted: a signature
line that stands twice changes nothing.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import check  # noqa: E402  (found beside this file)

SMALL = 6_000
PLACES = 400


def places(data):
    if len(data) <= SMALL:
        return range(len(data))
    step = (len(data) - 1_000) // PLACES
    return list(range(1_000)) + list(range(1_000, len(data), step))


def mutations(data):
    """The file with a byte changed, cut off, and with lines and envelopes changed."""
    for place in places(data):
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        yield f"bit {place % 8} of byte {place}", bytes(flipped)
        yield f"cut at byte {place}", data[:place]
    yield "a byte more", data + b"\0"
    yield "a line more", data + b"\n"
    if data.startswith(check.ENVELOPES):
        yield from envelope_mutations(data)
        *head, rest = data.split(b"\n\n", 3)
        opening = b"\n\n".join(head) + b"\n\n"
        for what, changed in line_mutations(opening):
            yield what, changed + rest
    else:
        yield from line_mutations(data)


def line_mutations(data):
    """Lines dropped, doubled, swapped, inserted, and with other numbers."""
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines):
        yield f"line {number + 1} dropped", b"".join(lines[:number] + lines[number + 1 :])
        if not line.startswith("\u2014".encode()):
            yield f"line {number + 1} doubled", b"".join(lines[: number + 1] + lines[number:])
        inserted = lines[: number + 1] + [b"a line\n"] + lines[number + 1 :]
        yield f"a line inserted behind line {number + 1}", b"".join(inserted)
        if number > 0:
            swapped = lines[: number - 1] + [line, lines[number - 1]] + lines[number + 1 :]
            yield f"lines {number} and {number + 1} swapped", b"".join(swapped)
        *words, last = line.split() or [b""]
        if number > 0 and last.isdigit():
            size = int(last)
            for other in (0, size - 1, size + 1, size * 2, 2**63, 2**64 - 1, 2**64):
                changed = b" ".join(words + [b"%d" % other]) + b"\n"
                changed = lines[:number] + [changed] + lines[number + 1 :]
                yield f"line {number + 1} says {other}", b"".join(changed)


def envelope_mutations(data):
    """Whole envelopes dropped, doubled and swapped."""
    *head, rest = data.split(b"\n\n", 3)
    frames, place = [], 0
    while place < len(rest):
        end = place + 4 + int.from_bytes(rest[place : place + 4], "big")
        frames.append(rest[place:end])
        place = end
    opening = b"\n\n".join(head) + b"\n\n"
    for number in range(0, len(frames), max(1, len(frames) // 40)):
        before, frame, after = frames[:number], frames[number], frames[number + 1 :]
        yield f"envelope {number + 1} dropped", opening + b"".join(before + after)
        yield f"envelope {number + 1} doubled", opening + b"".join(before + [frame, frame] + after)
        if after:
            swapped = before + [after[0], frame] + after[1:]
            yield f"envelopes {number + 1} and {number + 2} swapped", opening + b"".join(swapped)


def verdict(data, trust, envelope):
    """The words of an acceptance, or None."""
    try:
        return check.check(data, trust, envelope)
    except (check.Rejected, check.Unusable):
        return None


def examine(path, trust, stranger):
    data = check.read_file(path)
    beside = os.path.splitext(path)[0] + ".envelope"
    envelope = check.read_file(beside) if os.path.exists(beside) else None
    words = check.check(data, trust, envelope)
    rejected = 0
    for what, changed in mutations(data):
        if changed == data:
            continue
        said = verdict(changed, trust, envelope)
        if said is not None:
            raise check.Rejected(f"{path} with {what} is accepted: {said}")
        rejected += 1
    if verdict(data, stranger, envelope) is not None:
        raise check.Rejected(f"{path} is accepted under another key")
    sentence = words.splitlines()[0]
    print(f"{os.path.basename(path)}: {sentence}; {rejected + 1} changes rejected")
    return rejected + 1


def main():
    try:
        print(check.self_test())
        if len(sys.argv) < 2:
            return 0
        folder = sys.argv[1]
        key = check.parse_key(check.read_file(os.path.join(folder, "log.pub")).decode())
        trust = check.Trust([key])
        stranger = check.Trust([key._replace(public=bytes(31) + b"\1")])
        names = sorted(name for name in os.listdir(folder) if name.endswith(".proof"))
        if not names:
            raise check.Rejected(f"{folder} has no proofs")
        total = sum(examine(os.path.join(folder, name), trust, stranger) for name in names)
        print(f"{len(names)} files accepted, {total} changes of them rejected")
        return 0
    except (check.Rejected, check.Unusable) as error:
        print(f"test_check.py: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
