"""What a chat shows beside its messages: details, marks, searches, and names that would turn the line around."""

import re
import unittest

import demo
from harness import ConsoleTest

# Where the characters of some words are, from left to right, as they are painted.
LEFTS = """([selector, words]) => {
    for (const root of document.querySelectorAll(selector)) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const places = [];
        for (let node; (node = walker.nextNode());) {
            for (let n = 0; n < node.data.length; n += 1) places.push([node, n]);
        }
        const at = root.textContent.indexOf(words);
        if (at < 0) continue;
        return places.slice(at, at + words.length).filter(([node, n]) => node.data[n].trim()).map(([node, n]) => {
            const range = document.createRange();
            range.setStart(node, n);
            range.setEnd(node, n + 1);
            return range.getBoundingClientRect().left;
        });
    }
    return null;
}"""


class Details(ConsoleTest):
    server_options = ("--past-for-users",)

    def send(self, who, conversation, text, **more):
        return self.demo.do(who, "send", conversation=conversation, text=text, **more)["message"]

    def row(self, page, message):
        row = page.locator(f".row[data-message='{message}']")
        row.wait_for()
        return row

    def test_details_say_who_has_it_and_what_it_was(self):
        message = self.send("anna", demo.TRIP, "Meet at ten")
        self.demo.do("anna", "edit", message=message, text="Meet at eleven")
        self.demo.do("greta", "markRead", conversation=demo.TRIP, upTo=message)
        self.demo.do("farid", "markDelivered", conversation=demo.TRIP, upTo=message)
        self.demo.do("greta", "react", message=message, reaction="🎉")
        page = self.person("anna", f"#chat?c={demo.TRIP}&m={message}")
        row = self.row(page, message)
        row.hover()
        row.get_by_label("Details").click()
        details = page.locator("dialog .details")
        details.wait_for()
        # The positions of a person are sealed, and say nothing to them.
        self.assertRegex(details.inner_text(), r"^Entry \d+\n")
        self.assertIn(message, details.inner_text())
        for title, name in (("Read", "Greta Sørensen"), ("Delivered", "Farid Haddad"), ("Waiting", "Elif Yıldız"), ("🎉", "Greta Sørensen")):
            part = details.locator("div", has=page.locator(f"h3:text-is('{title}')"))
            self.assertEqual(part.locator("li", has_text=name).count(), 1, title)
        # Each time is a date and a time, once.
        times = details.locator("time").all_inner_texts()
        self.assertGreater(len(times), 3)
        for time in times:
            self.assertRegex(time, r"^ ?\d+ \w+ \d{4}, \d\d:\d\d:\d\d$")
        self.assertRegex(details.locator("ol li").first.inner_text(), "^Meet at ten ")
        self.check_access(page)
        page.click("dialog button:has-text('Close')")
        # Of another's message nothing is said about who has read it.
        other = self.send("greta", demo.TRIP, "At eleven then")
        row = self.row(page, other)
        row.hover()
        row.get_by_label("Details").click()
        page.locator("dialog .details", has_text=other).wait_for()
        self.assertEqual(page.locator("dialog .details h3").count(), 0)

        page.click("dialog button:has-text('Close')")
        # The operator's positions are those of the log.
        position = self.demo.ask("events", message=message, type="messageSent")["items"][0]["position"]
        page = self.operator(f"#chat?as={demo.person('anna')}&c={demo.TRIP}&m={message}")
        self.give_reason(page)
        row = self.row(page, message)
        row.hover()
        row.get_by_label("Details").click()
        page.locator("dialog .details", has_text=f"position {position}").wait_for()

    def test_a_long_text_opens_and_a_quote_leads_to_what_it_quotes(self):
        long = self.send("ben", demo.TEA, "\n".join(f"Line {n}" for n in range(90)))
        after = self.send("ben", demo.TEA, "Behind the long one")
        page = self.person("dai", f"#chat?c={demo.TEA}&m={long}", height=1_400)
        row = self.row(page, long)
        self.row(page, after)
        text = row.locator(".text")
        folded = text.evaluate("(text) => text.offsetHeight")
        # The place of all rows grows with it, so that one can scroll to the last one.
        row.locator("button.more").click()
        page.wait_for_function("""() => {
            const [rows, place] = [".rows", ".canvas"].map((name) => document.querySelector(name).getBoundingClientRect().bottom);
            return Math.abs(rows - place) < 2;
        }""")
        row.locator("button.more:text-is('Show less')").wait_for()
        self.assertGreater(text.evaluate("(text) => text.offsetHeight"), folded + 200)
        row.locator("button.more").focus()
        page.keyboard.press("Enter")
        row.locator("button.more:text-is('Show all')").wait_for()
        self.assertEqual(text.evaluate("(text) => text.offsetHeight"), folded)
        # An answer to what is far above.
        first = self.demo.post("queries/messages", self.demo.token("dai"), {"conversation": demo.TEA, "aroundOrdinal": 3, "limit": 1})["items"][0]
        answer = self.send("cora", demo.TEA, "To the beginning", replyTo=first["message"])
        page.evaluate(f"location.hash = '#chat?c={demo.TEA}&m={answer}'")
        self.row(page, answer).locator(".quote").click()
        page.wait_for_function("""(id) => {
            const row = document.querySelector(`.row[data-message='${id}']`)?.getBoundingClientRect();
            const box = document.querySelector(".talk-scroll").getBoundingClientRect();
            return row && row.top >= box.top && row.bottom <= box.bottom;
        }""", arg=first["message"])
        page.wait_for_selector(f".row[data-message='{first['message']}'].flash, .row[data-message='{first['message']}'] .flash")

    def test_a_conversation_is_begun_and_found(self):
        # Where one reads now is no place in another conversation.
        page = self.person("anna", f"#chat?c={demo.TEA}&n=3")
        page.wait_for_selector(".row[data-ordinal='3']")
        page.get_by_label("New conversation").click()
        page.fill("dialog input[name=search]", "nobody of that name")
        page.click("dialog .primary")
        page.wait_for_selector(".toast:has-text('No person of that name is found.')")
        page.get_by_label("New conversation").click()
        page.fill("dialog input[name=search]", "Farid")
        page.click("dialog .primary")
        page.wait_for_selector("dialog select[name=user]")
        self.assertEqual(page.locator("dialog option").all_inner_texts(), ["Farid Haddad, farid"])
        self.assertEqual(page.locator("dialog p").count(), 0)
        self.check_access(page)
        page.click("dialog .primary")
        page.wait_for_selector(".talk-names h1:text-is('Farid Haddad')")
        self.assertNotIn("n=", page.url)
        # Of many it says that there are more.
        many = [{"user": demo.made(n), "username": f"kim{n}", "fullName": "Kim Lee"} for n in range(20)]
        page.route("**/v1/queries/users", lambda route: route.fulfill(json={"ok": {"items": many, "next": "more"}, "position": 1}))
        page.get_by_label("New conversation").click()
        page.fill("dialog input[name=search]", "Kim")
        page.click("dialog .primary")
        page.wait_for_selector("dialog p:has-text('Only the first 20 are shown; the query users lists the rest.')")
        self.assertEqual(page.locator("dialog option").all_inner_texts()[:2], ["Kim Lee, kim0", "Kim Lee, kim1"])
        page.click("dialog button:has-text('Cancel')")
        self.say(page, "A quince pie?")
        page.wait_for_selector(".row.mine:not(.pending):has-text('A quince pie?')")
        page.wait_for_selector(".conversation.selected:has-text('Farid Haddad'):has-text('You: A quince pie?')")
        farid = self.person("farid")
        farid.wait_for_selector(".conversation:has-text('Anna Lindqvist'):has-text('A quince pie?') .badge:text-is('1')")
        # By a name, and by nothing that is there.
        page.fill("[aria-label='Search conversations']", "Farid")
        page.wait_for_selector(".conversations:not(:has(.conversation:has-text('Tea at four')))")
        self.assertEqual(page.locator(".conversation .title").all_inner_texts()[0], "Farid Haddad")
        page.fill("[aria-label='Search conversations']", "zzzz")
        page.wait_for_selector(".list .empty:text-is('Nothing is found.')")
        self.check_access(page)
        page.fill("[aria-label='Search conversations']", "")
        page.wait_for_selector(".conversation:has-text('Tea at four')")

    def test_a_conversation_that_was_begun_opens_beside_no_other_screen(self):
        page = self.person("hugo")
        page.get_by_label("New conversation").click()
        page.fill("dialog input[name=search]", "Farid")
        page.click("dialog .primary")
        held = []
        page.route("**/v1/commands/startDirect", lambda route: held.append(route))
        page.wait_for_selector("dialog select[name=user]")
        page.click("dialog .primary")
        self.wait_until(page, lambda: held, "nothing is begun")
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".proof")
        with page.expect_response("**/v1/queries/conversations"):
            held[0].continue_()
        page.wait_for_timeout(300)
        self.assertTrue(page.url.endswith("#proof"), page.url)

    def test_marks_of_messages_and_conversations(self):
        page = self.person("ben")
        self.open(page, "Tea at four")
        preview = {"url": "https://example.com/scones", "title": "Scones <b>at home</b>", "description": "Flour, butter and patience"}
        linked = self.send("cora", demo.TEA, "Read https://example.com/scones first")
        self.demo.do("cora", "annotate", message=linked, linkPreview=preview, priority={"isPriority": True, "reason": "Asked for twice"})
        row = self.row(page, linked)
        row.locator(".preview b:text-is('Scones <b>at home</b>')").wait_for()
        row.locator(".preview:has-text('Flour, butter and patience')").wait_for()
        row.locator(".priority:has-text('Asked for twice')").wait_for()
        forwarded = self.send("cora", demo.TEA, "Passed on", forwardedFrom=linked)
        self.row(page, forwarded).locator(".forwarded:text-is('Forwarded')").wait_for()
        self.assertEqual(row.locator(".forwarded").count(), 0)
        # A reaction is given, and taken back on its chip.
        self.demo.do("cora", "react", message=linked, reaction="like")
        chip = row.locator(".reaction:has-text('👍')")
        chip.wait_for()
        self.assertEqual(chip.get_attribute("aria-pressed"), "false")
        chip.click()
        row.locator(".reaction.mine[aria-pressed=true]:has-text('2')").wait_for()
        row.locator(".reaction.mine").click()
        row.locator(".reaction:not(.mine)[aria-pressed=false]").wait_for()
        groups = self.demo.post("queries/reactions", self.demo.token("ben"), {"message": linked})["groups"]
        self.assertEqual([(group["reaction"], [user["name"] for user in group["users"]]) for group in groups], [("like", ["Cora Maximova"])])
        # Pinned stands above what is newer; muted counts quietly.
        self.demo.do("ben", "pin", conversation=demo.TRIP)
        self.demo.do("ben", "mute", conversation=demo.TRIP)
        self.send("hugo", demo.TRIP, "Quiet, please")
        self.send("cora", demo.TEA, "And louder")
        page.wait_for_selector(".conversation:has-text('Lisbon') .badge.quiet")
        page.wait_for_selector(".conversation:has-text('And louder')")
        first = page.locator(".conversation").first
        self.assertIn("Lisbon", first.inner_text())
        self.assertEqual(first.locator(".conversation-top .icon").count(), 2)
        self.assertEqual(page.locator(".conversation:has-text('Tea at four') .conversation-top .icon").count(), 0)

    def test_who_was_there_and_when(self):
        page = self.person("greta")
        dai = self.person("dai")
        dai.wait_for_selector(".conversation")
        direct = self.demo.do("dai", "startDirect", **{"with": demo.person("greta")})["conversation"]
        self.send("dai", direct, "Good evening")
        self.open(page, "Dai Nakamura")
        page.wait_for_selector(".talk-detail:text-is('online')")
        dai.context.close()
        self.contexts.remove(dai.context)
        # The server finds that a stream has ended when it writes to it.
        for n in range(120):
            self.send("greta", direct, f"Still there? {n}")
            page.wait_for_timeout(250)
            if page.inner_text(".talk-detail") != "online":
                break
        self.assertRegex(page.inner_text(".talk-detail"), "^last seen today [0-9]{2}:[0-9]{2}$")

    def test_unread_messages_of_the_past_are_counted_as_they_were(self):
        before = self.demo.ask("state")["size"]
        self.demo.do("elif", "markRead", conversation=demo.TRIP)
        for n in range(3):
            last = self.send("hugo", demo.TRIP, f"Not read yet {n}")
        then = self.demo.ask("state")["size"]
        self.demo.do("elif", "markRead", conversation=demo.TRIP, upTo=last)
        now = self.demo.ask("state")["size"]
        self.assertGreater(now, then)
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Elif").click()
        earlier = self.demo.post("queries/conversation", self.demo.operator, {
            "as": demo.person("elif"), "conversation": demo.TRIP, "asOf": before})["unread"]
        self.assertNotIn(earlier, (0, 2, 3))
        badge = ".moment:not([inert]) .conversation:has-text('Lisbon') .badge"
        for position, shown in ((then, 3), (then - 1, 2), (now, None), (before, earlier)):
            page.evaluate(f"location.hash = '#past?as={demo.person('elif')}&at={position}'")
            page.wait_for_selector(f".slider output:has-text('Position {position:,}')")
            if shown:
                page.wait_for_selector(f"{badge}:text-is('{shown}')")
            else:
                page.wait_for_selector(".moment:not([inert]) .conversation:has-text('Lisbon'):not(:has(.badge))")
        # Looking reads nothing.
        self.assertEqual(self.demo.ask("state")["size"] - now, len(
            [item for item in self.demo.ask("events", **{"from": now + 1})["items"] if item["type"] == "contentOpened"]))

    def reads(self, page, selector, words):
        """The words are painted in their order."""
        page.wait_for_function("([selector, words]) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))", arg=[selector, words])
        lefts = page.evaluate(LEFTS, [selector, words])
        self.assertEqual(lefts, sorted(lefts), f"{words!r} in {selector}")

    def test_a_name_that_turns_the_line_around_ends_with_itself(self):
        name = "Hugo \u202eoguH"
        turned = "\u202edetrever"
        self.demo.do("hugo", "setProfile", username="hugo", fullName=name)
        page = self.person("ben", f"#chat?c={demo.TRIP}")
        page.wait_for_selector(".talk .row:not(.skeleton)")
        # The look finds a line that is turned.
        page.evaluate("(name) => { const p = document.createElement('p'); p.id = 'turned'; p.append(name, ' and more'); document.body.append(p); }", name)
        with self.assertRaises(AssertionError):
            self.reads(page, "#turned", " and more")
        page.evaluate("document.getElementById('turned').remove()")
        said = self.send("hugo", demo.TRIP, "In order here")
        row = self.row(page, said)
        self.reads(page, ".conversation .preview-text", "In order here")
        self.reads(page, ".row .text", "In order here")
        asked = self.send("anna", demo.TRIP, f"Ask @[{demo.person('hugo')}] for the keys")
        page.wait_for_selector(f".row[data-message='{asked}'] .mention:has-text('oguH')")
        self.reads(page, f".row[data-message='{asked}'] .text", "for the keys")
        named = [{"kind": "file", "url": "https://media.example.com/f", "bytes": 2_048, "name": f"file{turned}"},
                 {"kind": "audio", "url": "https://media.example.com/a", "bytes": 4_096, "seconds": 5, "name": f"tape{turned}"}]
        media = self.demo.do("anna", "send", conversation=demo.TRIP, attachments=named)["message"]
        self.reads(page, f".row[data-message='{media}'] .media.file", "File · 2.0 KiB")
        self.reads(page, f".row[data-message='{media}'] .media.audio", "4.0 KiB · 0:05")
        # Who reads it, and what it was.
        mine = self.send("ben", demo.TRIP, f"First {turned}")
        self.demo.do("ben", "edit", message=mine, text="Second")
        self.demo.do("hugo", "markRead", conversation=demo.TRIP, upTo=mine)
        row = self.row(page, mine)
        row.hover()
        row.get_by_label("Details").click()
        page.wait_for_selector("dialog .details:has-text('Earlier versions')")
        clock = page.locator("dialog .details ul time").first.inner_text()
        self.reads(page, "dialog .details ul li", clock.strip())
        self.reads(page, "dialog .details ol li", page.locator("dialog .details ol time").first.inner_text().strip())
        page.click("dialog .primary")
        # What the operator sees of it.
        self.demo.do("anna", "report", message=said, reason="other", details=f"Details {turned}")
        page = self.operator("#operator")
        page.click("button:has-text('Show the reports')")
        self.give_reason(page)
        page.wait_for_selector(f".rows-list small:has-text('Details')")
        self.reads(page, ".rows-list small", "In order here · open")


if __name__ == "__main__":
    unittest.main()
