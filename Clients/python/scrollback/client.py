"""The client: commands, queries and changes of one server."""

from __future__ import annotations

import re
import ssl
import threading
import uuid
from typing import Any, Dict, Iterable, Mapping, Optional, Union

from .changes import Changes
from .connection import Place
from .errors import InvalidAnswer, InvalidRequest, OtherEpoch, Position, ScrollbackError
from .exchange import Credential, Exchange, Repeating, Token

Fields = Optional[Mapping[str, Any]]
ID = Union[str, uuid.UUID]
_AT_LEAST = "Scrollback-At-Least"


class Answer(Dict[str, Any]):
    """What the server answers under ``ok``, and the position that it shows."""

    position: Position = 0
    #: The epoch of the position, once the log was restored.
    epoch: Optional[str] = None
    #: The newest line of the journal, after erasures, requests and holds.
    keeping: Optional[int] = None


class _Shown:
    """The position behind the last commands, so that queries show them.

    Numbers are compared. Sealed positions cannot be: there a thread takes its own last command.
    """

    def __init__(self) -> None:
        self._own = threading.local()
        self._last: Optional[str] = None
        self._lock = threading.Lock()

    def note(self, position: str) -> None:
        with self._lock:
            last = self._last
            if last is None or not (last.isdigit() and position.isdigit()):
                self._last = position
            else:
                self._last = str(max(int(last), int(position)))
            self._own.position = position

    def wanted(self) -> Optional[str]:
        with self._lock:
            return self._wanted()

    def _wanted(self) -> Optional[str]:
        last = self._last
        own: Optional[str] = getattr(self._own, "position", None)
        return own if own is not None and last is not None and not last.isdigit() else last

    def forget(self, position: str) -> None:
        """Lets go of what every thread has noted, unless that was done since ``position`` was."""
        with self._lock:
            if self._wanted() == position:
                self._last = None
                self._own = threading.local()


