#!/usr/bin/env python3
"""Loads `scrollback serve` with tools that are not the project's own, and prints what it took.

    python3 Scripts/serve_load.py [--report] .build/release/scrollback [PART…]

The parts are sends (wrk, and h2load where it is installed), chat (the users of
Scripts/chat_users.py, by Locust), idle, tls (idle streams with TLS), receivers, slow (slowhttptest)
and kills; without any, all of them. LOAD_STREAMS, LOAD_RECEIVERS, LOAD_USERS and LOAD_SECONDS set
the size; the defaults are short.

It exits with 1 if an aim is missed; with --report, only if something acknowledged is lost.
"""

import asyncio
import json
import multiprocessing
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Clients/python"))

from scrollback import Change, Client, ScrollbackError  # noqa: E402

STREAMS = int(os.environ.get("LOAD_STREAMS", "1000"))
RECEIVERS = int(os.environ.get("LOAD_RECEIVERS", "200"))
USERS = int(os.environ.get("LOAD_USERS", "50"))
PROCESSES = 2
SECONDS = int(os.environ.get("LOAD_SECONDS", "10"))
TICKS = os.sysconf("SC_CLK_TCK")
MISSED = []


def judge(what, found, most=None, least=None):
    """Notes whether an aim is met, and prints it."""
    is_met = (most is None or found <= most) and (least is None or found >= least)
    aim = f"at most {most:g}" if least is None else f"at least {least:g}"
    print(f"  {'met' if is_met else 'MISSED'}: {what}: {found:.3g}, wanted {aim}", flush=True)
    if not is_met:
        MISSED.append(what)


