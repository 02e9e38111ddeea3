#!/usr/bin/env python3
"""Attacks the protocol of erasures, holds, journal, backups, restores and imports as a machine.

Random schedules of what keeping_world.py and keeping_copies.py do. For every fourth operation each
crash point is tried, with any part of what was not flushed (all subsets of up to four writes, else
eight of them): the store is opened and the operation tried again, or it is lost and restored.
After each step of each schedule, and after each crash and opening, this must hold:

  - an acknowledged event is in the log, unless a restore or an import declared that it is lost;
  - a text whose erasure was acknowledged is never readable again, whichever copies are combined;
  - missing content is what the log's erasures name, and none of them names what a hold covered;
  - an acknowledged hold is active until its acknowledged release, and a released one is not;
  - an acknowledged request for erasure is in the log until its text is gone;
  - of each erasure the log says what it owes: the media that it was the last to name, once;
  - each backup that has its name restores, with the journal and without it; what it lacks is found;
  - a receipt that says that every copy of the keys has carried out an erasure is true;
  - a refused command and a drill changed nothing, and an opening after a crash succeeds.

RULES are the rules of the protocol; each can be switched off, and then a schedule must be found
that breaks one of these. Then all rules are on, for SECONDS, and nothing may break.

Usage: keeping-model.py [SECONDS] [RULE to switch off]…
       keeping-model.py --all-on SECONDS            all rules on, and no search without one
       keeping-model.py --schedules COUNT [SEED]    prints schedules without crashes, each as a line
                                                    of JSON, with what must hold after each step
"""
import json, pickle, sys, time

from keeping_copies import *
from keeping_stories import STORIES

RULES = {
    "line_first": "a line is flushed before the log's commit, not after",
    "zero_last": "slots are zeroed after the commit",
    "void": "a commit that fails makes its lines void",
    "doubt": "a line that may be on the disk is an unknown outcome, not a refusal",
    "carry_out": "an opening carries out the lines at the log's end; it does not make them void",
    "all_lines": "and all of the append, not one",
    "admitted_first": "unused slots are drawn anew only for a log that is not refused",
    "older": "an opening refuses a log that ends before the append of a line",
    "add_lines": "an opening adds the lines that the journal lacks",
    "anchor": "an opening refuses a journal without the line that a restore read last",
    "went_on": "an opening takes the journal over only where it ends with that line",
    "fence": "a store whose epoch is not the journal's newest does not write there",
    "last": "a restore is refused with fewer lines than the operator knows of",
    "numbers": "numbers count lines, void ones too",
    "reaches": "a restore is refused with a journal that lacks the backup's last kept event",
    "read_flushed": "a restore flushes the journal before it reads it",
    "holds": "a restore repeats holds and releases",
    "requests": "a restore repeats requests",
    "copies": "a restore repeats the events of copies of the keys",
    "order": "a restore repeats in the journal's order",
    "once": "an event and its repeats are one",
    "leaf": "a repeated erasure names only what has the leaf hash of what was erased",
    "matching": "and nothing else of what the original named",
    "media": "a repeated erasure owes what its contents name here",
    "last_named": "a medium that living content names is not owed",
    "damage": "a restore refuses a zero slot that no erasure names",
    "drill_reads": "a drill writes no line",
    "begun": "the log knows of a copy of the keys before the first key leaves",
    "no_further": "slots are copied from the earlier backup's size to this one's, and none beyond",
    "tail": "a backup goes on until no erasure came while it was written",
    "manifest_first": "the manifest has its name before the copy of the keys is zeroed",
    "catch_up": "a run zeroes what a killed one left",
    "same_line": "a backup from before a restore is not continued",
    "all_journals": "an import applies the journals of the whole line",
    "descent": "and each below the size that the later log's genesis names, no further",
}


LONG = ("backup", "lose", "restore", "drill", "import", "put", "replaced", "damaged", "opening")
# A crash in these would leave the machine with the other of two stores.
UNCRASHED = ("put back", "replaced goes on", "keep log", "export", "damaged", "drill")


def clone(world):
    return pickle.loads(pickle.dumps(world, -1))


def finished(world, word, steps):
    """Runs an operation to its end, and returns why it was refused."""
    def content():
        return world.store.log, [world.store.slots.get(p) for p in range(len(world.store.log))]
    before, store = content(), world.store
    try:
        for _ in steps:
            pass
    except Refused as refused:
        if word.startswith("put back"):
            world.store = store  # the newest log is found again
        # An operation of several commands may have done the first of them.
        elif not word.startswith(LONG) and before != content():
            raise Broken("refused (%s), and something changed" % refused)
        return "%s" % refused
    except Unknown:
        return "outcome unknown"
    return ""


def opened(world, went_on=False):
    """Opens the store; where the replaced one wrote to the journal after the restore, that one."""
    why = finished(world, "opening", world.open())
    if why and went_on:
        world.store, world.replaced, world.sent = world.replaced, None, {}
        why = finished(world, "opening", world.open())
    if why:
        raise Broken("the store does not open: " + why)


