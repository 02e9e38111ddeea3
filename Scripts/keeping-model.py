#!/usr/bin/env python3
"""The journal's protocol as a small machine, attacked by random schedules and crashes.

A store is a log whose commits are atomic, slots that open content, and a journal (docs/journal.md).
A crash falls between any two steps; of what was not flushed, any part is on the disk. After each
step of each schedule, and after each crash and opening, this must hold:

  - an acknowledged event is in the log, unless a restore declared that it is lost;
  - a text whose erasure was acknowledged is never readable again;
  - missing content is what the log's erasures name, and none of them names what a hold covered;
  - an acknowledged hold is active until its acknowledged release, and a released one is not;
  - an acknowledged request for erasure is in the log until its text is gone;
  - of each erasure the log says what it owes: the media that it was the last to name, once;
  - a refused command changed nothing, and an opening after a crash succeeds.

RULES are the rules of the protocol; each can be switched off, and then a schedule must be found
that breaks one of these. Then all rules are on, for SECONDS, and nothing may break.
Usage: keeping-model.py [SECONDS] [RULE to switch off]
"""
import hashlib, random, sys, time

RULES = {
    "line_first": "a line is flushed before the log's commit, not after",
    "zero_last": "slots are zeroed after the commit",
    "void": "a commit that fails makes its lines void",
    "carry_out": "an opening carries out the lines at the log's end; it does not make them void",
    "older": "an opening refuses a log that ends before the append of a line",
    "add_lines": "an opening adds the lines that the journal lacks",
    "anchor": "an opening takes the journal over only where the restore read its last line",
    "fence": "a store whose epoch is not the journal's newest does not write there",
    "last": "a restore is refused with fewer lines than the operator knows of",
    "reaches": "a restore is refused with a journal that lacks the backup's last kept event",
    "holds": "a restore repeats holds and releases",
    "requests": "a restore repeats requests",
    "order": "a restore repeats in the journal's order",
    "once": "an event and its repeats are one",
    "leaf": "a repeated erasure names only what has the leaf hash of what was erased",
    "media": "a repeated erasure owes what its contents name here",
    "last_named": "a medium that living content names is not owed",
    "damage": "a restore refuses a zero slot that no erasure names",
}
KEPT = {"genesis", "hold", "release", "request", "owed", "erased", "restored"}
SEALED = ("send", "owed")


class Refused(Exception):
    pass


class Unknown(Exception):
    pass


class Broken(Exception):
    pass


class Event:
    def __init__(self, kind, data, leaf, origin=None):
        self.kind, self.data, self.leaf, self.origin = kind, data, leaf, origin or leaf


class Line:
    def __init__(self, event, epoch, size, position, erased):
        self.event, self.epoch, self.size, self.position = event, epoch, size, position
        self.erased, self.void = erased, False


class Store:
    """What lies on one disk; positions are indexes. A slot is True until it is zeroed."""

    def __init__(self, log, slots):
        self.log, self.slots, self.zeroing = list(log), dict(slots), set()

    def epoch(self):
        return [e.data for e in self.log if e.kind in ("genesis", "restored")][-1][0]

    def text(self, position):
        event = self.log[position]
        return event.data if event.kind == "send" and self.slots.get(position) else None

    def texts(self):
        return {t: p for p in range(len(self.log)) if (t := self.text(p))}

    def holds(self):
        active = set()
        for event in self.log:
            if event.kind == "hold":
                active.add(event.data)
            elif event.kind == "release":
                active.discard(event.data)
        return active


