"""The one copy of the package with all planted faults and all mutants in it, built once for both.

Each is off until an environment variable switches it on. A line that a planted fault replaces has
no mutants: the fault shows already that the tests notice what the line does.
"""

import hashlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading

from mutating import MODULE, Mutants
from planting import plant, plants_in

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COPY = os.path.join(ROOT, ".build", "switched")
PROGRAM = os.path.join(COPY, ".build", "release", "ScrollbackPackageTests.xctest")
# Which mutants do not compile, of which sources: so that only the first build looks for them.
REFUSED = os.path.join(COPY, ".build", "refused.json")
CORES = os.cpu_count() or 1
# One more than the cores of a small machine: some tests wait for the disk.
JOBS = CORES + 1
# Most tests that find planted faults wait: for a process, the disk, or what the fault takes away.
WAITING_JOBS = 4 * CORES


class Switched:
    """The sources with all faults; `build` brings the copy up to date."""

    def __init__(self):
        names = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
        self.modes = {}
        self.sources = {}
        for name in filter(lambda it: os.path.isfile(os.path.join(ROOT, it)), names):
            with open(os.path.join(ROOT, name), "rb") as file:
                self.sources[name] = file.read()
                self.modes[name] = os.fstat(file.fileno()).st_mode
        self.plants = plants_in(os.path.join(ROOT, "Tests", "Plants"))
        self.replaced = plant(self.sources, self.plants)
        self.mutants = Mutants(self.sources)
        self.planted = set().union(*(
            self.mutants.at(name.removeprefix(f"{MODULE}/"), line) for name, line in self.replaced))

    def build(self):
        """Gives the numbers of the mutants that are not in the copy."""
        digest = hashlib.sha256(repr(sorted(self.mutants.written(set()).items())).encode())
        dead = self.planted
        if os.path.exists(REFUSED):
            with open(REFUSED, encoding="utf-8") as file:
                known = json.load(file)
            if known["sources"] == digest.hexdigest():
                dead = set(known["mutants"])
        while True:
            self.write(self.sources | self.mutants.written(dead))
            output = compiled("--target", os.path.basename(MODULE))
            if output is None:
                break
            more = self.mutants.refused(output, dead)
            if more == dead:
                raise SystemExit(f"the switched copy does not build:\n{output[-6000:]}")
            dead = more
        with open(REFUSED, "w", encoding="utf-8") as file:
            json.dump({"sources": digest.hexdigest(), "mutants": sorted(dead)}, file)
        output = compiled("--build-tests")
        if output is not None:
            raise SystemExit(f"the switched copy does not build:\n{output[-6000:]}")
        return dead

    def write(self, contents):
        """Touches only what has changed."""
        for folder, folders, files in os.walk(COPY):
            if folder == COPY:
                folders[:] = [name for name in folders if name != ".build"]
            for file in files:
                path = os.path.join(folder, file)
                if os.path.relpath(path, COPY) not in contents:
                    os.remove(path)
        for name, data in contents.items():
            path = os.path.join(COPY, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    if file.read() == data:
                        continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
            os.chmod(path, self.modes.get(name, 0o644))


def compiled(*options):
    """None if it builds, else what the compiler says."""
    outcome = subprocess.run(
        ["swift", "build", "-c", "release", "-debug-info-format", "none", *options], cwd=COPY,
        env={**os.environ, "SCROLLBACK_ONCE": "*", "SCROLLBACK_WARNINGS": "ignored"},
        capture_output=True, text=True, errors="replace")
    return None if outcome.returncode == 0 else outcome.stdout + outcome.stderr


class Run:
    """A run of some tests of the copy, ended some seconds of grace after the first failure: a test
    may have to remove what it made.

    `noticed` is whether a test failed or trapped, None where the tests found no end in time.
    """

    def __init__(self, selection, settings, limit, grace, memory="unlimited"):
        with tempfile.TemporaryDirectory(prefix="switched-", ignore_cleanup_errors=True) as folder:
            self.process = subprocess.Popen(
                # A loop without an end must not take all memory there is.
                ["sh", "-c", f'ulimit -v {memory}; exec "$@"', "sh", PROGRAM,
                 "--testing-library", "swift-testing", *selection],
                # A crash is as good as a failure here, and its backtrace takes long.
                cwd=COPY, env={
                    **os.environ, "TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no", **settings},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                start_new_session=True)
            self.hangs = False
            self.output = []
            self.count = 0
            hasFailed = False
            ends = [threading.Timer(limit, self.stop, [True])]
            ends[0].start()
            for line in self.process.stdout:
                self.output.append(line)
                # There is colour between the sign and the word.
                self.count += bool(re.search(r"◇.{0,9} Test (?!run started)", line))
                if not hasFailed and "✘" in line:
                    hasFailed = True
                    ends.append(threading.Timer(grace, self.stop, [False]))
                    ends[1].start()
            code = self.process.wait()
            for end in ends:
                end.cancel()
        self.noticed = True if hasFailed else None if self.hangs else code != 0

    def stop(self, hangs):
        """Ends the tests, and every process that they have started."""
        self.hangs = hangs
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
