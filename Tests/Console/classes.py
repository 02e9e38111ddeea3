"""Prints the classes of tests that may run beside each other, those that take longest first; with `alone` the others."""

import collections
import pathlib
import sys
import unittest


def classes(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from classes(test)
        else:
            yield type(test)


loader = unittest.defaultTestLoader
found = loader.discover(pathlib.Path(__file__).parent)
if loader.errors:
    sys.exit("\n".join(loader.errors))
counted = collections.Counter(classes(found))
for one in sorted(counted, key=lambda one: -max(counted[one], getattr(one, "weight", 0))):
    if getattr(one, "runs_alone", False) == ("alone" in sys.argv):
        print(f"{one.__module__}.{one.__name__}")
