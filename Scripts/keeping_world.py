"""The store, its journal and its copies, as the machine that keeping-model.py attacks.

A store is a log whose commits are atomic, slots that open content, and a journal (docs/journal.md).
An operation is a generator that stops behind every flushed step and behind every write that is not
flushed yet: a crash may fall there, and keeps any part of what was not flushed.
"""
import hashlib
from collections import namedtuple

Event = namedtuple("Event", "kind data leaf origin seal")  # seal: the slot that opens its content
Line = namedtuple("Line", "event epoch size position erased voids")
Draft = namedtuple("Draft", "kind data origin", defaults=(None,))
Text = namedtuple("Text", "name chat medium")

KEPT = {
    "genesis", "hold", "release", "request", "owed", "erased", "begun", "done", "lost", "restored",
}
SEALED = ("send", "owed")
BLOCK, SLICE = 4, 2


class Refused(Exception):
    pass


class Unknown(Exception):
    pass


class Broken(Exception):
    pass


class File:
    """Cells that are on the disk once they are flushed; of the others a crash keeps any."""

    def __init__(self):
        self.disk, self.unflushed = {}, []

    def get(self, cell):
        if not self.unflushed:
            return self.disk.get(cell)
        for written, value in reversed(self.unflushed):
            if written == cell:
                return value
        return self.disk.get(cell)

    def put(self, cell, value):
        self.unflushed.append((cell, value))

    def flush(self):
        self.disk.update(self.unflushed)
        self.unflushed = []

    def end(self):
        return max([*self.disk, *(cell for cell, _ in self.unflushed)], default=-1) + 1


class Journal(File):
    def lines(self):
        cells = {**self.disk, **dict(self.unflushed)} if self.unflushed else self.disk
        lines = []
        while line := cells.get(len(lines)):
            lines.append(line)
        return lines

    def cut(self, count):
        """Cuts off what is behind some lines, torn lines too."""
        self.flush()
        self.disk = {cell: line for cell, line in self.disk.items() if cell < count}


def live(lines):
    """The lines with events that no later line makes void, each with its index."""
    void = {index for line in lines for index in line.voids}
    return [(i, line) for i, line in enumerate(lines) if line.event and i not in void]


class Store:
    """What is on one disk; positions are indexes."""

    def __init__(self, log=()):
        self.log, self.slots = list(log), File()

    def epoch(self):
        return [e.data[0] for e in self.log if e.kind in ("genesis", "restored")][-1]

    def content(self, position):
        event, slot = self.log[position], self.slots.get(position)
        return event.data if event.seal and slot == event.seal else None

    def texts(self):
        """The readable texts and their positions."""
        sent = [p for p, e in enumerate(self.log) if e.kind == "send"]
        return {p: text for p in sent if (text := self.content(p))}

    def named(self):
        return {p for e in self.log if e.kind == "erased" for p in e.data}

    def holds(self):
        """The active holds and the conversations that they cover."""
        active = {}
        for event in self.log:
            if event.kind == "hold":
                active[event.data[0]] = event.data[1]
            elif event.kind == "release":
                active.pop(event.data, None)
        return active

    def kept(self):
        return [(p, e) for p, e in enumerate(self.log) if e.kind in KEPT]

    def verify(self):
        """What a verification finds: content is missing exactly where an erasure names it."""
        named = self.named()
        for position, event in enumerate(self.log):
            if event.seal and (self.content(position) is None) != (position in named):
                raise Broken("missing content and erasures differ at %d" % position)


class Place:
    """A backup and its copy of the keys."""

    def __init__(self):
        self.manifest, self.epoch, self.slots = (), None, File()


