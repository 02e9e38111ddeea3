"""Tokens of users: JWT of the type ``at+jwt``, as ``scrollback serve`` takes them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import stat
import time
import uuid
from typing import Any, Callable, Optional

from .ed25519 import PrivateKey


class KeyFault(Exception):
    """A file with the private half of a key cannot be used."""


class TokenIssuer:
    """Issues tokens with a key of ``scrollback tokenkey``.

    The file has a line with an id, ``EdDSA-private`` or ``HS256``, the issuer and 64 hexadecimal
    digits. Signatures of EdDSA are made by the package ``cryptography`` where it is installed, else
    by :mod:`scrollback.ed25519`.
    """

    longest = 3600

    def __init__(self, text: str) -> None:
        lines = [line for line in text.split("\n") if line and not line.startswith("#")]
        words = lines[0].split(" ") if lines else []
        if len(words) != 4 or words[1] not in ("EdDSA-private", "HS256"):
            raise KeyFault("The file has no private key; scrollback tokenkey makes one.")
        if not re.fullmatch(r"[a-z0-9._-]{1,64}", words[0]):
            raise KeyFault("The key's id is not 1 to 64 of a-z, 0-9, '.', '_' and '-'.")
        if not re.fullmatch(r"[!-~]{1,255}", words[2]):
            raise KeyFault("The issuer is not 1 to 255 visible ASCII characters.")
        if not re.fullmatch(r"[0-9a-fA-F]{64}", words[3]):
            raise KeyFault("The key is not 64 hexadecimal digits.")
        self.id = words[0]
        self.issuer = words[2]
        key = bytes.fromhex(words[3])
        self._sign: Callable[[bytes], bytes]
        if words[1] == "HS256":
            self.algorithm = "HS256"
            self._sign = lambda text: hmac.new(key, text, hashlib.sha256).digest()
        else:
            self.algorithm = "EdDSA"
            self._sign = _ed25519(key)

    @classmethod
    def read(cls, path: "os.PathLike[str] | str") -> TokenIssuer:
        """Reads the file of a private key; only its owner may be able to read it."""
        with open(path, encoding="ascii", errors="replace") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise KeyFault("This is no file.")
            if status.st_mode & 0o077:
                raise KeyFault("Others can read the private key; give the file the mode 0600.")
            return cls(file.read(65536))

    def token(
        self,
        user: "str | uuid.UUID",
        log: "str | uuid.UUID",
        *,
        seconds: int = 3600,
        now: Optional[float] = None,
    ) -> str:
        """A token with which a program acts as ``user`` in the log with the id ``log``."""
        if not 1 <= seconds <= self.longest:
            raise ValueError(f"A token is good for 1 to {self.longest} seconds.")
        issued = int(time.time() if now is None else now)
        claims = {
            "iss": self.issuer,
            "aud": str(uuid.UUID(str(log))),
            "sub": str(uuid.UUID(str(user))),
            "iat": issued,
            "exp": issued + seconds,
        }
        header = {"typ": "at+jwt", "alg": self.algorithm, "kid": self.id}
        text = f"{_part(header)}.{_part(claims)}"
        return f"{text}.{_base64(self._sign(text.encode('ascii')))}"


def _ed25519(seed: bytes) -> Callable[[bytes], bytes]:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        return PrivateKey(seed).sign
    key = Ed25519PrivateKey.from_private_bytes(seed)
    return lambda text: bytes(key.sign(text))


def _part(value: Any) -> str:
    return _base64(json.dumps(value, separators=(",", ":")).encode("utf-8"))


def _base64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode("ascii")