class Search:
    """One random schedule."""

    def __init__(self, rules, seed, crashes):
        self.world, self.path, self.crashes = Copies(rules, seed), [], crashes
        self.has_many_restores = seed % 2 == 0
        self.points = 0

    def choice(self):
        """An operation: its name, and a function of a world, which may be a copy of this one."""
        w = self.world
        a, b = w.dice(1 << 16), w.dice(1 << 16)
        restores = sum(e.kind == "restored" for e in w.store.log)
        new = "AB"[a % 2] + str(restores if a // 2 % 4 else 0)
        old = sorted(w.places)[a % len(w.places)] if w.places else new
        which = [""] * 7 + [", short journal"] * 2 + [", other journal"]
        which = which[b % 10]
        def lines(world):
            if which == "":
                return None
            if "short" in which:
                return world.journal.lines()[: max(1, len(world.journal.lines()) - 1 - b // 10 % 4)]
            first = Event("genesis", ("x", None), "x", "x", None)
            return [Line(first, "x", 0, 0, (), ())] * 99
        many = 3 if self.has_many_restores else 1
        table = [
            (22, "send", lambda w: w.send()),
            (18, "erase", lambda w: w.erase()),
            (6, "hold", lambda w: w.hold()),
            (6, "release", lambda w: w.release()),
            (3, "pay", lambda w: w.pay()),
            (16, "backup " + new, lambda w: w.back_up(new)),
            (1, "lose " + old, lambda w: w.lose(old)),
            (8 * many, "restore " + old + which, lambda w: w.restore(old, lines(w))),
            (2, "drill " + old, lambda w: w.drill(old)),
            (2, "damaged " + old, lambda w: w.damaged(old)),
            (3, "export", lambda w: w.export()),
            (3, "import" + which, lambda w: w.import_(b // 64 % 2, lines(w))),
            (3, "keep log", lambda w: w.keep_log()),
            (3, "put back", lambda w: w.put_back()),
            (3, "put back journal", lambda w: w.put_back_journal(1 + b // 10 % 8)),
            (2, "replaced goes on", lambda w: w.replaced_goes_on()),
        ]
        x = w.dice(sum(weight for weight, _, _ in table))
        for weight, word, operation in table:
            if x < weight:
                return word, operation
            x -= weight

    def crash_everywhere(self, word, operation):
        """Each crash point of an operation, with any part of what was not flushed there."""
        for stop in range(1, 1_000):
            base = clone(self.world)
            steps = operation(base)
            try:
                for _ in range(stop):
                    next(steps)
            except (StopIteration, Refused, Unknown):
                return
            count = sum(len(file.unflushed) for file in base.files())
            every = 1 << count
            for kept in range(every) if count < 5 else [0, every - 1] + [
                    self.world.dice(every) for _ in range(6)]:
                self.points += 1
                world = clone(base)
                world.crash(kept)
                world.between = False
                self.path.append("%s [crash after step %d, kept %s]" % (word, stop, bin(kept)))
                if self.world.dice(3) == 0:
                    self.lose_store(clone(world))
                self.go_on(world)
                # What was tried is tried again.
                if not word.startswith(("restore", "import", "lose")):
                    finished(world, "opening", operation(world))
                    world.check()
                    world.try_places()
                self.path.pop()

    def lose_store(self, world):
        world.journal.cut(len(world.journal.lines()))
        places = sorted(name for name, place in world.places.items() if place.manifest)
        if places:
            self.path.append("store lost, restore")
            if not finished(world, "restore", world.restore(places[self.world.dice(len(places))])):
                self.go_on(world)
            self.path.pop()

    def go_on(self, world):
        opened(world)
        world.check()
        world.try_places()

    def step(self, word, operation):
        world = self.world
        world.between = True
        if self.crashes and world.dice(4) == 0 and not word.startswith(UNCRASHED):
            self.crash_everywhere(word, operation)
        x = world.dice(100)
        if not word.startswith(LONG) and x < 14:
            world.journal_fails = ("closed", "failing")[x % 2] if x < 8 else False
            world.commit_fails = x >= 8
        before = world.store
        self.path.append(word)
        why = finished(world, word, operation(world))
        self.path[-1] += why and " (%s)" % why
        world.journal_fails = world.commit_fails = False
        if word.startswith("restore") and not why and world.store is not before:
            went_on = world.dice(3) == 0
            if went_on:
                self.path.append("replaced goes on")
                finished(world, "replaced", world.replaced_goes_on())
            opened(world, went_on)
        elif word.startswith("import") and not why or word.startswith("replaced") \
                or why == "outcome unknown" and world.dice(2):
            world.crash(world.dice(1 << 16))
            self.path.append("reopened")
            opened(world)
        world.check()
        if word.startswith("backup"):
            world.try_places()

    def run(self, length):
        """Runs some steps; returns what broke and the way there, or None."""
        try:
            for _ in range(length):
                self.step(*self.choice())
        except Broken as broken:
            return "%s: %s" % (broken, " | ".join(self.path[-10:]))
        except (IndexError, KeyError, TypeError) as error:
            if all(self.world.rules.values()):
                raise
            return "the machine stops (%r): %s" % (error, " | ".join(self.path[-10:]))
        return None


class Story(Search):
    """A schedule that is too rare for chance, told step by step."""

    def __init__(self, rules):
        super().__init__(rules, 7, crashes=False)

    def told(self, story):
        try:
            story(self)
        except Broken as broken:
            return "%s: %s" % (broken, " | ".join(self.path[-10:]))
        return None

    def do(self, word, *arguments):
        name = {"import": "import_", "backup": "back_up"}.get(word, word.replace(" ", "_"))
        world = self.world
        why = finished(world, word, getattr(world, name)(*arguments))
        self.path.append(word + (why and " (%s)" % why))
        return why

    def send(self, count, medium=None):
        for _ in range(count):
            self.do("send", Text(self.world.fresh(), 0, medium))

    def crash(self, word, name):
        self.crash_everywhere(word, lambda world: world.back_up(name))

    def erase(self, *positions):
        self.do("erase", [self.world.store.log[p].data.name for p in positions])

    def open(self, went_on=False):
        self.path.append("opened")
        opened(self.world, went_on)
        self.world.check()
        self.world.try_places()


def search(rules, seconds, least=0):
    end, seed, points = time.monotonic() + seconds, 0, 0
    for story in STORIES:
        if found := Story(rules).told(story):
            return seed, points, found
    while time.monotonic() < end or seed < least:
        seed += 1
        one = Search(rules, seed, crashes=seed % 3 == 0)
        found = one.run(24)
        points += one.points
        if found:
            return seed, points, found
    return seed, points, None


def schedules(count, seed):
    """Prints schedules that a store can replay: no crash, and nothing that fails by chance."""
    for number in range(count):
        world, steps = Copies(dict.fromkeys(RULES, True), seed + number), []
        for _ in range(30):
            step, operation = replayable(world)
            before = world.store
            why = finished(world, "backup", operation)
            if world.store is not before:
                opened(world)
            world.check()
            texts = sorted(text.name for text in world.store.texts().values())
            asked = [e.data for e in world.store.log if e.kind == "request"]
            waiting = [sum(name in texts for name in names) for names in asked]
            steps.append({
                **step, "refused": bool(why), "texts": texts, "holds": sorted(world.store.holds()),
                "waiting": sorted(filter(None, waiting)), "erased": sorted(world.gone),
            })
        print(json.dumps({"seed": seed + number, "steps": steps}))


def replayable(world):
    """A step by its name and all that it needs, and the operation."""
    texts = sorted(world.store.texts().values())
    holds, x = sorted(world.store.holds()), world.dice(100)
    restores = sum(e.kind == "restored" for e in world.store.log)
    new = "AB"[world.dice(2)] + str(restores if world.dice(4) else 0)
    old = sorted(name for name, place in world.places.items() if place.manifest)
    if x < 22 and texts:
        one = texts[world.dice(len(texts))]
        if world.dice(3):
            return {"do": "erase", "text": one.name}, world.erase([one.name])
        return {"do": "eraseAll", "chat": one.chat}, world.erase(world.said[one.chat])
    if x < 32:
        name, chat = "h" + world.fresh(), world.dice(2)
        return {"do": "hold", "hold": name, "chat": chat}, world.hold(name, chat)
    if x < 44 and holds:
        name = holds[world.dice(len(holds))]
        return {"do": "release", "hold": name}, world.release(name)
    if x < 58:
        return {"do": "backup", "place": new}, world.back_up(new)
    if x < 70 and old:
        name = old[world.dice(len(old))]
        return ({"do": "drill", "place": name}, world.drill(name)) if x < 61 else (
            {"do": "restore", "place": name}, world.restore(name))
    text = Text("t" + world.fresh(), world.dice(2), None)
    return {"do": "send", "text": text.name, "chat": text.chat}, world.send(text)


def main():
    words = sys.argv[1:]
    if words[:1] == ["--schedules"]:
        return schedules(int(words[1]), int(words[2]) if len(words) > 2 else 1)
    only = words[:1] == ["--all-on"]
    seconds = float(words[1] if only else words[0] if words else 8)
    for rule in () if only else words[1:] or RULES:
        # It ends with the first schedule that breaks something.
        seed, points, found = search({name: name != rule for name in RULES}, 10 * seconds)
        told = found or "NOTHING BROKE in %d schedules, %d crash points" % (seed, points)
        print("without %-14s %s" % (rule, told), flush=True)
        if not found:
            sys.exit(1)
    seed, points, found = search(dict.fromkeys(RULES, True), seconds, least=100)
    print("all rules: %s" % (
        found or "nothing broke in %d schedules, %d crash points" % (seed, points)))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
