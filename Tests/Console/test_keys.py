"""The keyboard alone, where the focus is, what a screen reader is told, and the rules of axe on all screens."""

import re
import unittest

import demo
from harness import ConsoleTest

# Where the focus is: whether one sees it, and whether it lies on the screen with nothing over it.
STOP = """(number) => {
    const focused = document.activeElement;
    if (focused === document.body) return null;
    // A hidden field of a file shows its label; what is written has a frame around it.
    const label = focused.type === "file" ? focused.nextElementSibling : undefined;
    const frame = focused.closest(".composer form");
    const isMarked = (element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || (element === frame && boxShadow !== "none");
    };
    const box = label ?? focused;
    const { left, top, right, bottom } = box.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2, y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const hit = document.elementFromPoint(x, y);
    return {
        name: `${focused.tagName}.${focused.className} ${focused.getAttribute("aria-label") ?? focused.textContent.slice(0, 30)}`,
        isMarked: [focused, label, frame, ...focused.querySelectorAll(":scope > p")].some((element) => element && isMarked(element)),
        isThere: Boolean(hit) && (box.contains(hit) || hit.contains(box)),
        number: Number(focused.dataset.stop ??= number),
    };
}"""


class Keys(ConsoleTest):
    def walk(self, page):
        """All places where Tab goes, once."""
        page.evaluate("document.activeElement.blur(); document.querySelectorAll('[data-stop]').forEach((e) => delete e.dataset.stop)")
        stops = {}
        for number in range(300):
            page.keyboard.press("Tab")
            stop = page.evaluate(STOP, number)
            # A field of a date is one place with several parts.
            if stop is None or stop["number"] < max(stops, default=0):
                break
            stops.setdefault(stop["number"], stop)
        return list(stops.values())

    def see_focus(self, page, least):
        stops = self.walk(page)
        self.assertGreaterEqual(len(stops), least, [stop["name"] for stop in stops])
        self.assertEqual([stop["name"] for stop in stops if not stop["isMarked"]], [], "not marked")
        self.assertEqual([stop["name"] for stop in stops if not stop["isThere"]], [], "not on the screen")

    def test_the_focus_is_seen_wherever_the_keyboard_goes(self):
        page = self.person("anna")
        self.open(page, "Lisbon")
        self.see_focus(page, 15)
        # It is found where the mark is taken away.
        page.evaluate("document.querySelector('.list-head button').style.outline = 'none'")
        with self.assertRaisesRegex(AssertionError, "not marked"):
            self.see_focus(page, 15)
        page = self.operator("#operator")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        self.see_focus(page, 25)
        page.evaluate("location.hash = '#log?at=40'")
        page.wait_for_selector(".event-details")
        page.wait_for_selector(".histogram")
        self.see_focus(page, 45)
        page.evaluate("location.hash = '#proof?event=40'")
        page.wait_for_selector(".verdict .tree")
        self.see_focus(page, 14)
        page.evaluate("location.hash = '#past'")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        self.open(page, "Tea at four")
        page.wait_for_selector(".talk details.why")
        self.see_focus(page, 25)

    def focus(self, page):
        return page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.className")

    def test_a_message_is_answered_with_the_keyboard_alone(self):
        page = self.person("anna")
        # The first stop leads past the rail.
        self.tab_to(page, ".skip")
        page.keyboard.press("Enter")
        self.assertTrue(page.evaluate("document.activeElement.closest('main') !== null && location.hash === ''"))
        # From screen to screen, and back.
        self.tab_to(page, ".rail a[href='#proof']")
        page.keyboard.press("Enter")
        page.wait_for_selector(".proof .drop")
        self.tab_to(page, ".rail a[href='#chat']")
        page.keyboard.press("Enter")
        page.wait_for_selector(".conversation")
        self.open(page, "Lisbon")
        row = ".row:focus-within"
        self.tab_to(page, ".talk-scroll")
        page.keyboard.press("ArrowUp")
        for _ in range(60):
            if "I vote for the one" in page.inner_text(row):
                break
            page.keyboard.press("ArrowUp")
        page.wait_for_selector(".row:focus .toolbar")
        # A reaction is picked, with the arrows; the focus is in the row again, and the arrows go on.
        self.tab_to(page, ".toolbar [aria-label='React']")
        page.keyboard.press("Enter")
        self.assertEqual(self.focus(page), "👍")
        page.keyboard.press("Escape")
        self.assertEqual(page.locator(".picker").count(), 0)
        self.assertEqual(self.focus(page), "React")
        page.keyboard.press("Enter")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        self.assertEqual(self.focus(page), "😂")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"{row} .reaction.mine:has-text('😂')")
        for key, is_here in (("ArrowUp", False), ("ArrowDown", True)):
            page.keyboard.press(key)
            self.assertEqual("I vote for the one" in page.inner_text(row), is_here)
        # It is taken back on its chip.
        self.tab_to(page, ".reaction.mine[aria-label^='😂']")
        page.keyboard.press("Space")
        page.wait_for_selector(f"{row}:not(:has(.reaction.mine:has-text('😂')))")
        # Dialogs give the focus back.
        self.tab_to(page, ".toolbar [aria-label='Details']")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog:has-text('Entry')")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        self.assertEqual(self.focus(page), "Details")
        # To one's own message, which is deleted after a second yes.
        self.tab_to(page, ".composer textarea")
        page.keyboard.type("To be deleted by keys")
        page.keyboard.press("Enter")
        page.wait_for_selector(".row.mine:not(.pending):has-text('To be deleted by keys')")
        page.focus(".talk-scroll")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(".row.mine:focus:has-text('To be deleted by keys')")
        self.tab_to(page, ".toolbar [aria-label='Delete']")
        for answer in ("Cancel", "Delete"):
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog[open]")
            if self.focus(page) != answer:
                self.tab_to(page, f"dialog button:nth-of-type({1 if answer == 'Cancel' else 2})")
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog", state="detached")
            if answer == "Cancel":
                self.assertEqual(self.focus(page), "Delete")
        page.wait_for_selector(f"{row}:has-text('This message was deleted')")

    def test_the_focus_stays_in_the_card_in_which_something_was_done(self):
        self.demo.do("operator", "placeHold", matter="Released by keys", user=demo.person("hugo"))
        page = self.operator("#operator")
        page.wait_for_selector(".panel:has-text('Released by keys')")
        page.fill(".operator [name=id]", "typed before")
        page.locator("li", has_text="Released by keys").get_by_role("button", name="Release").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        self.tab_to(page, "dialog .danger")
        page.keyboard.press("Enter")
        page.wait_for_selector(".panel:has-text('Released by keys')", state="detached")
        page.wait_for_selector(".panel:has(h2:text-is('Holds')) button:focus")
        self.assertEqual(page.input_value(".operator [name=id]"), "typed before")

    def test_the_focus_stays_beside_a_running_export_and_on_the_card_of_webhooks(self):
        job = {"export": "one", "state": "running", "scope": {}, "done": 1, "total": 9_000, "who": "a test", "begun": 1_000}
        jobs, asked = [job], []
        page = self.page()
        focused = lambda: page.evaluate("document.activeElement.textContent")

        def answer(route):
            asked.append(route)
            job["done"] += 1
            route.fulfill(json={"ok": {"items": jobs}})

        def see_it_drawn():
            before = len(asked)
            self.wait_until(page, lambda: len(asked) > before + 1, "the jobs are not asked for")

        page.route("**/v1/exports", answer)
        self.sign_in(page, self.demo.operator, "#operator")
        stop = page.locator("li:has-text('a test') button:visible")
        stop.focus()
        see_it_drawn()
        self.assertEqual(focused(), "Stop")
        # A question about it gives the focus back, also when the numbers have changed meanwhile.
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        see_it_drawn()
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        self.assertEqual(focused(), "Stop")
        # It stays with its export, not with a place.
        jobs.insert(0, {**job, "export": "two", "who": "another test"})
        page.wait_for_selector("li:has-text('another test')")
        self.assertTrue(page.evaluate("document.activeElement.closest('li').textContent.includes(' a test')"))
        job["state"] = "ready"
        page.wait_for_selector("li:has-text('a test') button:text-is('Delete')")
        self.assertEqual(focused(), "Delete")
        jobs.pop()
        page.wait_for_selector("li:has-text('a test') button:text-is('Delete')", state="detached")
        page.wait_for_selector(".panel:has(h2:text-is('Exports')) button:focus")
        # The webhooks, when they are looked at again and when something else was done.
        look = page.get_by_role("button", name="Look again")
        look.focus()
        with page.expect_response("**/v1/consumers"):
            page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        self.assertEqual(focused(), "Look again")
        page.evaluate("window.before = document.querySelector('.panel table')")
        self.demo.stop()
        page.wait_for_selector(".connection.lost")
        self.demo.start(self.demo.port)
        page.wait_for_function("() => !window.before.isConnected")
        self.assertEqual(focused(), "Look again")
        # And where they cannot be had for a moment.
        failure = {"error": {"code": "internal", "message": "It failed."}}
        page.route("**/v1/consumers", lambda route: route.fulfill(status=500, json=failure))
        page.keyboard.press("Enter")
        page.wait_for_selector(".panel h2:text-is('Webhooks')")
        self.assertEqual(focused(), "Look again")

    def test_a_reason_and_a_span_of_time_are_given_with_the_keyboard_alone(self):
        page = self.operator("#log")
        page.wait_for_selector(".histogram")
        self.tab_to(page, ".switch input")
        page.keyboard.press("Space")
        page.wait_for_selector("dialog input:focus")
        # The dialog keeps the keys to itself.
        for _ in range(6):
            page.keyboard.press("Tab")
            self.assertTrue(page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog') !== null"))
        page.keyboard.press("Escape")
        page.wait_for_selector(".switch input:focus:not(:checked)")
        page.keyboard.press("Space")
        page.wait_for_selector("dialog input:focus")
        page.keyboard.type("by keys")
        self.tab_to(page, "dialog .primary")
        page.evaluate("document.querySelector('.histogram').id = 'before'")
        page.keyboard.press("Enter")
        page.wait_for_selector(".event:has-text('There is lemon and there is chocolate.')")
        page.wait_for_selector(".switch input:focus:checked")
        page.wait_for_selector(".histogram:not(#before)")
        for name, key in (("The span begins", "ArrowRight"), ("The span ends", "ArrowLeft")):
            self.tab_to(page, f".span[aria-label='{name}']")
            before = page.evaluate("document.activeElement.getAttribute('aria-valuetext')")
            for _ in range(8):
                page.keyboard.press(key)
            self.assertNotEqual(page.evaluate("document.activeElement.getAttribute('aria-valuetext')"), before)
        self.tab_to(page, ".chart-label button")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("fromTime="))
        # What is shown then can be taken back where one is.
        page.wait_for_selector(".chart button:text-is('All times')")
        page.wait_for_selector(".chart :focus")

    def out_of_reach(self, page, selector):
        """What of a selector has something over it, or lies beside the screen."""
        return page.eval_on_selector_all(selector, """(all) => all.filter((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return [[left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]].some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
        }).map((element) => element.getAttribute("aria-label"))""")

    def test_what_is_offered_for_a_message_lies_on_the_screen(self):
        sent = [self.demo.do(who, "send", conversation=demo.TRIP, text=text)["message"] for who, text in
                (("anna", "A"), ("ben", "B"), ("anna", "Longer words of my own, so that it is as wide as it may become on a telephone"),
                 ("ben", "Longer words of another, so that it is as wide as it may become on a telephone"))]
        # So that each of them can be the first one on the screen.
        for n in range(12):
            self.demo.do("ben", "send", conversation=demo.TRIP, text=f"Below\n{n}")
        for width in (360, 1280):
            page = self.person("anna", width=width, height=740)
            page.evaluate(f"location.hash = '#chat?c={demo.TRIP}'")
            for message in sent:
                row = page.locator(f".row[data-message='{message}']")
                row.wait_for()
                for place in ("start", "end"):
                    with self.subTest(f"{width} px, {row.inner_text()[:20]!r} at the {place}"):
                        # It lies still when the rows above have their heights.
                        row.evaluate("""async (row, block) => {
                            row.scrollIntoView({ block });
                            let before, top;
                            do {
                                before = top;
                                await new Promise(requestAnimationFrame);
                                ({ top } = row.getBoundingClientRect());
                            } while (top !== before);
                        }""", place)
                        row.locator(".bubble").hover()
                        row.locator(".toolbar").wait_for()
                        self.assertEqual(self.out_of_reach(page, ".toolbar button"), [])
                        row.get_by_label("React").click()
                        page.wait_for_selector(".picker")
                        self.assertEqual(self.out_of_reach(page, ".picker button"), [])
                        page.keyboard.press("Escape")

    def test_what_happens_is_said(self):
        page = self.person("anna")
        self.open(page, "Ben Okafor")
        conversation = re.search("c=([^&]+)", page.url)[1]
        live = page.locator(".talk > [aria-live=polite]")
        self.assertEqual(live.inner_text(), "")
        self.say(page, "My own")
        page.wait_for_selector(".row.mine:not(.pending):has-text('My own')")
        self.assertEqual(live.inner_text(), "")
        self.demo.do("ben", "send", conversation=conversation, text="Is it said?")
        page.wait_for_selector(".talk > [aria-live=polite]:text-is('Ben Okafor: Is it said?')")
        # The same words again are another message.
        self.assertTrue(page.evaluate("""async () => {
            window.said = 0;
            new MutationObserver(() => { window.said += 1; }).observe(document.querySelector(".talk > [aria-live]"), { childList: true, characterData: true, subtree: true });
            return true;
        }"""))
        self.demo.do("ben", "send", conversation=conversation, text="Is it said?")
        page.wait_for_function("() => window.said > 0")
        # Where no stream tells of it, it is said when the page has asked.
        other = self.operator(f"#chat?as={demo.person('anna')}&c={conversation}")
        self.give_reason(other)
        other.wait_for_selector(".talk .row:not(.skeleton)")
        self.demo.do("ben", "send", conversation=conversation, text="And here?")
        other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        other.wait_for_selector(".talk > [aria-live=polite]:text-is('Ben Okafor: And here?')")
        # Refusals, beside the place or in the line for all that happens.
        self.say(page, "w" * 10_001)
        page.wait_for_selector(".failure[role=alert]:has-text('10')")
        page.route("**/v1/commands/react", lambda route: route.fulfill(
            status=422, content_type="application/problem+json", json={"code": "invalidRequest", "detail": "Not for a test."}))
        page.locator(".row:has-text('Is it said?')").first.hover()
        page.locator(".row:has-text('Is it said?')").first.get_by_label("React").click()
        page.locator(".picker button").first.click()
        page.wait_for_selector("#toasts[role=status][aria-live=polite] .toast.bad:has-text('Not for a test.')")
        # A lost connection.
        self.assertEqual(page.locator(".connection[role=status]").inner_text(), "")
        page.route("**/v1/queries/*", lambda route: route.abort())
        page.select_option(".list-tools select", "all")
        page.wait_for_selector(".connection[role=status]:has-text('The connection is lost')")


if __name__ == "__main__":
    unittest.main()
