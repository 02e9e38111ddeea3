"""Connections that are kept, with deadlines that a slow answer cannot stretch."""

from __future__ import annotations

import http.client
import io
import os
import select
import socket
import ssl
import threading
import time
from typing import Any, List, Mapping, Optional
from urllib.parse import urlsplit

from .errors import ConnectionFailed, InvalidAnswer

#: What a connection raises when it breaks, or when its bytes are no HTTP.
BROKEN = (OSError, http.client.HTTPException)


class Deadline:
    """When reading gives up."""

    def __init__(self, seconds: float) -> None:
        self.extend(seconds)

    def extend(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        return left


class _Paced(io.RawIOBase):
    """The bytes of a socket until a deadline; a socket's own timeout begins anew at each byte."""

    def __init__(self, source: Any, sock: socket.socket, deadline: Deadline) -> None:
        self._source = source
        self._sock = sock
        self._deadline = deadline
        #: Whether the other side has ended the connection.
        self.is_over = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._deadline.remaining())
        count: Optional[int] = self._source.readinto(buffer)
        self.is_over = count == 0
        return count

    def close(self) -> None:
        if not self.closed:
            self._source.close()
        super().close()


class Connection:
    """One connection, with at most one request at a time."""

    def __init__(self, sock: socket.socket, inner: http.client.HTTPConnection) -> None:
        self.sock = sock
        self.deadline = Deadline(0)
        self.used_at = time.monotonic()
        self._inner = inner
        self._bytes: Optional[_Paced] = None
        inner.sock = sock
        inner.auto_open = 0
        connection = self

        class Response(http.client.HTTPResponse):
            def __init__(self, sock: socket.socket, *words: Any, **named: Any) -> None:
                super().__init__(sock, *words, **named)
                self.fp.close()
                raw = sock.makefile("rb", buffering=0)
                connection._bytes = _Paced(raw, sock, connection.deadline)
                self.fp = io.BufferedReader(connection._bytes)

        inner.response_class = Response

    def request(
        self,
        method: str,
        target: str,
        body: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
    ) -> http.client.HTTPResponse:
        """Sends a request and reads the head of its answer.

        A head that is cut off raises ``RemoteDisconnected``; left to itself, the library of Python
        takes a part of the lines for the whole head, and a part of the first one for no HTTP.
        """
        self.deadline.extend(timeout)
        self.sock.settimeout(timeout)
        self._inner.request(method, target, body=body, headers=dict(headers))
        try:
            response = self._inner.getresponse()
        except http.client.BadStatusLine as error:
            if not self._is_over():
                raise
            raise http.client.RemoteDisconnected("The status line is cut off.") from error
        if self._is_over():
            response.close()
            raise http.client.RemoteDisconnected("The head is cut off.")
        return response

    def _is_over(self) -> bool:
        # A line is read no further than its end, so what is whole does not show the end behind it.
        return self._bytes is not None and self._bytes.is_over

    def is_idle(self) -> bool:
        """Whether the server has not ended it; bytes that were not asked for end it too."""
        poll = select.poll()
        poll.register(self.sock, select.POLLIN)
        return not poll.poll(0)

    def cut(self) -> None:
        """Ends it, also while another thread reads."""
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def close(self) -> None:
        self._inner.close()
        self.sock.close()


class Place:
    """Where the server listens, and the connections that wait for their next request."""

    #: The server ends a connection after 60 s without a request.
    longest_idle = 45.0
    kept = 8

    def __init__(self, address: str, timeout: float, context: Optional[ssl.SSLContext]) -> None:
        self._path: Optional[str] = None
        self._context: Optional[ssl.SSLContext] = None
        self._timeout = timeout
        if address.startswith(("http://", "https://")):
            parts = urlsplit(address)
            if parts.username or parts.query or parts.fragment or parts.path not in ("", "/"):
                raise ValueError("An address is http://HOST:PORT, without a path, query or name.")
            if not parts.hostname:
                raise ValueError("The address has no host.")
            self._host = parts.hostname
            is_secure = parts.scheme == "https"
            self._port = parts.port or (443 if is_secure else 80)
            if is_secure:
                self._context = context or ssl.create_default_context()
        elif "://" in address:
            raise ValueError("An address begins with http:// or https://, or is a socket's path.")
        else:
            self._path = address[5:] if address.startswith("unix:") else address
            if not self._path:
                raise ValueError("The path of the socket is empty.")
            self._host, self._port = "localhost", 80
        self._lock = threading.Lock()
        self._idle: List[Connection] = []
        self._process = os.getpid()

    def open(self) -> Connection:
        try:
            sock = self._connected()
        except OSError as error:
            failure = ConnectionFailed("The server cannot be reached.")
            failure.may_be_done = False
            raise failure from error
        return Connection(sock, http.client.HTTPConnection(self._host, self._port))

    def _connected(self) -> socket.socket:
        if self._path is not None:
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                sock.settimeout(self._timeout)
                sock.connect(self._path)
            except BaseException:
                sock.close()
                raise
            return sock
        sock = socket.create_connection((self._host, self._port), self._timeout)
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context is not None:
                return self._context.wrap_socket(sock, server_hostname=self._host)
        except BaseException:
            sock.close()
            raise
        return sock

    def take(self) -> Connection:
        """A connection that waits, or a new one."""
        with self._lock:
            if self._process != os.getpid():
                # After a fork both processes would read each other's answers.
                for connection in self._idle:
                    connection.close()
                self._idle, self._process = [], os.getpid()
            while self._idle:
                connection = self._idle.pop()
                age = time.monotonic() - connection.used_at
                if age < self.longest_idle and connection.is_idle():
                    return connection
                connection.close()
        return self.open()

    def give(self, connection: Connection) -> None:
        """Takes back a connection whose answer was read to its end."""
        connection.used_at = time.monotonic()
        with self._lock:
            if len(self._idle) < self.kept and self._process == os.getpid():
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def whole_body(response: http.client.HTTPResponse, most: int) -> bytes:
    """Reads a body to its end; a longer one is none of the server's."""
    parts: List[bytes] = []
    count = 0
    while True:
        part = response.read(65536)
        if not part:
            break
        parts.append(part)
        count += len(part)
        if count > most:
            raise InvalidAnswer(f"The answer has over {most} bytes.", status=response.status)
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return b"".join(parts)


def media_type(response: http.client.HTTPResponse) -> str:
    return (response.headers.get("Content-Type") or "").split(";")[0].strip().lower()


def retry_after(response: http.client.HTTPResponse) -> Optional[float]:
    text = response.headers.get("Retry-After") or ""
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