class World:
    def __init__(self, rules, seed):
        self.rules, self.seed, self.made = rules, seed, 0
        self.journal = Journal()
        self.doubtful = None  # the journal's lines before those of a write that failed
        self.journal_fails = self.commit_fails = False
        self.places, self.exports, self.older, self.earlier = {}, [], None, []
        self.replaced, self.between = None, False
        # What was acknowledged: texts that must be there, and which must be gone; requests; holds.
        self.sent, self.gone, self.asked, self.held, self.free = {}, {}, set(), set(), set()
        self.said = ([], [])  # the names of all texts of each conversation, those of lost logs too
        self.going = set()  # texts whose erasure was asked for, whatever came of it
        self.known = 1
        self.store = Store()
        self.reserve(self.store)
        self.store.log = self.events(self.store, [Draft("genesis", (self.fresh(), None))])
        self.journal.put(0, self.line(self.store.log, 0, 0))
        self.journal.flush()

    def dice(self, sides):
        self.seed = (self.seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.seed >> 33) % sides

    def fresh(self):
        self.made += 1
        return hashlib.md5(b"%d" % self.made).hexdigest()[:8]

    def files(self):
        return [self.store.slots, self.journal, *(p.slots for p in self.places.values())]

    def crash(self, kept):
        """Keeps of what was not flushed the writes whose bits are set."""
        for file in self.files():
            for cell, value in file.unflushed:
                if kept & 1:
                    file.disk[cell] = value
                kept >>= 1
            file.unflushed = []
        self.journal_fails = self.commit_fails = False

    # A command of the store's stream: lines, commit, zeroes.

    def reserve(self, store, count=1):
        """Slots are drawn and flushed ahead, a block at a time."""
        end = store.slots.end()
        if end < len(store.log) + count:
            for slot in range(end, (len(store.log) + count) // BLOCK * BLOCK + BLOCK):
                store.slots.put(slot, self.fresh())
            store.slots.flush()

    def events(self, store, drafts):
        events = []
        for position, draft in enumerate(drafts, len(store.log)):
            leaf = self.fresh()
            seal = store.slots.get(position) if draft.kind in SEALED else None
            events.append(Event(draft.kind, draft.data, leaf, draft.origin or leaf, seal))
        return events

    def line(self, log, position, size):
        event = log[position]
        epoch = [e.data[0] for e in log[: position + 1] if e.kind in ("genesis", "restored")][-1]
        erased = event.data if event.kind == "erased" else ()
        return Line(event, epoch, size, position, tuple((p, log[p].leaf) for p in erased), ())

    def write(self, drafts, store=None):
        store = store or self.store
        self.reserve(store, len(drafts))
        size = len(store.log)
        if self.rules["fence"] and live(self.journal.lines())[-1][1].epoch != store.epoch():
            raise Refused("the journal is of another epoch")
        log = store.log + self.events(store, drafts)
        lines = [self.line(log, position, size) for position in range(size, len(log))]
        named = {p for draft in drafts if draft.kind == "erased" for p in draft.data}
        first = len(self.journal.lines())
        if self.rules["line_first"]:
            yield from self.add(lines)
            first = len(self.journal.lines()) - len(lines)
        if not self.rules["zero_last"]:
            yield from self.zero(store, named)
        if self.commit_fails:
            self.commit_fails = False
            if self.rules["void"]:
                void = Line(None, None, None, None, (), tuple(range(first, first + len(lines))))
                self.journal.put(len(self.journal.lines()), void)
                self.journal.flush()
                self.known = max(self.known, self.newest())
            raise Refused("no room")
        store.log = log
        yield
        if not self.rules["line_first"]:
            yield from self.add(lines)
        if self.rules["zero_last"]:
            yield from self.zero(store, named)

    def add(self, lines):
        if self.journal_fails == "closed" or self.doubtful is not None and self.journal_fails:
            raise Refused("the journal cannot be written")
        if self.doubtful is not None:
            self.journal.cut(self.doubtful)
            self.doubtful = None
        count = len(self.journal.lines())
        for index, line in enumerate(lines, count):
            self.journal.put(index, line)
        if self.journal_fails:
            self.doubtful = count
            raise Unknown if self.rules["doubt"] else Refused("the journal cannot be written")
        yield
        self.journal.flush()
        yield

    def zero(self, store, positions):
        if not positions:
            return
        for position in sorted(positions):
            store.slots.put(position, 0)
        yield
        store.slots.flush()
        yield

    def newest(self, lines=None):
        """The number of the newest line: `keeping`."""
        lines = self.journal.lines() if lines is None else lines
        return len(lines) if self.rules["numbers"] else len(live(lines))

    # Erasing

    def media(self, log, positions):
        named = {log[p].data.medium for p in positions if log[p].kind == "send"}
        return named - {None}

    def erasing(self, store, positions, gone=frozenset(), origin=None, pays=True):
        """The drafts of an erasure, what it owes before it; some positions are as good as gone."""
        rest = set(store.texts()) - set(positions) - gone
        owed = self.media(store.log, positions) if pays else set()
        if self.rules["last_named"]:
            owed -= self.media(store.log, rest)
        said = [Draft("owed", tuple(sorted(owed)))] if owed else []
        return said + [Draft("erased", tuple(positions), origin)]

    def due(self, store, names):
        """The positions of some texts that no hold covers."""
        covered = set(store.holds().values())
        found = [p for p, t in store.texts().items() if t.name in names and t.chat not in covered]
        return found

    def work(self):
        """The requests that wait, the oldest first, in slices; one that is refused waits."""
        store = self.store
        for names in [e.data for e in store.log if e.kind == "request"]:
            while part := self.due(store, names)[:SLICE]:
                texts = [store.log[p].data.name for p in part]
                try:
                    yield from self.write(self.erasing(store, part))
                except Refused:
                    return
                self.acknowledge(texts)

    def acknowledge(self, texts=()):
        self.known = max(self.known, self.newest())
        for text in texts:
            self.gone[text] = self.newest()

    def send(self, text=None):
        self.reserve(self.store)
        yield
        if self.commit_fails:
            self.commit_fails = False
            raise Refused("no room")
        media = [None, None, "a", "b", "c"]
        text = text or Text(self.fresh(), self.dice(2), media[self.dice(5)])
        self.store.log = self.store.log + self.events(self.store, [Draft("send", text)])
        self.sent[text.name] = text
        self.said[text.chat].append(text.name)
        yield

    def erase(self, names=None):
        """One text, or all of a conversation; what a hold covers waits.

        All of it is all that was said there before, also what a restore took and another brings back.
        """
        store, texts = self.store, self.store.texts()
        if not texts:
            return
        if names is None:
            one = texts[sorted(texts)[self.dice(len(texts))]]
            names = [one.name] if self.dice(2) else self.said[one.chat]
        drafts = [Draft("request", tuple(names))]
        part = self.due(store, names)
        # The request and an erasure of one slice share an append.
        is_small = part and len(part) <= SLICE
        if is_small:
            drafts += self.erasing(store, part)
        before = dict(self.sent), set(self.going)
        self.going.update(names)
        for name in names:
            self.sent.pop(name, None)  # from here on it may go
        try:
            yield from self.write(drafts)
        except Refused:
            self.sent, self.going = before
            raise
        self.asked.update(names)
        self.acknowledge([store.log[p].data.name for p in part] if is_small else [])
        yield from self.work()

    def pay(self):
        log, slots = self.store.log, self.store.slots
        owed = [p for p, e in enumerate(log) if e.kind == "owed" and slots.get(p)]
        if owed:
            yield from self.write([Draft("erased", tuple(owed[: 1 + self.dice(len(owed))]))])
            self.acknowledge()

    def hold(self, name=None, chat=None):
        name, chat = name or self.fresh(), self.dice(2) if chat is None else chat
        yield from self.write([Draft("hold", (name, chat))])
        self.held.add(name)
        self.acknowledge()

    def release(self, name=None):
        holds = sorted(self.store.holds())
        if not holds:
            return
        name = name or holds[self.dice(len(holds))]
        self.held.discard(name)
        yield from self.write([Draft("release", name)])
        self.free.add(name)
        self.acknowledge()
        yield from self.work()

    # Opening

    def fits(self, line):
        """Whether the log has the line's event at its position."""
        log = self.store.log
        return line.position < len(log) and log[line.position].leaf == line.event.leaf

    def ours(self, lines):
        """Those lines that are of this log's past, or of its present epoch."""
        epochs = [(e.data[0], p) for p, e in self.store.kept() if e.kind in ("genesis", "restored")]
        ends = [p for _, p in epochs[1:]] + [None]
        ends = {epoch: end for (epoch, _), end in reversed(list(zip(epochs, ends)))}
        def is_ours(line):
            end = ends.get(line.epoch, 0)
            return end is None or line.position < end
        return [(i, line) for i, line in live(lines) if is_ours(line)]

    def open(self):
        store = self.store
        self.journal.cut(len(self.journal.lines()))
        self.doubtful = None
        if not self.rules["admitted_first"]:
            yield from self.draw_anew()
        lines = self.journal.lines()
        if not lines or lines[0].event.leaf != store.log[0].leaf:
            raise Refused("the journal of another log")
        restores = [e for _, e in store.kept() if e.kind == "restored" and e.data[1]]
        known = {line.event.leaf for _, line in live(lines)}
        takes_over = False
        if restores and restores[-1].leaf not in known:
            takes_over = True
            _, count, last = restores[-1].data
            if self.rules["anchor"] and (len(lines) < count or lines[count - 1] != last):
                raise Refused("the journal lacks what the restore read")
            if self.rules["went_on"] and len(lines) > count:
                raise Refused("the journal went on since the restore")
        elif self.rules["fence"] and live(lines)[-1][1].epoch != store.epoch():
            raise Refused("the journal is of another epoch")
        ours = self.ours(lines)
        done = {line.event.origin for _, line in ours if self.fits(line)}
        left = [(i, l) for i, l in ours if not self.fits(l) and l.event.origin not in done]
        if self.rules["older"] and any(line.size > len(store.log) for _, line in left):
            raise Refused("an older log")
        if self.rules["admitted_first"]:
            yield from self.draw_anew()
        if self.rules["add_lines"]:
            lacking = [p for p, e in store.kept() if e.leaf not in known]
            if lacking:
                yield from self.add([self.line(store.log, p, p) for p in lacking])
        self.journal.flush()
        ahead = [line for _, line in left if line.size == len(store.log)]
        if ahead and not takes_over and self.rules["carry_out"]:
            if drafts := self.repeats(store, ahead if self.rules["all_lines"] else ahead[:1]):
                yield from self.write(drafts)
        lines = self.journal.lines()
        done = {line.event.origin for _, line in self.ours(lines) if self.fits(line)}
        void = tuple(i for i, line in left if line.event.origin not in done)
        if void:
            self.journal.put(len(lines), Line(None, None, None, None, (), void))
            self.journal.flush()
            yield
        yield from self.zero(store, {p for p in store.named() if store.slots.get(p)})
        yield from self.work()

    def draw_anew(self):
        """Unused slots may be those of events that a crash took."""
        store = self.store
        for slot in range(len(store.log), store.slots.end()):
            store.slots.put(slot, self.fresh())
        yield
        store.slots.flush()
        yield

    def repeats(self, store, lines, matches=None):
        """What the log lacks of some lines, once each, in their order."""
        have = {e.origin for e in store.log}
        wanted = {"hold": "holds", "release": "holds", "request": "requests", "begun": "copies",
                  "done": "copies", "lost": "copies"}
        if not matches:
            def matches(position, leaf, _):
                return store.log[position].leaf == leaf or not self.rules["leaf"]
        out, named = [], store.named()
        for line in lines:
            event = line.event
            if event.origin in have and self.rules["once"] or event.leaf in have:
                continue
            have.add(event.origin)
            if event.kind == "erased":
                found = [p for p, leaf in line.erased if p < len(store.log) and p not in named
                         and store.log[p].kind in SEALED and matches(p, leaf, line)]
                if found and not self.rules["matching"]:
                    found = [p for p in event.data if p < len(store.log) and p not in named]
                if found:
                    out += self.erasing(store, found, named, event.origin, self.rules["media"])
                named.update(found)
            elif event.kind in wanted and self.rules[wanted[event.kind]]:
                out.append(Draft(event.kind, event.data, event.origin))
        if not self.rules["order"]:
            kinds = ("begun", "done", "lost", "hold", "request", "owed", "erased", "release")
            out.sort(key=lambda draft: kinds.index(draft.kind))
        return out
