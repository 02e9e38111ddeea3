#!/usr/bin/env python3
"""Checks that the tests of the domain notice when its rules are changed (Scripts/mutating.py).

The tests run once for each mutant, and at least one has to fail.

    Scripts/mutants.py                      every mutant
    Scripts/mutants.py --sample 60 --seed 7 so many, chosen by the seed
    Scripts/mutants.py --budget 600         as many as there is time for, in seconds
    Scripts/mutants.py --only Membership    those in files whose path contains this
    Scripts/mutants.py --list               names the mutants and runs nothing

A mutant that no test can notice is named in Tests/MessagingTests/survivors.txt, with the reason:

    Folder/File.swift | kind | the line as it stands | why it changes nothing
"""

import argparse
import concurrent.futures
import os
import random
import sys
import time
from collections import Counter

from mutating import SWITCH
from switched import JOBS, ROOT, Run, Switched

SURVIVORS = os.path.join(ROOT, "Tests", "MessagingTests", "survivors.txt")
LEAST_SCORE = 0.9
TESTS = r"^MessagingTests\."
# Random tests find by chance, and the coverage is not about the rules' behaviour.
NOT_ASKED = "for random|in any order|The requirements|Hostile bytes"
# What takes seconds is asked where nothing else has noticed.
SLOW = "no more events than fit"


def fail(text):
    print(f"mutants: {text}", file=sys.stderr)
    sys.exit(2)


def notices(number, limit):
    """Whether a test notices, and what was said last: the quick ones are asked first."""
    for selection in (
            ["--filter", TESTS, "--skip", f"{NOT_ASKED}|{SLOW}"],
            ["--filter", TESTS + ".*" + SLOW]):
        run = Run(selection, {SWITCH: str(number)}, limit, grace=0, memory="8000000")
        if run.count == 0 and number == 0:
            fail(f"no test is called '{selection[1]}'")
        # A rule without an end is noticed.
        if run.noticed is not False:
            return True, run.output
    return False, run.output


def explanations():
    known = {}
    if not os.path.exists(SURVIVORS):
        return known
    with open(SURVIVORS, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split(" | ")]
            if len(parts) < 4 or not parts[-1]:
                fail(f"survivors.txt:{number}: not understood: {line.strip()}")
            known[(parts[0], parts[1], " | ".join(parts[2:-1]))] = parts[-1]
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, help="seconds")
    parser.add_argument("--jobs", type=int, default=JOBS)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    begin = time.monotonic()

    switched = Switched()
    mutants = [m for m in switched.mutants.all if m.number not in switched.planted]
    if options.list:
        for mutant in mutants:
            print(mutant)
        print(Counter(m.kind for m in mutants).most_common(), len(mutants))
        return 0

    dead = switched.build() - switched.planted
    started = time.monotonic()
    noticed, output = notices(0, 300)
    if noticed:
        fail(f"without a mutant the tests fail:\n{''.join(output[-20:])}")
    limit = max(30.0, 10 * (time.monotonic() - started))

    chosen = [m for m in mutants if m.number not in dead and options.only in m.file]
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    elif options.budget:
        random.Random(options.seed).shuffle(chosen)
    known = explanations()
    killed, survivors, skipped = [], [], 0

    def attempt(mutant):
        if options.budget and time.monotonic() - begin > options.budget:
            return mutant, None
        return mutant, notices(mutant.number, limit)[0]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for index, (mutant, noticed) in enumerate(pool.map(attempt, chosen), 1):
            if index % 100 == 0:
                print(
                    f"{index} of {len(chosen)} tried, {len(survivors)} survive, "
                    f"{time.monotonic() - begin:.0f} s", flush=True)
            if noticed is None:
                skipped += 1
            elif noticed:
                killed.append(mutant)
            else:
                survivors.append(mutant)
                word = "explained" if mutant.key in known else "survives"
                print(f"{word}  {mutant}", flush=True)

    unexplained = [m for m in survivors if m.key not in known]
    complete = options.sample is None and not options.only and not skipped
    surviving = {m.key for m in survivors}
    stale = [key for key in known if key not in surviving] if complete else []
    for key in stale:
        print(f"explained, but no survivor: {' | '.join(key)}")
    ran = len(killed) + len(survivors)
    # What cannot be noticed says nothing about the tests.
    judged = len(killed) + len(unexplained)
    score = len(killed) / judged if judged else 0
    print(
        f"{len(mutants)} mutants, {len(dead)} do not compile, {ran} were tried, "
        f"{len(killed)} were noticed ({score:.1%} of those not explained), "
        f"{len(survivors)} survive, {len(unexplained)} of them unexplained, {skipped} not reached, "
        f"{time.monotonic() - begin:.0f} s")
    if complete:
        return 1 if unexplained or stale else 0
    return 1 if score < least_score(judged) else 0


def least_score(count):
    """What a sample must reach: less would be one in a hundred if the share of all were right."""
    return LEAST_SCORE - 2.33 * (LEAST_SCORE * (1 - LEAST_SCORE) / max(count, 1)) ** 0.5


if __name__ == "__main__":
    sys.exit(main())
