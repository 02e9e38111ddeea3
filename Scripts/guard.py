#!/usr/bin/env python3
"""Holds the instructions of the hot paths to what they were.

Each operation is done a few times and some more times under callgrind; the difference, divided by
the times more, is what one costs. It does not wait for the disk, nor for other programs,
so that it says the same on a busy machine.

  Scripts/guard.py            compare with Benchmarks/instructions.txt
  Scripts/guard.py --write    write what is measured there
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "Benchmarks" / "instructions.txt"
# What one costs may grow by so much; what falls by more is to be written down as the new measure.
ALLOWED = 1.10
# How often each is done in the shorter and in the longer run. A start may need half a million
# instructions more than another, by which of its threads asks for random bytes first: the times
# between the two cost a hundred times that, so that it moves no ratio by more than a hundredth.
TIMES = {
    "send": (1000, 4000),
    # Thousands of events.
    "traffic": (0, 10),
    "open": (5, 65),
    "first": (5, 65),
    "list": (5, 45),
    "fifty": (5, 45),
    # Forty people in turn.
    "member": (40, 120),
    "unread": (20, 3020),
    "total": (5, 145),
    "scan": (2, 22),
}
# Of questions only the answering is counted: what opens the store and waits beside it varies by more
# than a question costs.
QUESTIONS = ("open", "first", "list", "fifty", "member", "unread", "total")
# What has a store of its own beside the other one.
BESIDE = {"first": ".first", "fifty": ".people", "member": ".people"}
ANSWERING = "*GuardedStoreV3ask*"
HEADER = """\
# Instructions of one operation each, as valgrind counts them (Scripts/guard.py --write).
# `make guard` fails where one needs a tenth more.
"""


def counted(program, store, operation, times):
    """The instructions of a whole run."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "store"
        beside = BESIDE.get(operation, "")
        # Modes and all: a store that others could read is not opened.
        shutil.copytree(f"{store}{beside}", f"{copy}{beside}", copy_function=shutil.copy2)
        toggles = [f"--toggle-collect={ANSWERING}"] if operation in QUESTIONS else []
        if operation == "first":
            # The first start of a copy makes its views anew, and reads every record for that.
            subprocess.run([program, str(copy), operation, "0"], check=True)
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *toggles,
             program, str(copy), operation, str(times)],
            capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found:
        sys.exit(f"guard: {operation} failed:\n{run.stdout}{run.stderr[-2000:]}")
    return int(found[1])


def measured():
    """What each operation costs now."""
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", str(ROOT / "Benchmarks"),
         "--product", "scrollback-guard"], check=True, env={**os.environ, "SCROLLBACK_GUARD": "1"})
    built = ROOT / "Benchmarks" / ".build" / "release" / "scrollback-guard"
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind stumbles over the compiler's debugging information.
        program = str(pathlib.Path(folder) / "guard")
        subprocess.run(["strip", "-g", "-o", program, str(built)], check=True)
        store = pathlib.Path(folder) / "store"
        subprocess.run([program, str(store), "prepare", "0"], check=True)

        def cost(operation):
            few, more = TIMES[operation]
            extra = counted(program, store, operation, more) - counted(
                program, store, operation, few)
            return round(extra / (more - few))

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(TIMES, pool.map(cost, TIMES)))


def main():
    if shutil.which("valgrind") is None:
        sys.exit("guard: valgrind is not installed")
    costs = measured()
    if uncounted := [operation for operation, cost in costs.items() if cost <= 0]:
        sys.exit(f"guard: nothing was counted of {', '.join(uncounted)}; see ANSWERING")
    if "--write" in sys.argv[1:]:
        lines = [f"{operation} {cost}\n" for operation, cost in costs.items()]
        FILE.write_text(HEADER + "".join(lines))
        print(f"wrote {FILE.relative_to(ROOT)}")
        return
    known = dict(
        line.split() for line in FILE.read_text().splitlines() if line and line[0] != "#")
    if set(known) != set(costs):
        sys.exit(f"guard: {FILE.relative_to(ROOT)} names other operations; write it anew")
    slower = []
    for operation, cost in costs.items():
        ratio = cost / int(known[operation])
        print(f"{operation:8} {cost:>12,} instructions, {ratio:.2f} of what it was")
        if ratio > ALLOWED:
            slower.append(operation)
        elif ratio < 1 / ALLOWED:
            print(f"{'':8} less than written down: Scripts/guard.py --write keeps it so")
    if slower:
        sys.exit(f"guard: {', '.join(slower)} needs over a tenth more instructions than before")


if __name__ == "__main__":
    main()
