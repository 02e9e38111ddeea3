"""Changes as they happen, over connections that are made again when they break."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Deque, Dict, Iterator, List, Optional, Tuple, Type
from urllib.parse import urlencode

from .connection import BROKEN, Connection, media_type, whole_body
from .errors import ConnectionFailed, InvalidAnswer, ScrollbackError, Unauthorized
from .exchange import Exchange, decoded, is_lost, is_repeated, problem_of


@dataclass(frozen=True)
class Event:
    """An event of a stream; a server that is newer may have others than the classes below."""

    name: str
    #: The position behind which ``follow(since=…)`` goes on; None keeps the former one.
    id: Optional[str]
    data: Dict[str, Any] = field(repr=False)


class Snapshot(Event):
    """The present state, where there was no position to begin at."""


class Change(Event):
    """An item of docs/changes.md, or the envelope of an event."""

    @property
    def type(self) -> Optional[str]:
        return self.data.get("type")

    @property
    def conversation(self) -> Optional[str]:
        return self.data.get("conversation")

    @property
    def message(self) -> Optional[str]:
        return self.data.get("message")

    @property
    def item(self) -> Dict[str, Any]:
        """The message as it is now; empty for changes without one."""
        found = self.data.get("item")
        return found if isinstance(found, dict) else {}


class CaughtUp(Event):
    """All that was missed has come; again after a connection was made again."""


class Reset(Event):
    """The position is unknown: throw away what you have; a :class:`Snapshot` follows."""

    @property
    def reason(self) -> Optional[str]:
        return self.data.get("reason")


class Closed(Event):
    """The end: the user has left the one conversation."""

    @property
    def reason(self) -> Optional[str]:
        return self.data.get("reason")


#: The name, the id and the data of an event.
Found = Tuple[str, Optional[str], Dict[str, Any]]

_CLASSES: Dict[str, Type[Event]] = {
    "snapshot": Snapshot,
    "change": Change,
    "caughtUp": CaughtUp,
    "reset": Reset,
    "closed": Closed,
}


class Changes(Iterator[Event]):
    """The iterator of ``follow``.

    It ends after :class:`Closed` and after ``close``, which any thread may call. Only the first
    connection has the bounds of a request, so that a wrong address is an error. Later ones are
    tried for as long as it takes, until there is a stream or the server's own refusal.
    """

    longest_line = 16 * 1024 * 1024
    longest_wait = 30.0

    def __init__(
        self,
        exchange: Exchange,
        *,
        user: Optional[str],
        since: Optional[str],
        conversation: Optional[str],
        carrier: str,
        silence: float,
    ) -> None:
        self._exchange = exchange
        self._user = user
        self._conversation = conversation
        self._carrier = carrier
        self._silence = silence
        #: The id behind which the next connection goes on.
        self.position = since
        self._ready: Deque[Event] = deque()
        self._held: List[Event] = []
        self._connection: Optional[Connection] = None
        self._response: Optional[http.client.HTTPResponse] = None
        self._token: Optional[str] = None
        #: Why the token is to be replaced.
        self._refusal: Optional[Unauthorized] = None
        self._retry = 1.0
        self._failures = 0
        self._has_connected = False
        self._is_ended = False
        self._is_closed = threading.Event()
        self._reading = threading.Lock()

    def __enter__(self) -> Changes:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __iter__(self) -> Changes:
        return self

    def close(self) -> None:
        """Ends it, also while another thread waits for the next change."""
        self._is_closed.set()
        connection = self._connection
        if connection is not None:
            connection.cut()
        # A thread that reads ends the connection itself, when it notices.
        if self._reading.acquire(blocking=False):
            try:
                self._disconnect()
            finally:
                self._reading.release()

    def __next__(self) -> Event:
        with self._reading:
            return self._next()

    def _next(self) -> Event:
        while True:
            if self._is_closed.is_set():
                self._disconnect()
                raise StopIteration
            if self._ready:
                event = self._ready.popleft()
                if event.id is not None:
                    self.position = event.id
                return event
            if self._is_ended:
                raise StopIteration
            try:
                self._read()
            except BaseException:
                self._disconnect()
                raise

    def _read(self) -> None:
        """Reads the next event, or makes the connection again."""
        if self._response is None:
            self._connect()
            return
        try:
            found = self._next_event(self._response)
        except BROKEN + (ValueError,):
            found = None
        if found is None:
            self._break()
            return
        self._take(*found)

    def _take(self, name: str, id: Optional[str], data: Dict[str, Any]) -> None:
        if name == "expired":
            self._disconnect()
            reason = data.get("reason")
            word = reason if isinstance(reason, str) and reason.isalpha() else "expired"
            self._refusal = Unauthorized(
                f"The stream's key or token is over ({word}); give another one.",
                code="permissionDenied",
            )
            if self._failures:
                self._back_off()
            self._failures += 1
            return
        if name == "closed" and data.get("reason") != "ended":
            # The server stops, or could not go on; another one goes on from here.
            self._break()
            return
        self._failures = 0
        event = _CLASSES.get(name, Event)(name, id, data)
        if name == "change" and id is None and "position" in data:
            # The changes of one event come together, or the connection between them would
            # bring the first ones again.
            self._held.append(event)
            return
        if name == "change" and id is None:
            self._ready.append(event)
            return
        if name == "change":
            self._ready.extend(self._held)
        self._held.clear()
        self._ready.append(event)
        if name == "closed":
            self._disconnect()
            self._is_ended = True

    def _break(self) -> None:
        """Waits before the next connection, longer each time that one brings nothing."""
        self._disconnect()
        self._back_off()
        self._failures += 1

    def _back_off(self) -> None:
        wait = min(self._retry * 2.0 ** min(self._failures, 5), self.longest_wait)
        self._is_closed.wait(random.uniform(wait / 2, wait))

    def _connect(self) -> None:
        begun = time.monotonic()
        attempt = 0
        is_renewed = False
        while not self._is_closed.is_set():
            try:
                is_renewed = self._take_token() or is_renewed
                self._open()
                self._has_connected = True
                return
            except Unauthorized as error:
                if is_renewed or self._refusal is not None:
                    raise
                self._refusal = error
            except ScrollbackError as error:
                if self._is_closed.is_set():
                    return
                repeating = self._exchange.repeating
                attempt += 1
                wait = repeating.wait(attempt, error.retry_after)
                is_late = time.monotonic() + wait - begun > repeating.seconds
                if self._has_connected:
                    if not is_lost(error):
                        raise
                elif not is_repeated(error) or attempt >= repeating.attempts or is_late:
                    raise
                # By the time that the server is back, a token that it knew may be over.
                is_renewed = False
                self._is_closed.wait(min(wait, self.longest_wait))

    def _take_token(self) -> bool:
        """Takes the token for the next connection; true if it replaces one that was refused."""
        credential = self._exchange.credential
        is_refused = self._refusal is not None
        try:
            is_other = not is_refused or credential.renew(self._token)
            token = credential.current()
        except Exception as error:
            if not self._has_connected:
                raise
            # The function asks over a network, which may be what is lost.
            raise ConnectionFailed("The function for tokens has failed.") from error
        if self._refusal is not None and not is_other:
            raise self._refusal
        self._token, self._refusal = token, None
        return is_refused

    def _open(self) -> None:
        headers = {
            "Accept": "text/event-stream" if self._carrier == "sse" else "application/x-ndjson"
        }
        if self.position is not None:
            headers["Last-Event-ID"] = self.position
        if self._user is not None:
            headers["Scrollback-As"] = self._user
        query = {"carrier": self._carrier}
        if self._conversation is not None:
            query["conversation"] = self._conversation
        headers = self._exchange.authorized(headers, self._token)
        self._held.clear()
        connection = self._exchange.place.open()
        self._connection = connection
        try:
            if self._is_closed.is_set():
                raise ConnectionFailed("It was closed.")
            response = connection.request(
                "GET", f"/v1/changes?{urlencode(query)}", None, headers, self._exchange.timeout
            )
            if response.status == 204:
                # The user is no member, and was told so.
                self._disconnect()
                self._is_ended = True
                self._ready.append(Closed("closed", None, {"reason": "ended"}))
                return
            if response.status != 200:
                raise problem_of(response, whole_body(response, Exchange.largest_answer))
            if media_type(response) != headers["Accept"]:
                raise InvalidAnswer("The answer is no stream of changes.", status=200)
            self._response = response
        except http.client.RemoteDisconnected as error:
            self._disconnect()
            raise ConnectionFailed("The connection ended before the answer.") from error
        except http.client.BadStatusLine as error:
            self._disconnect()
            raise InvalidAnswer("The answer is not HTTP.") from error
        except BROKEN as error:
            self._disconnect()
            raise ConnectionFailed("The connection broke before the answer.") from error
        except BaseException:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        response, self._response = self._response, None
        self._held.clear()
        if response is not None:
            response.close()
        if connection is not None:
            connection.close()

    def _line(self, response: http.client.HTTPResponse) -> Optional[bytes]:
        """A line without its end; None where the connection ends, also within a line."""
        connection = self._connection
        if connection is None:
            return None
        connection.deadline.extend(self._silence)
        line = response.readline(self.longest_line + 1)
        if len(line) > self.longest_line:
            raise InvalidAnswer("A line of the stream is too long.", status=200)
        if not line.endswith(b"\n"):
            return None
        return line[:-2] if line.endswith(b"\r\n") else line[:-1]

    def _next_event(self, response: http.client.HTTPResponse) -> Optional[Found]:
        """The name, id and data of the next event; None where the connection ends."""
        if self._carrier == "ndjson":
            return self._next_object(response)
        name = id = None
        parts: List[bytes] = []
        size = 0
        while True:
            line = self._line(response)
            if line is None:
                return None
            if not line:
                if parts:
                    return name or "message", id, decoded(b"\n".join(parts), 200)
                name = id = None
                continue
            key, _, value = line.partition(b":")
            value = value[1:] if value.startswith(b" ") else value
            if key == b"event":
                name = _text(value)
            elif key == b"id":
                id = _id(_text(value))
            elif key == b"data":
                parts.append(value)
                size += len(value)
                if size > self.longest_line:
                    raise InvalidAnswer("An event of the stream is too long.", status=200)
            elif key == b"retry" and value.isdigit() and len(value) < 9:
                self._take_retry(int(value))

    def _take_retry(self, milliseconds: object) -> None:
        """How long the server has a client wait before it comes back."""
        if isinstance(milliseconds, int) and not isinstance(milliseconds, bool):
            self._retry = min(max(milliseconds / 1000, 0.1), self.longest_wait)

    def _next_object(self, response: http.client.HTTPResponse) -> Optional[Found]:
        while True:
            line = self._line(response)
            if line is None:
                return None
            value = decoded(line, 200)
            name, id, data = value.get("event"), value.get("id"), value.get("data")
            if name == "comment":
                self._take_retry(value.get("retry"))
                continue
            if not isinstance(name, str) or not isinstance(data, dict):
                raise InvalidAnswer("A line of the stream is no event.", status=200)
            if id is not None and not isinstance(id, str):
                raise InvalidAnswer("An id of the stream is no text.", status=200)
            return name, _id(id), data


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _id(text: Optional[str]) -> Optional[str]:
    """An id, which goes back to the server in a header."""
    if text is not None and not all("!" <= character <= "~" for character in text):
        raise InvalidAnswer("An id of the stream is not of visible ASCII characters.", status=200)
    return text or None
