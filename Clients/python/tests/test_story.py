"""Two people talk through the real server."""

import os
import pathlib
import select
import subprocess
import sys
import threading
import time
import unittest
import warnings
import uuid

from scrollback import (
    CaughtUp, Change, Client, Closed, InvalidRequest, NotFound, OtherEpoch, Refused,
    ScrollbackError, Snapshot, Unauthorized,
)

from .support import PATIENCE, ServedTest


class Story(ServedTest):
    def test_two_users_write_read_and_react(self):
        ben = self.client.for_user(self.ben)
        chat = self.client.start_direct(self.ben)["conversation"]
        sent = self.client.send(chat, "Noon?")
        self.assertEqual(sent.position, self.client.messages(chat).position)
        self.assertEqual(ben.unread()["total"], 1)
        self.assertEqual(ben.conversations()["items"][0]["conversation"], chat)
        ben.react(sent["message"], "love")
        ben.mark_read(chat)
        self.assertEqual(ben.unread()["total"], 0)
        answer = ben.send(chat, "Yes", replyTo=sent["message"])
        self.client.edit(sent["message"], "Noon tomorrow?")
        items = self.client.messages(chat)["items"]
        texts = {item["message"]: item for item in items}
        self.assertEqual(texts[sent["message"]]["text"], "Noon tomorrow?")
        self.assertTrue(texts[sent["message"]]["reactions"])
        ben.unreact(sent["message"], "love")
        ben.delete(answer["message"])
        ben.typing(chat)
        self.assertEqual(self.client.ask("typing", conversation=chat)["users"][0]["user"],
                         self.ben)

    def test_a_command_with_the_same_key_is_done_once(self):
        first = self.client.send(self.group, "once", id=str(uuid.uuid4()))
        again = self.client.do("send", {"conversation": self.group, "text": "once"},
                               id=first["message"])
        self.assertEqual(first, again)
        one = self.client.send(self.group, "twice", idempotency_key="order 7")
        two = self.client.send(self.group, "twice", idempotency_key="order 7")
        self.assertEqual(one, two)
        self.assertEqual(self.texts().count("once"), 1)
        self.assertEqual(self.texts().count("twice"), 1)
        with self.assertRaises(Refused) as caught:
            self.client.send(self.group, "another", idempotency_key="order 7")
        self.assertEqual(caught.exception.code, "idempotencyConflict")

    def test_all_is_one_step(self):
        with self.assertRaises(ScrollbackError) as caught:
            self.client.do("all", commands=[
                {"do": "send", "conversation": self.group, "text": "a"},
                {"do": "send", "conversation": self.group, "text": ""},
            ])
        self.assertEqual((caught.exception.code, caught.exception.index), ("emptyMessage", 1))
        self.client.do("all", commands=[
            {"do": "send", "conversation": self.group, "text": "a"},
            {"do": "send", "conversation": uuid.UUID(self.group), "text": "b"},
        ])
        self.assertEqual(sorted(self.texts()), ["a", "b"])

    def test_hostile_texts_come_back_as_they_were(self):
        for text in [
            # The store keeps line feeds and no other breaks of this kind.
            "👩‍👩‍👧‍👦 🇦🇶", "a\r\nb\rc\nd", "line\u2028paragraph\u2029end", "'\"`\\'\"",
            "data: x\n\nevent: closed\nid: 1", "{\"event\":\"closed\"}\n{}", "\u202eabc", "e\u0301" * 50,
            "<script>alert(1)</script>", "%0d%0aX: y",
        ]:
            with self.client.follow(conversation=self.group) as changes:
                self.assertIsInstance(next(changes), Snapshot)
                sent = self.client.send(self.group, text)
                shown = self.client.ask("message", message=sent["message"])
                text = text.replace("\r", "")
                self.assertIn(text, _values(shown))
                change = next(c for c in changes if isinstance(c, Change) and c.item)
                self.assertEqual(change.item["text"], text)
        with self.assertRaises(ScrollbackError) as caught:
            self.client.send(self.group, "half \ud83d")
        self.assertIn(caught.exception.code, ("invalidRequest", "invalidText"))
        for key in ["x\r\nScrollback-As: y", "", "é", " x", "x ", " "]:
            with self.assertRaises(ValueError):
                self.client.send(self.group, "x", idempotency_key=key)
        for name in ["send/../all", "", "send?x", "../tokens/revoke"]:
            with self.assertRaises(ValueError):
                self.client.do(name)

    def test_errors_have_a_class_a_code_and_a_field(self):
        nowhere, stranger = str(uuid.uuid4()), str(uuid.uuid4())
        ben, c = self.client.for_user(self.ben), self.client
        wrong = Client(self.server.address, key="wrong", as_user=stranger)
        none = Client(self.server.address, as_user=stranger)
        self.addCleanup(wrong.close)
        self.addCleanup(none.close)
        table = [
            (lambda: c.send(nowhere, "x"), NotFound, "notFound", 404, None),
            (lambda: c.send(self.group, ""), Refused, "emptyMessage", 422, None),
            (lambda: c.send(self.group, "x", colour=1), InvalidRequest, "invalidRequest", 400,
             "colour"),
            (lambda: c.ask("message", message="x"), InvalidRequest, "invalidRequest", 400,
             "message"),
            (lambda: c.do("nothing"), NotFound, "notFound", 404, None),
            (lambda: c.send(self.group, "x" * (1 << 20)), InvalidRequest, "invalidRequest", 413,
             None),
            (lambda: c.ask("messages", conversation=self.group, cursor="x", before="x"),
             InvalidRequest, None, 400, None),
            (lambda: ben.do("rename", conversation=self.group, title="x"), Refused,
             "permissionDenied", 403, None),
            (lambda: c.ask("unread", at_least=10 ** 9), InvalidRequest, "invalidRequest", 400,
             "Scrollback-At-Least"),
            (lambda: c.ask("unread", at_least="00000000000000aa:1"), OtherEpoch, "otherEpoch",
             410, None),
            (lambda: c.do("erase", message=nowhere, basis="b", reason="r", as_="operator"), ScrollbackError,
             "permissionDenied", 403, None),
            (lambda: wrong.unread(), Unauthorized, "permissionDenied", 401, None),
            (lambda: none.unread(), Unauthorized, "permissionDenied", 401, None),
        ]
        for number, (call, kind, code, status, field) in enumerate(table):
            with self.subTest(number):
                with self.assertRaises(kind) as caught:
                    call()
                error = caught.exception
                self.assertEqual(error.status, status, error)
                if code is not None:
                    self.assertEqual(error.code, code, error)
                if field is not None:
                    self.assertEqual(error.field, field, error)
                self.assertTrue(error.message)
                self.assertNotIn("xxxxxxxx", str(error))

    def test_a_query_shows_the_commands_before_it(self):
        for number in range(20):
            sent = self.client.send(self.group, str(number))
            self.assertGreaterEqual(self.client.messages(self.group).position, sent.position)
        lost = self.client.for_user(self.anna)
        lost._shown.note("1000000000")
        with self.assertRaises(InvalidRequest):
            lost.unread()
        lost.unread()

    def test_many_threads_share_a_client(self):
        failures = []

        def work(number):
            try:
                user = self.anna if number % 2 else self.ben
                for step in range(5):
                    self.client.send(self.group, f"{number} {step}", as_user=user)
                    self.client.unread()
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(len(set(self.texts())), 40)

    def test_a_forked_process_does_not_share_connections(self):
        self.client.unread()
        place = self.client._exchange.place
        shared = place._idle[0].sock.getsockname()
        with warnings.catch_warnings():
            # Threads of other tests may still end; the child asks and exits.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if process == 0:
            try:
                taken = place.take()
                good = taken.sock.getsockname() != shared
                taken.close()
                good = good and self.client.unread(as_user=self.ben)["total"] == 0
                os._exit(0 if good else 1)
            finally:
                os._exit(1)
        taken = place.take()
        self.assertEqual(taken.sock.getsockname(), shared)
        taken.close()
        self.assertEqual(os.waitpid(process, 0)[1], 0)

    def test_the_socket_serves_the_same(self):
        for address in [str(self.server.socket), f"unix:{self.server.socket}"]:
            with Client(address, key=self.server.key, as_user=self.ben) as ben:
                ben.send(self.group, "through the socket")
                with ben.follow(since=0) as changes:
                    self.assertIsInstance(next(changes), Change)
        self.assertEqual(self.texts().count("through the socket"), 2)

    def test_a_user_follows_their_own_list(self):
        token = self.server.token(self.ben)
        with Client(self.server.address, token=token) as ben, ben.follow() as changes:
            snapshot = next(changes)
            self.assertIsInstance(snapshot, Snapshot)
            self.assertIsInstance(next(changes), CaughtUp)
            self.client.send(self.group, "Hello")
            change = next(c for c in changes if isinstance(c, Change) and c.type == "message")
            self.assertIsInstance(change.id, str)
            self.assertEqual(change.conversation, self.group)
            self.assertEqual(change.item["text"], "Hello")
            self.assertIn("Hello", _values(ben.messages(self.group)))

    def test_the_stream_of_a_conversation_ends_with_the_membership(self):
        ben = self.client.for_user(self.ben)
        changes = ben.follow(conversation=self.group)
        self.assertIsInstance(next(changes), Snapshot)
        self.client.do("remove", conversation=self.group, user=self.ben)
        events = list(changes)
        self.assertIsInstance(events[-1], Closed)
        self.assertEqual(events[-1].reason, "ended")
        self.assertEqual(events[-2].type, "ended")
        again = list(ben.follow(changes.position, self.group))
        self.assertEqual([type(event) for event in again], [Closed])

    def test_envelopes_come_for_a_key_with_that_right(self):
        with Client(self.server.address, key=self.server.events_key) as backend:
            with backend.follow(since=0, carrier="ndjson") as changes:
                events = [next(changes) for _ in range(3)]
        self.assertEqual([event.id for event in events], ["1", "2", "3"])

    def test_the_chat_of_the_readme_runs(self):
        folder = pathlib.Path(__file__).resolve().parents[1]
        program = (folder / "README.md").read_text().split("```python\n")[1].split("```")[0]
        names = ["r" + self.anna[:8], "r" + self.ben[:8]]
        settings = {
            **os.environ, "PYTHONPATH": str(folder), "URL": self.server.address,
            "KEY": self.server.key,
        }
        talkers = [
            subprocess.Popen(
                [sys.executable, "-c", program, *words], env=settings, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            ) for words in [names, names[::-1]]
        ]
        for talker in talkers:
            self.addCleanup(talker.communicate)
            self.addCleanup(talker.kill)
        # Both hear both, once they follow: what is sent before that is in the snapshot.
        heard = ""
        for number in range(2 * int(PATIENCE)):
            talkers[0].stdin.write(f"Hello {number}\n")
            talkers[0].stdin.flush()
            ready, _, _ = select.select([talkers[1].stdout], [], [], 0.5)
            if ready:
                heard = talkers[1].stdout.readline()
                break
        self.assertRegex(heard, f"^{names[0]}: Hello [0-9]+\n$")

    def test_another_thread_ends_a_stream_that_waits(self):
        changes = self.client.follow()
        seen = []
        thread = threading.Thread(target=lambda: seen.extend(changes))
        thread.start()
        while len(seen) < 2:
            time.sleep(0.01)
        changes.close()
        thread.join(PATIENCE)
        self.assertFalse(thread.is_alive())


def _values(value):
    if isinstance(value, dict):
        return [found for item in value.values() for found in _values(item)]
    if isinstance(value, list):
        return [found for item in value for found in _values(item)]
    return [value]


if __name__ == "__main__":
    unittest.main()
