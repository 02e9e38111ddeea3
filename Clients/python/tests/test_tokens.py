"""Tokens, against the server's own and as RFC 7515 writes them."""

import base64
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from random import Random
from unittest import mock

from scrollback import Client, KeyFault, TokenIssuer
from scrollback.ed25519 import PrivateKey

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


class Ed25519(unittest.TestCase):
    #: RFC 8032, section 7.1: the private key, the public key, the message and the signature.
    VECTORS = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
        (
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            hashlib.sha512(b"abc").hexdigest(),
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
        ),
    ]

    def test_signatures_are_those_of_rfc_8032(self):
        for private, public, message, signature in self.VECTORS:
            with self.subTest(message):
                key = PrivateKey(bytes.fromhex(private))
                self.assertEqual(key.public.hex(), public)
                self.assertEqual(key.sign(bytes.fromhex(message)).hex(), signature)
        with self.assertRaises(ValueError):
            PrivateKey(bytes(31))

    def test_signatures_are_those_of_openssl(self):
        random = Random(7)
        with tempfile.TemporaryDirectory() as folder:
            key, text = (pathlib.Path(folder) / name for name in ("key", "text"))
            for number in range(20):
                seed, message = random.randbytes(32), random.randbytes(random.randrange(1, 500))
                # What stands before the 32 bytes in PKCS #8 (RFC 8410).
                key.write_bytes(bytes.fromhex("302e020100300506032b657004220420") + seed)
                text.write_bytes(message)
                done = subprocess.run(
                    ["openssl", "pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-inkey", key,
                     "-in", text],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(PrivateKey(seed).sign(message), done.stdout, number)


class Served(ServedTest):
    def test_the_servers_own_command_makes_the_same_token(self):
        issuer = self.server.issuer
        own = self.server.run("token", "issuer", "--user", self.anna, "--log", self.server.log)
        claims = own.split(".")[1]
        found = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        again = issuer.token(self.anna, self.server.log, now=found["iat"])
        self.assertEqual(own, again)

    def test_eddsa_is_that_of_the_server(self):
        self.server.run("tokenkey", "public", "--id", "e", "--issuer", "ed", "--out", "private")
        self.addCleanup(os.unlink, self.server.folder / "private")
        own = self.server.run("token", "private", "--user", self.anna, "--log", self.server.log)
        claims = own.split(".")[1]
        found = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        for missing in [[], ["cryptography.hazmat.primitives.asymmetric.ed25519"]]:
            with mock.patch.dict(sys.modules, dict.fromkeys(missing)):
                issuer = TokenIssuer.read(self.server.folder / "private")
            self.assertEqual(issuer.token(self.anna, self.server.log, now=found["iat"]), own)

    def test_a_token_acts_as_its_user(self):
        with Client(self.server.address, token=self.server.token(self.anna)) as anna:
            anna.send(self.group, "by token")
            self.assertIsInstance(anna.unread().position, str)
        self.assertEqual(self.texts(), ["by token"])


if __name__ == "__main__":
    unittest.main()
