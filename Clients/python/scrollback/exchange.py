"""Requests that are sent again until there is an answer, within bounds."""

from __future__ import annotations

import http.client
import json
import random
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional, Union

from .connection import BROKEN, Place, media_type, retry_after, whole_body
from .errors import (
    REPEATED_STATUSES,
    ConnectionFailed,
    InvalidAnswer,
    ScrollbackError,
    Unauthorized,
    error_of,
)

Token = Union[str, Callable[[], str]]
Headers = Dict[str, str]


class Credential:
    """The key or token of requests; a function is asked for another token when one is over."""

    def __init__(self, key: Optional[str], token: Optional[Token]) -> None:
        if key is not None and token is not None:
            raise ValueError("Give a key or a token, not both.")
        self._source = token if callable(token) else None
        fixed = key if key is not None else token if isinstance(token, str) else None
        self._text = None if fixed is None else _header_text(fixed)
        self._lock = threading.Lock()

    def current(self) -> Optional[str]:
        with self._lock:
            if self._text is None and self._source is not None:
                self._text = _header_text(self._source())
            return self._text

    def renew(self, old: Optional[str]) -> bool:
        """Asks for another one than ``old``; false if there is none."""
        with self._lock:
            if self._text == old and self._source is not None:
                # Where the function fails, it is asked again before anything is sent.
                self._text = None
                self._text = _header_text(self._source())
            return self._text != old


@dataclass(frozen=True)
class Repeating:
    """How often and how long a request is sent again."""

    attempts: int
    seconds: float

    def wait(self, attempt: int, asked: Optional[float]) -> float:
        """Seconds before the next attempt: what the server asks for, or longer each time.

        It differs, so that clients that were cut off together do not come back together.
        """
        if asked is not None:
            return asked + random.uniform(0, 0.25) * min(asked, 4)
        longest = 0.1 * 2.0 ** min(attempt, 6)
        return random.uniform(longest / 2, longest)


@dataclass(frozen=True)
class Reply:
    """An answer's object, and the position as headers write it."""

    value: Dict[str, Any]
    position: Optional[str]


class Exchange:
    """What all users of one client share: connections, credential and bounds."""

    largest_answer = 64 * 1024 * 1024

    def __init__(
        self, place: Place, credential: Credential, timeout: float, repeating: Repeating
    ) -> None:
        self.place = place
        self.credential = credential
        self.timeout = timeout
        self.repeating = repeating

    def authorized(self, headers: Mapping[str, str], text: Optional[str]) -> Headers:
        """The headers of a request, with the key or token."""
        all_headers = dict(headers)
        if text is not None:
            all_headers["Authorization"] = f"Bearer {text}"
        return all_headers

    def post(
        self, target: str, fields: Mapping[str, Any], headers: Mapping[str, str],
        timeout: Optional[float],
    ) -> Reply:
        """Sends a request until it has an answer; raises its error."""
        body = _encoded(fields)
        seconds = self.timeout if timeout is None else timeout
        begun = time.monotonic()
        attempt = 0
        is_renewed = False
        may_be_done = False
        while True:
            text = self.credential.current()
            try:
                return self._once(target, body, self.authorized(headers, text), seconds)
            except Unauthorized as error:
                error.may_be_done = may_be_done
                if is_renewed or not self.credential.renew(text):
                    raise
                is_renewed = True
                continue
            except ScrollbackError as error:
                may_be_done = error.may_be_done = may_be_done or error.may_be_done
                attempt += 1
                wait = self.repeating.wait(attempt, error.retry_after)
                is_over = time.monotonic() + wait - begun > self.repeating.seconds
                if not is_repeated(error) or attempt >= self.repeating.attempts or is_over:
                    raise
            time.sleep(wait)

    def _once(
        self, target: str, body: bytes, headers: Headers, timeout: float
    ) -> Reply:
        connection = self.place.take()
        is_whole = False
        try:
            response = connection.request("POST", target, body, headers, timeout)
            answer = whole_body(response, self.largest_answer)
            is_whole = not response.will_close
        except http.client.RemoteDisconnected as error:
            raise ConnectionFailed("The connection ended before the answer.") from error
        except http.client.BadStatusLine as error:
            raise InvalidAnswer("The answer is not HTTP.") from error
        except BROKEN as error:
            raise ConnectionFailed("The connection broke before the answer was whole.") from error
        finally:
            if is_whole:
                self.place.give(connection)
            else:
                connection.close()
        if response.status != 200:
            raise problem_of(response, answer)
        if media_type(response) != "application/json":
            raise InvalidAnswer("The answer is not JSON.", status=response.status)
        return Reply(decoded(answer), response.headers.get("Scrollback-Position"))


def is_repeated(error: ScrollbackError) -> bool:
    """Whether the same request, with the same key, may do better."""
    if isinstance(error, ConnectionFailed):
        return not isinstance(error.__cause__, ssl.SSLCertVerificationError)
    return error.status in REPEATED_STATUSES or error.code == "outcomeUnknown"


def is_lost(error: ScrollbackError) -> bool:
    """Whether the error is none of the server's own about the request: nothing came, something
    other than the server answered, or the server could not."""
    if is_repeated(error) or isinstance(error, InvalidAnswer):
        return True
    return error.status is not None and error.status >= 500


def problem_of(response: http.client.HTTPResponse, body: bytes) -> ScrollbackError:
    """The exception of an answer that is not 200."""
    status = response.status
    if media_type(response) == "application/problem+json":
        problem = decoded(body, status)
        if "message" not in problem and isinstance(problem.get("detail"), str):
            problem["message"] = problem["detail"]
        return error_of(status, problem, retry_after(response))
    if status == 401 or status in REPEATED_STATUSES:
        # A proxy may check tokens, and may say that the server is not there.
        return error_of(status, {}, retry_after(response))
    return InvalidAnswer(
        f"The answer with status {status} is not one of scrollback serve.", status=status
    )


def decoded(text: bytes, status: Optional[int] = None) -> Dict[str, Any]:
    """An object of JSON."""
    try:
        value = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise InvalidAnswer("The answer is not whole JSON.", status=status) from error
    if not isinstance(value, dict):
        raise InvalidAnswer("The answer is not an object of JSON.", status=status)
    return value


def _encoded(fields: Mapping[str, Any]) -> bytes:
    text = json.dumps(fields, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        # Half a character can be written as an escape; the server says that it is no text.
        return json.dumps(fields, allow_nan=False, separators=(",", ":")).encode("ascii")


def _header_text(text: str) -> str:
    text = text.strip()
    if not text or not all("!" <= character <= "~" for character in text):
        raise ValueError("A key or token is of visible ASCII characters.")
    return text