class World:
    def __init__(self, rules, seed):
        self.rules, self.dice, self.made = rules, random.Random(seed), 0
        first = Event("genesis", (self.fresh(), None), self.fresh())
        self.store = Store([first], {})
        self.journal = [Line(first, first.data[0], 0, 0, {})]
        self.unflushed = 0  # lines at the journal's end that are not on the disk for sure
        self.doubt = False  # such lines of a failed write
        self.journal_fails = self.commit_fails = False
        self.backups, self.replaced = [], None
        self.sent, self.gone, self.asked, self.held, self.free = set(), set(), set(), set(), set()
        self.known = 1
        self.media = {}  # by the text that names it

    def fresh(self):
        self.made += 1
        return hashlib.md5(b"%d" % self.made).hexdigest()[:8]

    # A command of the store's stream: lines, commit, zeroes. It stops after each flushed step.

    def write(self, drafts, taking_over=False):
        store = self.store
        size = len(store.log)
        events = [Event(k, d, self.fresh(), o) for k, d, o in drafts]
        lines = [
            Line(e, store.epoch(), size, size + i, self.leaves(e)) for i, e in enumerate(events)
        ]
        if self.rules["line_first"] and not taking_over:
            yield from self.add(lines)
        if not self.rules["zero_last"]:
            yield from self.zero(events)
        if self.commit_fails:
            if self.rules["void"]:
                for line in lines:
                    line.void = True
            raise Refused
        for position, event in enumerate(events, size):
            if event.kind == "owed":
                store.slots[position] = True
        store.log += events
        yield
        if not self.rules["line_first"] and not taking_over:
            yield from self.add(lines)
        if self.rules["zero_last"]:
            yield from self.zero(events)

    def leaves(self, event):
        if event.kind != "erased":
            return {}
        return {p: self.store.log[p].leaf for p in event.data if p < len(self.store.log)}

    def add(self, lines):
        if self.doubt and self.journal_fails:
            raise Refused
        if self.doubt:
            del self.journal[len(self.journal) - self.unflushed :]
            self.unflushed, self.doubt = 0, False
        if self.journal_fails:
            if self.dice.random() < 0.5:
                raise Refused
            self.journal += lines
            self.unflushed, self.doubt = len(lines), True
            raise Unknown
        self.journal += lines
        self.unflushed = len(lines)
        yield
        self.unflushed = 0
        yield

    def zero(self, events):
        positions = {p for e in events if e.kind == "erased" for p in e.data}
        self.store.zeroing = positions
        yield
        for position in positions:
            self.store.slots[position] = False
        self.store.zeroing = set()
        yield

    def named(self, positions):
        return {self.media[self.store.log[p].data] for p in positions
                if self.store.log[p].kind == "send"}

    def erasing(self, positions, gone=frozenset(), origin=None):
        """The drafts of an erasure, what it owes before it; some positions are as good as gone."""
        rest = set(self.store.texts().values()) - set(positions) - gone
        owed = self.named(positions)
        if self.rules["last_named"]:
            owed -= self.named(rest)
        if origin and not self.rules["media"]:
            owed = None
        said = [("owed", tuple(sorted(owed)), None)] if owed else []
        return said + [("erased", tuple(positions), origin)]

    def crash(self):
        """Of what was not flushed, any part is kept; of an append's lines the first ones."""
        kept = self.dice.randint(0, self.unflushed)
        del self.journal[len(self.journal) - self.unflushed + kept :]
        self.unflushed, self.doubt = 0, False
        for position in self.store.zeroing:
            if self.dice.random() < 0.5:
                self.store.slots[position] = False
        self.store.zeroing = set()
        self.journal_fails = self.commit_fails = False

    # Commands

    def send(self):
        text = self.fresh()
        self.store.slots[len(self.store.log)] = True
        if self.commit_fails:
            raise Refused
        self.media[text] = self.dice.choice("abc") if self.dice.random() < 0.5 else text
        self.store.log.append(Event("send", text, self.fresh()))
        self.sent.add(text)
        yield

    def erase(self):
        texts = self.store.texts()
        if not texts:
            return
        text = self.dice.choice(sorted(texts))
        drafts = [("request", text, None)]
        is_free = not self.store.holds()
        if is_free:
            drafts += self.erasing((texts[text],))
        before = set(self.sent)
        self.sent.discard(text)  # from here on it may go
        try:
            yield from self.write(drafts)
        except Refused:
            self.sent = before
            raise
        self.asked.add(text)
        if is_free:
            self.gone.add(text)
        self.known = len(self.journal)

    def pay(self):
        log, slots = self.store.log, self.store.slots
        owed = [p for p, e in enumerate(log) if e.kind == "owed" and slots[p]]
        if owed and not self.store.holds():
            yield from self.write([("erased", tuple(owed[: self.dice.randint(1, len(owed))]), None)])
            self.known = len(self.journal)

    def hold(self):
        name = self.fresh()
        yield from self.write([("hold", name, None)])
        self.held.add(name)
        self.known = len(self.journal)

    def release(self):
        for name in sorted(self.store.holds())[:1]:
            self.held.discard(name)
            drafts = [("release", name, None)]
            wanted = {e.data for e in self.store.log if e.kind == "request"}
            waiting = [p for t, p in self.store.texts().items() if t in wanted]
            texts = [self.store.text(p) for p in waiting]
            if waiting and self.store.holds() == {name}:
                drafts += self.erasing(waiting)
            yield from self.write(drafts)
            self.free.add(name)
            if len(drafts) > 1:
                self.gone.update(texts)
            self.known = len(self.journal)

    def keep_backup(self):
        self.backups = self.backups[-1:] + [Store(self.store.log, self.store.slots)]
        yield

    # Opening

    def live(self):
        return [line for line in self.journal if not line.void]

    def fits(self, line):
        """Whether the log has the line's event at its position."""
        log = self.store.log
        return line.position < len(log) and log[line.position].leaf == line.event.leaf

    def past(self, line):
        """Whether the line is of this log's past, or of its present epoch."""
        epochs = [(e.data[0], p) for p, e in enumerate(self.store.log)
                  if e.kind in ("genesis", "restored")]
        for (epoch, _), end in zip(epochs, [p for _, p in epochs[1:]] + [None]):
            if epoch == line.epoch:
                return end is None or line.position < end
        return False

    def open(self):
        store = self.store
        live = self.live()
        newest = live[-1].epoch
        restores = [e for e in store.log if e.kind == "restored"]
        takes_over = False
        if restores and restores[-1].leaf not in {line.event.leaf for line in live}:
            takes_over = True
            _, count, last = restores[-1].data
            ends = len(self.journal) == count and self.journal[-1].event.leaf == last
            if not ends and self.rules["anchor"]:
                raise Refused
        elif newest != store.epoch() and self.rules["fence"]:
            raise Refused
        ours = [line for line in live if self.past(line)]
        done = {line.event.origin for line in ours if self.fits(line)}
        left = [line for line in ours if not self.fits(line) and line.event.origin not in done]
        if self.rules["older"] and any(line.size > len(store.log) for line in left):
            raise Refused
        known = {line.event.leaf for line in live}
        if self.rules["add_lines"]:
            lacking = [p for p, e in enumerate(store.log) if e.kind in KEPT and e.leaf not in known]
            lines = [Line(store.log[p], store.epoch(), p, p, self.leaves(store.log[p]))
                     for p in lacking]
            if lines:
                yield from self.add(lines)
        ahead = [line for line in left if line.size == len(store.log)]
        if ahead and not takes_over and self.rules["carry_out"]:
            drafts = self.repeats(ahead)
            if drafts:
                yield from self.write(drafts)
        done = {line.event.origin for line in self.live() if self.past(line) and self.fits(line)}
        for line in left:
            if line.event.origin not in done:
                line.void = True
        named = {p for e in store.log if e.kind == "erased" for p in e.data}
        for position in named:
            store.slots[position] = False
        yield

    def repeats(self, lines):
        """What the log lacks of some lines, once each, in their order."""
        store = self.store
        have = {e.origin for e in store.log}
        wanted = {"hold": "holds", "release": "holds", "request": "requests"}
        out, named = [], {p for e in store.log if e.kind == "erased" for p in e.data}
        for line in lines:
            event = line.event
            if event.origin in have and self.rules["once"] or event.leaf in have:
                continue
            have.add(event.origin)
            if event.kind == "erased":
                fitting = tuple(
                    p for p, leaf in line.erased.items()
                    if p < len(store.log) and store.log[p].kind in SEALED and p not in named
                    and (store.log[p].leaf == leaf or not self.rules["leaf"])
                )
                if fitting:
                    out += self.erasing(fitting, named, event.origin)
                named.update(fitting)
            elif event.kind in wanted and self.rules[wanted[event.kind]]:
                out.append((event.kind, event.data, event.origin))
        if not self.rules["order"]:
            out.sort(key=lambda draft: ("hold", "request", "owed", "erased", "release").index(draft[0]))
        return out

    # Restoring

    def restore(self):
        if not self.backups:
            return
        backup = self.dice.choice(self.backups)
        lines = self.journal[: len(self.journal) - self.unflushed]
        if self.dice.random() < 0.3:  # an older copy of the journal
            lines = lines[: max(1, len(lines) - self.dice.randint(1, 4))]
        if self.dice.random() < 0.05:  # the journal of another log
            first = Event("genesis", (self.fresh(), None), self.fresh())
            lines = [Line(first, first.data[0], 0, 0, {})] * 99
        if len(lines) < self.known and self.rules["last"]:
            raise Refused
        kept = [e for e in backup.log if e.kind in KEPT]
        if self.rules["reaches"] and kept[-1].leaf not in {line.event.leaf for line in lines}:
            raise Refused
        store = Store(backup.log, backup.slots)
        if self.dice.random() < 0.1 and store.texts():  # a slot was lost
            store.slots[max(store.texts().values())] = False
        named = {p for e in store.log if e.kind == "erased" for p in e.data}
        zero = {p for p, e in enumerate(store.log) if e.kind == "send" and not store.slots[p]}
        if zero - named and self.rules["damage"]:
            raise Refused
        before, self.store = self.store, store
        anchor = (self.fresh(), len(lines), lines[-1].event.leaf)
        store.log.append(Event("restored", anchor, self.fresh()))
        drafts = self.repeats([line for line in lines if not line.void])
        yield from self.write(drafts, taking_over=True)
        self.replaced, self.journal, self.unflushed = before, lines, 0
        self.sent &= {e.data for e in store.log if e.kind == "send"}

    def put_back(self):
        """An older log is put beside today's keys; one that lost messages alone cannot be told."""
        if not self.backups:
            return
        older = self.backups[-1].log
        lost = self.store.log[len(older) :]
        if not lost or self.store.log[: len(older)] != older or any(e.kind == "send" for e in lost):
            return
        if any(e.kind == "restored" for e in lost):
            return
        self.store = Store(older, self.store.slots)
        yield from self.open()

    def replaced_goes_on(self):
        """The store that a restore replaced erases a text; its owner believes the answer."""
        if not self.replaced:
            return
        store, self.store = self.store, self.replaced
        try:
            yield from self.open()
            yield from self.erase()
        finally:
            self.store = store

    # What must hold

    def check(self):
        log, texts, active = self.store.log, self.store.texts(), set()
        for position, event in enumerate(log):
            if event.kind == "hold":
                active.add(event.data)
            elif event.kind == "release":
                active.discard(event.data)
            elif event.kind == "erased" and active:
                raise Broken("an erasure names what a hold covered")
        named = {p for e in log if e.kind == "erased" for p in e.data}
        missing = {p for p, e in enumerate(log) if e.kind in SEALED and not self.store.slots[p]}
        if named != missing:
            raise Broken("missing content and erasures differ")
        if any(text in self.gone for text in texts):
            raise Broken("an erased text is back")
        if any(text not in texts for text in self.sent):
            raise Broken("a text is lost")
        if self.held - self.store.holds():
            raise Broken("a hold is lost")
        if self.free & self.store.holds():
            raise Broken("a released hold is active")
        requests = {e.data for e in log if e.kind == "request"}
        if any(text in self.asked and text not in requests for text in texts):
            raise Broken("a request is lost")
        gone, said = set(), 0
        for position, event in enumerate(log):
            if event.kind != "erased":
                continue
            living = {p for p in range(position) if log[p].kind == "send"} - gone
            due = self.named(event.data) - self.named(living - set(event.data))
            before = log[position - 1]
            if due != set(before.data if before.kind == "owed" else ()):
                raise Broken("the log does not say what an erasure owes")
            said += bool(due)
            gone |= set(event.data)
        if said != sum(e.kind == "owed" for e in log):
            raise Broken("something is owed twice")


