"""Servers that die, connections that break, answers that are rubbish."""

import threading
import time
import unittest

from scrollback import (
    Change, Client, Closed, ConnectionFailed, InvalidAnswer, NotFound, OtherEpoch, RateLimited,
    Refused, Reset, ScrollbackError, ServerError, Snapshot, Unauthorized, Unavailable,
)

from .support import PATIENCE, CuttingProxy, Rubbish, ServedTest, problem, reply, until

USER = "00000000-0000-4000-8000-00000000000a"
GOOD = reply(200, b'{"ok":{"total":0},"position":7}')
STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
#: The first connection of a stream, which brings a change and ends.
BEGUN = (STREAM + "retry: 100\n\n" + "event: change\nid: 1\ndata: {}\n\n").encode()
ENDED = (STREAM + 'event: closed\ndata: {"reason":"ended"}\n\n').encode()
PAGE = b"<html>Welcome</html>"


class Restarts(ServedTest):
    def test_no_change_is_lost_or_repeated_over_kills(self):
        for carrier in ["sse", "ndjson"]:
            with self.subTest(carrier):
                self.follow_over_kills(carrier)

    def follow_over_kills(self, carrier):
        token = self.server.token(self.ben)
        ben = Client(self.server.address, token=token)
        self.addCleanup(ben.close)
        changes = ben.follow(conversation=self.group, carrier=carrier)
        self.assertIsInstance(next(changes), Snapshot)
        heard = []

        def listen():
            for event in changes:
                if isinstance(event, Change) and event.type in ("message", "receipt"):
                    heard.append((event.type, event.data["position"], event.item.get("text")))
                if event.data.get("item", {}).get("text") == "the last":
                    return

        thread = threading.Thread(target=listen)
        thread.start()
        sent = []
        for number in range(12):
            text = f"{carrier} {number}"
            # Each command reads and delivers too, so events have several changes.
            self.client.send(self.group, text)
            sent.append(text)
            if number in (3, 7):
                self.server.crash()
                if number == 7:
                    time.sleep(1)
                self.server.start()
        self.client.send(self.group, "the last")
        thread.join(PATIENCE)
        self.assertFalse(thread.is_alive())
        changes.close()
        texts = [text for kind, _, text in heard if kind == "message"]
        self.assertEqual(texts, sent + ["the last"])
        self.assertEqual(len(heard), len(set(heard)))

    def test_commands_wait_for_a_server_that_starts(self):
        patient = self.server.client(as_user=self.anna, attempts=1000, patience=PATIENCE)
        self.addCleanup(patient.close)
        self.server.crash()
        timer = threading.Timer(0.7, self.server.start)
        timer.start()
        patient.send(self.group, "in between")
        timer.join()
        self.assertEqual(self.texts(), ["in between"])

    def test_a_stopped_server_is_an_error_within_bounds(self):
        with self.server.client(as_user=self.anna, patience=0.5) as client:
            client.unread()
            self.server.stop()
            begun = time.monotonic()
            with self.assertRaises(ConnectionFailed) as caught:
                client.unread()
            with self.assertRaises(ConnectionFailed):
                next(client.follow())
            self.assertLess(time.monotonic() - begun, PATIENCE)
            self.assertIsNone(caught.exception.code)
            self.server.start()
            client.unread()


class Cuts(ServedTest):
    def test_a_command_whose_answer_is_lost_is_done_once(self):
        for cuts in [1, 2, 3]:
            with self.subTest(cuts):
                proxy = CuttingProxy(self, self.server.port, cuts)
                with Client(proxy.address, key=self.server.key, as_user=self.anna) as client:
                    text = f"cut {cuts}"
                    sent = client.send(self.group, text)
                    self.assertEqual(proxy.count, cuts + 1)
                    self.assertEqual(len(set(proxy.keys)), 1)
                    self.assertEqual(self.texts().count(text), 1)
                    shown = self.client.ask("message", message=sent["message"])
                    self.assertIn(text, str(shown))

    def test_attempts_are_bounded(self):
        proxy = CuttingProxy(self, self.server.port, 1000)
        with Client(proxy.address, key=self.server.key, as_user=self.anna, attempts=3) as client:
            with self.assertRaises(ConnectionFailed):
                client.send(self.group, "bounded")
        self.assertEqual(proxy.count, 3)
        self.assertEqual(self.texts().count("bounded"), 1)


