"""The log, the past and the operator's screens, in a browser."""

import re
import unittest

import demo
from harness import ConsoleTest, heights, looks


class Operator(ConsoleTest):
    server_options = ("--past-for-users",)

    def give_reason(self, page, reason="a question of Anna's"):
        page.fill("textarea[name=reason]", reason)
        page.locator("button.primary").last.click()

    def test_the_log_shows_envelopes_and_words_only_for_a_reason(self):
        page = self.operator("#log")
        page.wait_for_selector(".event")
        shown = page.inner_text(".log")
        self.assertNotIn("lemon", shown)
        self.assertIn("messageSent", shown)
        page.check(".switch input")
        self.give_reason(page)
        page.wait_for_selector(".event:has-text('There is lemon and there is chocolate.')")
        looked = self.demo.ask("events", types=["contentOpened"], limit=500)["items"]
        self.assertTrue(looked)
        self.check_access(page)
        self.picture(page, "log-1280-light")

    def test_the_log_is_filtered_live_and_printed(self):
        page = self.operator(f"#log?conversation={demo.TRIP}&type=messageSent")
        page.wait_for_selector(".event")
        types = page.eval_on_selector_all(".event .type", "(all) => [...new Set(all.map((t) => t.textContent))]")
        self.assertEqual(types, ["messageSent"])
        before = page.locator(".event").count()
        hugo = self.person("hugo")
        self.open(hugo, "Lisbon")
        self.say(hugo, "Seen by the log")
        page.wait_for_function("(n) => document.querySelectorAll('.event').length > n", arg=before)
        page.locator(".event").first.click()
        page.wait_for_selector(".event-details")
        source = page.locator(".event-details .source pre").text_content()
        self.assertRegex(source, r"scrollback control STORE")
        self.check_access(page)

    def test_an_erased_content_names_its_erasure(self):
        page = self.operator(f"#log?at={self.demo.erased}")
        page.wait_for_selector(".event-details:has-text('The content was erased')")
        page.click(".event-details a:has-text('the erasure at')")
        page.wait_for_selector(".event[aria-expanded=true]:has-text('contentErased')")

    def test_an_envelope_explains_who_sees_a_message(self):
        page = self.operator(f"#log?conversation={demo.TEA}&type=messageSent")
        page.locator(".event").first.click()
        page.fill("form.why input", demo.person("ben"))
        page.click("button:has-text('Explain')")
        page.wait_for_selector(".because b:text-is('Visible')")
        page.fill("form.why input", demo.person("hugo"))
        page.click("button:has-text('Explain')")
        page.wait_for_selector(".because b:text-is('Not visible')")

    def test_a_span_is_picked_from_the_histogram(self):
        page = self.operator("#log")
        page.wait_for_selector(".histogram")
        page.focus(".span")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(re.compile("fromTime="))
        page.wait_for_selector(".scan:has-text('searched')")

    def test_the_past_moves_with_the_slider(self):
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(".conversation")
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=30&c={demo.TEA}'")
        page.wait_for_selector(".slider output:has-text('Position 30')")
        page.wait_for_selector(".conversation:has-text('Tea at four')")
        then = page.inner_text(".conversation:has-text('Tea at four') .preview-text")
        page.wait_for_selector(".talk .row")
        self.assertTrue(page.locator(".composer-closed").is_visible())
        page.focus(".slider input")
        page.keyboard.press("End")
        page.wait_for_function("(then) => [...document.querySelectorAll('.conversation')].some((c) => c.textContent.includes('Tea at four') && !c.textContent.includes(then))", arg=then)
        page.wait_for_selector(".talk .row details.why")
        page.locator(".talk .row[data-message] details.why summary").last.click()
        page.wait_for_selector(".because b:text-is('Visible')")
        self.check_access(page)

    def test_the_operator_sees_a_persons_chats_and_writes_nothing(self):
        page = self.operator("#chat")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        self.open(page, "Tea at four")
        page.wait_for_selector(".composer-closed:has-text('You look as an operator')")
        cora = self.person("cora")
        self.open(cora, "Tea at four")
        self.say(cora, "Seen by the operator a little later")
        page.wait_for_selector(".text:text-is('Seen by the operator a little later')")
        self.assertEqual(page.locator(".connection.lost").count(), 0)
        self.check_access(page)

    def test_two_moments_show_what_differs(self):
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.click("button:has-text('Compare two moments')")
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=120&to=200&c={demo.TEA}'")
        page.wait_for_selector(".conversation.differs .difference")
        self.assertEqual(page.locator(".moment").count(), 2)
        self.picture(page, "past-1280-light")
        self.check_access(page)

    def test_a_person_sees_their_own_past_where_the_server_allows_it(self):
        page = self.person("anna", "#past")
        page.wait_for_selector(".slider output")
        page.focus(".slider input")
        page.keyboard.press("PageDown")
        page.wait_for_selector(".moment .conversation, .moment .nothing")

    def test_the_operator_sees_numbers_and_acts_after_a_second_yes(self):
        page = self.operator("#operator")
        page.wait_for_selector(".tile b")
        self.check_access(page)
        self.picture(page, "operator-1280-light")
        message = self.demo.ask("events", type="messageSent", limit=1, conversation=demo.TEA)["items"][0]
        card = page.locator(".panel", has_text="First it is counted")
        card.locator("input[name=id]").fill(message["fields"]["message"])
        card.locator("input[name=basis]").fill("request")
        card.locator("input[name=reason]").fill("a test")
        card.get_by_role("button", name="See what would go").click()
        page.wait_for_selector("dialog:has-text('1 content will be destroyed')")
        page.click("dialog button:has-text('Cancel')")
        self.assertNotIn("erased", self.demo.ask("events", **{"from": message["position"], "until": message["position"]})["items"][0])
        card.get_by_role("button", name="See what would go").click()
        page.click("dialog .danger")
        page.wait_for_selector(".receipt:has-text('Erased: 1')")
        self.assertTrue(self.demo.ask("events", **{"from": message["position"], "until": message["position"]})["items"][0]["erased"])
        # What is refused says so.
        card = page.locator(".panel", has_text="First it is counted")
        card.locator("input[name=id]").fill("no id")
        card.locator("input[name=basis]").fill("x")
        card.locator("input[name=reason]").fill("x")
        card.get_by_role("button", name="See what would go").click()
        page.wait_for_selector(".panel .problem:not(:empty)")

    def test_holds_retention_and_reports(self):
        page = self.operator("#operator")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.click("button:has-text('Place a hold')")
        page.fill("dialog input[name=matter]", "Another case")
        page.fill("dialog input[name=conversation]", demo.TRIP)
        page.click("dialog .primary")
        page.wait_for_selector(".panel:has-text('Another case')")
        page.locator("li", has_text="Another case").get_by_role("button", name="Release").click()
        page.click("dialog .danger")
        page.wait_for_selector(".panel:not(:has-text('Another case'))")
        page.click("button:has-text('Try what would go')")
        page.wait_for_selector("dialog:has-text('will follow in the next 30 days')")
        page.click("dialog button:has-text('Cancel')")
        page.click("button:has-text('Show the reports')")
        self.give_reason(page)
        page.wait_for_selector(".rows-list:has-text('Elif')")

    def test_a_person_has_no_operators_screens(self):
        page = self.person("anna", "#operator")
        self.assertEqual(page.locator(".rail a").all_inner_texts(), ["Chat", "Past", "Proof"])

    def test_pictures(self):
        for width, scheme in looks:
            height = heights[width]
            page = self.operator("#operator", width=width, height=height, scheme=scheme)
            page.wait_for_selector(".tile b")
            page.wait_for_selector(".panel table")
            self.picture(page, f"operator-{width}-{scheme}")
            page.evaluate("location.hash = '#log'")
            page.wait_for_selector(".histogram")
            self.picture(page, f"log-{width}-{scheme}")
            page.evaluate("location.hash = '#past'")
            self.give_reason(page)
            page.wait_for_selector(".choice button")
            page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=120&to=200&c={demo.TEA}'")
            page.wait_for_selector(".conversation.differs", state="attached")
            self.picture(page, f"past-{width}-{scheme}")


if __name__ == "__main__":
    unittest.main()
