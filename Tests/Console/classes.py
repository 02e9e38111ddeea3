"""Prints the classes of tests here, those with the most tests first."""

import collections
import pathlib
import sys
import unittest


def classes(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from classes(test)
        else:
            yield ".".join(test.id().split(".")[:2])


loader = unittest.defaultTestLoader
found = loader.discover(pathlib.Path(__file__).parent)
if loader.errors:
    sys.exit("\n".join(loader.errors))
for name, _ in collections.Counter(classes(found)).most_common():
    print(name)
