"""Serves a demonstration store until it is interrupted, and prints where, and with what to sign in."""

import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

import demo

package = pathlib.Path(__file__).resolve().parent.parent.parent
program = os.environ.get("SCROLLBACK", str(package / ".build/debug/scrollback"))
folder = tempfile.mkdtemp(prefix="scrollback-console-")
# Ctrl-C reaches the server too; both end by themselves. A terminal that closes does not end a server, which
# reads its files anew then.
for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, lambda *_: sys.exit(0))
shown = None
try:
    log = demo.story(int(time.time() * 1000) - 600_000)
    log.lines.sort(key=lambda line: line["at"])
    shown = demo.Demo(program, folder, log)
    try:
        shown.start(7800, "--past-for-users")
    except RuntimeError:
        shown.start(0, "--past-for-users")
    print(f"""
The console is at  {shown.url}/console

Sign in as Anna, for an hour, with this token:

{shown.token("anna")}

or as the operator, with this key:

{shown.operator}

The store is in {folder}, and goes when you end this with Ctrl-C.
""", flush=True)
    shown.server.wait()
except KeyboardInterrupt:
    pass
finally:
    if shown:
        shown.stop()
    shutil.rmtree(folder, True)
