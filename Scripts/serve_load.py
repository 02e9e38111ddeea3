#!/usr/bin/env python3
"""Loads `scrollback serve` with tools that are not the project's own, and prints what it took.

    python3 Scripts/serve_load.py [--report] .build/release/scrollback [PART…]

The parts are sends (wrk, and h2load), chat (the users of Scripts/chat_users.py, by Locust), idle
and idle-tokens (streams of a backend's key, and of users' own tokens), tls (idle streams with TLS),
receivers and receivers-tokens, slow (slowhttptest) and kills; without any, all of them.
LOAD_STREAMS, LOAD_RECEIVERS, LOAD_USERS, LOAD_SECONDS and LOAD_IDLE_SECONDS set the size; the
defaults are short. LOAD_BENCH is the program of the benchmarks, whose rate of the engine `sends`
is judged by where it is built.

It exits with 1 if something is wrong or an aim is missed; with --report, only if something is
wrong: a request that fails, a message that is lost, a connection that the server ends or keeps
against its own limits. A tool that is missing is said, and is wrong with CI set.
"""

import asyncio
import json
import multiprocessing
import os
import pathlib
import queue
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

from scrollback import Change, Client, ScrollbackError, TokenIssuer  # noqa: E402

STREAMS = int(os.environ.get("LOAD_STREAMS", "1000"))
RECEIVERS = int(os.environ.get("LOAD_RECEIVERS", "200"))
USERS = int(os.environ.get("LOAD_USERS", "50"))
PROCESSES = 2
SECONDS = int(os.environ.get("LOAD_SECONDS", "10"))
# Less has no place for a comment.
IDLE_SECONDS = max(int(os.environ.get("LOAD_IDLE_SECONDS", SECONDS)), 4)
#: Seconds without an event before a comment: the server's default, or less in a short load.
HEARTBEAT = min(20, max(1, IDLE_SECONDS // 4))
#: Connections that are slow on purpose, and the seconds after which the server is to end them.
SLOW = 1000
SLOW_LIMIT = 10
STRICT = [word for step in ("head", "body", "answer")
          for word in (f"--{step}-seconds", SLOW_LIMIT)]
BEATING = ["--heartbeat-seconds", HEARTBEAT]
BENCH = os.environ.get("LOAD_BENCH", str(ROOT / "Benchmarks/.build/release/scrollback-bench"))
TICKS = os.sysconf("SC_CLK_TCK")
MISSED, WRONG = [], []


def judge(what, found, most=None, least=None, missed=MISSED):
    """Notes whether an aim is met, and prints it."""
    is_met = (most is None or found <= most) and (least is None or found >= least)
    aim = " and ".join(
        f"at {word} {bound:g}" for word, bound in (("least", least), ("most", most))
        if bound is not None)
    said = "met" if is_met else "MISSED" if missed is MISSED else "WRONG"
    print(f"  {said}: {what}: {found:.6g}, wanted {aim}", flush=True)
    if not is_met:
        missed.append(what)


def demand(what, found, most=None, least=None):
    """Notes whether it is as it has to be, however slow the machine is."""
    judge(what, found, most, least, WRONG)


def is_there(tool, part):
    """Whether a tool can be had; says so if not."""
    if shutil.which(tool):
        return True
    print(f"{part}: left out: there is no {tool}; Scripts/setup.sh load installs it", flush=True)
    miss(tool)
    return False


def miss(tool):
    """Where all tools are to be had, one that is missing would pass for a load that passed."""
    if os.environ.get("CI"):
        WRONG.append(f"{tool} is missing")


def until(holds, seconds):
    """Waits until a condition holds, or for so long."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)


class Server:
    """The built server over a store of its own, with keys for users, for the operator and for
    users' tokens."""

    def __init__(self, binary, is_secure=False, has_tokens=False, limits=()):
        self.binary = binary
        self.is_secure = is_secure
        #: Whether streams are those of users' own tokens.
        self.has_tokens = has_tokens
        self.limits = [str(word) for word in limits]
        self.temporary = tempfile.TemporaryDirectory(prefix="scrollback-load-")
        self.folder = pathlib.Path(self.temporary.name)
        self.store = self.folder / "store"
        self.key = self.run("apikey", "keys", "--name", "users", "--allow", "users")
        self.operator = self.run("apikey", "keys", "--name", "operator", "--allow", "operator")
        self.run("tokenkey", "tokens", "--id", "a", "--issuer", "load", "--out", "issuer")
        self.issuer = TokenIssuer.read(self.folder / "issuer")
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
        self.log = json.loads(self.run("info", str(self.store), "--json"))["log"]
        with Client(self.address, key=self.operator, as_user="operator", **self.trust) as client:
            client.do("configure", {"rateLimit": None, "limits": {"members": 5000}})

    def run(self, *words):
        done = subprocess.run([self.binary, *words], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE)
        return done.stdout.decode().strip()

    def start(self):
        words = [self.binary, "serve", str(self.store), "--create", "--listen",
                 f"127.0.0.1:{self.port}", "--api-keys", "keys", "--token-keys", "tokens",
                 "--operator-tcp", *self.limits]
        if self.is_secure:
            words += ["--certificate", "chain.pem", "--key", "key.pem"]
        self.process = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE,
                                        stderr=open(self.folder / "errors", "ab"))
        self.address = self.process.stdout.readline().decode().strip()
        if not self.address.startswith("http"):
            sys.exit(f"The server has not started: {(self.folder / 'errors').read_text()}")
        self.port = int(self.address.rsplit(":", 1)[1])

    def client(self, user, **more):
        return Client(self.address, key=self.key, as_user=user, **self.trust, **more)

    def stream(self, user):
        """The request for a stream of a user."""
        token = self.issuer.token(user, self.log) if self.has_tokens else self.key
        lines = ["GET /v1/changes HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}"]
        if not self.has_tokens:
            lines.append(f"Scrollback-As: {user}")
        return "\r\n".join([*lines, "", ""]).encode()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(120)

    def remove(self):
        self.end()
        self.temporary.cleanup()

    def processor_seconds(self):
        return processor_seconds(self.process.pid)

    def held(self):
        """MiB of memory, of which no file backs the second, and open descriptors."""
        status = dict(line.split(":", 1) for line in open(f"/proc/{self.process.pid}/status"))
        sizes = [int(status[name].split()[0]) >> 10 for name in ("VmRSS", "RssAnon")]
        return (*sizes, len(os.listdir(f"/proc/{self.process.pid}/fd")))


def processor_seconds(process):
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


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
            # A wait is a figure; only what is never answered is an error.
            ["wrk", "-t1", "-c64", f"-d{SECONDS}s", "--timeout", "60s", "-s", str(script),
             f"{server.address}/v1/commands/{name}"], stdout=subprocess.PIPE, check=True)
        count, took, errors, p50, p99 = (int(w) for w in said.stdout.decode().split()[-5:])
        used = server.processor_seconds() - before
        rates[name] = count * each / took * 1e6
        costs[name] = used / max(count * each, 1) * 1e6
        print(f"sends: {name} of {each}: {rates[name]:.0f} messages a second, "
              f"{costs[name]:.0f} us of processor each, p50 {p50 / 1000:.1f} ms, "
              f"p99 {p99 / 1000:.1f} ms, {errors} errors", flush=True)
        demand(f"errors of {name}", errors, most=0)
        demand(f"messages of {name}", count * each, least=1)
        if name == "send" and is_there("h2load", "sends by h2load"):
            beside(server, message)
        # What wrk has left behind is done before something else is measured.
        with server.client(user) as client:
            client.send(chat, "the last")
    pipe, cost = piped(server.binary, "send", 1)
    pipe_of_all, _ = piped(server.binary, "all", 50)
    engine = engine_alone()
    if engine is None:
        print(f"sends: only the pipe's rate was taken: {BENCH or 'LOAD_BENCH'} is no program",
              flush=True)
        judge("sends, of the pipe's rate", rates["send"] / pipe, least=0.4)
    else:
        rate, cost = engine
        print(f"sends: {rates['send'] / pipe:.2f} of the pipe's rate; in all of 50 "
              f"{rates['all'] / rate:.2f} of the engine's rate of single ones", flush=True)
        judge("sends, of the engine's rate", rates["send"] / rate, least=0.4)
    judge("sends in all of 50, of the pipe's in all of 50", rates["all"] / pipe_of_all, least=0.7)
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
    demand("errors of h2load", others, most=0)
    demand("sends of h2load", done, least=1)