class Tokens(ServedTest):
    def test_a_token_that_is_over_is_replaced(self):
        made = []

        def token():
            # The first one is over, beyond what clocks may differ.
            made.append(1)
            now = time.time() - (3600 if len(made) == 1 else 0)
            return self.server.token(self.ben, seconds=600, now=now)

        with Client(self.server.address, token=token) as ben:
            ben.unread()
            self.assertEqual(len(made), 2)
            ben.unread()
            self.assertEqual(len(made), 2)

    def test_a_stream_goes_on_with_another_token(self):
        made = []

        def token():
            made.append(1)
            return self.server.token(self.ben, seconds=6 if len(made) == 1 else 600)

        with Client(self.server.address, token=token) as ben, ben.follow() as changes:
            self.assertIsInstance(next(changes), Snapshot)
            self.client.send(self.group, "before")
            found = [next(c for c in changes if isinstance(c, Change) and c.item)]
            timer = threading.Timer(8, lambda: self.client.send(self.group, "after"))
            timer.start()
            found.append(next(c for c in changes if isinstance(c, Change) and c.item))
            timer.join()
            self.assertEqual([c.item["text"] for c in found], ["before", "after"])
            self.assertEqual(len(made), 2)

    def test_without_another_token_it_is_an_error(self):
        token = self.server.token(self.ben, seconds=1)
        with Client(self.server.address, token=token) as ben:
            with self.assertRaises(Unauthorized):
                for _ in ben.follow():
                    pass
        old = self.server.token(self.ben, now=time.time() - 7200)
        with Client(self.server.address, token=lambda: old) as ben:
            with self.assertRaises(Unauthorized) as caught:
                ben.unread()
            self.assertEqual(caught.exception.status, 401)
            self.assertNotIn(old, str(caught.exception))

    def test_revoked_tokens_end(self):
        backend = self.server.client()
        self.addCleanup(backend.close)
        with Client(self.server.address, token=self.server.token(self.ben)) as ben:
            changes = ben.follow()
            next(changes)
            moment = backend.revoke_tokens(self.ben)
            self.assertGreater(moment, time.time() * 1000)
            with self.assertRaises(Unauthorized):
                list(changes)
            with self.assertRaises(Unauthorized):
                ben.unread()

    def test_an_unknown_position_is_a_reset(self):
        with Client(self.server.address, token=self.server.token(self.ben)) as ben:
            with ben.follow(since="nonsense") as changes:
                first, second = next(changes), next(changes)
        self.assertIsInstance(first, Reset)
        self.assertEqual(first.reason, "unknownPosition")
        self.assertIsInstance(second, Snapshot)


