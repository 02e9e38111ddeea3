"""Runs classes of tests, one after the other, until those that a folder lists are taken.

    python3 Tests/Console/each.py FOLDER

Several of these processes share a list; each has one browser for its classes. What a class says is in a file of its name.
"""

import contextlib
import fcntl
import pathlib
import sys
import unittest

import harness
import test_long


def take(listed):
    """The first class of the list, which is then no other process's; nothing at its end."""
    with open(listed, "r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        first, *others = file.read().split("\n")
        file.seek(0)
        file.truncate()
        file.write("\n".join(others))
    return first


folder = pathlib.Path(sys.argv[1])
is_good = True
while name := take(folder / "classes"):
    with open(folder / f"{name}.log", "w", encoding="utf-8") as log, contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
        result = unittest.TextTestRunner(log).run(unittest.defaultTestLoader.loadTestsFromName(name))
    is_good = is_good and result.wasSuccessful()
    # What is left is for processes whose browser lives.
    if not is_good and not harness.is_driven():
        sys.exit(1)
# What runs alone afterwards finds its store.
harness.made_store(test_long.Frames.long_messages)
sys.exit(not is_good)