def piped(binary, name, each):
    """The engine without HTTP: the same commands through a pipe, 64 of them waiting."""
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
        fields = {"do": "send", "conversation": chat, "text": "words " * 10}
        if name == "all":
            fields = {"do": "all", "commands": [fields] * each}
        line = json.dumps({"as": user, **fields}).encode() + b"\n"
        # As many go on as were answered, up to all that wait. Another thread writes, or the two
        # programs could wait for each other with full pipes.
        answered = queue.SimpleQueue()

        def feed():
            while got := answered.get():
                process.stdin.write(line * got)
                process.stdin.flush()

        feeder = threading.Thread(target=feed)
        feeder.start()
        before = time.monotonic()
        count = errors = 0
        answered.put(64)
        while time.monotonic() - before < SECONDS:
            part = process.stdout.read1(1 << 16)
            got = part.count(b"\n")
            count += got
            errors += part.count(b'"error"')
            if not part:
                break
            if got:
                answered.put(got)
        took = time.monotonic() - before
        used = processor_seconds(process.pid)
        answered.put(0)
        feeder.join()
        process.kill()
        process.wait()
        rate, cost = count * each / took, used / max(count * each, 1) * 1e6
        print(f"sends: {name} of {each} by the pipe: {rate:.0f} messages a second, "
              f"{cost:.0f} us of processor each", flush=True)
        demand(f"errors of {name} by the pipe", errors, most=0)
        demand(f"messages of {name} by the pipe", count * each, least=1)
        return max(rate, 1e-9), cost


