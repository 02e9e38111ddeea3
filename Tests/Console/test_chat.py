"""The chat, in a browser."""

import datetime
import json
import re
import time
import unittest

import playwright.sync_api

import demo
from harness import PATIENCE, STRICT, ConsoleTest, heights, looks


class Chat(ConsoleTest):
    def test_a_wrong_token_is_refused_in_a_sentence(self):
        page = self.page()
        page.goto(f"{self.demo.url}/console")
        page.fill("input[name=token]", "no-such-key")
        page.click("button.primary")
        page.wait_for_selector(".problem:not(:empty)")
        self.assertIn("does not know", page.inner_text(".problem"))

    def test_the_token_is_in_no_url_and_in_no_storage(self):
        token = self.demo.token("anna")
        context = self.context()
        page = self.page(context)
        urls = []
        page.on("request", lambda asked: urls.append(asked.url))
        self.sign_in(page, token)
        page.wait_for_selector(".conversation")
        self.open(page, "Tea at four")
        self.assertFalse([url for url in urls + [page.url] if token[:20] in url or "token" in url])
        stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        self.assertEqual(stored, '[{},{},""]')
        self.assertEqual(page.evaluate("indexedDB.databases().then((all) => all.length)"), 0)

    def test_a_link_to_a_moment_is_kept_by_signing_in(self):
        page = self.person("anna", f"#chat?c={demo.TEA}&n=5")
        page.wait_for_selector(".row[data-ordinal='5']")
        self.assertIn(demo.TEA, page.url)

    def see_changes(self, page):
        """Waits until changes reach a page; what came before is in its first answers."""
        words = f"At {time.monotonic()}"
        self.demo.do("dai", "send", conversation=demo.TEA, text=words)
        page.wait_for_selector(f".conversation:has-text('{words}')")

    def test_a_link_reproduces_the_search_and_the_conversation(self):
        page = self.person("anna")
        page.fill("input[type=search]", "Lisbon")
        page.wait_for_url(re.compile("[?]q=Lisbon$"))
        page.wait_for_selector(".conversations:not(:has-text('Tea at four'))")
        self.open(page, "Lisbon")
        page.wait_for_url(re.compile("q=Lisbon.*&c="))
        asked = []
        other = self.page()
        other.on("request", lambda request: asked.append(json.loads(request.post_data)) if "queries/conversations" in request.url else None)
        self.sign_in(other, self.demo.token("anna"), page.url[page.url.index("#"):])
        other.wait_for_selector(".talk .row[data-message]")
        self.assertEqual(other.locator(".conversation .title").all_text_contents(), ["Lisbon, 15 to 19 October"])
        self.assertEqual(other.input_value("input[type=search]"), "Lisbon")
        # Signing in asks for a list too; the screen asks for this one alone.
        self.assertEqual({one.get("search") for one in asked[1:]}, {"Lisbon"})
        # Back from a link to all.
        other.evaluate("location.hash = '#chat'")
        other.wait_for_selector(".conversation:has-text('Tea at four')")
        self.assertEqual(other.input_value("input[type=search]"), "")
        other.select_option(".list-tools select", "archived")
        other.wait_for_url(re.compile("f=archived$"))
        other.wait_for_selector(".list .empty:has-text('Nothing here')")
        other.evaluate("location.hash = '#chat?f=no-such-filter'")
        other.wait_for_selector(".conversation:has-text('Tea at four')")
        self.assertEqual(other.input_value(".list-tools select"), "active")

    def test_two_windows_see_each_other_live(self):
        anna = self.person("anna")
        ben = self.person("ben")
        self.open(anna, "Ben Okafor")
        self.open(ben, "Anna Lindqvist")
        anna.wait_for_selector(".talk-detail:text-is('online')")
        # Who types goes on typing: a moment later nobody is.
        for _ in range(200):
            ben.locator(".composer textarea").press_sequentially("Hello ", delay=50)
            if anna.locator(".talk-detail.typing:has-text('Ben Okafor is typing')").count() and anna.locator(".conversation .typing").count():
                break
        else:
            self.fail("Anna does not see that Ben types")
        self.say(ben, "Hello Anna, live")
        anna.wait_for_selector(".text:text-is('Hello Anna, live')")
        ben.wait_for_selector(".row:has-text('Hello Anna, live') .status.read")
        row = anna.locator(".row", has_text="Hello Anna, live")
        row.hover()
        row.get_by_label("React").click()
        anna.get_by_role("menuitem", name="love").click()
        ben.wait_for_selector(".row:has-text('Hello Anna, live') .reaction:has-text('❤️')")
        row.hover()
        row.get_by_label("Reply").click()
        self.say(anna, "And back")
        ben.wait_for_selector(".row:has-text('And back') .quote:has-text('Hello Anna, live')")
        mine = anna.locator(".row.mine", has_text="And back")
        mine.hover()
        mine.get_by_label("Edit").click()
        self.say(anna, "And back again")
        ben.wait_for_selector(".row:has-text('And back again'):has-text('edited')")
        mine = anna.locator(".row.mine", has_text="And back again")
        mine.hover()
        mine.get_by_label("Delete").click()
        anna.click("dialog .danger")
        ben.wait_for_selector(".row:has-text('This message was deleted')")

    def test_a_row_that_changes_under_the_pointer_is_opened(self):
        anna = self.person("anna")
        self.see_changes(anna)
        row = anna.locator(".conversation", has_text="Tea at four").first
        row.hover()
        # The title counts what is unread a moment after the list is drawn.
        anna.wait_for_timeout(1_000)
        anna.mouse.down()
        title = anna.title()
        self.demo.do("dai", "send", conversation=demo.TEA, text="Just now")
        self.wait_until(anna, lambda: anna.title() != title, "the message does not come")
        anna.mouse.up()
        anna.wait_for_selector(".talk .row:has-text('Just now')")
        anna.wait_for_selector(".conversation:has-text('Just now')")

    def test_what_comes_while_a_conversation_opens_is_there(self):
        anna = self.person("anna")
        self.see_changes(anna)
        _, pattern = self.hold(anna, "unread")
        with anna.expect_response("**/v1/queries/messages"):
            anna.locator(".conversation", has_text="Greta Sørensen").first.click()
        conversation = re.search("c=([^&]+)", anna.url)[1]
        self.demo.do("greta", "send", conversation=conversation, text="While it opens")
        # The list says so: the change has come.
        anna.wait_for_selector(".conversation:has-text('While it opens')")
        anna.unroute(pattern)
        anna.wait_for_selector(".talk .row:has-text('While it opens')")

    def test_an_answer_from_before_a_change_takes_nothing_back(self):
        anna = self.person("anna")
        self.open(anna, "Ben Okafor")
        conversation = re.search("c=([^&]+)", anna.url)[1]
        edited = self.demo.do("ben", "send", conversation=conversation, text="At four")["message"]
        secret = self.demo.do("ben", "send", conversation=conversation, text="The code is 4711")["message"]
        mine = self.demo.do("anna", "send", conversation=conversation, text="Good")["message"]
        anna.wait_for_selector(".row.mine:has-text('Good')")
        held, release = self.hold_answers(anna, "messages")
        # A receipt lets the page ask again for what is on the screen.
        self.demo.do("ben", "markRead", conversation=conversation, upTo=mine)
        self.wait_until(anna, lambda: held, "the page does not ask again")
        self.demo.do("ben", "edit", message=edited, text="At five")
        anna.wait_for_selector(".talk .row:has-text('At five')")
        self.demo.do("operator", "erase", message=secret, basis="request", reason="a code")
        # What comes behind the erasure shows that it has come.
        self.demo.do("ben", "send", conversation=conversation, text="Erased by now")
        anna.wait_for_selector(".talk .row:has-text('Erased by now')")
        release()
        anna.wait_for_selector(".row.mine:has-text('Good') .status.read")
        anna.wait_for_timeout(500)
        self.assertEqual(anna.locator(".talk .row:has-text('At five')").count(), 1)
        self.assertEqual(anna.locator(".talk .row:has-text('4711')").count(), 0)

    def test_what_is_quoted_changes_with_its_message_and_who_answers_has_read(self):
        anna = self.person("anna")
        self.open(anna, "Ben Okafor")
        conversation = re.search("c=([^&]+)", anna.url)[1]
        send = lambda who, text, **more: self.demo.do(who, "send", conversation=conversation, text=text, **more)["message"]
        secret, place = [send("ben", text) for text in ("The key is 1147", "In the garden")]
        for message in (secret, place):
            send("anna", "Thank you", replyTo=message)
        anna.wait_for_selector(".quote:has-text('In the garden')")
        self.assertEqual(anna.locator(".quote:has-text('1147')").count(), 1)
        self.demo.do("ben", "delete", message=secret)
        anna.wait_for_selector(".quote:has-text('Deleted')")
        self.assertEqual(anna.locator(".talk .row:has-text('1147')").count(), 0)
        self.demo.do("ben", "edit", message=place, text="In the kitchen")
        anna.wait_for_selector(".quote:has-text('In the kitchen')")
        # No receipt says so.
        send("anna", "Is it still there?")
        status = ".row.mine:has-text('Is it still there?') .status"
        anna.wait_for_selector(f"{status}:not(.read)")
        send("ben", "It is")
        anna.wait_for_selector(f"{status}.read")
        # What changes nothing else is not asked for.
        asked = []
        anna.on("request", lambda request: asked.append(request.url) if request.url.endswith("/messages") else None)
        for n in range(10):
            send("ben", f"And another {n}")
        anna.wait_for_selector(".talk .row:has-text('And another 9')")
        anna.wait_for_timeout(300)
        self.assertEqual(asked, [])

    def test_a_late_answer_about_the_list_shows_nothing_of_another_filter(self):
        elif_ = self.person("elif")
        held, release = self.hold_answers(elif_, "conversations")
        for value in ("archived", "all"):
            elif_.select_option(".list-tools select", value)
            self.wait_until(elif_, lambda: [route for route, _ in held if route.request.post_data_json["filter"] == value], "the list is not asked for")
        release()
        elif_.wait_for_timeout(500)
        elif_.locator(".conversation").first.wait_for()

    def test_a_late_answer_brings_no_badge_back(self):
        ben = self.person("ben")
        self.see_changes(ben)
        self.demo.do("cora", "send", conversation=demo.TEA, text="For Ben's badge")
        tea = ben.locator(".conversation", has_text="Tea at four")
        tea.locator(".badge").wait_for()
        held, release = self.hold_answers(ben, "conversations")
        ben.get_by_label("Which conversations").select_option("all")
        self.wait_until(ben, lambda: held, "the list is not asked for")
        row = next(row for row in held[0][1].json()["ok"]["items"] if row["conversation"] == demo.TEA)
        self.assertGreater(row["unread"], 0)
        self.demo.do("ben", "markRead", conversation=demo.TEA)
        tea.locator(".badge").wait_for(state="detached")
        with ben.expect_response("**/v1/queries/conversations"):
            release()
        ben.wait_for_timeout(300)
        self.assertEqual((tea.count(), tea.locator(".badge").count()), (1, 0))

    def test_who_has_scrolled_on_in_the_list_stays_there(self):
        page = self.page(height=400)

        def less(route):
            route.continue_(post_data={**route.request.post_data_json, "limit": 5})
        page.route("**/v1/queries/conversations", less)
        # The operator's list is asked for every 5 s.
        self.sign_in(page, self.demo.operator, f"#chat?as={demo.person('anna')}")
        self.give_reason(page)
        page.wait_for_function("() => document.querySelectorAll('.conversation').length === 5")
        page.evaluate("document.querySelector('.list-scroll').scrollTop = 9_999")
        page.wait_for_function("() => document.querySelectorAll('.conversation').length > 5")
        rows = page.locator(".conversation").count()
        asked = []
        page.on("requestfinished", lambda request: asked.append(request.post_data_json.get("cursor")) if request.url.endswith("/conversations") else None)
        self.wait_until(page, lambda: asked[-1:] != [None] and None in asked, "all of the list is not asked for again")
        self.assertGreaterEqual(page.locator(".conversation").count(), rows)

    def test_what_is_open_in_a_row_stays_when_it_is_asked_again(self):
        anna = self.person("anna")
        self.open(anna, "Ben Okafor")
        conversation = re.search("c=([^&]+)", anna.url)[1]
        self.demo.do("ben", "send", conversation=conversation, text="Pick a face")
        mine = self.demo.do("anna", "send", conversation=conversation, text="My own")["message"]
        anna.wait_for_selector(".row.mine:has-text('My own')")
        row = anna.locator(".row", has_text="Pick a face")
        row.hover()
        row.get_by_label("React").click()
        anna.wait_for_selector(".picker")
        # A receipt lets the page ask again for what is on the screen.
        self.demo.do("ben", "markRead", conversation=conversation, upTo=mine)
        anna.wait_for_selector(".row.mine:has-text('My own') .status.read")
        self.assertEqual(anna.locator(".picker").count(), 1)

    def test_a_conversation_that_is_left_writes_nothing_into_the_next_link(self):
        page = self.person("anna", f"#chat?c={demo.TEA}&n=2")
        page.wait_for_selector(".row[data-ordinal='2']")
        page.wait_for_timeout(600)
        # The place of the reading is written 300 ms after it moved.
        page.evaluate("document.querySelector('.talk-scroll').scrollTop += 400")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".proof")
        page.wait_for_timeout(1_000)
        self.assertTrue(page.url.endswith("#proof"), page.url)
        # A search is written 200 ms after it was typed.
        page.evaluate("location.hash = '#chat'")
        page.wait_for_selector(".conversation")
        page.evaluate("""() => {
            const input = document.querySelector("input[type=search]");
            input.value = "Lisbon";
            input.dispatchEvent(new Event("input"));
            location.hash = "#proof";
        }""")
        page.wait_for_selector(".proof")
        page.wait_for_timeout(500)
        self.assertTrue(page.url.endswith("#proof"), page.url)

    def test_unread_messages_are_counted_and_read_by_looking(self):
        ben = self.person("ben")
        cora = self.person("cora")
        self.open(cora, "Tea at four")
        self.say(cora, "One for Ben")
        ben.wait_for_selector(".conversation:has-text('Tea at four') .badge")
        self.open(ben, "Tea at four")
        ben.wait_for_selector(".unread-line")
        ben.wait_for_selector(".conversation:has-text('Tea at four'):not(:has(.badge))")

    def test_many_entries_that_are_hidden_are_not_asked_for(self):
        hidden, asked = 10_000, []

        def show_behind_them(route):
            fields = route.request.post_data_json
            asked.append(fields)
            if "aroundOrdinal" in fields:
                fields["aroundOrdinal"] = max(1, fields["aroundOrdinal"] - hidden)
            answer = route.fetch(post_data=json.dumps(fields))
            found = answer.json()
            for item in found["ok"]["items"]:
                item["ordinal"] += hidden
            route.fulfill(response=answer, json=found)

        page = self.page()
        page.route("**/v1/queries/messages", show_behind_them)
        self.sign_in(page, self.demo.token("elif"), f"#chat?c={demo.TRIP}")
        page.wait_for_selector(".talk .row:not(.skeleton)")
        self.assertGreater(int(page.locator(".talk .row[data-ordinal]").first.get_attribute("data-ordinal")), hidden)
        page.wait_for_timeout(500)
        before = len(asked)
        sent = self.demo.do("elif", "send", conversation=demo.TRIP, text="Who reads this?")["message"]
        self.demo.do("farid", "markRead", conversation=demo.TRIP, upTo=sent)
        self.wait_until(page, lambda: len(asked) > before, "A receipt asks for what it may have changed.")
        page.wait_for_timeout(1_500)
        self.assertLess(len(asked), before + 10)

    def test_coming_back_to_the_page_reads_what_is_open(self):
        page = self.person("dai")
        self.open(page, "Tea at four")
        conversation = re.search("c=([^&]+)", page.url)[1]
        unread = lambda: self.demo.post("queries/unread", self.demo.token("dai"), {"conversation": conversation})["unread"]
        self.wait_until(page, lambda: unread() == 0, "What is open is not read.")
        page.evaluate("document.hasFocus = () => false")
        self.demo.do("cora", "send", conversation=conversation, text="While Dai looks elsewhere")
        page.wait_for_selector(".text:text-is('While Dai looks elsewhere')")
        # Reading is said 350 ms after it.
        page.wait_for_timeout(1_000)
        self.assertEqual(unread(), 1)
        page.evaluate("delete document.hasFocus; window.dispatchEvent(new Event('focus'))")
        self.wait_until(page, lambda: unread() == 0, "Coming back reads nothing.")

    def test_rows_that_could_not_be_loaded_come_by_themselves(self):
        page = self.person("dai")
        asked = []

        def refuse(route):
            if "aroundOrdinal" not in route.request.post_data:
                return route.continue_()
            asked.append(route.request.post_data)
            route.abort()

        page.route("**/v1/queries/messages", refuse)
        self.open(page, "Tea at four")
        page.get_by_label("Go to a date").click()
        page.fill("dialog input[name=ordinal]", "2")
        page.click("dialog .primary")
        page.wait_for_selector(".talk .row.skeleton")
        # The client gives up after 5 attempts; then the rows ask again.
        self.wait_until(page, lambda: len(asked) > 5, "The rows are not asked for again.")
        page.unroute("**/v1/queries/messages")
        page.wait_for_selector(".row[data-ordinal='2']:not(.skeleton)")

    def test_the_keyboard_is_enough(self):
        page = self.page()
        page.goto(f"{self.demo.url}/console")
        page.wait_for_selector("input[name=token]")
        page.keyboard.type(self.demo.token("dai"))
        page.keyboard.press("Enter")
        page.wait_for_selector(".conversation")
        self.tab_to(page, ".conversation")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector(".talk .row:not(.skeleton)")
        self.tab_to(page, ".talk-scroll")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(".row:focus .toolbar")
        page.keyboard.press("End")
        self.tab_to(page, ".composer textarea")
        page.keyboard.type("By keys alone")
        page.keyboard.press("Enter")
        page.wait_for_selector(".row.mine:has-text('By keys alone'):not(.pending)")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(".composer-banner:not([hidden])")
        page.keyboard.press("Escape")
        page.wait_for_selector(".composer-banner[hidden]", state="attached")

    def test_what_is_written_stays_beside_answers_and_edits(self):
        page = self.person("dai")
        self.open(page, "Tea at four")
        box, draft = page.locator(".composer textarea"), "Half a thought"
        self.say(page, "To be edited")
        row = page.locator(".row.mine:not(.pending)", has_text="To be edited")
        row.wait_for()
        box.fill(draft)
        box.press("Escape")
        self.assertEqual(box.input_value(), draft)

        def act(name, value):
            row.hover()
            row.get_by_label(name).click()
            self.assertEqual(box.input_value(), value)

        act("Reply", draft)
        page.click(".composer-banner button")
        self.assertEqual(box.input_value(), draft)
        act("Edit", "To be edited")
        # An input method ends its composition by the same key.
        box.dispatch_event("keydown", {"key": "Escape", "isComposing": True})
        self.assertEqual(box.input_value(), "To be edited")
        act("Reply", draft)
        act("Edit", "To be edited")
        box.press("Escape")
        self.assertEqual(box.input_value(), draft)
        # What is written until an edit is answered.
        held = []
        page.route("**/v1/commands/edit", lambda route: held.append(route))
        for number, goes_on in enumerate((True, False), 1):
            act("Edit", "To be edited")
            box.press("Enter")
            self.wait_until(page, lambda: len(held) >= number, "nothing is edited")
            if not goes_on:
                box.press("Escape")
            box.press_sequentially(" and more")
            with page.expect_response("**/v1/commands/edit"):
                held[-1].continue_()
            page.wait_for_timeout(100)
            self.assertEqual(box.input_value(), ("To be edited" if goes_on else draft) + " and more")
            self.assertEqual(page.locator(".composer-banner").is_visible(), goes_on)
            box.press("Escape")
            box.fill(draft)
        box.press("Enter")
        page.wait_for_selector(f".row.mine:not(.pending):has-text('{draft}')")
        self.assertEqual(box.input_value(), "")

    def test_media_and_system_entries_stand_as_words(self):
        page = self.person("anna", f"#chat?c={demo.TRIP}&n=1")
        page.wait_for_selector(".row[data-ordinal='2']")
        # Where the reading is, is written a moment later; so each place is asked for once.
        page.get_by_label("Go to a date").click()
        page.fill("dialog input[name=ordinal]", "5")
        page.click("dialog .primary")
        for media in (".media.image:has-text('alfama.jpg'):has-text('1600 × 1067'):has-text('402 KiB')", ".media.audio:has-text('0:23') .wave",
                      ".media.file:has-text('Flat in Graça.pdf'):has-text('179 KiB')", ".media.place:has-text('Castelo de São Jorge')"):
            page.wait_for_selector(f".row {media}")
        self.assertEqual(page.locator(".talk img, .talk video, .talk audio, .talk iframe").count(), 0)
        page.wait_for_selector(".row:has-text('I booked the 15th.') .meta:has-text('edited')")
        page.wait_for_selector(".row .gone:text-is('This message was deleted')")
        page.wait_for_selector(".row.system:has-text('Lisbon, 15 to 19 October')")
        page.wait_for_selector(".quote:has-text('Shall we take the early flight?')")

    def test_who_is_there_has_a_dot(self):
        anna = self.person("anna")
        dot = ".conversation:has-text('Greta Sørensen') .avatar .dot"
        self.assertEqual(anna.locator(dot).count(), 0)
        self.person("greta")
        anna.wait_for_selector(dot)
        self.assertIn("online", anna.locator(".conversation", has_text="Greta Sørensen").get_attribute("aria-label"))

    def test_who_has_left_reads_and_writes_nothing(self):
        left = self.demo.do("elif", "createGroup", members=[demo.person("farid"), demo.person("greta")], title="Soon left")["conversation"]
        page = self.person("farid", f"#chat?c={left}")
        page.wait_for_selector(".composer textarea")
        farid = {"conversation": left, "user": demo.person("farid")}
        said = self.demo.do("greta", "send", conversation=left, text="Before he goes")["message"]
        self.demo.do("greta", "react", message=said, reaction="like")
        page.wait_for_selector(".reaction:not([disabled])")
        # Who comes and goes is counted.
        page.wait_for_selector(".talk-detail:has-text('3 members')")
        self.demo.do("elif", "add", conversation=left, user=demo.person("hugo"))
        page.wait_for_selector(".talk-detail:has-text('4 members')")
        row = page.locator(".row", has_text="Before he goes")

        def offered():
            row.hover()
            row.locator(".toolbar").wait_for()
            return row.locator(".toolbar button").evaluate_all("(all) => all.map((button) => button.title)")

        self.assertEqual(offered(), ["React", "Reply", "Details"])
        row.get_by_label("Reply").click()
        page.fill(".composer textarea", "Half a sentence")
        self.demo.do("elif", "remove", **farid)
        page.wait_for_selector(".composer-closed:has-text('no longer a member')")
        page.wait_for_selector(".reaction[disabled]")
        page.wait_for_selector(".composer-banner[hidden]", state="attached")
        self.assertEqual(page.locator(".composer textarea").count(), 0)
        page.mouse.move(0, 0)
        self.assertEqual(offered(), ["Details"])
        # Who comes back writes on.
        self.demo.do("elif", "add", **farid)
        page.wait_for_selector(".reaction:not([disabled])")
        self.assertEqual(page.input_value(".composer textarea"), "Half a sentence")
        self.assertEqual(offered(), ["React", "Reply", "Details"])
        self.say(page, "Here again")
        page.wait_for_selector(".row.mine:not(.pending):has-text('Here again')")
        self.demo.do("elif", "remove", **farid)
        page.wait_for_selector(".composer-closed:has-text('no longer a member')")
        self.assertEqual(page.locator(".composer textarea").count(), 0)
        page.wait_for_selector(".conversation:has-text('Soon left')", state="detached")
        page.select_option(".list-tools select", "former")
        page.locator(".conversation", has_text="Soon left").click()
        page.wait_for_selector(".composer-closed:has-text('no longer a member')")
        self.check_access(page)

    def test_what_is_cleared_elsewhere_goes_here(self):
        group = self.demo.do("elif", "createGroup", members=[demo.person("hugo"), demo.person("farid")], title="Soon cleared")["conversation"]
        send = lambda text: self.demo.do("hugo", "send", conversation=group, text=text)
        page = self.person("elif", f"#chat?c={group}")
        page.wait_for_selector(".composer textarea")
        send("Before the clearing")
        page.wait_for_selector(".text:text-is('Before the clearing')")
        self.demo.do("elif", "clearHistory", conversation=group)
        page.wait_for_selector(".text:text-is('Before the clearing')", state="detached")
        send("Behind the clearing")
        page.wait_for_selector(".text:text-is('Behind the clearing')")
        self.assertEqual(page.locator(".talk .row").count(), 1)

    def test_another_name_is_shown_where_a_conversation_is_open(self):
        self.addCleanup(self.demo.do, "greta", "setProfile", username="greta", fullName="Greta Sørensen")
        page = self.person("anna")
        self.see_changes(page)
        called = lambda name: self.demo.do("greta", "setProfile", username="greta", fullName=name)
        self.open(page, "Lisbon")
        page.wait_for_selector(".sender:text-is('Greta Sørensen')")
        called("Greta Thorsen")
        page.wait_for_selector(".sender:text-is('Greta Thorsen')")
        self.open(page, "Greta Thorsen")
        page.wait_for_selector(".conversation.selected:has-text('Greta Thorsen'):not(:has(.badge))")
        called("Greta Larsen")
        page.wait_for_selector(".talk-names h1:text-is('Greta Larsen')")

    def test_a_conversation_that_is_not_there_yet_takes_keys(self):
        page = self.person("anna")
        held, release = self.hold_answers(page, "messages")
        page.locator(".conversation", has_text="Tea at four").first.click()
        self.wait_until(page, lambda: held, "the messages are not asked for")
        page.focus(".talk-scroll")
        for key in ("ArrowUp", "ArrowDown", "Home", "End"):
            page.keyboard.press(key)
        page.get_by_label("Go to a date").click()
        self.assertEqual(page.locator("dialog").count(), 0)
        release()
        page.wait_for_selector(".talk .row:not(.skeleton)")

    def test_a_second_link_into_a_conversation_that_is_not_there_yet_leads_there(self):
        page = self.person("anna")
        message = self.demo.post("queries/messages", self.demo.token("anna"), {"conversation": demo.TEA, "aroundOrdinal": 3, "limit": 1})["items"][0]["message"]
        held, release = self.hold_answers(page, "messages")
        for number, place in enumerate(("", f"&m={message}"), 1):
            page.evaluate(f"location.hash = '#chat?c={demo.TEA}{place}'")
            self.wait_until(page, lambda: len(held) >= number, f"the messages are not asked for {place}")
        release()
        page.wait_for_selector(f".row.flash[data-message='{message}']")

    def test_days_are_those_of_the_calendar_and_go_on_at_midnight(self):
        at = lambda *of: int(datetime.datetime(2026, 10, *of, tzinfo=datetime.timezone.utc).timestamp() * 1_000)
        # In Berlin 0:30 on the 25th, when the clocks go back: more than 24 hours before the 26th; and noon.
        before, early, late = at(24, 10), at(24, 22, 30), at(26, 11)
        page = self.page(timezone_id="Europe/Berlin")
        page.clock.install(time=late / 1_000 + 60)

        def answer(route):
            found = route.fetch().json()
            for n, row in enumerate(reversed(found["ok"].get("items", [found["ok"]]))):
                row["sentAt"] = (late, early, before)[min(n, 2)]
                row["lastActivityAt"] = late
            route.fulfill(json=found)

        # A row that changes is asked for by itself.
        for query in ("messages", "conversations", "conversation"):
            page.route(f"**/v1/queries/{query}", answer)
        self.sign_in(page, self.demo.token("dai"), f"#chat?c={demo.TEA}")
        shown = lambda: page.locator(".day").all_inner_texts()[-2:]
        page.wait_for_selector(".day:has-text('Today')")
        self.assertEqual(shown(), ["Yesterday", "Today"])
        time = page.locator(".conversation", has_text="Tea at four").locator("time")
        self.assertEqual(time.inner_text(), "12:00")
        page.clock.fast_forward("12:00:00")
        self.wait_until(page, lambda: shown() == ["Sunday 25 October", "Yesterday"], "the days stay")
        self.wait_until(page, lambda: time.inner_text() == "Mon", "the list stays")
        page.unroute_all(behavior="wait")

    def test_hostile_text_is_text(self):
        page = self.person("anna", f"#chat?c={demo.HOSTILE}&n=1")
        page.wait_for_selector(".text:has-text('<img src=x onerror=alert(1)>')")
        for n in range(1, 8):
            page.evaluate(f"location.hash = '#chat?c={demo.HOSTILE}&n={n}'")
            page.wait_for_selector(f".row[data-ordinal='{n}']")
            # Nothing is wider than the screen, and no row is higher than it may be.
            self.assertLessEqual(page.evaluate("document.querySelector('.talk-scroll').scrollWidth - document.querySelector('.talk-scroll').clientWidth"), 0)
            height = page.evaluate(f"document.querySelector(\".row[data-ordinal='{n}']\").offsetHeight")
            self.assertLess(height, 1_600)
        self.assertNotEqual(page.title(), "owned")
        links = page.eval_on_selector_all(".talk a", "(all) => all.map((a) => a.href)")
        self.assertTrue(all(link.startswith("https://") for link in links), links)
        self.assertEqual(page.locator(".talk img, .talk script, .talk b:has-text('Bold')").count(), 0)

    def test_a_refusal_says_the_rule(self):
        page = self.person("anna")
        self.open(page, "Ben Okafor")
        self.say(page, "w" * 10_001)
        page.wait_for_selector(".failure:has-text('10,000'), .failure:has-text('10000')")

    def test_the_list_is_painted_at_once(self):
        token = self.demo.token("anna")
        times = []
        for _ in range(3):
            page = self.page()
            page.goto(f"{self.demo.url}/console")
            page.fill("input[name=token]", token)
            times.append(page.evaluate("""() => new Promise((resolve) => {
                const start = performance.now();
                new MutationObserver((_, observer) => {
                    if (!document.querySelector(".conversation")) return;
                    observer.disconnect();
                    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
                }).observe(document.body, { childList: true, subtree: true });
                document.querySelector("button.primary").click();
            })"""))
        print(f"\nfirst paint of the list after signing in: {[round(t) for t in times]} ms")
        # A loaded machine takes longer; the figure is printed.
        self.assertLess(min(times), 300 if STRICT else 30_000)

    def test_pictures(self):
        for width, scheme in looks:
            height = heights[width]
            page = self.page(width=width, height=height, scheme=scheme)
            page.goto(f"{self.demo.url}/console")
            page.wait_for_selector("input[name=token]")
            self.picture(page, f"sign-in-{width}-{scheme}")
            page = self.person("anna", width=width, height=height, scheme=scheme)
            page.wait_for_timeout(300)
            self.picture(page, f"list-{width}-{scheme}")
            self.open(page, "Lisbon")
            page.wait_for_timeout(700)
            self.picture(page, f"chat-{width}-{scheme}")


