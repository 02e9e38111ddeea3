"""A client of ``scrollback serve``: commands, queries and changes as they happen."""

from .changes import CaughtUp, Change, Changes, Closed, Event, Reset, Snapshot
from .client import Answer, Client
from .errors import (
    ConnectionFailed,
    InvalidAnswer,
    InvalidRequest,
    NotFound,
    OtherEpoch,
    RateLimited,
    Refused,
    ScrollbackError,
    ServerError,
    Unauthorized,
    Unavailable,
)
from .tokens import KeyFault, TokenIssuer

__all__ = [
    "Answer",
    "CaughtUp",
    "Change",
    "Changes",
    "Client",
    "Closed",
    "ConnectionFailed",
    "Event",
    "InvalidAnswer",
    "InvalidRequest",
    "KeyFault",
    "NotFound",
    "OtherEpoch",
    "RateLimited",
    "Refused",
    "Reset",
    "ScrollbackError",
    "ServerError",
    "Snapshot",
    "TokenIssuer",
    "Unauthorized",
    "Unavailable",
]