class FakeServers(unittest.TestCase):
    def ask(self, *answers, hold=False, **more):
        server = Rubbish(self, *answers, hold=hold)
        client = Client(server.address, key="k", as_user=USER, **{"timeout": PATIENCE, **more})
        self.addCleanup(client.close)
        return server, client

    def test_rubbish_is_an_error_and_never_a_hang(self):
        for number, (answer, kind) in enumerate([
            (reply(200, PAGE, "text/html"), InvalidAnswer),
            (reply(404, PAGE, "text/html"), InvalidAnswer),
            (reply(302, b"", "text/html", "Location: http://127.0.0.1:1/"), InvalidAnswer),
            (reply(200, b'{"ok":{"tot'), InvalidAnswer),
            (reply(200, b"[]"), InvalidAnswer),
            (reply(200, b"{}"), InvalidAnswer),
            (reply(200, b'{"ok":[],"position":1}'), InvalidAnswer),
            (reply(200, b'{"ok":{},"position":true}'), InvalidAnswer),
            (reply(200, b"\xff\xfe"), InvalidAnswer),
            (reply(200, b"[" * 100000), InvalidAnswer),
            (reply(400, b"null", "application/problem+json"), InvalidAnswer),
            (b"SSH-2.0-OpenSSH_9.2\r\n", InvalidAnswer),
            (b"HTTP/1.1", ConnectionFailed),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{", ConnectionFailed),
            (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", ConnectionFailed),
            (b"", ConnectionFailed),
            (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 5000 + b"\r\n", ConnectionFailed),
            (reply(502, PAGE, "text/html"), Unavailable),
            (reply(401, PAGE, "text/html"), Unauthorized),
            (problem(500, "internal"), ServerError),
        ]):
            with self.subTest(number):
                _, client = self.ask(answer, attempts=2)
                with self.assertRaises(kind):
                    client.unread()

    def test_silence_and_drops_of_bytes_have_a_deadline(self):
        for answer in [b"", b"HTTP/1.1 200", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]:
            _, client = self.ask(answer, hold=True, timeout=0.3, attempts=1)
            with self.assertRaises(ConnectionFailed):
                client.unread()

        class Slow(Rubbish):
            def answer(self, client):
                # Until the client has had enough, which is an error here.
                client.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                while True:
                    client.sendall(b"y")
                    time.sleep(0.1)

        server = Slow(self, b"")
        with Client(server.address, key="k", timeout=0.5, attempts=1) as client:
            with self.assertRaises(ConnectionFailed):
                client.unread()

    def test_what_was_not_done_is_sent_again_with_the_same_key(self):
        for answer in [
            problem(503, "overloaded", "Retry-After: 0"),
            problem(429, "rateLimited", "Retry-After: 1", retryAfter=10),
            problem(500, "outcomeUnknown"),
            reply(504, b"<html>", "text/html"),
            b"",
        ]:
            server, client = self.ask(answer, GOOD)
            self.assertEqual(client.send(USER, "x").position, 7)
            self.assertEqual(server.count, 2)
            lines = [
                [line for line in request.split(b"\r\n") if line.startswith(b"Idempotency-Key")]
                for request in server.requests
            ]
            self.assertEqual(lines[0], lines[1])
            self.assertEqual(len(lines[0]), 1)

    def test_an_answer_that_is_cut_anywhere_is_a_lost_one(self):
        for end in range(0, len(GOOD), 5):
            with self.subTest(GOOD[:end]):
                server, client = self.ask(GOOD[:end], GOOD)
                self.assertEqual(client.send(USER, "x").position, 7)
                self.assertEqual(server.count, 2)

    def test_a_first_stream_whose_head_is_cut_anywhere_is_begun_again(self):
        head = STREAM.encode()
        for end in range(0, len(head), 5):
            with self.subTest(head[:end]):
                server, client = self.ask(head[:end], ENDED)
                self.assertEqual([type(event) for event in client.follow()], [Closed])
                self.assertEqual(server.count, 2)

    def test_an_error_says_whether_the_command_may_be_done(self):
        lost, busy = b"", problem(503, "overloaded", "Retry-After: 0")
        unknown = problem(500, "outcomeUnknown")
        for may_be_done, answers, kind in [
            (True, [lost, busy], Unavailable),
            (True, [lost, problem(429, "rateLimited", "Retry-After: 60")], RateLimited),
            (True, [lost, problem(401, "permissionDenied")], Unauthorized),
            (True, [unknown, busy], Unavailable),
            (True, [unknown, problem(500, "stopped")], ServerError),
            (True, [unknown], ServerError),
            (True, [lost], ConnectionFailed),
            (True, [reply(504, PAGE, "text/html")], Unavailable),
            (True, [reply(502, PAGE, "text/html"), busy], Unavailable),
            (True, [reply(503, PAGE, "text/html"), busy], Unavailable),
            (True, [reply(200, PAGE, "text/html")], InvalidAnswer),
            (True, [reply(200, b"{}")], InvalidAnswer),
            (False, [busy], Unavailable),
            (False, [problem(409, "idempotencyConflict")], Refused),
            (False, [busy, problem(500, "stopped")], ServerError),
            (False, [problem(429, "rateLimited", "Retry-After: 60")], RateLimited),
        ]:
            with self.subTest(answers):
                server, client = self.ask(*answers, attempts=3)
                with self.assertRaises(kind) as caught:
                    client.send(USER, "x")
                self.assertIs(caught.exception.may_be_done, may_be_done)
                key = f"Idempotency-Key: {caught.exception.idempotency_key}\r\n".encode()
                for request in server.requests:
                    self.assertIn(key, request)

    def test_what_was_never_sent_is_not_done(self):
        with Client("/no/such/socket", attempts=2) as client:
            with self.assertRaises(ConnectionFailed) as caught:
                client.send(USER, "x", id=USER)
        self.assertIs(caught.exception.may_be_done, False)
        self.assertEqual(caught.exception.idempotency_key, USER)

    def test_what_is_refused_is_not_sent_again(self):
        for answer, kind in [
            (problem(409, "idempotencyConflict"), Refused), (problem(500, "internal"), ServerError),
            (problem(507, "storageFull"), ServerError), (problem(401, "permissionDenied"),
                                                         Unauthorized),
        ]:
            server, client = self.ask(answer)
            with self.assertRaises(kind):
                client.send(USER, "x")
            self.assertEqual(server.count, 1)

    def test_a_long_wait_is_the_callers(self):
        server, client = self.ask(problem(429, "rateLimited", "Retry-After: 60", retryAfter=59500))
        with self.assertRaises(RateLimited) as caught:
            client.send(USER, "x")
        self.assertEqual(caught.exception.retry_after, 59.5)
        self.assertEqual(server.count, 1)
        server, client = self.ask(reply(503, b"", "text/html", "Retry-After: 99999"))
        with self.assertRaises(Unavailable) as caught:
            client.send(USER, "x")
        self.assertEqual(caught.exception.retry_after, 99999)

    def test_streams_of_rubbish_are_errors(self):
        ndjson = STREAM.replace("event-stream", "plain")
        lines = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n"
        for carrier, text in [
            ("sse", ndjson), ("sse", STREAM + "data: {\n\n"), ("sse", STREAM + "data: 7\n\n"),
            ("sse", STREAM + "event: change\nid: \u00e9\ndata: {}\n\n"),
            ("ndjson", lines + "nonsense\n"), ("ndjson", lines + '{"event":1,"data":{}}\n'),
            ("ndjson", lines + '{"event":"change","id":7,"data":{}}\n'),
            ("ndjson", STREAM), ("sse", "garbage\r\n"),
        ]:
            with self.subTest(text):
                _, client = self.ask(text.encode())
                with self.assertRaises(InvalidAnswer):
                    next(client.follow(carrier=carrier))

    def test_a_change_is_delivered_when_its_event_is_whole(self):
        part = 'event: change\ndata: {"position":2,"type":"message"}\n\n'
        rest = 'event: change\nid: 2\ndata: {"position":2,"type":"receipt"}\n\n'
        live = 'event: change\ndata: {"type":"typing"}\n\n'
        new = 'event: later\nid: 3\ndata: {"x":1}\n\n'
        server, client = self.ask(
            (STREAM + "retry: 100\n\n" + live + part + "event: chan").encode(),
            (STREAM + ":\n\n" + part + rest + new + "data: {}").encode(),
            problem(403, "permissionDenied"),
        )
        found = []
        with self.assertRaises(Refused):
            for event in client.follow(since=1):
                found.append((event.data.get("type"), event.id, event.name))
        self.assertEqual(found, [
            ("typing", None, "change"), ("message", None, "change"), ("receipt", "2", "change"),
            (None, "3", "later"),
        ])
        ids = [
            [line for line in request.split(b"\r\n") if line.startswith(b"Last-Event-ID")][0]
            for request in server.requests
        ]
        self.assertEqual(ids, [b"Last-Event-ID: 1", b"Last-Event-ID: 1", b"Last-Event-ID: 3"])

    def test_a_stream_comes_back_over_faults_of_servers_and_pages_of_proxies(self):
        for lost in [
            problem(500, "internal"), problem(500, "stopped"), problem(507, "storageFull"),
            problem(503, "viewsUnavailable"), reply(502, PAGE, "text/html"),
            reply(500, PAGE, "text/html"), reply(404, PAGE, "text/html"),
            reply(200, PAGE, "text/html"), reply(302, b"", "text/html", "Location: /login"),
            b"SSH-2.0-OpenSSH_9.2\r\n", b"",
        ]:
            with self.subTest(lost):
                server, client = self.ask(BEGUN, lost, ENDED)
                events = [type(event) for event in client.follow(since=0)]
                self.assertEqual(events, [Change, Closed])
                self.assertEqual(server.count, 3)
                self.assertIn(b"Last-Event-ID: 1\r\n", server.requests[2])

    def test_an_answer_of_the_server_ends_a_stream(self):
        for answer, kind in [
            (problem(400, "invalidRequest"), ScrollbackError),
            (problem(401, "permissionDenied"), Unauthorized),
            (reply(401, PAGE, "text/html"), Unauthorized),
            (problem(403, "permissionDenied"), Refused), (problem(404, "notFound"), NotFound),
            (problem(410, "otherEpoch"), OtherEpoch),
        ]:
            with self.subTest(kind):
                server, client = self.ask(BEGUN, answer)
                with self.assertRaises(kind):
                    list(client.follow(since=0))
                self.assertEqual(server.count, 2)

    def test_a_stream_outlasts_a_function_for_tokens_that_fails(self):
        over = BEGUN + b'event: expired\ndata: {"reason":"expired"}\n\n'
        for first, second in [(over, None), (BEGUN, problem(401, "permissionDenied"))]:
            with self.subTest(second):
                self.outlasts_failing_tokens(first, second)

    def outlasts_failing_tokens(self, *answers):
        server = Rubbish(self, *filter(None, answers), ENDED)
        said = ["one", OSError("offline"), ValueError("no JSON"), "<p>Log in", "two"]

        def token():
            found = said.pop(0)
            if isinstance(found, Exception):
                raise found
            return found

        with Client(server.address, token=token) as client:
            events = [type(event) for event in client.follow(since=0)]
        self.assertEqual(events, [Change, Closed])
        self.assertEqual(said, [])
        self.assertIn(b"Bearer one\r\n", server.requests[0])
        self.assertIn(b"Bearer two\r\n", server.requests[-1])
        # What is over is not sent again meanwhile.
        self.assertEqual(server.count, len(list(filter(None, answers))) + 1)

    def test_a_function_for_tokens_that_fails_at_first_is_an_error(self):
        for kind in [OSError, Unauthorized]:
            def token():
                raise kind("offline")

            server = Rubbish(self, ENDED)
            with Client(server.address, token=token) as client:
                with self.assertRaisesRegex(kind, "offline"):
                    next(client.follow())
            self.assertEqual(server.count, 0)

    def test_a_stream_asks_for_a_token_again_long_after_it_was_refused_one(self):
        refused = problem(401, "permissionDenied")
        server = Rubbish(self, BEGUN, refused, problem(503, "stopped"), refused, ENDED)
        made = iter(["one", "two", "three"])
        with Client(server.address, token=lambda: next(made)) as client:
            events = [type(event) for event in client.follow(since=0)]
        self.assertEqual(events, [Change, Closed])
        self.assertIn(b"Bearer three\r\n", server.requests[-1])

    def test_after_a_restore_one_query_fails_and_no_thread_goes_on_failing(self):
        def done(position):
            return reply(
                200, b'{"ok":{},"position":1}', "application/json",
                f"Scrollback-Position: {position}",
            )

        server, client = self.ask(
            done("a1"), done("b1"), problem(410, "otherEpoch"), done("a2"), GOOD, GOOD, GOOD
        )
        steps = {"ben": threading.Event(), "anna": threading.Event()}
        asked = []

        def ben():
            client.send(USER, "x")
            steps["anna"].set()
            steps["ben"].wait(PATIENCE)
            for _ in range(2):
                client.unread()
                asked.append(server.requests[-1])
            steps["anna"].set()

        thread = threading.Thread(target=ben)
        client.send(USER, "x")
        thread.start()
        steps["anna"].wait(PATIENCE)
        steps["anna"].clear()
        with self.assertRaises(OtherEpoch):
            client.unread()
        client.send(USER, "x")
        steps["ben"].set()
        thread.join(PATIENCE)
        client.unread()
        asked.append(server.requests[-1])
        self.assertIn(b"Scrollback-At-Least: a1", server.requests[2])
        for request in asked:
            self.assertIn(b"Scrollback-At-Least: a2", request)

    def test_a_dead_stream_is_noticed(self):
        server, client = self.ask((STREAM + "retry: 100\n\n").encode(), hold=True)
        changes = client.follow(since=1, silence=0.2)
        thread = threading.Thread(target=lambda: until(lambda: server.count > 1) or changes.close())
        thread.start()
        self.assertEqual(list(changes), [])
        thread.join()
        self.assertGreater(server.count, 1)

    def test_addresses_and_credentials_are_checked(self):
        for address in ["ftp://x", "http://", "http://u@x", "http://x/path", "unix:", "http://x?y"]:
            with self.assertRaises(ValueError):
                Client(address)
        with self.assertRaises(ValueError):
            Client("http://127.0.0.1:1", key="a", token="b")
        for key in ["a\r\nb", "", "é"]:
            with self.assertRaises(ValueError):
                Client("http://127.0.0.1:1", key=key)
        with Client("/no/such/socket", patience=0.1) as client:
            with self.assertRaises(ScrollbackError):
                client.unread()
            with self.assertRaises(ValueError):
                client.ask("unread", {"as": USER}, as_user=USER)
            with self.assertRaises(ValueError):
                client.do("startDirect", {"with": USER}, with_=USER)


if __name__ == "__main__":
    unittest.main()
