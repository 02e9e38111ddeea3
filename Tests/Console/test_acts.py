"""What the operator does: holds with erasures that wait, retention, looks with a reason, another key."""

import pathlib
import re
import signal
import time
import unittest

import demo
from harness import ConsoleTest


class Acts(ConsoleTest):
    @classmethod
    def options(cls):
        keys = cls.demo.path("keys.txt")
        cls.second = cls.demo.run("apikey", keys, "--name", "second", "--allow", "operator").strip()
        cls.backend = cls.demo.run("apikey", keys, "--name", "backend", "--allow", "users").strip()
        return ()

    def event(self, message):
        return self.demo.ask("events", message=message, type="messageSent")["items"][0]

    def erased(self):
        """The positions whose content is erased."""
        found, place = set(), 1
        while place is not None:
            page = self.demo.ask("events", **{"from": place}, limit=500)
            found |= {item["position"] for item in page["items"] if item.get("erased")}
            place = page.get("next")
        return found

    def card(self, page, title):
        return page.locator(".panel", has=page.locator(f"h2:text-is('{title}')"))

    def test_releasing_a_hold_does_what_waited_for_it(self):
        picture = [{"kind": "image", "url": "https://media.example.com/held.jpg", "width": 8, "height": 8, "bytes": 10, "name": "held.jpg"}]
        held = [self.demo.do("hugo", "send", conversation=demo.TRIP, text=f"Held {n}", attachments=picture)["message"] for n in range(2)]
        self.demo.do("operator", "placeHold", matter="Held for a test", conversation=demo.TRIP)
        page = self.operator("#operator")
        self.card(page, "Erasures that wait").locator("p:text-is('None.')").wait_for()
        self.card(page, "Media owed").locator("p:text-is('Nothing is owed.')").wait_for()
        waiting = self.card(page, "Erasures that wait").locator("li")
        for number, message in enumerate(held):
            form = self.card(page, "Erase")
            form.locator("input[name=id]").fill(message)
            form.locator("input[name=basis]").fill("request")
            form.locator("input[name=reason]").fill("a test")
            form.get_by_role("button", name="See what would go").click()
            page.wait_for_selector("dialog:has-text('1 content must wait')")
            # What only waits is asked for as such.
            self.assertEqual(page.inner_text("dialog h2"), "Request the erasure of 1 content?")
            self.assertIn("Nothing is destroyed now.", page.inner_text("dialog"))
            page.click("dialog .danger:text-is('Request')")
            # What waits is listed, with a link to who asked for it.
            waiting.nth(number).wait_for()
            page.wait_for_selector(".receipt:has-text('Erased: 0; waiting: 1')")
        self.assertFalse(any(self.event(message).get("erased") for message in held))
        self.assertEqual(waiting.count(), 2)
        requests = [item["position"] for item in self.demo.ask("events", type="erasureRequested", limit=500)["items"]][-2:]
        links = waiting.locator("a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
        self.assertEqual(sorted(links), sorted(f"#log?at={position}" for position in requests))
        self.check_access(page)
        # What another hold keeps too does not go.
        other = self.demo.do("operator", "placeHold", matter="Held twice", conversation=demo.TRIP)["hold"]
        release = page.locator("li", has_text="Held for a test").get_by_role("button", name="Release")
        release.click()
        page.wait_for_selector("dialog:has-text('No erasure waits for it alone.')")
        page.click("dialog button:has-text('Cancel')")
        self.demo.do("operator", "releaseHold", hold=other)
        release.click()
        page.wait_for_selector("dialog:has-text('2 contents will be destroyed at once')")
        page.click("dialog button:has-text('Cancel')")
        self.assertFalse(any(self.event(message).get("erased") for message in held))
        release.click()
        page.click("dialog .danger")
        page.wait_for_selector(".toast:has-text('The hold is released.')")
        # What is shown then is what is so.
        self.card(page, "Erasures that wait").locator("p:text-is('None.')").wait_for()
        self.assertEqual(page.locator("li:has-text('Held for a test')").count(), 0)
        self.assertTrue(all(self.event(message).get("erased") for message in held))
        self.card(page, "Media owed").locator("p:has-text('1 address of media that nothing names any more')").wait_for()
        self.card(page, "Media owed").locator("summary").click()
        self.card(page, "Media owed").locator("pre:has-text('https://media.example.com/held.jpg')").wait_for()

    def test_a_hold_is_placed_for_days_of_the_reader(self):
        page = self.operator("#operator")
        page.click("button:has-text('Place a hold')")
        # Without a matter there is none.
        page.click("dialog .primary")
        self.assertTrue(page.locator("dialog[open]").is_visible())
        page.fill("dialog input[name=matter]", "Two days of Ben")
        page.fill("dialog input[name=user]", demo.person("ben"))
        page.fill("dialog input[name=from]", "2026-03-05")
        page.fill("dialog input[name=until]", "2026-03-06")
        self.check_access(page)
        page.click("dialog .primary")
        line = page.locator(".panel li", has_text="Two days of Ben")
        line.wait_for()
        self.assertRegex(line.inner_text(), r"person 00000000, from 5 Mar 2026, 00:00:00, until 7 Mar 2026, 00:00:00")
        # The last day is in it.
        hold = next(one for one in self.demo.ask("state")["holds"] if one.get("user") == demo.person("ben"))
        self.assertEqual(hold["until"] - hold["from"], 2 * demo.DAY)
        # A date of which a part is missing is no date, here and in the log.
        page.click("button:has-text('Place a hold')")
        page.fill("dialog input[name=matter]", "Of no day")
        page.focus("dialog input[name=from]")
        page.keyboard.type("1")
        page.click("dialog .primary")
        self.assertTrue(page.locator("dialog input[name=from]:invalid").is_visible())
        page.click("dialog button:has-text('Cancel')")
        log = self.operator("#log")
        log.wait_for_selector(".event")
        log.focus(".filters input[name=fromTime]")
        log.keyboard.type("1")
        log.click(".filters button")
        self.assertTrue(log.locator(".filters input[name=fromTime]:invalid").is_visible())
        self.assertEqual(log.evaluate("location.hash"), "#log")
        self.assertNotIn("Of no day", [one["matter"] for one in self.demo.ask("state")["holds"]])
        # What is refused says so, and places nothing.
        page.click("button:has-text('Place a hold')")
        page.fill("dialog input[name=matter]", "Of nobody")
        page.fill("dialog input[name=user]", "nobody")
        page.click("dialog .primary")
        page.wait_for_selector(".toast.bad")
        self.assertEqual(page.locator(".panel li", has_text="Of nobody").count(), 0)
        line.get_by_role("button", name="Release").click()
        page.wait_for_selector("dialog:has-text('No erasure waits for it')")
        page.click("dialog .danger")
        line.wait_for(state="detached")

    def test_a_run_of_retention_does_what_its_dry_run_said(self):
        # A hold keeps a day of it; what is older than its kind allows goes.
        self.demo.do("operator", "setRetention", kind="group", maximum=8)
        page = self.operator("#operator")
        card = self.card(page, "Retention")
        self.assertRegex(card.locator("tr:has(th:text-is('group'))").inner_text(), r"8 days")
        before = self.erased()
        card.get_by_role("button", name="Try what would go").click()
        page.wait_for_selector("dialog h2:has-text('contents?')")
        said = page.inner_text("dialog")
        number = lambda pattern: int(re.search(pattern, said)[1].replace(",", ""))
        goes, waits = number(r"Erase ([\d,]+) contents\?"), number(r"([\d,]+) contents? must wait")
        self.assertEqual(number(r"([\d,]+) contents are older"), goes)
        self.assertGreater(goes, 20)
        self.assertGreater(waits, 0)
        self.assertGreater(number(r"([\d,]+) contents? will follow"), 0)
        self.check_access(page)
        page.click("dialog button:has-text('Cancel')")
        self.assertEqual(self.erased(), before)
        card.get_by_role("button", name="Try what would go").click()
        page.locator("dialog .danger", has_text=f"Erase {goes}").click()
        page.wait_for_selector(f".toast:has-text('{goes} contents erased.')")
        gone = self.erased() - before
        self.assertEqual(len(gone), goes)
        oldest = time.time() * 1_000 - 8 * demo.DAY
        found = self.demo.ask("events", **{"from": min(gone)}, until=max(gone), limit=500)["items"]
        self.assertTrue(all(item["at"] <= oldest for item in found if item["position"] in gone))
        # What a hold keeps waits for another run.
        again = self.demo.do("operator", "runRetention", dryRun=True)
        self.assertEqual((again["erased"], again["deferredCount"]), (0, waits))
        card.get_by_role("button", name="Try what would go").click()
        page.wait_for_selector("dialog h2:has-text('Nothing is old enough')")

    def test_words_are_opened_for_a_reason_everywhere_and_the_log_says_whose(self):
        self.demo.do("operator", "configure", looks="required")
        self.addCleanup(self.demo.do, "operator", "configure", looks="given")
        secret = "Lemon!"
        refused = []

        def begin(place):
            page = self.operator(place)
            page.on("response", lambda answer: refused.append(answer.request.post_data) if answer.status >= 400 else None)
            return page

        # Whole screens.
        for place in ("#chat", "#past"):
            page = begin(place)
            page.wait_for_selector(".choose input[name=reason]")
            self.assertEqual(page.locator(".choice button, .conversation").count(), 0)
            reason = f"a look at {place[1:]}"
            self.give_reason(page, reason)
            page.locator(".choice button", has_text="Anna").click()
            self.open(page, "Tea at four")
            page.wait_for_selector(f".text:text-is('{secret}')")
        # The words of the log, and the reports.
        page = begin("#log")
        page.wait_for_selector(".event")
        self.assertNotIn(secret, page.inner_text(".log"))
        page.click(".switch input")
        page.wait_for_selector("dialog input[name=reason]")
        page.keyboard.press("Escape")
        page.wait_for_selector(".switch input:not(:checked)")
        self.assertNotIn(secret, page.inner_text(".log"))
        page.click(".switch input")
        self.give_reason(page, "a look at the log")
        page.wait_for_selector(f".event:has-text('{secret}')")
        page = begin("#operator")
        page.click("button:has-text('Show the reports')")
        page.wait_for_selector("dialog input[name=reason]")
        self.assertEqual(page.locator("li:has-text('Is this link ours?')").count(), 0)
        self.give_reason(page, "a look at the reports")
        page.wait_for_selector("li:has-text('Is this link ours?')")
        self.assertEqual(refused, [])
        # Who looked, at what, and why: in the log, on the screen.
        looks = {}
        for look in self.demo.ask("events", type="contentOpened", limit=500, content=True, reason="this test")["items"]:
            looks.setdefault(look["content"]["reason"], []).append(look)
        for reason, query, about in (("a look at chat", "messages", {"asUser": demo.person("anna"), "conversation": demo.TEA}),
                                     ("a look at past", "messages", {"asUser": demo.person("anna"), "conversation": demo.TEA, "past": True}),
                                     ("a look at the log", "events", {}),
                                     ("a look at the reports", "reports", {"asUser": demo.person("greta")})):
            found = [look for look in looks.get(reason, []) if look["fields"]["query"] == query]
            self.assertTrue(found, (reason, looks.keys()))
            for name, value in about.items():
                self.assertIn(value, [look["fields"].get(name) for look in found], (reason, name))
            self.assertTrue(all(look["fields"].get("looker") for look in found), reason)
            # The words that show it are behind a reason too.
            page.evaluate(f"location.hash = '#log?at={found[0]['position']}'")
            page.wait_for_selector(f".event[aria-expanded=true]:has-text('{found[0]['position']}')")
            page.check(".switch input")
            page.wait_for_selector(f".event-details .content:has-text('{reason}')")
        page.locator(".event-details .source summary").click()
        page.wait_for_selector(".event-details .source pre:has-text('looker')")

    def test_reasons_for_looks_are_set_after_a_question(self):
        self.addCleanup(self.demo.do, "operator", "configure", looks="given")
        page = self.operator("#operator")
        card = self.card(page, "Reasons for looks")
        card.locator("p:has-text('logs the looks that have one')").wait_for()
        looks = lambda: self.demo.ask("state")["configuration"]["looks"]
        for rule, words in (("required", "shows words only for a reason, and logs each look"), ("off", "logs no look"), ("given", "logs the looks that have one")):
            before = looks()
            self.assertEqual(card.locator("select").input_value(), before)
            card.locator("select").select_option(rule)
            card.get_by_role("button", name="Set").click()
            page.wait_for_selector(f"dialog:has-text('from {before} to {rule}'):has-text('{words}')")
            self.check_access(page)
            page.click("dialog button:has-text('Cancel')")
            self.assertEqual(looks(), before)
            card.get_by_role("button", name="Set").click()
            page.click("dialog .danger")
            # What is shown then is what is so.
            card.locator(f"p:has-text('{words}')").wait_for()
            self.assertEqual(looks(), rule)

    def test_another_key_is_asked_for_and_the_screen_goes_on(self):
        keys = pathlib.Path(self.demo.path("keys.txt"))
        lines = keys.read_text().splitlines(keepends=True)
        page = self.operator(f"#log?conversation={demo.TRIP}")
        page.wait_for_selector(".event")
        page.fill(".filters input[name=type]", "messageSe")
        keys.write_text("".join(line for line in lines if not line.startswith("operator ")))
        own = self.demo.operator
        try:
            self.demo.server.send_signal(signal.SIGHUP)
            page.wait_for_selector("dialog.expired")
            self.check_access(page)
            # Neither a person's token nor a backend's key is the operator's.
            for wrong in (self.demo.token("anna"), self.backend):
                page.fill("dialog input[name=token]", wrong)
                page.click("dialog button.primary")
                page.wait_for_selector("dialog .problem:not(:empty)")
                self.assertIn("Sign out", page.inner_text("dialog .problem"))
                self.assertTrue(page.locator("dialog.expired").is_visible())
            page.fill("dialog input[name=token]", self.second)
            page.click("dialog button.primary")
            page.wait_for_selector("dialog.expired", state="detached")
            # The screen is the operator's still, as it was, and live.
            self.assertEqual(page.input_value(".filters input[name=type]"), "messageSe")
            self.demo.operator = self.second
            said = self.demo.do("hugo", "send", conversation=demo.TRIP, text="After the other key")["message"]
            position = self.event(said)["position"]
            page.wait_for_selector(f".events > li:first-child .position:text-is('{position:,}')")
            page.click(".rail a[href='#operator']")
            page.wait_for_selector(".panel:has-text('Case 2025/17')")
        finally:
            keys.write_text("".join(lines))
            self.demo.server.send_signal(signal.SIGHUP)
            self.demo.operator = own


if __name__ == "__main__":
    unittest.main()
