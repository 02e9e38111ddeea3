"""Signatures of Ed25519 (RFC 8032), for where the package ``cryptography`` is not installed.

Each signature takes the same steps: no branch depends on the key. Python's numbers, and the memory
of a table, still do not take the same time for each, so whoever measures very many signatures on
the same machine might learn of the key.
"""

from __future__ import annotations

import functools
import hashlib
from typing import List, Tuple

#: X, Y, Z and T with x = X/Z, y = Y/Z and x·y = T/Z.
Point = Tuple[int, int, int, int]

_PRIME = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_DOUBLED = 2 * -121665 * pow(121666, _PRIME - 2, _PRIME) % _PRIME
_BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
_BASE_Y = 4 * pow(5, _PRIME - 2, _PRIME) % _PRIME
_BASE: Point = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _PRIME)
_ZERO: Point = (0, 1, 1, 0)


def _sum(p: Point, q: Point) -> Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % _PRIME
    b = (p[1] + p[0]) * (q[1] + q[0]) % _PRIME
    c = p[3] * q[3] * _DOUBLED % _PRIME
    d = 2 * p[2] * q[2] % _PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _PRIME, g * h % _PRIME, f * g % _PRIME, e * h % _PRIME


@functools.lru_cache(maxsize=None)
def _table() -> List[List[Point]]:
    """The base times each digit of each place of a number in base 16."""
    rows: List[List[Point]] = []
    unit = _BASE
    for _ in range(64):
        row = [_ZERO]
        for _ in range(15):
            row.append(_sum(row[-1], unit))
        rows.append(row)
        unit = _sum(row[-1], unit)
    return rows


def _times_base(number: int) -> bytes:
    """The base times a number below 2^256, as RFC 8032 writes a point."""
    point = _ZERO
    for place, row in enumerate(_table()):
        point = _sum(point, row[number >> 4 * place & 15])
    inverse = pow(point[2], _PRIME - 2, _PRIME)
    x, y = point[0] * inverse % _PRIME, point[1] * inverse % _PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


class PrivateKey:
    """A key of 32 bytes, which signs."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("A private key of Ed25519 has 32 bytes.")
        hashed = hashlib.sha512(seed).digest()
        self._prefix = hashed[32:]
        self._scalar = int.from_bytes(hashed[:32], "little") & (1 << 254) - 8 | 1 << 254
        self.public = _times_base(self._scalar)

    def sign(self, text: bytes) -> bytes:
        """The 64 bytes of a signature; the same text has the same one."""
        nonce = _number(self._prefix, text) % _ORDER
        point = _times_base(nonce)
        answer = (nonce + _number(point, self.public, text) * self._scalar) % _ORDER
        return point + answer.to_bytes(32, "little")
