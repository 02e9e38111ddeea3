#!/usr/bin/env python3
"""Checks that the tests find faults that are planted on purpose (Scripts/planting.py).

    Scripts/plants.py            every fault
    Scripts/plants.py NAME …     these alone
    Scripts/plants.py --check    whether each applies to the sources and names a test; builds nothing
    Scripts/plants.py --build    builds the copy that this and Scripts/mutants.py run, and runs nothing

A fault is found only if a test fails: where the tests do not end in time it is NOT found, because
a test that hangs says nothing. What does not end beside other runs is run once more alone: a test
that waits for what the fault takes away may need longer there than there is time. So is what passes
without the fault only alone.
"""

import concurrent.futures
import re
import sys
import time

from planting import SWITCH, fail
from switched import JOBS, WAITING_JOBS, Run, Switched

# Seconds; a run beside others may take three times as long as alone.
LIMIT = 120
# After the first failure, for the tests that mount a disk.
GRACE = 10
# So many tests run in one process without a fault, within so many seconds.
TOGETHER, LIMIT_TOGETHER = 24, 900
NO_TEST = "{}: no test is called '{}'"


def main():
    wanted = sys.argv[1:]
    switched = Switched()
    plants = switched.plants
    if wanted == ["--check"]:
        names = names_of_tests(switched.sources)
        for fault in plants:
            if not any(re.search(fault.test, name) for name in names):
                fail(NO_TEST.format(fault.name, fault.test))
        print(f"{len(plants)} planted faults apply")
        return 0
    if wanted == ["--build"]:
        switched.build()
        return 0
    names = {fault.name for fault in plants}
    unknown = set(wanted).union(*(fault.also for fault in plants)) - names
    if unknown:
        fail(f"no such plant: {', '.join(sorted(unknown))}")
    switched.build()

    chosen = [fault for fault in plants if not wanted or fault.name in wanted]
    survivors, again = 0, []
    with concurrent.futures.ThreadPoolExecutor(WAITING_JOBS) as pool:
        lonely = set().union(*pool.map(require_soundness, together(chosen)))
        for fault, run in pool.map(attempt, chosen):
            # What fails by the others' load says nothing about the fault.
            if run.noticed is None or any(re.search(fault.test, name) for name in lonely):
                again.append(fault)
            else:
                survivors += not run.noticed
    for fault in again:
        survivors += attempt(fault)[1].noticed is not True
    print(f"{len(chosen) - survivors} of {len(chosen)} planted faults were found")
    return 1 if survivors else 0


def together(faults):
    """The tests of faults, as many as run in one process, with their settings."""
    asked = {}
    for fault in faults:
        asked.setdefault(tuple(fault.settings.items()), set()).add(fault.test)
    for settings, tests in asked.items():
        tests = sorted(tests)
        # Neighbours are alike, and may be slow alike.
        count = -(-len(tests) // TOGETHER)
        for first in range(count):
            yield settings, tests[first::count]


def require_soundness(group):
    """Without a fault all tests must pass; gives those that do so only alone."""
    settings, tests = group
    run = Run(
        ["--experimental-maximum-parallelization-width", str(JOBS), "--filter", "|".join(tests)],
        dict(settings), LIMIT_TOGETHER, LIMIT_TOGETHER)
    if run.noticed is False:
        return set()
    failed = passes_alone(run, settings)
    if not failed:
        print("".join(line for line in run.output if "✘" in line or "↳" in line))
        fail(f"without a fault, not all tests pass of {', '.join(tests)}")
    return failed


def names_of_tests(sources):
    """What the tests and their suites are called."""
    pattern = re.compile(
        r"`([^`\n]+)`|\b(?:func|struct|class|enum|extension) (\w+)|"
        r"@(?:Test|Suite)\(\s*\"([^\"]+)\"")
    return {
        next(filter(None, match.groups()))
        for name, text in sources.items() if name.startswith("Tests/") and name.endswith(".swift")
        for match in pattern.finditer(text.decode())}


def passes_alone(run, settings):
    """What failed beside the others, if it passes alone, as it runs with a fault; says so."""
    failed = {
        name for line in run.output
        for name in re.findall(r'✘.{0,9} Test "(.*)" (?:failed|recorded)', line)}
    hasEnded = any("Test run with" in line for line in run.output)
    if not failed or not hasEnded:
        return set()
    again = Run(["--filter", "|".join(map(re.escape, sorted(failed)))], dict(settings), LIMIT, GRACE)
    if again.count < len(failed) or again.noticed is not False:
        return set()
    print(f"passes alone, but not beside others: {'; '.join(sorted(failed))}", flush=True)
    return failed


def attempt(fault):
    """Runs the tests of a fault with it, and prints what became of it."""
    begin = time.monotonic()
    run = Run(["--filter", fault.test], {**fault.settings, SWITCH: fault.switch}, LIMIT, GRACE)
    if run.count == 0:
        fail(NO_TEST.format(fault.name, fault.test))
    word = {True: "found", False: "NOT FOUND", None: "HANGS"}[run.noticed]
    print(f"{fault.name:28} {word:10} {time.monotonic() - begin:5.1f} s   {fault.test}", flush=True)
    return fault, run


if __name__ == "__main__":
    sys.exit(main())