def engine_alone():
    """The engine's own rate with 64 senders that wait, and the processor's microseconds for each,
    by the benchmark; None where that is not built."""
    if not os.access(BENCH, os.X_OK):
        return None
    # A short load is compared with the short form.
    quick = {"QUICK": "1"} if SECONDS < 60 else {}
    with tempfile.TemporaryDirectory() as folder:
        found = pathlib.Path(folder) / "found.json"
        subprocess.run([BENCH, "--filter", "senders, each waiting", "--json", found],
                       env={**os.environ, **quick}, stdout=subprocess.DEVNULL, check=True)
        rows = json.loads(found.read_text())["rows"]
    line = next(line for row in rows for line in row["lines"]
                if line["contestant"] == "Scrollback, 64")
    figures = {column["figure"]["name"]: column["summary"]["median"] for column in line["columns"]}
    built = time.strftime("%F %R", time.localtime(os.path.getmtime(BENCH)))
    print(f"sends: the engine by the {'quick ' if quick else ''}benchmark, as built on {built}: "
          f"{figures['rate']:.0f} messages a second, {figures['CPU']:.0f} us of processor each",
          flush=True)
    return figures["rate"], figures["CPU"]


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
        print("chat: left out: PyPI's locust cannot be installed", flush=True)
        miss("locust")
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
        print(f"chat: {row['name']}: {row['num_requests']} requests, "
              f"p50 {share_of(waits, 0.5):.0f} ms, p99 {share_of(waits, 0.99):.0f} ms", flush=True)
    print(f"chat: {USERS} people: {count / SECONDS:.0f} requests a second, "
          f"{used / max(count, 1) * 1e6:.0f} us of processor each", flush=True)
    demand("chat: requests", count, least=USERS)
    demand("chat: requests that failed", sum(row["num_failures"] for row in rows), most=0)


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

    def __init__(self, server, users):
        self.server = server
        # Signing thousands of tokens takes seconds, which are none of the server's.
        self.requests = {user: server.stream(user) for user in users}
        self.open = 0
        #: The least number that was open at once, and the comments of each user's stream.
        self.fewest = 0
        self.comments = {}
        #: What the server says to a stream that it does not open.
        self.refusal = "nothing"

    def begin(self):
        """Counts from here on."""
        self.fewest = self.open
        self.comments = dict.fromkeys(self.requests, 0)

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
        writer.write(self.requests[user])
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n")[0]:
                self.refusal = head.split(b"\r\n")[0].decode("ascii", "replace")
                return
            self.open += 1
            is_open = True
            while part := await reader.read(65536):
                if user in self.comments:
                    self.comments[user] += part.count(b"\n:")
        finally:
            self.open -= is_open
            self.fewest = min(self.fewest, self.open)
            writer.close()


