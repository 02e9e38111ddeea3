"""A server of a test's own, a proxy that cuts connections, and a server that talks rubbish."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

from scrollback import Client, TokenIssuer

#: Seconds after which what should happen is taken not to; other programs may need the machine.
PATIENCE = 120.0

_package = pathlib.Path(__file__).resolve().parents[3]


def binary() -> str:
    named = os.environ.get("SCROLLBACK")
    found = pathlib.Path(named) if named else _package / ".build/debug/scrollback"
    if not os.access(found, os.X_OK):
        raise unittest.SkipTest(
            f"{found} is no program; run swift build, or name the program in SCROLLBACK."
        )
    return str(found)


class Server:
    """`scrollback serve` at a free port of loopback, with a store of its own."""

    def __init__(self) -> None:
        self.binary = binary()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="scrollback-python-"))
        self.store = self.folder / "store"
        self.socket = self.folder / "socket"
        self.issuer_file = self.folder / "issuer"
        self.key = self.run("apikey", "keys", "--name", "backend", "--allow", "users",
                            "--allow", "revoke")
        self.events_key = self.run("apikey", "keys", "--name", "events", "--allow", "events")
        self.run("tokenkey", "tokens", "--id", "a", "--issuer", "chat", "--algorithm", "HS256",
                 "--out", "issuer")
        self.issuer = TokenIssuer.read(self.issuer_file)
        # The system gives the port to nobody else, also while the server is stopped.
        self.place = socket.socket()
        self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.place.bind(("127.0.0.1", 0))
        self.port = self.place.getsockname()[1]
        self.start()
        self.log = json.loads(self.run("info", str(self.store), "--json"))["log"]

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [self.binary, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, check=True,
        )
        return done.stdout.decode().strip()

    def start(self) -> None:
        """Starts, again at the same port."""
        words = [
            self.binary, "serve", str(self.store), "--create", "--listen",
            f"127.0.0.1:{self.port}", "--socket", str(self.socket), "--api-keys", "keys",
            "--token-secrets", "tokens",
        ]
        with open(self.folder / "errors", "ab") as errors:
            self.process = subprocess.Popen(
                words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=errors,
            )
        line = self.process.stdout.readline().decode().strip()
        if not line.startswith("http://"):
            self.stop()
            raise RuntimeError("The server has not started: "
                               + (self.folder / "errors").read_text())
        self.address = line

    def crash(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def _wait(self) -> None:
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self._wait()

    def remove(self) -> None:
        self.stop()
        self.place.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self, **more) -> Client:
        return Client(
            self.address, key=self.key,
            **{"timeout": PATIENCE, "attempts": 1000, "patience": PATIENCE, **more},
        )

    def token(self, user: str, **more) -> str:
        return self.issuer.token(user, self.log, **more)


def until(holds, seconds: float = PATIENCE) -> None:
    """Waits until a condition holds, or for so long."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)


class ServedTest(unittest.TestCase):
    """Tests that share a server; each has users and a group of its own."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.remove)

    def setUp(self) -> None:
        self.anna, self.ben, self.cora = (str(uuid.uuid4()) for _ in range(3))
        self.client = self.server.client(as_user=self.anna)
        self.addCleanup(self.client.close)
        self.client.set_profile("anna" + self.anna[:8])
        self.client.for_user(self.ben).set_profile("ben" + self.ben[:8])
        self.group = self.client.create_group("Lunch", [self.ben, self.cora])["conversation"]

    def texts(self) -> list:
        items = self.client.messages(self.group, limit=100)["items"]
        return [item["text"] for item in items if item.get("text")]


class Listener:
    """A thread that answers each connection by a function, until the test ends."""

    def __init__(self, test: unittest.TestCase) -> None:
        self.sock = socket.create_server(("127.0.0.1", 0))
        self.address = "http://127.0.0.1:%d" % self.sock.getsockname()[1]
        self.count = 0
        self._open = []
        threading.Thread(target=self._accept, daemon=True).start()
        test.addCleanup(self.stop)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.sock.accept()
            except OSError:
                return
            self._open.append(client)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            self.answer(client)
        except OSError:
            pass
        finally:
            client.close()

    def answer(self, client: socket.socket) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        self.sock.close()
        for client in self._open:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def read_message(sock: socket.socket) -> bytes:
    """A request or an answer with a length, whole; empty where the connection ends."""
    text = b""
    while b"\r\n\r\n" not in text:
        part = sock.recv(65536)
        if not part:
            return b""
        text += part
    head, _, body = text.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        part = sock.recv(65536)
        if not part:
            return b""
        body += part
    return head + b"\r\n\r\n" + body


class CuttingProxy(Listener):
    """Passes requests on, and cuts so many connections once the server has answered."""

    def __init__(self, test: unittest.TestCase, port: int, cuts: int) -> None:
        self.port = port
        self.cuts = cuts
        self.keys = []
        super().__init__(test)

    def answer(self, client: socket.socket) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as server:
            while True:
                request = read_message(client)
                if not request:
                    return
                self.count += 1
                for line in request.split(b"\r\n"):
                    if line.lower().startswith(b"idempotency-key:"):
                        self.keys.append(line)
                server.sendall(request)
                reply = read_message(server)
                if self.cuts > 0:
                    self.cuts -= 1
                    # Half of them break within the answer.
                    if self.cuts % 2:
                        client.sendall(reply[: len(reply) - 5])
                    return
                client.sendall(reply)


class Rubbish(Listener):
    """Answers each request with given bytes, the last of them again and again."""

    def __init__(self, test: unittest.TestCase, *answers: bytes, hold: bool = False) -> None:
        self.answers = list(answers)
        self.hold = hold
        self.requests = []
        super().__init__(test)

    def answer(self, client: socket.socket) -> None:
        request = read_message(client)
        if not request:
            return
        self.requests.append(request)
        self.count += 1
        client.sendall(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])
        if self.hold:
            client.recv(1)


def reply(status: int, body: bytes, kind: str = "application/json", *headers: str) -> bytes:
    # Each connection has one answer, and a client that does not know would ask on it again.
    lines = [f"HTTP/1.1 {status} Words", f"Content-Type: {kind}", f"Content-Length: {len(body)}",
             "Connection: close"]
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


def problem(status: int, code: str, *headers: str, **more: object) -> bytes:
    fields = {"title": "T", "status": status, "detail": "d", "code": code, "message": "m", **more}
    return reply(status, json.dumps(fields).encode(), "application/problem+json", *headers)