class Client:
    """A client of ``scrollback serve``, for any number of threads.

    ``address`` is ``http://HOST:PORT``, ``https://HOST:PORT`` or the path of a socket. A backend
    gives ``key`` and names the user with ``as_user``; an app gives ``token``, or a function that
    returns a token and is asked again when one is over.

    A request whose connection breaks, or that gets 429, 502, 503, 504 or ``outcomeUnknown``, is
    sent again, at most ``attempts`` times within ``patience`` seconds. A command keeps its
    idempotency key meanwhile, so it is done once.
    """

    def __init__(
        self,
        address: str,
        *,
        key: Optional[str] = None,
        token: Optional[Token] = None,
        as_user: Optional[ID] = None,
        timeout: float = 30.0,
        attempts: int = 8,
        patience: float = 30.0,
        read_own_writes: bool = True,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        if timeout <= 0 or attempts < 1 or patience < 0:
            raise ValueError("timeout is above 0, attempts at least 1, patience not negative.")
        place = Place(address, timeout, ssl_context)
        credential = Credential(key, token)
        self._exchange = Exchange(place, credential, timeout, Repeating(attempts, patience))
        self._user = None if as_user is None else str(as_user)
        self._shown = _Shown() if read_own_writes else None

    def for_user(self, user: ID) -> Client:
        """The same client for another user; they share connections."""
        other = object.__new__(Client)
        other._exchange = self._exchange
        other._user = str(user)
        other._shown = None if self._shown is None else _Shown()
        return other

    def close(self) -> None:
        """Ends the connections that wait; the next request opens another."""
        self._exchange.place.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def do(
        self,
        name: str,
        fields: Fields = None,
        /,
        *,
        as_user: Optional[ID] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        **more: Any,
    ) -> Answer:
        """Has a command done; returns when it is durable.

        A field that is a word of Python has ``_`` behind it: ``do("startDirect", with_=user)``.
        With the ``id`` or ``idempotency_key`` of an earlier call it is done once.
        """
        body = self._body(fields, more, as_user)
        headers = {"Content-Type": "application/json"}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = _line(idempotency_key, "An idempotency key")
        elif "id" not in body:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        try:
            reply = self._exchange.post(_path("commands", name), body, headers, timeout)
            if self._shown is not None and reply.position:
                self._shown.note(reply.position)
            return _answer(reply.value)
        except ScrollbackError as error:
            error.idempotency_key = headers.get("Idempotency-Key") or str(body["id"])
            raise

    def ask(
        self,
        name: str,
        fields: Fields = None,
        /,
        *,
        as_user: Optional[ID] = None,
        at_least: Optional[Position] = None,
        timeout: Optional[float] = None,
        **more: Any,
    ) -> Answer:
        """Answers a query; it shows the last commands of this client, or ``at_least``."""
        body = self._body(fields, more, as_user)
        headers = {"Content-Type": "application/json"}
        wanted = None if at_least is None else str(at_least)
        shown = self._shown if wanted is None and "asOf" not in body else None
        if shown is not None:
            wanted = shown.wanted()
        if wanted is not None:
            headers[_AT_LEAST] = _line(wanted, "A position")
        try:
            reply = self._exchange.post(_path("queries", name), body, headers, timeout)
            return _answer(reply.value)
        except ScrollbackError as error:
            if shown is not None and wanted is not None and _is_lost(error):
                # A restore has taken the positions away; the next query does without them.
                shown.forget(wanted)
            raise

    def follow(
        self,
        since: Optional[Position] = None,
        conversation: Optional[ID] = None,
        *,
        as_user: Optional[ID] = None,
        carrier: str = "sse",
        silence: float = 45.0,
    ) -> Changes:
        """What happens, as it happens, each change once; connections that break are made again.

        Without ``since`` it begins with a :class:`Snapshot`. ``silence`` is how many seconds
        without a byte show that a connection is dead; the server says something every 20 s.
        """
        if carrier not in ("sse", "ndjson"):
            raise ValueError("carrier is sse or ndjson.")
        user = self._user if as_user is None else str(as_user)
        return Changes(
            self._exchange,
            user=None if user is None else _line(user, "A user"),
            since=None if since is None else _line(str(since), "A position"),
            conversation=None if conversation is None else str(conversation),
            carrier=carrier,
            silence=silence,
        )

    def revoke_tokens(self, user: ID) -> int:
        """Ends the tokens of a user; returns from when new ones count, in milliseconds."""
        headers = {"Content-Type": "application/json"}
        value = self._exchange.post("/v1/tokens/revoke", {"user": str(user)}, headers, None).value
        found = value.get("ok", value)
        moment = found.get("from") if isinstance(found, dict) else None
        if not isinstance(moment, int):
            raise InvalidAnswer("The answer does not say from when new tokens count.")
        return moment

    def set_profile(self, username: str, **more: Any) -> Answer:
        return self.do("setProfile", username=username, **more)

    def start_direct(self, user: ID, **more: Any) -> Answer:
        return self.do("startDirect", with_=user, **more)

    def create_group(self, title: str, members: Iterable[ID], **more: Any) -> Answer:
        return self.do("createGroup", title=title, members=list(members), **more)

    def send(self, conversation: ID, text: str, **more: Any) -> Answer:
        return self.do("send", conversation=conversation, text=text, **more)

    def edit(self, message: ID, text: str, **more: Any) -> Answer:
        return self.do("edit", message=message, text=text, **more)

    def delete(self, message: ID, **more: Any) -> Answer:
        return self.do("delete", message=message, **more)

    def react(self, message: ID, reaction: str, **more: Any) -> Answer:
        return self.do("react", message=message, reaction=reaction, **more)

    def unreact(self, message: ID, reaction: str, **more: Any) -> Answer:
        return self.do("unreact", message=message, reaction=reaction, **more)

    def mark_read(self, conversation: ID, **more: Any) -> Answer:
        return self.do("markRead", conversation=conversation, **more)

    def typing(self, conversation: ID, on: bool = True, **more: Any) -> Answer:
        return self.do("typing", conversation=conversation, on=on, **more)

    def conversations(self, **more: Any) -> Answer:
        return self.ask("conversations", **more)

    def messages(self, conversation: ID, **more: Any) -> Answer:
        return self.ask("messages", conversation=conversation, **more)

    def unread(self, **more: Any) -> Answer:
        return self.ask("unread", **more)

    def _body(self, fields: Fields, more: Mapping[str, Any], user: Optional[ID]) -> Dict[str, Any]:
        body: Dict[str, Any] = {}
        for source in (fields or {}, more):
            for name, value in source.items():
                name = name[:-1] if name.endswith("_") else name
                if name in body:
                    raise ValueError(f"The field {name} is given twice.")
                body[name] = _plain(value)
        actor = self._user if user is None else str(user)
        if user is not None and "as" in body:
            raise ValueError("The user is given twice.")
        if actor is not None and "as" not in body:
            body["as"] = actor
        return body


def _plain(value: Any) -> Any:
    """A value with its ids as texts."""
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def _path(kind: str, name: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{1,64}", name):
        raise ValueError("The name of a command or query is of letters.")
    return f"/v1/{kind}/{name}"


def _line(text: str, what: str) -> str:
    # Blanks at the ends of a header do not arrive: two keys would be one.
    if not re.fullmatch(r"[!-~](?:[ -~]{0,510}[!-~])?", text):
        raise ValueError(f"{what} is of visible ASCII characters, with blanks only between them.")
    return text


def _is_lost(error: ScrollbackError) -> bool:
    return isinstance(error, OtherEpoch) or (
        isinstance(error, InvalidRequest) and error.field == _AT_LEAST
    )


def _answer(value: Mapping[str, Any]) -> Answer:
    found = value.get("ok")
    position = value.get("position")
    is_position = isinstance(position, (int, str)) and not isinstance(position, bool)
    if not isinstance(found, dict) or not is_position:
        raise InvalidAnswer("The answer has no ok with a position.", status=200)
    answer = Answer(found)
    answer.position = value["position"]
    answer.epoch = value.get("epoch")
    answer.keeping = value.get("keeping")
    return answer