async def opened(streams, users, most):
    """Opens a stream for each user, some at a time."""
    tasks = []
    for start in range(0, len(users), 200):
        tasks += [asyncio.create_task(streams.follow(user))
                  for user in users[start:start + 200]]
        end = time.monotonic() + most
        while streams.open < len(tasks):
            if time.monotonic() > end:
                sys.exit(f"Only {streams.open} of {len(tasks)} streams are open after {most} s; "
                         f"the server says: {streams.refusal}.")
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


def idle(server, name):
    """Streams of different users that are told nothing, beside sends to others."""

    async def main():
        one, two = str(uuid.uuid4()), str(uuid.uuid4())
        with server.client(one) as client:
            chat = client.start_direct(two)["conversation"]
        users = [str(uuid.uuid4()) for _ in range(STREAMS)]
        streams = Streams(server, users)
        begun = server.held()
        tasks = await opened(streams, users, 60)
        held, used = server.held(), server.processor_seconds()
        each = (held[1] - begun[1]) * 1024 / max(streams.open, 1)
        print(f"{name}: {streams.open} streams; MiB, own MiB, descriptors {begun} -> {held}, "
              f"{each:.1f} KiB a stream", flush=True)
        streams.begin()
        await asyncio.to_thread(sender, server, one, chat, 50, IDLE_SECONDS, {})
        later = server.held()
        used = server.processor_seconds() - used
        fewest, comments = streams.fewest, sorted(streams.comments.values())
        print(f"{name}: after {IDLE_SECONDS} s of 50 sends a second: {streams.open} streams, never "
              f"fewer than {fewest}, {comments[0]} to {comments[-1]} comments each, {later}, "
              f"{used / IDLE_SECONDS:.2f} processors", flush=True)
        demand(f"{name}: streams that stay open", fewest, least=STREAMS)
        # The first comes a heartbeat after the beginning, and all come when a second is over.
        demand(f"{name}: comments of each stream", comments[0],
               least=IDLE_SECONDS // (HEARTBEAT + 1) - 1)
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
        demand(f"{name}: streams that come back", streams.open, least=STREAMS)
        judge(f"{name}: seconds until all are back", took, most=30)
        for task in tasks:
            task.cancel()

    asyncio.run(main())


def receive(port, requests, total, ends):
    """Follows as some users, in a process of its own, and tells when each message had come to all.

    It reads sockets by epoll and parses nothing, so that what it measures is the server.
    """
    poll, sockets, rests, heard = select.epoll(), {}, {}, {}
    for request in requests:
        sock = socket.create_connection(("127.0.0.1", port))
        sock.sendall(request)
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
    left, end = total * len(requests), time.monotonic() + SECONDS + 60
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


def receivers(server, name):
    """A group whose members all follow, in other processes: from the sender's answer to the last
    byte at the last of them."""
    users = [str(uuid.uuid4()) for _ in range(RECEIVERS)]
    author = str(uuid.uuid4())
    with server.client(author) as client:
        chat = client.create_group("All", users)["conversation"]
    requests = [server.stream(user) for user in users]
    forking = multiprocessing.get_context("fork")
    pipes = []
    for part in range(PROCESSES):
        near, far = forking.Pipe()
        forking.Process(target=receive, daemon=True, args=(
            server.port, requests[part::PROCESSES], 10 * SECONDS, far)).start()
        # Where the process fails, the end of its pipe tells.
        far.close()
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
    p50, p99 = ((waits or [0])[len(waits) * share // 100] * 1000 for share in (50, 99))
    print(f"{name}: {opened} of a group in {PROCESSES} processes, {len(waits)} of {len(answered)} "
          f"messages whole; at the last one p50 {p50:.0f} ms, p99 {p99:.0f} ms; "
          f"{used / max(sum(counts.values()), 1) * 1e6:.0f} us of processor for each event",
          flush=True)
    demand(f"{name}: messages that came to all, once", len(waits), least=10 * SECONDS)
    judge(f"{name}: p99 at the last one, ms", p99, most=100)


def slow(server):
    """Connections that are slow on purpose, beside one that asks as usual."""
    # slowhttptest has no option for a header of one's own, but writes this one as it stands.
    kind = f"application/json\r\nAuthorization: Bearer {server.key}"
    queries = f"{server.address}/v1/queries/settings"
    for name, words in [
        ("heads", ["-H", "-i", "3", "-u", queries]),
        ("bodies", ["-B", "-i", "3", "-s", "8192", "-t", "POST", "-f", kind, "-u", queries]),
        ("readers", ["-X", "-w", "10", "-y", "20", "-n", "5", "-k", "3",
                     "-u", f"{server.address}/openapi.json"]),
    ]:
        begun, held = time.monotonic(), server.held()
        process = subprocess.Popen(
            ["slowhttptest", "-c", str(SLOW), "-r", str(SLOW // 5), "-l", "90", *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = []
        reader = threading.Thread(target=lambda: said.append(process.stdout.read()))
        reader.start()
        waits, failed, most, took = [], 0, 0, float("inf")
        user = str(uuid.uuid4())
        while process.poll() is None and took == float("inf"):
            with server.client(user, attempts=1, timeout=10) as client:
                asked = time.monotonic()
                try:
                    client.ask("settings")
                except ScrollbackError:
                    failed += 1
                waits.append(time.monotonic() - asked)
            open_now = server.held()[2] - held[2]
            most = max(most, open_now)
            # A reader that is cut goes on reading what its own system has.
            if most >= SLOW * 0.9 and open_now <= SLOW // 100:
                took = time.monotonic() - begun
            time.sleep(0.1)
        process.terminate()
        process.wait()
        reader.join()
        ending = re.findall(r"Exit status:\S*\s*([A-Za-z ]+)", said[0].decode("utf-8", "replace"))
        if process.returncode == 0 and ending and "No open connections left" in ending[-1]:
            took = min(took, time.monotonic() - begun)
        waits.sort()
        p99 = waits[len(waits) * 99 // 100] * 1000
        print(f"slow: {SLOW} slow {name}, {most} of them at once, the last one cut after "
              f"{took:.0f} s: {len(waits)} requests beside them, {failed} failed, "
              f"p99 {p99:.0f} ms, {server.held()}; slowhttptest: {ending[-1].strip() if ending else 'ended'}",
              flush=True)
        demand(f"slow {name} at once", most, least=SLOW * 0.9)
        # Not before its limit, and once the last to come have met theirs.
        demand(f"slow {name}: seconds until all are cut", took, least=SLOW_LIMIT,
               most=5 + SLOW_LIMIT + 30)
        demand(f"slow {name}: requests that failed beside them", failed, most=0)
        judge(f"slow {name}: p99 of requests beside them, ms", p99, most=100)


def kills(server):
    """Kills under load: nothing acknowledged is lost, and a follower has each message once."""
    author, reader = str(uuid.uuid4()), str(uuid.uuid4())
    with server.client(author) as client:
        made = client.start_direct(reader)
        chat = made["conversation"]
    acknowledged, heard, errors, is_over = [], [], [], threading.Event()

    def talk(name):
        with server.client(author, attempts=1000, patience=120) as client:
            number = 0
            try:
                while not is_over.is_set():
                    text = f"{name} {number}"
                    client.send(chat, text)
                    acknowledged.append(text)
                    number += 1
            except ScrollbackError as error:
                errors.append(error)

    def listen(changes):
        try:
            for event in changes:
                if isinstance(event, Change) and event.type == "message":
                    heard.append(event.item.get("text"))
        except ScrollbackError as error:
            errors.append(error)

    with server.client(reader, attempts=1000, patience=120) as client:
        changes = client.follow(since=made.position)
        # None keeps the process where the server does not start again.
        listener = threading.Thread(target=listen, args=(changes,), daemon=True)
        listener.start()
        talkers = [threading.Thread(target=talk, args=(name,), daemon=True) for name in range(8)]
        for talker in talkers:
            talker.start()
        served = []
        for _ in range(5):
            known = len(acknowledged)
            time.sleep(SECONDS / 5)
            # Each kill meets senders that had come back from the one before.
            until(lambda: errors or len(acknowledged) >= known + len(talkers), 60)
            served.append(len(acknowledged) - known)
            server.end(signal.SIGKILL)
            server.start()
        is_over.set()
        for talker in talkers:
            talker.join()
        until(lambda: errors or len(heard) >= len(acknowledged), 120)
        changes.close()
        listener.join()
    lost = set(acknowledged) - set(heard)
    print(f"kills: 5 times, {len(acknowledged)} acknowledged, {len(lost)} lost, "
          f"{len(heard) - len(set(heard))} twice", flush=True)
    if errors:
        print(f"kills: the first error: {errors[0]!r}", flush=True)
    demand("kills: senders and followers that failed", len(errors), most=0)
    demand("kills: acknowledged before each kill", min(served), least=len(talkers))
    demand("kills: acknowledged and not heard", len(lost), most=0)
    demand("kills: heard twice", len(heard) - len(set(heard)), most=0)


#: What is measured, the tool without which it cannot be, and the server for it.
PARTS = {
    "sends": (sends, "wrk", {}),
    "chat": (chat, None, {}),
    "idle": (lambda server: idle(server, "idle"), None, {"limits": BEATING}),
    "idle-tokens": (lambda server: idle(server, "idle-tokens"), None,
                    {"limits": BEATING, "has_tokens": True}),
    "tls": (lambda server: idle(server, "tls"), "openssl", {"limits": BEATING, "is_secure": True}),
    "receivers": (lambda server: receivers(server, "receivers"), None, {}),
    "receivers-tokens": (lambda server: receivers(server, "receivers-tokens"), None,
                         {"has_tokens": True}),
    "slow": (slow, "slowhttptest", {"limits": STRICT}),
    "kills": (kills, None, {}),
}


def main():
    words = [word for word in sys.argv[1:] if word != "--report"]
    wanted = words[1:] or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if not words or unknown or not os.access(words[0], os.X_OK):
        sys.exit(f"{__doc__}\n" + (
            f"There is no part {', '.join(unknown)}." if unknown
            else f"There is no program {words[0]}." if words else "Name the program."))
    for name in wanted:
        part, tool, more = PARTS[name]
        if tool and not is_there(tool, name):
            continue
        server = Server(str(pathlib.Path(words[0]).resolve()), **more)
        try:
            part(server)
        finally:
            server.remove()
    if WRONG:
        sys.exit(f"It is wrong: {'; '.join(WRONG)}.")
    if MISSED and "--report" not in sys.argv[1:]:
        sys.exit(f"{len(MISSED)} aims are missed: {'; '.join(MISSED)}.")


if __name__ == "__main__":
    main()
