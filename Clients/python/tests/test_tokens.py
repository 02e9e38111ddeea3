"""Tokens, against the server's own and as RFC 7515 writes them."""

import base64
import json
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

from scrollback import Client, KeyFault, TokenIssuer

from .support import ServedTest

SECRET = "00" * 32
USER = "00000000-0000-4000-8000-00000000000A"
LOG = "00000000-0000-4000-8000-00000000000b"


class Issuing(unittest.TestCase):
    def test_a_token_has_what_the_server_wants(self):
        token = TokenIssuer(f"# words\na HS256 chat {SECRET}\n").token(USER, LOG, now=1000)
        header, claims, _ = (
            base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in token.split(".")
        )
        self.assertEqual(json.loads(header), {"typ": "at+jwt", "alg": "HS256", "kid": "a"})
        self.assertEqual(
            json.loads(claims),
            {"iss": "chat", "aud": LOG, "sub": USER.lower(), "iat": 1000, "exp": 4600},
        )

    def test_files_that_are_none_are_refused(self):
        for text in [
            "", "#", "a HS256 chat", f"a EdDSA chat {SECRET}", f"a none chat {SECRET}",
            f"A HS256 chat {SECRET}", f"a HS256 chat {SECRET}0", f"a HS256  chat {SECRET}",
            f"a HS256 ch\u00e4t {SECRET}", "a HS256 chat " + "zz" * 32,
        ]:
            with self.assertRaises(KeyFault, msg=text):
                TokenIssuer(text)
        issuer = TokenIssuer(f"a HS256 chat {SECRET}")
        for words in [("x", LOG), (USER, "x")]:
            with self.assertRaises(ValueError):
                issuer.token(*words)
        for seconds in [0, 3601]:
            with self.assertRaises(ValueError):
                issuer.token(USER, LOG, seconds=seconds)

    def test_a_file_is_its_owners_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "issuer"
            path.write_text(f"a HS256 chat {SECRET}\n")
            path.chmod(0o644)
            with self.assertRaises(KeyFault):
                TokenIssuer.read(path)
            path.chmod(0o600)
            self.assertEqual(TokenIssuer.read(path).id, "a")

    def test_without_cryptography_eddsa_says_what_to_do(self):
        name = "cryptography.hazmat.primitives.asymmetric.ed25519"
        with mock.patch.dict(sys.modules, {name: None}):
            with self.assertRaises(KeyFault) as caught:
                TokenIssuer(f"a EdDSA-private chat {SECRET}")
        self.assertIn("cryptography", str(caught.exception))


class Served(ServedTest):
    def test_the_servers_own_command_makes_the_same_token(self):
        issuer = self.server.issuer
        own = self.server.run("token", "issuer", "--user", self.anna, "--log", self.server.log)
        claims = own.split(".")[1]
        found = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        again = issuer.token(self.anna, self.server.log, now=found["iat"])
        self.assertEqual(own, again)

    def test_eddsa_is_that_of_the_server(self):
        try:
            import cryptography  # noqa: F401
        except ImportError:
            self.skipTest("the package cryptography is not installed")
        self.server.run("tokenkey", "public", "--id", "e", "--issuer", "ed", "--out", "private")
        issuer = TokenIssuer.read(self.server.folder / "private")
        own = self.server.run("token", "private", "--user", self.anna, "--log", self.server.log)
        claims = own.split(".")[1]
        found = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        self.assertEqual(issuer.token(self.anna, self.server.log, now=found["iat"]), own)
        os.unlink(self.server.folder / "private")

    def test_a_token_acts_as_its_user(self):
        with Client(self.server.address, token=self.server.token(self.anna)) as anna:
            anna.send(self.group, "by token")
            self.assertIsInstance(anna.unread().position, str)
        self.assertEqual(self.texts(), ["by token"])


if __name__ == "__main__":
    unittest.main()