def run(world, name, path, stop=None):
    """Runs an operation to its end, or to a crash after some steps; then the store is opened."""
    steps = getattr(world, name)()
    before = world.store
    try:
        for step, _ in enumerate(steps):
            if step == stop:
                break
        else:
            stop = None
        why = ""
    except Refused:
        why = " (refused)"
    except Unknown:
        why = " (outcome unknown)"
    path.append(name + why + ("" if stop is None else " (crash after step %d)" % stop))
    crashed = stop is not None or why == " (outcome unknown)"
    if name == "put_back" and why:  # the newest log is found again
        world.store = before
        crashed = True
    if name == "restore" and (crashed or why):  # its folder is thrown away
        world.store = before
        crashed = True
    if crashed or name in ("restore", "replaced_goes_on"):
        world.crash()
        try:
            for _ in world.open():
                pass
        except Refused:
            raise Broken("the store is not opened")
    world.commit_fails = world.journal_fails = False
    world.check()


def schedule(rules, seed, length=24):
    """A random schedule; the names of its steps if it breaks something."""
    world, path = World(rules, seed), []
    names = ["send"] * 5 + ["erase"] * 5 + ["hold", "release"] * 3 + ["keep_backup"] * 2
    names += ["pay"] * 2
    names += ["restore"] * 2 + ["put_back", "replaced_goes_on"]
    try:
        for _ in range(length):
            x = world.dice.random()
            world.journal_fails, world.commit_fails = x < 0.08, 0.08 <= x < 0.16
            stop = world.dice.randint(0, 6) if world.dice.random() < 0.4 else None
            name = world.dice.choice(names)
            if name == "replaced_goes_on" and world.replaced is None:
                continue
            run(world, name, path, None if name == "replaced_goes_on" else stop)
    except Broken as broken:
        return "%s: %s" % (broken, " | ".join(path[-10:]))
    return None


def search(rules, seconds):
    end, seed = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        seed += 1
        if found := schedule(rules, seed):
            return seed, found
    return seed, None


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 8
    for rule in sys.argv[2:] or RULES:
        # It ends with the first schedule that breaks something.
        seed, found = search({name: name != rule for name in RULES}, 10 * seconds)
        print("without %-11s %s" % (rule, found or "NOTHING BROKE in %d schedules" % seed))
        if not found:
            sys.exit(1)
    seed, found = search(dict.fromkeys(RULES, True), seconds)
    print("all rules: %s" % (found or "nothing broke in %d schedules" % seed))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
