"""Schedules of keeping-model.py that chance finds too rarely."""


def descent(story):
    """A short export is imported and its log goes on; then a longer export of the first log is."""
    for _ in range(2):
        story.send(4)
        story.do("export")
    story.erase(7)  # of the longer export alone
    story.do("import", 0)
    story.open()
    story.send(4)
    story.erase(4, 6, 7)  # 4 is in both exports, 6 and 7 are others there
    story.do("import", 1)
    story.open()


def lost_position(story):
    """What was erased is lost in a restore, and another text takes its position."""
    story.send(2)
    story.do("backup", "A0")
    story.send(3)
    story.erase(len(story.world.store.log) - 1)
    story.do("restore", "A0")
    story.open()
    story.send(5)
    story.do("backup", "A1")
    story.do("restore", "A1")
    story.open()


def lost_copy(story):
    """The log forgets in a restore that there is a copy of the keys."""
    story.send(2)
    story.do("backup", "B0")
    story.do("backup", "A0")
    story.do("restore", "B0")
    story.open()
    story.do("lose", "B0")
    story.erase(1)
    story.open()


def unflushed_line(story):
    """A restore reads a line that a failed write left, and then the machine crashes."""
    world = story.world
    story.send(2)
    story.do("backup", "A0")
    world.journal_fails = "failing"
    story.erase(1)
    world.journal_fails = False
    story.do("restore", "A0")
    world.crash(0)
    story.open()


def other_end(story):
    """The replaced store goes on from older files, to a journal of the same length."""
    world = story.world
    story.send(2)
    story.do("backup", "A0")
    before, count = list(world.store.log), len(world.journal.lines())
    story.do("hold", "h1", 1)
    story.do("hold", "h2", 1)
    story.do("restore", "A0")
    # The holds are given up.
    world.held = set()
    world.replaced.log = before
    world.journal.cut(count)
    restored, world.store = world.store, world.replaced
    story.do("open")
    story.erase(1)
    world.store, world.replaced = restored, world.store
    story.open(went_on=True)


def older_log(story, and_more=False):
    """An older log is put back, behind which the journal has one append, or two."""
    story.send(1, "a")
    story.send(2)
    story.do("keep log")
    story.erase(1)
    if and_more:
        story.do("hold", "h1", 1)
    story.do("put back")
    story.world.check()


def much_older_log(story):
    older_log(story, and_more=True)


def replaced(story, is_opened=False):
    """The replaced store erases a text, before or after the restored one is opened."""
    story.send(3)
    story.do("backup", "A0")
    story.do("restore", "A0")
    if is_opened:
        story.open()
    story.do("replaced goes on")
    if is_opened:
        story.world.check()
    else:
        story.open(went_on=True)


def replaced_too_late(story):
    replaced(story, is_opened=True)


def killed_backups(story):
    """Each crash point of a first backup, and of one that carries out an erasure."""
    story.send(2)
    story.crash("backup", "A0")
    story.do("backup", "A0")
    story.erase(1)
    story.send(1)
    story.crash("backup", "A0")
    # Backups beside others who erase.
    for _ in range(8):
        story.send(2)
        story.world.between = True
        story.do("backup", "A0")
        story.world.check()
        story.world.try_places()
        story.do("damaged", "A0")


def other_line(story):
    """A backup is asked to go on though the log was restored from an earlier one."""
    story.send(2)
    story.do("backup", "B0")
    story.send(3)
    story.do("backup", "A0")
    story.do("restore", "B0")
    story.open()
    story.send(6)
    story.do("backup", "A0")
    story.world.try_places()


def void_line(story):
    """A number that counts no void lines is too small on a receipt."""
    story.send(2)
    for name in "h1", "h2":
        story.world.commit_fails = True
        story.do("hold", name, 1)
    story.do("backup", "A0")
    story.erase(1)
    story.world.check()


def held_later(story):
    """Behind the backup: an erasure, then a hold over what is left, and a request that waits."""
    story.send(3, "a")
    story.do("backup", "A0")
    story.erase(1, 2)
    story.do("hold", "h1", 0)
    story.erase(3)
    story.do("restore", "A0")
    story.open()
    story.do("release", "h1")
    story.world.check()


STORIES = [
    descent, lost_position, lost_copy, unflushed_line, other_end, older_log, much_older_log,
    replaced, replaced_too_late, killed_backups, other_line, void_line, held_later,
]