class Server:
    """The built server over a store of its own, with keys for users and for the operator."""

    def __init__(self, binary, is_secure=False):
        self.binary = binary
        self.is_secure = is_secure
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="scrollback-load-"))
        self.store = self.folder / "store"
        self.key = self.run("apikey", "keys", "--name", "users", "--allow", "users")
        self.operator = self.run("apikey", "keys", "--name", "operator", "--allow", "operator")
        self.port = 0
        self.tls, self.trust = None, {}
        if is_secure:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                 "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                 "-days", "2", "-keyout", "key.pem", "-out", "chain.pem"],
                cwd=self.folder, check=True, stderr=subprocess.DEVNULL)
            self.tls = ssl.create_default_context(cafile=str(self.folder / "chain.pem"))
            self.trust = {"ssl_context": self.tls}
        self.start()
        with Client(self.address, key=self.operator, as_user="operator", **self.trust) as client:
            client.do("configure", {"rateLimit": None, "limits": {"members": 5000}})

    def run(self, *words):
        done = subprocess.run([self.binary, *words], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE)
        return done.stdout.decode().strip()

    def start(self):
        words = [self.binary, "serve", str(self.store), "--create", "--listen",
                 f"127.0.0.1:{self.port}", "--api-keys", "keys", "--operator-tcp"]
        if self.is_secure:
            words += ["--certificate", "chain.pem", "--key", "key.pem"]
        self.process = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE,
                                        stderr=open(self.folder / "errors", "ab"))
        self.address = self.process.stdout.readline().decode().strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def client(self, user, **more):
        return Client(self.address, key=self.key, as_user=user, **self.trust, **more)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(120)

    def remove(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def processor_seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def held(self):
        """MiB of memory, of which no file backs the second, and open descriptors."""
        status = dict(line.split(":", 1) for line in open(f"/proc/{self.process.pid}/status"))
        sizes = [int(status[name].split()[0]) >> 10 for name in ("VmRSS", "RssAnon")]
        return (*sizes, len(os.listdir(f"/proc/{self.process.pid}/fd")))


def sends(server):
    """64 connections that wait for durable sends, and for 50 at once."""
    user, other = str(uuid.uuid4()), str(uuid.uuid4())
    with server.client(user) as client:
        chat = client.start_direct(other)["conversation"]
    message = {"as": user, "conversation": chat, "text": "words " * 10}
    inner = [{"do": "send", "conversation": chat, "text": "words " * 10}] * 50
    rates, costs = {}, {}
    for name, body, each in [("send", message, 1), ("all", {"as": user, "commands": inner}, 50)]:
        script = server.folder / "wrk.lua"
        script.write_text(
            f"wrk.method = 'POST'\nwrk.body = [==[{json.dumps(body)}]==]\n"
            "wrk.headers['Content-Type'] = 'application/json'\n"
            f"wrk.headers['Authorization'] = 'Bearer {server.key}'\n"
            "done = function(s, l)\n"
            "local e = s.errors\n"
            "io.write(string.format('%d %d %d %d %d', s.requests, s.duration,\n"
            "  e.status + e.connect + e.read + e.write + e.timeout,\n"
            "  l:percentile(50), l:percentile(99))) end\n"
        )
        before = server.processor_seconds()
        said = subprocess.run(
            ["wrk", "-t1", "-c64", f"-d{SECONDS}s", "-s", str(script),
             f"{server.address}/v1/commands/{name}"], stdout=subprocess.PIPE, check=True)
        count, took, errors, p50, p99 = (int(w) for w in said.stdout.decode().split()[-5:])
        used = server.processor_seconds() - before
        rates[name] = count * each / took * 1e6
        costs[name] = used / max(count * each, 1) * 1e6
        print(f"sends: {name} of {each}: {rates[name]:.0f} messages a second, "
              f"{costs[name]:.0f} us of processor each, p50 {p50 / 1000:.1f} ms, "
              f"p99 {p99 / 1000:.1f} ms, {errors} errors", flush=True)
        judge(f"errors of {name}", errors, most=0)
    if shutil.which("h2load"):
        beside(server, message)
    rate, cost = piped(server.binary, SECONDS)
    judge("sends, of the engine's rate", rates["send"] / rate, least=0.4)
    judge("sends in all, of the engine's rate", rates["all"] / rate, least=0.7)
    judge("processor for a send beside the engine's, us", costs["send"] - cost, most=25)


def beside(server, message):
    """The same sends by another tool, which has to find the same."""
    body = server.folder / "body"
    body.write_text(json.dumps(message))
    before = server.processor_seconds()
    said = subprocess.run(
        ["h2load", "--h1", "-t1", "-c64", "-D", str(SECONDS), "-d", str(body),
         "-H", "Content-Type: application/json", "-H", f"Authorization: Bearer {server.key}",
         f"{server.address}/v1/commands/send"], stdout=subprocess.PIPE, check=True).stdout.decode()
    used = server.processor_seconds() - before
    done = int(re.search(r"status codes: (\d+) 2xx", said)[1])
    others = sum(int(count) for count in re.findall(r"(\d+) (?:[345]xx|timeout)", said))
    print(f"sends: send by h2load: {done / SECONDS:.0f} messages a second, "
          f"{used / max(done, 1) * 1e6:.0f} us of processor each, {others} errors", flush=True)
    judge("errors of h2load", others, most=0)


def piped(binary, seconds):
    """The engine without HTTP: the same sends through a pipe, 64 of them waiting."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([binary, "pipe", f"{folder}/store", "--create", "--no-control"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        user, other = str(uuid.uuid4()), str(uuid.uuid4())

        def say(line):
            process.stdin.write(json.dumps(line).encode() + b"\n")
            process.stdin.flush()

        say({"as": "operator", "do": "configure", "rateLimit": None})
        process.stdout.readline()
        say({"as": user, "do": "startDirect", "with": other})
        chat = json.loads(process.stdout.readline())["ok"]["conversation"]
        line = json.dumps({"as": user, "do": "send", "conversation": chat,
                           "text": "words " * 10}).encode() + b"\n"
        before = time.monotonic()
        count = 0
        process.stdin.write(line * 64)
        process.stdin.flush()
        while time.monotonic() - before < seconds:
            # As many go on as were answered, up to all that wait.
            got = process.stdout.read1(1 << 16).count(b"\n")
            count += got
            process.stdin.write(line * got)
            process.stdin.flush()
        took = time.monotonic() - before
        fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
        used = (int(fields[11]) + int(fields[12])) / TICKS
        process.kill()
        process.wait()
        print(f"sends: the engine by the pipe: {count / took:.0f} messages a second, "
              f"{used / max(count, 1) * 1e6:.0f} us of processor each", flush=True)
        return count / took, used / max(count, 1) * 1e6


def locust():
    """Locust's program: the one that is installed, or PyPI's in a folder of the build; None where
    it cannot be had."""
    if found := shutil.which("locust"):
        return found
    folder = ROOT / ".build/load-venv"
    program = folder / "bin/locust"
    if not program.exists():
        for words in ([sys.executable, "-m", "venv", folder],
                      [folder / "bin/pip", "install", "--quiet", "locust>=2.20"]):
            if subprocess.run(words).returncode:
                return None
    return program


def chat(server):
    """People who look, read, write and react, by Locust; what it takes is stated."""
    program = locust()
    if program is None:
        print("chat: skipped: PyPI's locust cannot be installed", flush=True)
        return
    before = server.processor_seconds()
    done = subprocess.run(
        [program, "-f", ROOT / "Scripts/chat_users.py", "--host", server.address, "--headless",
         "--only-summary", "--json", "--stop-timeout", "10", "-u", str(USERS), "-r", str(USERS),
         "-t", f"{SECONDS}s"],
        env={**os.environ, "KEY": server.key}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    used = server.processor_seconds() - before
    try:
        rows = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"chat: locust said no figures:\n{done.stderr.decode()[-2000:]}")
    count = sum(row["num_requests"] for row in rows)
    for row in rows:
        waits = sorted((float(ms), times) for ms, times in row["response_times"].items())
        print(f"chat: {row['name']}: {row['num_requests']} requests, p50 {share_of(waits, 0.5):.0f} ms, "
              f"p99 {share_of(waits, 0.99):.0f} ms", flush=True)
    print(f"chat: {USERS} people: {count / SECONDS:.0f} requests a second, "
          f"{used / max(count, 1) * 1e6:.0f} us of processor each", flush=True)
    judge("chat: requests", count, least=USERS)
    judge("chat: requests that failed", sum(row["num_failures"] for row in rows), most=0)


def share_of(waits, share):
    """The wait that this share of all does not exceed, of pairs of a wait and how often it was."""
    left = share * sum(times for _, times in waits)
    for wait, times in waits:
        left -= times
        if left <= 0:
            return wait
    return 0.0


class Streams:
    """Many streams in this process, which come back when they are cut."""

    def __init__(self, server):
        self.server = server
        self.open = 0

    async def follow(self, user):
        while True:
            try:
                await self.follow_once(user)
            except (OSError, asyncio.IncompleteReadError):
                pass
            await asyncio.sleep(1 + 4 * (hash(user) % 1000) / 1000)

    async def follow_once(self, user):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.server.port, ssl=self.server.tls)
        is_open = False
        writer.write(("GET /v1/changes HTTP/1.1\r\nHost: localhost\r\n"
                      f"Authorization: Bearer {self.server.key}\r\nScrollback-As: {user}\r\n\r\n"
                      ).encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n")[0]:
                return
            self.open += 1
            is_open = True
            while await reader.read(65536):
                pass
        finally:
            self.open -= is_open
            writer.close()


async def opened(streams, users, most):
    """Opens a stream for each user, some at a time."""
    tasks = []
    for start in range(0, len(users), 200):
        tasks += [asyncio.create_task(streams.follow(user))
                  for user in users[start:start + 200]]
        end = time.monotonic() + most
        while streams.open < min(start + 200, len(users)) and time.monotonic() < end:
            await asyncio.sleep(0.01)
    return tasks


def sender(server, user, chat, rate, seconds, answered):
    """Sends so many messages a second, and notes when each was answered."""
    with server.client(user) as client:
        begun = time.monotonic()
        for number in range(rate * seconds):
            wait = begun + number / rate - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            client.send(chat, f"m{number};")
            answered[number] = time.monotonic()


def tls(server):
    """The idle streams with TLS; what they take is stated, and has no aim."""
    idle(server, "tls")


def idle(server, name="idle"):
    """Streams of different users that are told nothing, beside sends to others."""

    async def main():
        one, two = str(uuid.uuid4()), str(uuid.uuid4())
        with server.client(one) as client:
            chat = client.start_direct(two)["conversation"]
        begun = server.held()
        streams = Streams(server)
        users = [str(uuid.uuid4()) for _ in range(STREAMS)]
        tasks = await opened(streams, users, 120)
        held, used = server.held(), server.processor_seconds()
        each = (held[1] - begun[1]) * 1024 / max(streams.open, 1)
        print(f"{name}: {streams.open} streams; MiB, own MiB, descriptors {begun} -> {held}, "
              f"{each:.1f} KiB a stream", flush=True)
        thread = threading.Thread(target=sender, args=(server, one, chat, 50, SECONDS, {}))
        thread.start()
        while thread.is_alive():
            await asyncio.sleep(1)
        later = server.held()
        used = server.processor_seconds() - used
        print(f"{name}: after {SECONDS} s of 50 sends a second: {streams.open} streams, {later}, "
              f"{used / SECONDS:.2f} processors", flush=True)
        judge(f"{name}: streams that stay open", streams.open, least=STREAMS)
        if not server.is_secure:
            # 200 MiB for 10,000, beside what the server takes without any.
            judge(f"{name}: KiB for a stream", each, most=(200 - begun[0]) * 1024 / 10_000)
        judge(f"{name}: MiB more with time", later[1] - held[1], most=held[1] / 10 + 8)
        judge(f"{name}: descriptors more with time", later[2] - held[2], most=4)
        server.end()
        server.start()
        begun_again = time.monotonic()
        # The ends of the former ones are noticed first.
        await asyncio.sleep(0.5)
        while streams.open < STREAMS and time.monotonic() - begun_again < 120:
            await asyncio.sleep(0.1)
        took = time.monotonic() - begun_again
        print(f"{name}: after a restart {streams.open} are back in {took:.1f} s, {server.held()}",
              flush=True)
        judge(f"{name}: seconds until all are back", took, most=30)
        for task in tasks:
            task.cancel()

    asyncio.run(main())


def receive(port, key, users, since, total, ends):
    """Follows as some users, in a process of its own, and tells when each message had come to all.

    It reads sockets by epoll and parses nothing, so that what it measures is the server.
    """
    poll, sockets, rests, heard = select.epoll(), {}, {}, {}
    for user in users:
        sock = socket.create_connection(("127.0.0.1", port))
        sock.sendall(f"GET /v1/changes?since={since} HTTP/1.1\r\nHost: localhost\r\n"
                     f"Authorization: Bearer {key}\r\nScrollback-As: {user}\r\n\r\n".encode())
        sockets[sock.fileno()] = sock
    for sock in sockets.values():
        begun = b""
        while b"caughtUp" not in begun:
            part = sock.recv(65536)
            if not part:
                raise SystemExit(f"a stream was refused: {begun[:200]!r}")
            begun += part
        sock.setblocking(False)
        poll.register(sock.fileno(), select.EPOLLIN)
    ends.send(len(sockets))
    left, end = total * len(users), time.monotonic() + SECONDS + 60
    while left > 0 and time.monotonic() < end:
        for number, _ in poll.poll(1):
            data = sockets[number].recv(65536)
            now = time.monotonic()
            if not data:
                poll.unregister(number)
            data = rests.get(number, b"") + data
            start = 0
            rests[number] = data[data.rfind(b"\n") + 1:]
            # A message counts when its line has ended.
            while (place := data.find(b'"text":"m', start, len(data) - len(rests[number]))) >= 0:
                start = place + 9
                message = int(data[start:data.index(b";", start)])
                count, _ = heard.get(message, (0, 0))
                heard[message] = (count + 1, now)
                left -= 1
    ends.send(heard)


def receivers(server):
    """A group whose members all follow, in other processes: from the sender's answer to the last
    byte at the last of them."""
    users = [str(uuid.uuid4()) for _ in range(RECEIVERS)]
    author = str(uuid.uuid4())
    with server.client(author) as client:
        made = client.create_group("All", users)
        chat = made["conversation"]
    forking = multiprocessing.get_context("fork")
    pipes = []
    for part in range(PROCESSES):
        near, far = forking.Pipe()
        forking.Process(target=receive, daemon=True, args=(
            server.port, server.key, users[part::PROCESSES], made.position, 10 * SECONDS, far)).start()
        pipes.append(near)
    opened = sum(pipe.recv() for pipe in pipes)
    answered, used = {}, server.processor_seconds()
    sender(server, author, chat, 10, SECONDS, answered)
    counts, last = {}, {}
    for pipe in pipes:
        for number, (count, when) in pipe.recv().items():
            counts[number] = counts.get(number, 0) + count
            last[number] = max(last.get(number, 0), when)
    used = server.processor_seconds() - used
    waits = sorted(last[n] - answered[n] for n in answered if counts.get(n) == RECEIVERS)
    print(f"receivers: {opened} of a group in {PROCESSES} processes, {len(waits)} of {len(answered)} "
          f"messages whole; at the last one p50 {waits[len(waits) // 2] * 1000:.0f} ms, "
          f"p99 {waits[len(waits) * 99 // 100] * 1000:.0f} ms; {used / sum(counts.values()) * 1e6:.0f} us "
          "of processor for each event", flush=True)
    judge("receivers: messages that came to all", len(waits), least=len(answered))
    judge("receivers: p99 at the last one, ms", waits[len(waits) * 99 // 100] * 1000, most=100)


def slow(server):
    """Connections that are slow on purpose, beside one that asks as usual."""
    url = f"{server.address}/v1/queries/settings"
    for name, words in [
        ("heads", ["-H", "-i", "5"]),
        ("bodies", ["-B", "-i", "5", "-s", "8192", "-t", "POST"]),
        ("readers", ["-X", "-w", "10", "-y", "20", "-n", "5", "-k", "3"]),
    ]:
        where = f"{server.address}/openapi.json" if name == "readers" else url
        process = subprocess.Popen(
            ["slowhttptest", "-c", "1000", "-r", "200", "-l", str(SECONDS + 20), "-u", where, *words],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        waits, failed = [], 0
        user = str(uuid.uuid4())
        while process.poll() is None:
            with server.client(user, attempts=1, timeout=10) as client:
                begun = time.monotonic()
                try:
                    client.ask("settings")
                except ScrollbackError:
                    failed += 1
                waits.append(time.monotonic() - begun)
            time.sleep(0.1)
        waits.sort()
        print(f"slow: 1,000 slow {name}: {len(waits)} requests beside them, {failed} failed, "
              f"p99 {waits[len(waits) * 99 // 100] * 1000:.0f} ms, {server.held()}", flush=True)
        judge(f"slow {name}: requests that failed beside them", failed, most=0)


def kills(server):
    """Kills under load: nothing acknowledged is lost, and a follower has each message once."""
    author, reader = str(uuid.uuid4()), str(uuid.uuid4())
    with server.client(author) as client:
        made = client.start_direct(reader)
        chat = made["conversation"]
    acknowledged, heard, is_over = [], [], threading.Event()

    def talk(name):
        with server.client(author, attempts=1000, patience=120) as client:
            number = 0
            while not is_over.is_set():
                text = f"{name} {number}"
                client.send(chat, text)
                acknowledged.append(text)
                number += 1

    def listen(changes):
        for event in changes:
            if isinstance(event, Change) and event.type == "message":
                heard.append(event.item.get("text"))

    with server.client(reader, attempts=1000, patience=120) as client:
        changes = client.follow(since=made.position)
        listener = threading.Thread(target=listen, args=(changes,))
        listener.start()
        talkers = [threading.Thread(target=talk, args=(name,)) for name in range(8)]
        for talker in talkers:
            talker.start()
        for _ in range(5):
            time.sleep(SECONDS / 5)
            server.end(signal.SIGKILL)
            server.start()
        is_over.set()
        for talker in talkers:
            talker.join()
        end = time.monotonic() + 120
        while len(heard) < len(acknowledged) and time.monotonic() < end:
            time.sleep(0.1)
        changes.close()
        listener.join()
    lost = set(acknowledged) - set(heard)
    print(f"kills: 5 times, {len(acknowledged)} acknowledged, {len(lost)} lost, "
          f"{len(heard) - len(set(heard))} twice", flush=True)
    if lost or len(heard) != len(set(heard)):
        sys.exit(1)


def main():
    words = [word for word in sys.argv[1:] if word != "--report"]
    parts = {part.__name__: part for part in (sends, chat, idle, tls, receivers, slow, kills)}
    wanted = words[1:] or list(parts)
    unknown = [name for name in wanted if name not in parts]
    if not words or unknown or not os.access(words[0], os.X_OK):
        sys.exit(f"{__doc__}\n" + (
            f"There is no part {', '.join(unknown)}." if unknown
            else f"There is no program {words[0]}." if words else "Name the program."))
    for name in wanted:
        server = Server(str(pathlib.Path(words[0]).resolve()), is_secure=name == "tls")
        try:
            parts[name](server)
        finally:
            server.remove()
    if MISSED and "--report" not in sys.argv[1:]:
        sys.exit(f"{len(MISSED)} aims are missed: {'; '.join(MISSED)}.")


if __name__ == "__main__":
    main()