class Connection(ConsoleTest):
    """Tests that take the server or the token away."""

    # By its comments the server finds what a closed tab leaves.
    server_options = ("--heartbeat-seconds", "1")

    def test_a_lost_connection_shows_itself_and_mends_itself(self):
        page = self.person("elif")
        self.open(page, "Lisbon")
        page.wait_for_timeout(500)
        port = self.demo.port
        self.demo.stop()
        page.wait_for_selector(".connection.lost")
        self.say(page, "Written without a server")
        page.wait_for_selector(".pending:has-text('Written without a server')")
        self.demo.start(port)
        page.wait_for_selector(".connection:not(.lost)", state="attached")
        page.wait_for_selector(".row.mine:not(.pending):has-text('Written without a server')")
        other = self.person("hugo")
        self.open(other, "Lisbon")
        self.say(other, "Is it back?")
        page.wait_for_selector(".text:text-is('Is it back?')")
        self.assertEqual(page.locator(".row:has-text('Written without a server')").count(), 1)

    def test_unsent_messages_keep_their_order_wherever_one_looks_meanwhile(self):
        page = self.person("cora")
        self.open(page, "Tea at four")
        page.wait_for_timeout(500)
        port = self.demo.port
        self.demo.stop()
        page.wait_for_selector(".connection.lost")
        said = [f"Kept {n}" for n in range(4)]
        for text in said[:2]:
            self.say(page, text)
            page.wait_for_selector(f".pending:has-text('{text}')")
        here = page.evaluate("location.hash")
        page.evaluate(f"location.hash = '#chat?c={demo.TRIP}'")
        page.wait_for_selector(".nothing")
        # What is not loaded yet cannot be shown now.
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector("main .nothing button:has-text('Try again')")
        self.demo.start(port)
        # The screen of chats comes back while the rest is on its way.
        page.evaluate("(here) => { location.hash = here; }", here)
        page.wait_for_selector(".composer textarea")
        for text in said[2:]:
            self.say(page, text)
        page.wait_for_selector(f".row.mine:not(.pending):has-text('{said[-1]}')")
        self.assertEqual(page.locator(".pending").count(), 0)
        ordinals = [int(page.locator(".row.mine:not(.pending)", has_text=text).get_attribute("data-ordinal")) for text in said]
        self.assertEqual(ordinals, sorted(ordinals))

    def test_an_unsent_message_is_there_when_its_conversation_is_opened_again(self):
        page = self.person("anna")
        self.open(page, "Tea at four")
        page.route("**/v1/commands/send", lambda route: route.abort())
        self.say(page, "Stays to be sent")
        page.wait_for_selector(".pending:has-text('Waiting for the server')")
        self.open(page, "Lisbon")
        page.wait_for_selector(".pending", state="detached")
        self.open(page, "Tea at four")
        page.wait_for_selector(".pending:has-text('Stays to be sent')")
        page.unroute("**/v1/commands/send")
        page.wait_for_selector(".row.mine:not(.pending):has-text('Stays to be sent')")

    def test_a_refused_message_holds_nothing_up_and_is_sent_again_or_discarded(self):
        page = self.person("cora")
        self.open(page, "Tea at four")

        def refuse(route):
            if "is refused" in route.request.post_data:
                route.fulfill(status=422, content_type="application/problem+json", json={"code": "invalidText", "detail": "Not for a test."})
            else:
                route.continue_()

        page.route("**/v1/commands/send", refuse)
        for text in ("This is refused", "That is refused", "This one is not"):
            self.say(page, text)
        page.wait_for_selector(".row.mine:not(.pending):has-text('This one is not')")
        page.wait_for_selector(".pending:has-text('That is refused') .failure:has-text('Not for a test.')")
        self.check_access(page)
        page.locator(".pending", has_text="This is refused").get_by_role("button", name="Discard").click()
        page.wait_for_selector(".pending:has-text('This is refused')", state="detached")
        page.unroute("**/v1/commands/send")
        page.locator(".pending", has_text="That is refused").get_by_role("button", name="Send again").click()
        page.wait_for_selector(".row.mine:not(.pending):has-text('That is refused')")
        self.assertEqual(page.locator(".row", has_text="This is refused").count(), 0)

    def test_a_message_that_must_wait_is_sent_when_its_time_has_come(self):
        page = self.page()
        page.clock.install()
        self.sign_in(page, self.demo.token("dai"))
        self.open(page, "Tea at four")
        refused = []

        def busy(route):
            if refused:
                return route.continue_()
            refused.append(route)
            route.fulfill(status=429, content_type="application/problem+json",
                          json={"code": "rateLimited", "detail": "Too many.", "retryAfter": 40_000})

        page.route("**/v1/commands/send", busy)
        self.say(page, "A little later")
        page.wait_for_selector(".pending:has-text('Wait 40 s')")
        # It goes out by itself, unless it is discarded.
        self.assertEqual(page.locator(".failure button").all_inner_texts(), ["Discard"])
        page.clock.fast_forward(41_000)
        page.wait_for_selector(".row.mine:not(.pending):has-text('A little later')")

    def open_for(self, seconds):
        """Two tabs, words begun in the first, with a token of some seconds; nothing where they are over before."""
        page = self.page()
        other = self.page(page.context)
        page.goto(f"{self.demo.url}/console")
        # It begins to run when the page is there.
        page.fill("input[name=token]", self.demo.token_for("greta", seconds))
        for tab in (page, other):
            tab.set_default_timeout(seconds * 1_000)
        try:
            page.click("button.primary")
            page.wait_for_selector(".conversation")
            other.goto(f"{self.demo.url}/console")
            other.wait_for_selector(".conversation")
            self.open(page, "Lisbon")
            # Over an open dialog the words go into it.
            page.fill(".composer textarea", "Half a sentence")
            is_open = page.input_value(".composer textarea") == "Half a sentence" and not page.locator("dialog.expired").count()
        except playwright.sync_api.TimeoutError:
            is_open = False
        if not is_open:
            page.context.close()
            return None
        for tab in (page, other):
            tab.set_default_timeout(PATIENCE)
        return page, other

    def test_an_expired_token_asks_for_another_and_goes_on(self):
        # A machine that has much else to do takes longer.
        page, other = next(filter(None, map(self.open_for, (10, 30, 90))))
        page.wait_for_selector("dialog.expired", timeout=90_000)
        # The other one only hears what the first is told, and asks the server nothing.
        other.wait_for_selector("dialog.expired")
        self.check_access(page)
        # A tab that opens now gets no token that is over, and takes nothing away.
        page.fill("dialog input[name=token]", "half a token")
        later = self.page(page.context)
        later.goto(f"{self.demo.url}/console")
        later.wait_for_selector("input[name=token]")
        self.assertEqual(page.input_value("dialog input[name=token]"), "half a token")
        page.fill("dialog input[name=token]", self.demo.token("hugo"))
        page.click("dialog button.primary")
        page.wait_for_selector("dialog .problem:has-text('another person')")
        # Who closes the dialog reads on, and may be asked again.
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.expired", state="detached")
        page.wait_for_selector(".connection:has-text('The token has expired.')")
        self.check_access(page)
        page.focus(".composer textarea")
        page.evaluate("document.querySelector('.connection button').click()")
        page.fill("dialog input[name=token]", self.demo.token("greta"))
        page.click("dialog button.primary")
        page.wait_for_selector("dialog.expired", state="detached")
        other.wait_for_selector("dialog.expired", state="detached")
        self.assertEqual(page.locator(".composer textarea:focus").count(), 1)
        page.wait_for_selector(".connection:not(.lost)", state="attached")
        self.assertEqual(page.input_value(".composer textarea"), "Half a sentence")
        page.press(".composer textarea", "Enter")
        page.wait_for_selector(".row.mine:not(.pending):has-text('Half a sentence')")

    def test_a_stream_that_is_refused_is_a_lost_connection(self):
        page = self.person("farid")
        refused = {"code": "internal", "title": "Internal Server Error", "detail": "Not for a test."}
        page.route("**/v1/changes*", lambda route: route.fulfill(status=500, content_type="application/problem+json", json=refused))
        port = self.demo.port
        self.demo.stop()
        self.demo.start(port)
        page.wait_for_selector(".connection.lost")
        # Other answers do not say that it is back.
        page.evaluate("fetch('/healthz')")
        self.demo.do("hugo", "send", conversation=demo.TRIP, text="Behind a lost stream")
        page.wait_for_timeout(4_000)
        self.assertEqual(page.locator(".connection.lost").count(), 1)
        page.unroute("**/v1/changes*")
        page.wait_for_selector(".connection:not(.lost)", state="attached")
        page.wait_for_selector(".preview-text:has-text('Behind a lost stream')")

    def test_what_came_meanwhile_has_arrived(self):
        made = self.demo.do("hugo", "send", conversation=demo.TRIP, text="While nobody looks")["message"]

        def has_it(name):
            answer = self.demo.post("queries/receipts", self.demo.token("hugo"), {"as": demo.person("hugo"), "message": made})
            return demo.person(name) in [person["user"] for person in answer["delivered"]]

        self.assertFalse(has_it("elif"))
        # The list alone is shown, and says so of what it has.
        page = self.person("elif")
        self.wait_until(page, lambda: has_it("elif"), "what came meanwhile has not arrived")
        # So does any screen that has the stream.
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".proof")
        made = self.demo.do("hugo", "send", conversation=demo.TRIP, text="While she checks proofs")["message"]
        self.wait_until(page, lambda: has_it("elif"), "what comes beside another screen has not arrived")

    def test_who_types_is_known_at_once_and_forgotten_with_the_connection(self):
        direct = self.demo.do("anna", "startDirect", **{"with": demo.person("dai")})["conversation"]
        said = {"users": [{"user": demo.person("dai"), "name": "Dai Nakamura"}], "text": "Dai Nakamura is typing"}
        page = self.page()
        page.route("**/v1/queries/typing", lambda route: route.fulfill(json={"ok": said, "position": 1}))
        self.sign_in(page, self.demo.token("anna"), f"#chat?c={direct}")
        # No change says so.
        page.wait_for_selector(".talk-detail.typing:has-text('Dai Nakamura is typing')")

        def is_told():
            self.demo.do("dai", "typing", conversation=direct, on=True)
            return page.locator(".conversation .typing").count()

        self.wait_until(page, is_told, "the list does not say who types")
        # That somebody stopped is not told by a server that began anew.
        said = {"users": []}
        port = self.demo.port
        self.demo.stop()
        self.demo.start(port)
        page.wait_for_selector(".talk-detail:not(.typing)")
        page.wait_for_selector(".conversation .typing", state="detached")

    def test_twelve_tabs_share_one_stream_and_one_token(self):
        context = self.context()
        first = self.page(context)
        self.sign_in(first, self.demo.token("farid"))
        first.wait_for_selector(".conversation")
        pages = [first]
        for _ in range(11):
            page = self.page(context)
            page.goto(f"{self.demo.url}/console#chat?c={demo.TRIP}")
            # It has the token from another tab: signing in is not asked for.
            page.wait_for_selector(".talk .row:not(.skeleton)")
            pages.append(page)
        self.wait_for_one_follower()
        for number, page in enumerate(pages[1:]):
            self.say(page, f"From tab {number}")
        for number in range(11):
            pages[-1].wait_for_selector(f".row:not(.pending):has-text('From tab {number}')")
        # The tab with the stream goes; another one takes over, and misses nothing.
        first.close()
        self.say(pages[3], "After the first one closed")
        pages[7].wait_for_selector(".row:not(.pending):has-text('After the first one closed')")
        # The server finds the closed tab's connection by its next comment.
        self.wait_for_one_follower()

    def wait_for_one_follower(self):
        end = time.time() + 60
        while self.demo.ask("gauges")["followers"] != 1 and time.time() < end:
            time.sleep(0.5)
        self.assertEqual(self.demo.ask("gauges")["followers"], 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
