"""What can go wrong: one class for each family of errors.

The messages are the server's, which have no words of people, or say what was wrong with an answer.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type, Union

Position = Union[int, str]


class ScrollbackError(Exception):
    """An error of a request; ``code`` is stable, ``message`` is for people."""

    #: Whether the command may be done all the same: this attempt or an earlier one may have reached
    #: the server, which may have done it. Where it is false, the command was not done.
    may_be_done = False
    #: The idempotency key of the command: with it the command can be sent again safely.
    idempotency_key: Optional[str] = None

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        status: Optional[int] = None,
        field: Optional[str] = None,
        index: Optional[int] = None,
        retry_after: Optional[float] = None,
        fork: Optional[Position] = None,
        until: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: The code of the contract, such as ``notFound``; None where the server gave none.
        self.code = code
        #: The status of HTTP; None where there was no answer.
        self.status = status
        #: The field or header that is wrong.
        self.field = field
        #: Which command of ``all`` is refused.
        self.index = index
        #: Seconds to wait before the next attempt.
        self.retry_after = retry_after
        #: The last position that the log of ``otherEpoch`` shares with this one.
        self.fork = fork
        #: When a suspension ends, in milliseconds since 1970.
        self.until = until

    def __str__(self) -> str:
        return f"{self.code}: {self.message}" if self.code else self.message


class InvalidRequest(ScrollbackError):
    """The request has a wrong shape, or is too large."""


class Unauthorized(ScrollbackError):
    """There is no key or token, it is wrong, or it is over."""


class Refused(ScrollbackError):
    """A rule of the chat refuses it; ``code`` says which."""


class NotFound(ScrollbackError):
    """It is not there, or not visible to this user."""


class OtherEpoch(ScrollbackError):
    """The position is of a log that a restore has replaced; begin again without it."""


class RateLimited(ScrollbackError):
    """Too many requests; ``retry_after`` says how many seconds to wait."""


class ServerError(ScrollbackError):
    """The server could not do it; with ``outcomeUnknown`` the command may be done."""


class Unavailable(ServerError):
    """The server, or what stands before it, does nothing at the moment.

    Whether the command may be done all the same is said by ``may_be_done``.
    """


class ConnectionFailed(ScrollbackError):
    """There is no whole answer; a command that was sent may be done."""

    may_be_done = True


class InvalidAnswer(ScrollbackError):
    """The answer is not one of ``scrollback serve``; check the address, and proxies before it."""

    may_be_done = True


#: What is sent again by itself, with the same key.
REPEATED_STATUSES = frozenset([429, 502, 503, 504])

_CLASSES: Dict[int, Type[ScrollbackError]] = {
    401: Unauthorized,
    403: Refused,
    404: NotFound,
    409: Refused,
    410: OtherEpoch,
    422: Refused,
    429: RateLimited,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def error_of(
    status: int, problem: Mapping[str, Any], retry_after: Optional[float]
) -> ScrollbackError:
    """The exception of an answer; ``problem`` is empty where the body is not of the contract."""
    if status in _CLASSES:
        kind = _CLASSES[status]
    else:
        kind = ServerError if status >= 500 else InvalidRequest

    def text(name: str) -> Optional[str]:
        value = problem.get(name)
        return value if isinstance(value, str) else None

    def number(name: str) -> Optional[int]:
        value = problem.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    milliseconds = number("retryAfter")
    error = kind(
        text("message") or f"The server answered with status {status}.",
        code=text("code"),
        status=status,
        field=text("field"),
        index=number("index"),
        retry_after=milliseconds / 1000 if milliseconds is not None else retry_after,
        fork=text("fork") if text("fork") is not None else number("fork"),
        until=number("until"),
    )
    # The server's own 503 says that nothing was done; a proxy's may follow a lost answer.
    error.may_be_done = error.code == "outcomeUnknown" or (status >= 500 and error.code is None)
    return error
