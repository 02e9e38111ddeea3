"""Users of a chat for Locust, which `Scripts/serve_load.py` runs: each looks at its list, opens
conversations, reads, writes and reacts, and waits as people do.

KEY is the key of the backend that speaks for them.
"""

import os
import random
import uuid

from locust import HttpUser, between, task

PEOPLE = [str(uuid.uuid4()) for _ in range(200)]


class Person(HttpUser):
    wait_time = between(0.05, 0.5)

    def on_start(self):
        self.me = random.choice(PEOPLE)
        self.chats = []
        for other in random.sample(PEOPLE, 3):
            if other != self.me:
                self.chats.append(self.do("startDirect", {"with": other})["conversation"])
        self.chats.append(self.do("createGroup", {
            "title": "Walk on Sunday", "members": [other for other in PEOPLE if other != self.me][:20],
        })["conversation"])

    def request(self, route, body):
        """The answer's value; Locust counts what is refused as a failure."""
        with self.client.post(
                f"/v1/{route}", json=body, catch_response=True,
                headers={"Authorization": f"Bearer {os.environ['KEY']}", "Scrollback-As": self.me},
        ) as response:
            if response.status_code != 200:
                response.failure(f"{response.status_code} {response.text[:200]}")
                return {}
            answer = response.json()
            if "ok" not in answer:
                response.failure(f"no answer: {response.text[:200]}")
            return answer.get("ok") or {}

    def do(self, name, body):
        return self.request(f"commands/{name}", body)

    def ask(self, name, body):
        return self.request(f"queries/{name}", body)

    @task(4)
    def look_at_the_list(self):
        self.ask("conversations", {"limit": 20})
        self.ask("unread", {})

    @task(6)
    def open_a_conversation(self):
        chat = random.choice(self.chats)
        messages = self.ask("messages", {"conversation": chat, "limit": 50}).get("items", [])
        self.do("markRead", {"conversation": chat})
        texts = [item for item in messages if "text" in item]
        if texts and random.random() < 0.3:
            self.do("react", {"message": random.choice(texts)["message"], "reaction": "like"})

    @task(8)
    def write(self):
        self.do("send", {"conversation": random.choice(self.chats), "text": "words " * 10})
