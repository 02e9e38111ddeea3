"""A demonstration store for `make console` and the browser tests: people, chats, and keys."""

import json
import os
import pathlib
import random
import socket
import subprocess
import threading
import urllib.error
import urllib.request
import uuid

DAY = 86_400_000
START = 1_750_000_000_000

people = {
    "anna": "Anna Lindqvist", "ben": "Ben Okafor", "cora": "Cora Maximova", "dai": "Dai Nakamura",
    "elif": "Elif Yıldız", "farid": "Farid Haddad", "greta": "Greta Sørensen", "hugo": "Hugo Marchetti",
}
names = list(people)


def person(name):
    return f"00000000-0000-4000-8000-{names.index(name) + 10:012x}"


def made(number):
    """An id that is the same in each run."""
    return f"00000000-0000-4000-9000-{number:012x}"


TEA, TRIP, REQUEST, LONG, HOSTILE = (made(n) for n in range(1, 6))

phrases = (
    "The kettle is on.", "Who has the tickets?", "Running five minutes late, sorry!",
    "I moved the meeting to Thursday so that Dai can join from Osaka.", "Sounds good 👍",
    "Can somebody check the numbers on page three before we send it?", "Done.",
    "Here is what I found: the second supplier is cheaper, but delivery takes two weeks longer.",
    "Ha, same here.", "See https://example.com/minutes/2025-06 for the minutes.", "Yes please",
    "No rush. Tomorrow is fine too.", "Does anyone know a good dentist nearby?", "On it.",
)


class Lines:
    """Lines for `scrollback pipe --clock given`."""

    def __init__(self):
        self.lines = []
        self.now = START
        self.random = random.Random(7)
        self.number = 1_000

    def add(self, who, do, after=0, **fields):
        self.now += after
        actor = who if who == "operator" else person(who)
        self.lines.append({"as": actor, "do": do, "at": self.now, **fields})

    def send(self, who, conversation, text=None, after=60_000, **fields):
        self.number += 1
        message = made(self.number)
        if text is not None:
            fields["text"] = text
        self.add(who, "send", after, conversation=conversation, id=message, **fields)
        return message


def story(end):
    """A few weeks of a small company, until `end`."""
    log = Lines()
    log.now = end - 24 * DAY
    log.add("operator", "configure", rateLimit=None)
    for name, full in people.items():
        log.add(name, "setProfile", username=name, fullName=full)
    others = [person(n) for n in ("ben", "cora", "dai")]
    log.add("anna", "createGroup", id=TEA, members=others, title="Tea at four", reactions="tapback")
    log.add("anna", "createGroup", id=TRIP, members=[person(n) for n in ("ben", "elif", "farid", "greta", "hugo")],
            title="Lisbon in October", reactions="open")
    log.add("cora", "openRequest", id=REQUEST, context={"kind": "ride", "id": "R-2041"}, members=[person("anna")],
            title="Ride to the airport")
    talk = log.random
    for day in range(20):
        log.now += DAY - log.now % DAY + 8 * 3_600_000
        for _ in range(talk.randint(4, 9)):
            who = talk.choice(("anna", "ben", "cora", "dai"))
            message = log.send(who, TEA, talk.choice(phrases), talk.randint(30_000, 3_600_000))
            if talk.random() < 0.3:
                log.add(talk.choice(("anna", "ben", "cora", "dai")), "react", 5_000, message=message,
                        reaction=talk.choice(("love", "like", "laugh")))
    log.add("anna", "markRead", conversation=TEA)
    question = log.send("elif", TRIP, "Shall we take the early flight? It lands at 09:40, so we would have the whole first day.")
    log.send("greta", TRIP, "Early is fine for me.", replyTo=question)
    log.send("hugo", TRIP, attachments=[{"kind": "image", "url": "https://media.example.com/alfama.jpg", "width": 1600,
                                         "height": 1067, "bytes": 412_000, "name": "alfama.jpg"}])
    log.send("farid", TRIP, attachments=[{"kind": "audio", "url": "https://media.example.com/v.m4a", "seconds": 23,
                                          "bytes": 91_000, "waveform": [talk.randint(20, 255) for _ in range(64)]}])
    log.send("anna", TRIP, "The flat has four rooms, so two of us share.", attachments=[
        {"kind": "file", "url": "https://media.example.com/flat.pdf", "bytes": 183_000, "name": "Flat in Graça.pdf"}])
    log.send("elif", TRIP, location={"latitude": 38.7139, "longitude": -9.1334, "name": "Castelo de São Jorge"})
    best = log.send("ben", TRIP, "I vote for the one with the terrace 🌇 — see https://example.com/terrace")
    for name, reaction in (("anna", "❤️"), ("elif", "❤️"), ("hugo", "🎉")):
        log.add(name, "react", 10_000, message=best, reaction=reaction)
    wrong = log.send("greta", TRIP, "I booked the 14th.")
    log.add("greta", "edit", 30_000, message=wrong, text="I booked the 15th.")
    gone = log.send("hugo", TRIP, "Wrong window, sorry!")
    log.add("hugo", "delete", 20_000, message=gone)
    log.add("anna", "rename", 60_000, conversation=TRIP, title="Lisbon, 15 to 19 October")
    log.send("cora", REQUEST, "My flight is at 17:05, so I would leave at half past two.")
    for a, b, text in (("ben", "anna", "Do you have a minute this afternoon?"), ("dai", "anna", "Arigatō! See you on Thursday."),
                       ("greta", "anna", "The contract is signed."), ("elif", "anna", "أهلاً — I am back on Monday.")):
        log.add(a, "startDirect", 120_000, **{"with": person(b)})
        log.lines[-1]["then"] = text
    log.secret = secret = log.send("dai", TEA, "My door code is 4711, please delete this later.")
    log.add("operator", "erase", 3_600_000, message=secret, basis="request of the sender", reason="a door code")
    log.add("operator", "placeHold", matter="Case 2025/17: supplier", conversation=TEA, **{"from": log.now - 9 * DAY, "until": log.now - 8 * DAY})
    log.add("operator", "setRetention", kind="group", maximum=3650)
    log.add("operator", "appointModerator", user=person("greta"))
    log.add("elif", "report", 60_000, message=best, reason="other", details="Is this link ours?")
    for who, text in (("ben", "Cake today?"), ("cora", "There is lemon and there is chocolate."), ("dai", "Lemon!"), ("cora", "Noted 🍋")):
        log.send(who, TEA, text, 240_000)
    return log


