#!/usr/bin/env python3
"""Checks that the tests find faults that are planted on purpose (Scripts/planting.py).

    Scripts/plants.py            every fault
    Scripts/plants.py NAME …     these alone
    Scripts/plants.py --check    whether each applies to the sources; builds nothing

A fault is found only if a test fails: where the tests do not end in time it is NOT found, because
a test that hangs says nothing.
"""

import concurrent.futures
import sys
import time

from planting import SWITCH, fail
from switched import JOBS, Run, Switched

# Seconds; a run beside others may take three times as long as alone.
LIMIT = 120
# After the first failure, for the tests that mount a disk.
GRACE = 10
# All tests that any plant asks for, without a fault.
LIMIT_OF_ALL = 900


def main():
    wanted = sys.argv[1:]
    switched = Switched()
    plants = switched.plants
    if wanted == ["--check"]:
        print(f"{len(plants)} planted faults apply")
        return 0
    names = {fault.name for fault in plants}
    unknown = set(wanted).union(*(fault.also for fault in plants)) - names
    if unknown:
        fail(f"no such plant: {', '.join(sorted(unknown))}")
    switched.build()

    chosen = [fault for fault in plants if not wanted or fault.name in wanted]
    # Without a fault all must pass; those with equal settings run in one process.
    sound = {}
    for fault in chosen:
        sound.setdefault(tuple(fault.settings.items()), set()).add(fault.test)
    for settings, tests in sound.items():
        run = Run(
            ["--experimental-maximum-parallelization-width", str(2 * JOBS),
             "--filter", "|".join(sorted(tests))], dict(settings), LIMIT_OF_ALL, GRACE)
        if run.noticed is not False:
            print("".join(line for line in run.output if "✘" in line or "↳" in line))
            fail(f"without a fault, not all tests pass of {', '.join(sorted(tests))}")

    def attempt(fault):
        begin = time.monotonic()
        run = Run(
            ["--filter", fault.test], {**fault.settings, SWITCH: fault.switch}, LIMIT, GRACE)
        return fault, run, time.monotonic() - begin

    survivors = 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for fault, run, seconds in pool.map(attempt, chosen):
            if run.count == 0:
                fail(f"{fault.name}: no test is called '{fault.test}'")
            survivors += run.noticed is not True
            word = {True: "found", False: "NOT FOUND", None: "HANGS"}[run.noticed]
            print(f"{fault.name:28} {word:10} {seconds:5.1f} s   {fault.test}", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} planted faults were found")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
