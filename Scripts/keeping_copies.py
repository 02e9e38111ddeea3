"""Backups, restores, rehearsals, exports and imports of the machine in keeping_world.py."""
from keeping_world import *


class Copies(World):
    # Backups: docs/backup.md, "A run"

    def back_up(self, name):
        store, place = self.store, self.places.get(name)
        if place and place.manifest and self.rules["same_line"]:
            if place.epoch != store.epoch():
                raise Refused("a backup from before a restore")
        told = [e.kind for e in store.log if e.kind in ("begun", "lost") and e.data == name]
        if told[-1:] != ["begun"] and self.rules["begun"]:
            yield from self.write([Draft("begun", name)])
        place = self.places.setdefault(name, Place())
        size = len(store.log)
        copied = len(place.manifest)
        while True:
            self.others()
            end = size if self.rules["no_further"] else store.slots.end()
            start = copied if self.rules["no_further"] else max(copied, place.slots.end())
            for position in range(start, end):
                place.slots.put(position, store.slots.get(position))
            yield
            place.slots.flush()
            yield
            copied = max(copied, size)
            self.others()
            late = [p for p, e in enumerate(store.log) if p >= size and e.kind == "erased"]
            if not late or not self.rules["tail"]:
                break
            size = late[-1] + 1
        manifest = tuple(store.log[:size])
        before = {p for e in place.manifest if e.kind == "erased" for p in e.data}
        named = {p for e in manifest if e.kind == "erased" for p in e.data}
        if not self.rules["catch_up"]:
            named -= before
        if not self.rules["manifest_first"]:
            yield from self.zero(place, named)
        place.manifest, place.epoch = manifest, store.epoch()
        yield
        if self.rules["manifest_first"]:
            yield from self.zero(place, {p for p in named if place.slots.get(p)})
        leaf = [e.leaf for e in manifest if e.kind in KEPT][-1]
        lines = live(self.journal.lines())
        reached = [i + 1 for i, line in lines if line.event.leaf == leaf]
        yield from self.write([Draft("done", (name, reached[-1] if reached else 0))])
        self.acknowledge()

    def others(self):
        """What others do while a backup is written."""
        if not self.between or self.dice(2):
            return
        ways = (self.send, self.erase), (self.erase,), (self.release, self.send)
        for operation in ways[self.dice(3)]:
            try:
                for _ in operation():
                    pass
            except (Refused, Unknown):
                return

    def lose(self, name):
        """A copy of the keys is destroyed, and its end is logged."""
        self.places.pop(name, None)
        told = [e.kind for e in self.store.log if e.kind in ("begun", "lost") and e.data == name]
        if told[-1:] == ["begun"]:
            yield from self.write([Draft("lost", name)])
            self.acknowledge()

    def complete(self, number):
        """Whether a receipt says that each known copy of the keys has carried out an erasure."""
        reached = {}
        for event in self.store.log:
            if event.kind == "begun":
                reached.setdefault(event.data, 0)
            elif event.kind == "done":
                reached[event.data[0]] = event.data[1]
            elif event.kind == "lost":
                reached.pop(event.data, None)
        return all(line >= number for line in reached.values())

    # Restoring

    def built(self, log, slots, repeats):
        """A store beside the old one: a copied log, what is repeated, and the keys of the copy."""
        store = Store(log)
        for position in range(len(log)):
            store.slots.put(position, slots.get(position))
        store.slots.flush()
        named = store.named()
        for position, event in enumerate(log):
            if event.seal and store.content(position) is None and position not in named:
                if self.rules["damage"] or slots.get(position):
                    raise Refused("damage at %d" % position)
        drafts = repeats(store)
        self.reserve(store, len(drafts))
        store.log = store.log + self.events(store, drafts)
        for _ in self.zero(store, {p for p in store.named() if store.slots.get(p)}):
            pass
        return store

    def restored(self, place, lines):
        log = place.manifest
        if self.rules["last"] and self.newest(lines) < self.known:
            raise Refused("the journal is shorter than was seen")
        usable = [line for _, line in live(lines)]
        kept = [e.leaf for e in log if e.kind in KEPT]
        if self.rules["reaches"] and kept[-1] not in {line.event.leaf for line in usable}:
            raise Refused("the journal does not reach the backup")
        anchor = Draft("restored", (self.fresh(), len(lines), lines[-1]))
        return self.built(log, place.slots, lambda store: [anchor] + self.repeats(store, usable))

    def restore(self, name, lines=None):
        """A fork. The journal is taken over by the opening that follows."""
        place = self.places.get(name)
        if not place or not place.manifest:
            raise Refused("no backup")
        if self.rules["read_flushed"]:
            self.journal.flush()
        lines = self.journal.lines() if lines is None else lines
        yield
        store = self.restored(place, lines)
        yield
        self.replaced, self.store = self.store, store
        if len(lines) < len(self.journal.lines()):
            self.journal.cut(len(lines))  # the file that was named is the journal from here on
        self.declare_fork(e.data for p, e in enumerate(place.manifest)
                          if e.kind == "send" and place.slots.get(p) == e.seal)
        yield

    def declare_fork(self, texts):
        """From here on the texts of the copy must be there, but those that were to be erased."""
        self.sent = {text.name: text for text in texts if text.name not in self.going}

    def drill(self, name):
        place = self.places.get(name)
        if not place or not place.manifest:
            raise Refused("no backup")
        before = self.journal.lines(), list(self.store.log)
        store = self.restored(place, self.journal.lines())
        store.verify()
        if not self.rules["drill_reads"]:
            line = self.line(store.log, len(place.manifest), len(place.manifest))
            self.journal.put(len(self.journal.lines()), line)
        yield
        if before != (self.journal.lines(), self.store.log):
            raise Broken("a drill changed something")

    def try_places(self):
        """Each backup restores at any moment, with the journal and without it."""
        for name, place in sorted(self.places.items()):
            if not place.manifest:
                continue
            try:
                lines = [line for _, line in live(self.journal.lines())]
                alone = Draft("restored", (self.fresh(), 0, None))
                for repeat in (False, True):
                    said = lambda store: [alone] + (self.repeats(store, lines) if repeat else [])
                    self.built(place.manifest, place.slots, said).verify()
            except Refused as refused:
                raise Broken("backup %s does not restore: %s" % (name, refused))

    def damaged(self, name):
        """A slot of a copy is lost: a restore must say so."""
        place = self.places.get(name)
        there = [p for p, e in enumerate(place.manifest if place else ())
                 if e.kind == "send" and place.slots.get(p) == e.seal]
        if not there:
            return
        lost, before = there[self.dice(len(there))], place.slots.get(there[0])
        slot = place.slots.get(lost)
        place.slots.disk[lost] = 0
        alone = Draft("restored", (self.fresh(), 0, None))
        try:
            self.built(place.manifest, place.slots, lambda store: [alone]).verify()
        except Refused:
            pass
        place.slots.disk[lost] = slot
        yield

    # Older files put back

    def keep_log(self):
        self.older = list(self.store.log)
        yield

    def put_back(self):
        """An older log is put beside today's keys; one that lost messages alone cannot be told."""
        older, log = self.older, self.store.log
        if not older or len(older) >= len(log) or log[: len(older)] != older:
            return
        if any(e.kind in ("send", "restored") for e in log[len(older):]):
            return
        slots = self.store.slots
        self.store = Store(older)
        self.store.slots = slots
        yield from self.open()

    def put_back_journal(self, count):
        """An older copy of the journal is put in place; void lines are nothing that it can miss."""
        lines = self.journal.lines()
        if len(lines) <= count or any(line.voids for line in lines[-count:]):
            return
        self.journal.cut(len(lines) - count)
        self.doubtful = None
        try:
            yield from self.open()
        except Refused:
            self.journal.disk, self.journal.unflushed = dict(enumerate(lines)), []
            yield from self.open()
        self.known = min(self.known, self.newest())

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

    # Exports and imports: docs/exports.md

    def export(self):
        log = self.store.log
        texts = [self.store.content(p) for p in range(len(log))]
        self.exports = self.exports[-1:] + [(tuple(log), texts)]
        yield

    def import_(self, index, lines=None):
        """A new log with the old positions; the journals of the line are applied before it opens."""
        if index >= len(self.exports):
            raise Refused("no export")
        log, contents = self.exports[index]
        lines = self.journal.lines() if lines is None else lines
        if not lines or self.rules["last"] and self.newest(lines) < self.known:
            raise Refused("the journal is shorter than was seen")
        # Up to which position the events of a journal's log are those of the export.
        bounds, chain = {log[0].leaf: len(log)}, []
        for journal in self.earlier + [lines]:
            first = journal[0].event
            source = first.data[1]
            if first.leaf not in bounds and source and source[0] in bounds:
                size = source[1] if self.rules["descent"] else len(log)
                bounds[first.leaf] = min(bounds[source[0]], size)
            if first.leaf in bounds:
                chain.append((journal, bounds[first.leaf], first.leaf == log[0].leaf))
            elif journal is lines:
                raise Refused("the journal of another log")
        if not self.rules["all_journals"]:
            chain = chain[:1]
        todo, of = [], {}
        for journal, bound, is_own in chain:
            for _, line in live(journal):
                # A later log has the export's own events too; they are in the export.
                if line.event.kind != "genesis" and (is_own or line.position >= bound):
                    todo.append(line)
                    of[line] = bound, is_own
        def matches(position, leaf, line):
            bound, is_own = of[line]
            return position < bound and (not is_own or log[position].leaf == leaf)
        store = Store()
        first = Draft("genesis", (self.fresh(), (log[0].leaf, len(log))))
        for position, (event, content) in enumerate(zip(log, contents)):
            self.reserve(store)
            data = event.data
            if event.kind == "restored":
                data = (data[0], 0, None)
            draft = first if position == 0 else Draft(event.kind, data, event.origin)
            store.log = store.log + self.events(store, [draft])
            if event.seal and content is None:
                store.slots.put(position, 0)
        store.slots.flush()
        drafts = self.repeats(store, todo, matches)
        self.reserve(store, len(drafts))
        store.log = store.log + self.events(store, drafts)
        for _ in self.zero(store, {p for p in store.named() if store.slots.get(p)}):
            pass
        yield
        journal = Journal()
        for number, (position, _) in enumerate(store.kept()):
            journal.put(number, self.line(store.log, position, position))
        journal.flush()
        self.earlier = self.earlier + [lines]
        self.store, self.journal, self.known = store, journal, len(store.kept())
        self.places, self.older, self.replaced, self.doubtful = {}, None, None, None
        self.gone = dict.fromkeys(self.gone, 0)  # no copy of the new keys exists yet
        self.declare_fork(text for text in contents if isinstance(text, Text))
        yield

    # What must hold

    def check(self):
        store, log = self.store, self.store.log
        texts = {text.name for text in store.texts().values()}
        covered = {}
        for position, event in enumerate(log):
            if event.kind == "hold":
                covered[event.data[0]] = event.data[1]
            elif event.kind == "release":
                covered.pop(event.data, None)
            elif event.kind == "erased":
                if any(log[p].kind == "send" and log[p].data.chat in covered.values()
                       for p in event.data):
                    raise Broken("an erasure names what a hold covered")
        store.verify()
        if back := texts & self.gone.keys():
            raise Broken("an erased text is back: %s" % sorted(back))
        if self.sent.keys() - texts:
            raise Broken("a text is lost")
        if self.held - store.holds().keys():
            raise Broken("a hold is lost")
        if self.free & store.holds().keys():
            raise Broken("a released hold is active")
        requests = {name for e in log if e.kind == "request" for name in e.data}
        if (texts & self.asked) - requests:
            raise Broken("a request is lost")
        self.check_media()
        self.check_receipts()

    def check_media(self):
        log, gone, said = self.store.log, set(), 0
        for position, event in enumerate(log):
            if event.kind != "erased":
                continue
            living = {p for p in range(position) if log[p].kind == "send"} - gone
            due = self.media(log, event.data) - self.media(log, living - set(event.data))
            before = log[position - 1]
            if due != set(before.data if before.kind == "owed" else ()):
                raise Broken("the log does not say what an erasure owes")
            said += bool(due)
            gone |= set(event.data)
        if said != sum(e.kind == "owed" for e in log):
            raise Broken("something is owed twice")

    def check_receipts(self):
        for name, place in self.places.items():
            for position, event in enumerate(place.manifest):
                if event.kind != "send" or place.slots.get(position) != event.seal:
                    continue
                number = self.gone.get(event.data.name)
                if number is not None and self.complete(number):
                    raise Broken("a receipt says complete, but copy %s opens a text" % name)