def hostile(log):
    """Texts that try to be more than text."""
    log.add("hugo", "createGroup", id=HOSTILE, members=[person("anna"), person("ben")], title="<b>Bold</b> \u202egnp.exe")
    for text in ("<img src=x onerror=alert(1)><script>document.title='owned'</script>",
                 "\u202eevil txt.exe \u2066 mixed \u05e9\u05dc\u05d5\u05dd",
                 "w" * 2_000, "Z" + "\u0301" * 4_000 + "algo", "line\n" * 2_000,
                 "javascript:alert(1) data:text/html,x https://ok.example/a?b=1&c=2."):
        log.send("hugo", HOSTILE, text)


def long_chat(log, count):
    """One conversation of many messages of 1 to 40 lines."""
    log.add("anna", "createGroup", id=LONG, members=[person("ben"), person("cora")], title="The long one")
    talk = log.random
    step = max(1_000, 20 * DAY // max(count, 1))
    for n in range(1, count + 1):
        lines = 1 if talk.random() < 0.6 else talk.randint(2, 40)
        text = f"#{n} " + "\n".join(talk.choice(phrases) for _ in range(lines))
        fields = {}
        if n % 40 == 0:
            fields["attachments"] = [{"kind": "image", "url": "https://media.example.com/p.jpg", "width": 800, "height": 600, "bytes": 1000}]
        message = log.send(talk.choice(("anna", "ben", "cora")), LONG, text, step, **fields)
        if n % 7 == 0:
            log.add("ben", "react", message=message, reaction="like")


def write(program, store, log):
    """Makes the store, answering what a direct chat's id is as it goes."""
    pipe = subprocess.Popen([program, "pipe", store, "--create", "--clock", "given"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        waiting = []
        answers = []
        reader = threading.Thread(target=lambda: answers.extend(map(json.loads, pipe.stdout)))
        direct = [line for line in log.lines if "then" in line]
        reader.start()
        for line in log.lines:
            then = line.pop("then", None)
            pipe.stdin.write(json.dumps(line, ensure_ascii=False) + "\n")
            if then:
                waiting.append((line, then))
        pipe.stdin.close()
        reader.join()
        assert pipe.wait() == 0 and len(direct) == len(waiting)
        for line, answer in zip(log.lines, answers):
            if "error" in answer:
                raise RuntimeError(f"{line}: {answer['error']}")
        return [(line["as"], answers[log.lines.index(line)]["ok"]["conversation"], text) for line, text in waiting]
    finally:
        pipe.kill()
        pipe.wait()
        pipe.stdout.close()


class Demo:
    """A store with its keys in a folder, and a server of it while it is open."""

    def __init__(self, program, folder, lines=None):
        """Makes the store, or without lines knows what a copy of its folder holds."""
        self.program = program
        self.folder = folder
        self.store = os.path.join(folder, "demo.scrollback")
        self.server = None
        self.options = ()
        self.tokens = {}
        known = pathlib.Path(self.path("known.json"))
        if lines:
            known.write_text(json.dumps(self.make(lines)))
        vars(self).update(json.loads(known.read_text()))

    def make(self, lines):
        """Makes the store, its keys and its proofs; returns what tests know of them."""
        directs = write(self.program, self.store, lines)
        public = self.run("keygen", "--name", "demo.example/log", "--out", self.path("signer.key")).strip()
        self.sign("older")
        more = Lines()
        more.now = lines.now
        for sender, conversation, text in directs:
            more.now += 60_000
            more.lines.append({"as": sender, "do": "send", "at": more.now, "conversation": conversation,
                               "id": str(uuid.uuid4()), "text": text})
        pipe = subprocess.run([self.program, "pipe", self.store, "--clock", "given"], text=True, capture_output=True,
                              input="".join(json.dumps(line) + "\n" for line in more.lines), check=True)
        assert "error" not in pipe.stdout, pipe.stdout
        self.sign("newer")
        # Which event is the fortieth depends on the time of the day.
        erased, message = (found["items"][0]["position"] for found in self.lines(
            {"as": "operator", "ask": "events", "message": lines.secret, "type": "messageSent"},
            {"as": "operator", "ask": "events", "type": "messageSent", "limit": 1}))
        self.run("prove", self.store, "--event", "40", "--out", self.path("event.proof"))
        self.run("prove", self.store, "--content", str(message), "--out", self.path("content.proof"))
        self.run("prove", self.store, "--from", self.path("older.checkpoint"), "--out", self.path("growth.proof"))
        self.run("prove", self.store, "--erasure", str(erased), "--out", self.path("erasure.proof"))
        operator = self.run("apikey", self.path("keys.txt"), "--name", "operator", "--allow", "operator").strip()
        self.run("tokenkey", self.path("tokens.txt"), "--id", "demo", "--issuer", "demo", "--out", self.path("issuer.key"))
        return {"story": lines.lines, "public": public, "erased": erased, "operator": operator,
                "log": json.loads(self.run("info", self.store, "--json"))["log"]}

    def sign(self, name):
        self.run("checkpoint", self.store, "--key", self.path("signer.key"), "--out", self.path(f"{name}.checkpoint"))

    def lines(self, *lines):
        """What the pipe answers, while no server has the store."""
        pipe = subprocess.run([self.program, "pipe", self.store], text=True, capture_output=True, check=True,
                              input="".join(json.dumps(line) + "\n" for line in lines))
        return [json.loads(line)["ok"] for line in pipe.stdout.splitlines()]

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words):
        return subprocess.run([self.program, *words], text=True, capture_output=True, check=True).stdout

    def ask(self, query, **fields):
        """What the operator is answered."""
        return self.post(f"queries/{query}", self.operator, {"as": "operator", **fields})

    def do(self, who, command, **fields):
        """What a person or the operator is answered to a command."""
        key = self.operator if who == "operator" else self.token(who)
        actor = who if who == "operator" else person(who)
        return self.post(f"commands/{command}", key, {"as": actor, "id": str(uuid.uuid4()), **fields})

    def post(self, path, key, body):
        request = urllib.request.Request(f"{self.url}/v1/{path}", json.dumps(body).encode(), {
            "Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["ok"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from error

    def token(self, name):
        """A person's token of an hour, made once: a process costs more than most questions."""
        if name not in self.tokens:
            self.tokens[name] = self.token_for(name, 3_600)
        return self.tokens[name]

    def token_for(self, name, seconds):
        return self.run("token", self.path("issuer.key"), "--user", person(name), "--log", self.log,
                        "--seconds", str(seconds)).strip()

    def hold_port(self):
        """Returns a free port that the system gives to nobody else, also while the server is stopped."""
        self.place = socket.socket()
        self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.place.bind(("127.0.0.1", 0))
        return self.place.getsockname()[1]

    def start(self, port=0, *more):
        """Starts the server, by default with the options of before."""
        self.options = more or self.options
        port = port or self.hold_port()
        with open(self.path("server.log"), "a", encoding="utf-8") as notices:
            self.server = subprocess.Popen(
                [self.program, "serve", self.store, "--listen", f"127.0.0.1:{port}", "--operator-tcp",
                 "--api-keys", self.path("keys.txt"), "--token-keys", self.path("tokens.txt"), *self.options],
                stdout=subprocess.PIPE, stderr=notices, text=True)
        line = self.server.stdout.readline()
        if not line.startswith("http"):
            raise RuntimeError(pathlib.Path(self.path("server.log")).read_text())
        self.url = line.strip()
        self.port = int(self.url.rsplit(":", 1)[1])
        return self.url

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait(120)
            self.server.stdout.close()
            self.server = None
