#!/usr/bin/env python3
"""Receives the webhooks of `scrollback serve` and turns notification plans into push calls.

    echo http://127.0.0.1:8080/hook | scrollback webhook webhooks.txt --name push > secret
    python3 Examples/webhook_receiver.py --secret secret --port 8080

Replace `push` by a call of your push service. It prints the port, then a line for each push.
"""

import argparse
import base64
import collections
import hashlib
import hmac
import http.server
import json
import sys
import time

TOLERANCE = 300  # seconds, as Standard Webhooks advises
LONGEST_BODY = 256 * 1024
KNOWN_IDS = 10_000


def push(user, notification):
    """Sends a push to each device of a user; an exception has the message sent again."""
    print("push", user, notification.get("category"), notification.get("threadID"), flush=True)


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answers 204 to what was carried out, so that the next message comes."""

    secret = b""
    # The newest ids. Keep them in your database, if a repetition after a restart does harm.
    known = collections.OrderedDict()
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > LONGEST_BODY:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(int(length))
        message = self.headers.get("webhook-id", "")
        if not self.is_signed(message, body):
            return self.answer(401)
        if message not in self.known:
            content = json.loads(body)
            if content["type"] == "notificationPlan":
                for item in content["data"]["items"]:
                    push(item["user"], item)
            # `missed` and `reset` ask for nothing: the badge is in the next plan.
            self.known[message] = True
            if len(self.known) > KNOWN_IDS:
                self.known.popitem(last=False)
        return self.answer(204)

    def is_signed(self, message, body):
        """Whether the request is the server's, and of now."""
        second = self.headers.get("webhook-timestamp", "")
        if not second.isdecimal() or abs(time.time() - int(second)) > TOLERANCE:
            return False
        signed = f"{message}.{second}.".encode() + body
        code = base64.b64encode(hmac.digest(self.secret, signed, hashlib.sha256)).decode()
        # While a secret changes there are two signatures.
        return any(
            hmac.compare_digest(f"v1,{code}".encode(), word.encode())
            for word in self.headers.get("webhook-signature", "").split()
        )

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--secret", required=True, help="a file with the secret")
    parser.add_argument("--port", type=int, default=8080)
    options = parser.parse_args()
    with open(options.secret, encoding="ascii") as file:
        text = file.read().strip()
    if not text.startswith("whsec_"):
        sys.exit("webhook_receiver: the secret begins with whsec_")
    Receiver.secret = base64.b64decode(text.removeprefix("whsec_"), validate=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Receiver)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
