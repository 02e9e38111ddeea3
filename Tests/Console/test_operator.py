"""The log, the past and the operator's screens, in a browser."""

import http.server
import json
import re
import subprocess
import tarfile
import threading
import time
import unittest
import urllib.error
import urllib.request
import uuid

import demo
from harness import ConsoleTest, heights, keeps_pictures, looks

hostile = "<img src=x onerror=alert(1)> \u202egnp.exe " + "Z" + "\u0301" * 400 + " " + "w" * 300


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answers a webhook with the status that the server holds, and keeps the types of what came."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.types.append(body["type"])
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


class Away(ConsoleTest):
    """Screens of the operator, whom no stream follows, while the server is away."""

    def test_a_lost_connection_mends_itself_on_each_screen(self):
        past = self.operator("#past")
        self.give_reason(past)
        past.locator(".choice button", has_text="Anna").click()
        past.wait_for_selector(".moment:not([inert]) .conversation")
        log = self.operator("#log")
        log.wait_for_selector(".event")
        operator = self.operator("#operator")
        operator.wait_for_selector(".panel:has-text('Case 2025/17')")
        late = self.operator("#proof")
        late.wait_for_selector(".panel:has-text('The server')")
        # What is typed for an erasure stays, and so does the focus in it.
        operator.select_option(".operator [name=what]", "user")
        typed = {"id": demo.person("hugo"), "basis": "his request", "reason": "half a rea"}
        for name, value in typed.items():
            operator.fill(f".operator [name={name}]", value)
        operator.evaluate("window.before = document.querySelector('.panel table')")
        port = self.demo.port
        self.demo.stop()
        for page in (log, operator):
            page.wait_for_selector(".connection.lost")
        past.focus(".slider [type=range]")
        past.keyboard.press("Home")
        past.wait_for_selector(".connection.lost")
        past.wait_for_selector(".moment:not([inert]) .nothing:has-text('not reached')")
        # A screen that cannot be loaded says so, and is there when the server is.
        late.evaluate("location.hash = '#log'")
        late.wait_for_selector("main .nothing button:has-text('Try again'), .scan .problem")
        self.check_access(late)
        self.demo.start(port)
        for page in (log, operator, past, late):
            page.wait_for_selector(".connection:not(.lost)", state="attached")
        past.wait_for_selector(".moment:not([inert]) .list .empty")
        late.wait_for_selector(".event")
        operator.wait_for_function("() => !window.before.isConnected && document.querySelector('.panel table')")
        self.assertEqual({name: operator.input_value(f".operator [name={name}]") for name in typed}, typed)
        self.assertEqual(operator.input_value(".operator [name=what]"), "user")
        self.assertEqual(operator.evaluate("document.activeElement.name"), "reason")
        # The log goes on where it was.
        said = self.demo.do("hugo", "send", conversation=demo.TRIP, text="After the outage")["message"]
        position = self.demo.ask("events", message=said)["items"][0]["position"]
        log.wait_for_selector(f".events > li:first-child .position:text-is('{position:,}')")

    def test_a_screen_that_failed_is_tried_again(self):
        page = self.operator("#operator")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.route("**/console/log.js", lambda route: route.abort())
        page.evaluate("location.hash = '#log'")
        page.wait_for_selector("main .nothing button:has-text('Try again')")
        page.unroute("**/console/log.js")
        page.click("button:has-text('Try again')")
        page.wait_for_selector(".event")
        page.evaluate("location.hash = '#operator'")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.route("**/v1/queries/views", lambda route: route.fulfill(status=500, json={"code": "internal", "detail": "Broken for a test."}))
        page.evaluate("location.hash = '#log'")
        page.wait_for_selector(".event")
        page.evaluate("location.hash = '#operator'")
        page.wait_for_selector("main .nothing")
        page.unroute("**/v1/queries/views")
        page.click("button:has-text('Try again')")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")

    def test_a_person_is_told_where_the_server_shows_no_past(self):
        page = self.person("anna")
        page.evaluate("location.hash = '#past'")
        page.wait_for_selector(".moment:not([inert]) .nothing:has-text('This server does not show the past to its users.')")
        self.assertEqual(page.locator(".moment .conversation").count(), 0)
        self.check_access(page)


class Operated(ConsoleTest):
    """A server with all that the operator's screens show."""

    @classmethod
    def options(cls):
        cls.receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        cls.receiver.status, cls.receiver.types = 410, []
        threading.Thread(target=cls.receiver.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.receiver.server_close)
        cls.addClassCleanup(cls.receiver.shutdown)
        file = cls.demo.path("webhooks.txt")
        subprocess.run([cls.demo.program, "webhook", file, "--name", "push"], text=True, check=True, capture_output=True,
                       input=f"http://127.0.0.1:{cls.receiver.server_port}/hook\n")
        return "--past-for-users", "--webhooks", file

    def past_of_anna(self, more=""):
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(".moment:not([inert]) .conversation")
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}{more}'")
        return page

    def type_time(self, page, milliseconds):
        local = page.evaluate("(t) => new Date(t - new Date(t).getTimezoneOffset() * 60000).toISOString().slice(0, 19)", milliseconds)
        page.fill(".slider [type=datetime-local]", local)
        page.press(".slider [type=datetime-local]", "Tab")


class Log(Operated):
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
        self.picture(page, "log-words-1280-light")

    def test_the_log_is_filtered_live_and_printed(self):
        page = self.operator(f"#log?conversation={demo.TRIP}&type=messageSent")
        page.wait_for_selector(".event")
        # All that it found at first is there.
        page.wait_for_selector(".log > div:not(.chart) .source")
        types = page.eval_on_selector_all(".event .type", "(all) => [...new Set(all.map((t) => t.textContent))]")
        self.assertEqual(types, ["messageSent"])
        said = self.demo.do("hugo", "send", conversation=demo.TRIP, text="Seen by the log")["message"]
        position = self.demo.ask("events", message=said)["items"][0]["position"]
        page.wait_for_selector(f".events > li:first-child .position:text-is('{position:,}')")
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

    def test_an_erasure_a_hold_and_a_report_lead_to_what_they_are_about(self):
        held = self.demo.ask("events", type="holdPlaced")["items"][0]
        report = self.demo.ask("events", type="reported")["items"][0]
        request = self.demo.ask("events", type="erasureRequested")["items"][0]
        erasure = self.demo.ask("events", type="contentErased")["items"][0]
        secret = self.demo.ask("events", **{"from": self.demo.erased, "until": self.demo.erased})["items"][0]["fields"]["message"]
        self.assertEqual(held["fields"]["conversation"], demo.TEA)
        page = self.operator()
        for event, label, name, subject in (
                (held, "Conversation", "conversation", demo.TEA), (report, "User", "user", demo.person("ben")),
                (report, "Message", "message", report["fields"]["message"]), (request, "Message", "message", secret)):
            page.evaluate(f"location.hash = '#log?at={event['position']}'")
            page.wait_for_selector(f".event[aria-expanded=true]:has(.position:text-is('{event['position']}'))")
            page.click(f".event-details dt:text-is('{label}') + dd button")
            page.wait_for_url(re.compile(f"#log[?]{name}={subject}$"))
            page.wait_for_selector(".event[aria-expanded=false]")
        # What is kept in a conversation is seen in its past, and what was erased in the log.
        page.evaluate(f"location.hash = '#log?at={held['position']}'")
        page.wait_for_selector(f".event-details a[href='#past?at={held['position']}&c={demo.TEA}']")
        page.evaluate(f"location.hash = '#log?at={erasure['position']}'")
        page.click(f".event-details dt:text-is('Erased') + dd a:text-is('{self.demo.erased}')")
        page.wait_for_selector(f".event[aria-expanded=true]:has(.position:text-is('{self.demo.erased}')):has-text('messageSent')")

    def test_an_envelope_explains_who_sees_a_message(self):
        page = self.operator(f"#log?conversation={demo.TEA}&type=messageSent")
        page.locator(".event").first.click()
        page.fill("form.why input", demo.person("ben"))
        page.click("button:has-text('Explain')")
        page.wait_for_selector(".because b:text-is('Visible')")
        page.fill("form.why input", demo.person("hugo"))
        page.click("button:has-text('Explain')")
        page.wait_for_selector(".because b:text-is('Not visible')")

    def test_what_is_not_visible_says_why_in_its_place(self):
        kitchen = str(uuid.uuid4())
        self.demo.do("anna", "createGroup", members=[demo.person("ben"), demo.person("dai")], title="Kitchen", history="sinceJoin", id=kitchen)
        for text in ("Before Cora, one", "Before Cora, two"):
            self.demo.do("anna", "send", conversation=kitchen, text=text)
        self.demo.do("anna", "add", conversation=kitchen, user=demo.person("cora"))
        self.demo.do("anna", "send", conversation=kitchen, text="While Cora is here")
        self.demo.do("anna", "remove", conversation=kitchen, user=demo.person("cora"))
        self.demo.do("anna", "send", conversation=kitchen, text="After Cora")
        direct = self.demo.do("farid", "startDirect", **{"with": demo.person("cora")})["conversation"]
        self.demo.do("farid", "send", conversation=direct, text="Soon forgotten")
        self.demo.do("cora", "clearHistory", conversation=direct)
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Cora").click()
        page.wait_for_selector(".conversation")
        page.evaluate(f"location.hash = '#past?as={demo.person('cora')}&c={kitchen}'")
        page.wait_for_selector(".text:text-is('While Cora is here')")
        gap = page.locator("details.unseen", has_text="3 entries not visible")
        gap.locator("summary").first.click()
        page.wait_for_selector("details.unseen[open] li >> nth=2")
        self.assertEqual(gap.locator("li").count(), 3)
        gap.locator("li details summary").nth(1).click()
        page.wait_for_selector("details.unseen .because b:text-is('Not visible')")
        page.wait_for_selector("details.unseen .because li:has-text('history since joining')")
        # What opened pushes the rows below; none lies over another one.
        self.assertTrue(page.evaluate("""() => {
            const tops = [...document.querySelectorAll(".talk .row")].map((row) => row.getBoundingClientRect());
            return tops.every((row, n) => n === 0 || row.top >= tops[n - 1].bottom - 1);
        }"""))
        last = page.locator("details.unseen", has_text="Entries that are not visible")
        last.locator("summary").first.click()
        last.locator("li details summary").first.click()
        page.wait_for_selector("details.unseen .because li:has-text('left at')")
        self.assertNotIn("After Cora", page.inner_text(".talk"))
        page.locator(".memberships summary").click()
        page.wait_for_selector(".memberships li:has-text('never a member')")
        self.check_access(page)
        self.picture(page, "unseen-1280-light")
        # One that the person has cleared: no row is left that could say why.
        page.evaluate(f"location.hash = '#past?as={demo.person('cora')}&c={direct}'")
        cleared = page.locator(".outbox details.unseen", has_text="Entries that are not visible")
        cleared.locator("summary").first.click()
        cleared.locator("li details summary").first.click()
        page.wait_for_selector(".because li:has-text('cleared')")
        # A conversation that the person never was in.
        page.evaluate(f"location.hash = '#past?as={demo.person('cora')}&c={demo.TRIP}'")
        page.wait_for_selector(".nothing:has-text('no such conversation')")
        page.locator(".nothing details.unseen summary").first.click()
        page.locator(".nothing details.unseen li details summary").first.click()
        page.wait_for_selector(".because li:has-text('never a member')")

    def test_each_screen_has_its_json_and_its_command(self):
        token = self.demo.token("anna")
        page = self.page()
        self.sign_in(page, token)
        self.open(page, "Tea at four")
        for button, query in (("JSON of the list", "conversations"), ("JSON of the messages", "messages")):
            page.get_by_label(button).click()
            page.wait_for_selector("dialog .source pre >> nth=1")
            command, answer = page.locator("dialog .source pre").all_text_contents()
            self.assertIn(f"/v1/queries/{query}", command)
            self.assertNotIn(token[:20], command)
            self.assertTrue(json.loads(answer)["items"])
            printed = subprocess.run(["bash", "-c", command.replace("$TOKEN", token)], text=True, capture_output=True).stdout
            same = [[item["conversation"], item.get("message")] for item in json.loads(answer)["items"]]
            self.assertEqual([[item["conversation"], item.get("message")] for item in json.loads(printed)["ok"]["items"]], same)
            self.check_access(page)
            page.click("dialog button")
        page = self.operator("#past")
        self.give_reason(page, "it's a 'quoted' reason")
        page.locator(".choice button", has_text="Anna").click()
        self.open(page, "Tea at four")
        page.get_by_label("JSON of the messages").click()
        page.wait_for_selector("dialog .source pre >> nth=1")
        command, answer = page.locator("dialog .source pre").all_text_contents()
        self.assertIn('"asOf":', command)
        shell = command.replace("scrollback control STORE", f"{self.demo.program} control {self.demo.store}")
        printed = subprocess.run(["bash", "-c", shell], text=True, capture_output=True)
        self.assertEqual(json.loads(printed.stdout)["ok"], json.loads(answer), printed.stderr)

    def test_a_parked_webhook_is_tried_again_and_dropped(self):
        page = self.operator("#operator")

        def wait_for(state):
            def is_so():
                page.get_by_role("button", name="Look again").click()
                return page.locator(f".state.{state}").count() > 0

            self.wait_until(page, is_so, f"The webhook is not {state}.")

        def park():
            self.receiver.status = 410
            self.demo.do("hugo", "send", conversation=demo.TRIP, text="For the webhook")
            wait_for("parked")

        park()
        self.assertRegex(page.inner_text("li:has(.state.parked)"), r"push.*\n.*missed [\d,]+ to [\d,]+")
        self.check_access(page)
        page.locator(".state.parked").scroll_into_view_if_needed()
        self.picture(page, "webhooks-1280-light")
        self.receiver.status = 200
        page.get_by_role("button", name="Retry").click()
        wait_for("served")
        park()
        self.receiver.status = 200
        # What came since the card was drawn is counted too.
        for n in range(2):
            self.demo.do("hugo", "send", conversation=demo.TRIP, text=f"Later {n}")
        page.get_by_role("button", name="Drop").click()
        page.wait_for_selector("dialog:has-text('are never sent to push')")
        behind = self.demo.ask("consumers")["items"][0]["behind"]
        self.assertEqual(page.inner_text("dialog h2"), f"Drop {behind} events?")
        page.click("dialog button:has-text('Cancel')")
        self.assertEqual(page.locator(".state.parked").count(), 1)
        page.get_by_role("button", name="Drop").click()
        page.click("dialog .danger")
        wait_for("served")
        self.wait_until(page, lambda: "missed" in self.receiver.types, "The webhook is not told what it missed.")

    def test_an_export_is_counted_made_downloaded_once_and_deleted(self):
        page = self.operator("#operator")
        page.click("button:has-text('Make an export')")
        page.select_option("dialog select[name=what]", "conversation")
        page.fill("dialog input[name=id]", demo.TEA)
        page.fill("dialog input[name=reason]", hostile[:200])
        page.click("dialog .primary")
        page.wait_for_selector("dialog:has-text('leave the store in the clear')")
        self.check_access(page)
        page.click("dialog .danger")
        page.wait_for_selector(".state.ready")
        page.wait_for_selector(".panel:has-text('<img src=x onerror=alert(1)>')")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        with tarfile.open(download.value.path()) as archive:
            names = {name.rsplit("/", 1)[-1] for name in archive.getnames()}
        self.assertLessEqual({"SHA256SUMS", "manifest.json", "events.jsonl", "transcript.html"}, names)
        self.assertIn("ticket=", download.value.url)
        self.assertNotIn(self.demo.operator, download.value.url)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(download.value.url)
        self.assertEqual(refused.exception.code, 403)
        refused.exception.close()
        self.check_access(page)
        page.locator("li:has(.state.ready)").get_by_role("button", name="Delete").click()
        page.click("dialog .danger")
        page.wait_for_selector(".state.ready", state="detached")
        # A wrong scope is refused in a sentence.
        page.click("button:has-text('Make an export')")
        page.select_option("dialog select[name=what]", "conversation")
        page.fill("dialog input[name=id]", str(uuid.uuid4()))
        page.click("dialog .primary")
        page.wait_for_selector(".toast.bad")

    def test_no_export_is_begun_in_the_past_when_one_ends(self):
        jobs = [{"export": str(uuid.uuid4()), "state": "running", "scope": {}, "done": 1, "total": 9, "who": "a test", "begun": 1_000}]
        page = self.page()
        page.route("**/v1/exports", lambda route: route.fulfill(json={"ok": {"items": jobs}}))
        self.sign_in(page, self.demo.operator, "#operator?asof=100")
        page.wait_for_selector(".operator:not([inert]) .state.running")
        begin = page.locator("button:text-is('Make an export')")
        self.assertTrue(begin.evaluate("(button) => { window.first = button; return button.closest('[inert]') !== null; }"))
        # The card is drawn anew when a job has ended.
        jobs.clear()
        page.wait_for_function("() => !window.first.isConnected")
        begin.wait_for(state="attached")
        self.assertTrue(begin.evaluate("(button) => button.closest('[inert]') !== null"))

    def test_hostile_text_is_text_on_the_operators_screens(self):
        message = self.demo.do("hugo", "send", conversation=demo.HOSTILE, text=hostile)["message"]
        self.demo.do("anna", "report", message=message, reason="other", details=hostile)
        hold = self.demo.do("operator", "placeHold", matter=hostile, user=demo.person("hugo"))["hold"]
        self.demo.run("export", self.demo.store, self.demo.path("left"), "--conversation", demo.HOSTILE, "--reason", hostile)
        page = self.operator("#operator")
        for panel in ("Holds", "Exports"):
            page.wait_for_selector(f".panel:has(h2:text-is('{panel}')):has-text('<img src=x onerror=alert(1)>')")
        page.click("button:has-text('Show the reports')")
        self.give_reason(page, hostile[:100])
        page.wait_for_selector(".rows-list:has-text('<img src=x onerror=alert(1)>')")
        self.assertEqual(page.locator(".operator img").count(), 0)
        # Piled-up marks do not lie over what stands above or below.
        open_ones = page.eval_on_selector_all(".rows-list b, .rows-list small", "(all) => all.filter((e) => getComputedStyle(e).overflowY !== 'clip').length")
        self.assertEqual(open_ones, 0)
        self.assertLessEqual(page.evaluate("document.querySelector('.operator').scrollWidth - document.querySelector('.operator').clientWidth"), 0)
        self.demo.do("operator", "releaseHold", hold=hold)
        page.evaluate(f"location.hash = '#log?conversation={demo.HOSTILE}'")
        page.check(".switch input")
        page.wait_for_selector(".event:has-text('<img src=x onerror=alert(1)>')")
        # What comes above the rows moves them.
        page.wait_for_selector(".histogram")
        page.locator(".event:has-text('<img src=x onerror=alert(1)>')").first.click()
        page.wait_for_selector(".content:has-text('<img src=x')")
        page.locator(".event-details details.source summary").click()
        page.wait_for_selector(".source pre:has-text('<img src=x')")
        self.assertLessEqual(page.evaluate("document.querySelector('.log').scrollWidth - document.querySelector('.log').clientWidth"), 0)
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&c={demo.HOSTILE}'")
        self.give_reason(page)
        page.wait_for_selector(".talk .row")
        page.get_by_label("JSON of the messages").click()
        page.wait_for_selector("dialog .source pre:has-text('<img src=x')")
        self.assertEqual(page.locator("img").count(), 0)

    def test_a_link_to_a_position_says_what_is_not_searched(self):
        page = self.operator("#log?at=40")
        page.wait_for_selector(".event[aria-expanded=true]:has-text('40')")
        size = self.demo.ask("state")["size"]
        page.wait_for_selector(f".scan:has-text('of the positions 1 to 40'), .scan:has-text('to 40; {size - 40} later ones are not searched')")
        self.assertNotIn("all", page.inner_text(".scan").split("Go")[0])
        # Nothing is shown as if it followed.
        self.demo.do("hugo", "send", conversation=demo.TRIP, text="Much later")
        page.wait_for_timeout(2_500)
        self.assertLessEqual(int(page.locator(".event .position").first.inner_text()), 40)
        page.click("button:has-text('Go to the newest')")
        page.wait_for_selector(f".events > li:first-child .position:text-is('{size + 1:,}')")

    def test_a_search_that_was_left_says_nothing_in_the_next_one(self):
        page = self.operator("#log")
        page.wait_for_selector(".event")
        page.wait_for_selector(".as-of output:text-is('Now')")
        # The next answer, where there is none yet.
        held = [None]

        def answer(route):
            if not held:
                held.append((route, route.fetch()))
            else:
                route.continue_()

        page.route("**/v1/queries/events", answer)

        def begin(place):
            page.evaluate(f"location.hash = '#log?at={place}'")

        def more(_):
            page.click("button:text-is('Earlier events')")

        refusal = {"code": "invalidRequest", "title": "Bad Request", "detail": "Not for a test."}
        for act, left, shown, refused in ((begin, 40, 200, False), (more, None, 60, True)):
            held.clear()
            act(left)
            self.wait_until(page, lambda: held, "the events are not asked for")
            begin(shown)
            page.wait_for_selector(f".event[aria-expanded=true]:has-text('{shown}')")
            said = page.inner_text(".scan")
            route, found = held[0]
            if refused:
                route.fulfill(status=400, content_type="application/problem+json", json=refusal)
            else:
                route.fulfill(response=found)
            page.wait_for_timeout(300)
            self.assertEqual(page.inner_text(".scan"), said, (act, refused))

    def test_a_search_goes_no_further_when_its_screen_is_left(self):
        page = self.operator("#log")
        page.wait_for_selector(".event")
        held, release = self.hold_answers(page, "events")
        page.evaluate("location.hash = '#log?type=contentErased'")
        self.wait_until(page, lambda: [route for route, _ in held if "contentErased" in route.request.post_data], "the events are not asked for")
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".proof")
        asked = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/events") else None)
        release()
        page.wait_for_timeout(500)
        self.assertEqual(asked, [])

    def test_a_filtered_log_goes_on_where_a_scan_was_cut_off(self):
        page = self.operator(f"#log?conversation={demo.TEA}&type=messageSent")
        page.wait_for_selector(".scan:has-text('event')")
        size = self.demo.ask("state")["size"]

        def cut(route):
            body = json.loads(route.request.post_data)
            if body.get("from") == size + 1:
                route.fulfill(json={"ok": {"items": [], "next": size + 2}, "position": size + 2})
            else:
                route.continue_()

        page.route("**/v1/queries/events", cut)
        self.demo.do("hugo", "send", conversation=demo.TRIP, text="Not of this conversation")
        self.demo.do("cora", "send", conversation=demo.TEA, text="Behind the cut")
        page.wait_for_selector(f".event:has-text('{size + 2}')")

    def test_the_histogram_forgets_no_early_events(self):
        page = self.operator(f"#log?conversation={demo.TRIP}&type=messageSent")
        page.wait_for_selector(".histogram")
        trip = page.inner_text(".chart-label span")
        # That of another conversation, which began earlier, goes back to its own beginning.
        other = self.operator(f"#log?conversation={demo.TEA}&type=messageSent")
        tea = other.inner_text(".chart-label span")
        self.assertNotEqual(tea, trip)
        page.evaluate(f"location.hash = '#log?conversation={demo.TEA}&type=messageSent'")
        page.wait_for_function("(tea) => document.querySelector('.chart-label span').textContent === tea", arg=tea)

    def test_a_span_is_picked_from_the_histogram(self):
        page = self.operator("#log")
        page.wait_for_selector(".histogram")
        all_times = page.inner_text(".chart-label span")
        # By the keyboard: a third is left out before, and some after.
        page.focus(".span >> nth=0")
        for _ in range(30):
            page.keyboard.press("ArrowRight")
        page.focus(".span >> nth=1")
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        self.assertNotEqual(page.inner_text(".chart-label span"), all_times)
        page.click(".chart-label button:text-is('Show this span')")
        page.wait_for_url(re.compile("fromTime="))
        page.wait_for_selector(".scan:has-text('searched')")
        first, until = (int(re.search(f"{name}=([0-9]+)", page.url)[1]) for name in ("fromTime", "untilTime"))
        found = self.demo.ask("events", fromTime=first, untilTime=until, limit=500)["items"]
        newest = [item["position"] for item in reversed(found)]

        def shows_them():
            there = [int(text.replace(",", "")) for text in page.locator(".event .position").all_inner_texts()]
            return there and there == newest[:len(there)]

        # Those of before stay until the answer is there.
        self.wait_until(page, shows_them, f"the events of the span are not shown: {newest[:5]}…")
        self.assertLess(len(found), self.demo.ask("state")["size"])
        # By the pointer, over the bars; by its main button alone.
        page.click("button:text-is('All times')")
        page.wait_for_selector(f".chart-label span:text-is('{all_times}')")
        box = page.locator(".histogram").bounding_box()
        for button in ("right", "middle"):
            page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 40, button=button)
            self.assertNotIn("fromTime", page.evaluate("location.hash"))
            self.assertEqual(page.inner_text(".chart-label span"), all_times)
        page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 40)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + 40)
        page.mouse.up()
        page.wait_for_url(re.compile("fromTime="))
        again, until = (int(re.search(f"{name}=([0-9]+)", page.url)[1]) for name in ("fromTime", "untilTime"))
        self.assertLess(again, until)

    def test_a_link_to_a_persons_chats_asks_for_a_reason_first(self):
        anna = demo.person("anna")
        for link in (f"#past?as={anna}&c={demo.TEA}", f"#chat?as={anna}&c={demo.TEA}"):
            before = len(self.demo.ask("events", type="contentOpened", limit=500)["items"])
            page = self.operator(link)
            page.wait_for_selector(".choose input[name=reason]")
            self.assertEqual(page.locator(".conversation").count(), 0)
            self.assertEqual(len(self.demo.ask("events", type="contentOpened", limit=500)["items"]), before)
            reason = f"by a link to {link[:5]}"
            self.give_reason(page, reason)
            page.wait_for_selector(".talk .row[data-message]")
            self.assertIn(demo.TEA, page.url)
            looks = self.demo.ask("events", type="contentOpened", limit=500, content=True, reason="this test")["items"]
            self.assertIn(reason, [look.get("content", {}).get("reason") for look in looks])

    def test_a_search_that_is_cut_off_keeps_what_it_found(self):
        page = self.operator("#log")
        page.wait_for_selector("button.secondary:text-is('Earlier events')")
        there = page.locator(".event").count()
        page.route("**/v1/queries/events", lambda route: route.abort())
        page.click("button:text-is('Earlier events')")
        page.wait_for_selector(".scan .problem")
        self.assertIn("of the positions", page.inner_text(".scan"))
        self.assertEqual(page.locator(".event").count(), there)
        page.unroute("**/v1/queries/events")
        page.click("button:text-is('Earlier events')")
        page.wait_for_function("(there) => document.querySelectorAll('.event').length > there", arg=there)
        self.assertEqual(page.locator(".scan .problem").count(), 0)

    def test_a_link_to_an_event_that_is_not_there_opens_no_other(self):
        page = self.operator("#log?at=99999")
        page.wait_for_selector(".scan:has-text('Position 99,999 is not here.')")
        self.assertEqual(page.locator(".event[aria-expanded=true]").count(), 0)
        page.evaluate("location.hash = '#log?at=40&type=reactionSet'")
        page.wait_for_selector(".event .type:text-is('reactionSet'), .scan:has-text('0 events')")
        page.wait_for_selector(".scan:has-text('Position 40 is not here.'), .event[aria-expanded=true]:has-text('40')")
        page.evaluate("location.hash = '#log?at=abc'")
        page.wait_for_selector(".event[aria-expanded=false]")
        self.assertEqual(page.locator(".event[aria-expanded=true]").count(), 0)

    def test_rates_begin_anew_with_the_server(self):
        page = self.page()
        counted = iter([900_000, 5])

        def earlier(route):
            answer = route.fetch().json()
            answer["ok"]["appended"] = next(counted, 6)
            route.fulfill(json=answer)
        page.route("**/v1/queries/gauges", earlier)
        self.sign_in(page, self.demo.operator, "#operator")
        events = page.locator(".tile", has_text="Events").first
        events.locator("text=/^\\d[\\d.,]* per second$/").wait_for()
        self.assertNotIn("-", events.inner_text())
        self.assertNotIn("\u2212", events.inner_text())

    def test_the_json_of_the_log_is_what_is_shown(self):
        page = self.operator("#log")
        page.wait_for_selector(".scan:has-text('not searched')")
        page.locator(".log details.source").last.locator("summary").click()
        shown = page.locator(".event .position").all_inner_texts()
        page.wait_for_selector(".log details.source[open] pre:has-text('position')")
        text = "".join(page.locator(".log details.source[open] pre").all_inner_texts())
        positions = [int(found) for found in re.findall(r'"position": (\d+)', text)]
        # A long document is cut off; the command prints all of it.
        self.assertEqual(positions, sorted(int(one.replace(",", "")) for one in shown)[:len(positions)])

    def test_the_log_is_filtered_by_time_and_leads_to_the_past_of_a_message(self):
        all_of_it = self.demo.ask("events", conversation=demo.TEA, type="messageSent", limit=500)["items"]
        first, last = all_of_it[20], all_of_it[30]
        expected = [one["position"] for one in all_of_it if first["at"] // 1_000 * 1_000 <= one["at"] < (last["at"] + 1_000) // 1_000 * 1_000]
        page = self.operator(f"#log?conversation={demo.TEA}&type=messageSent")
        page.wait_for_selector(".event")
        local = "(t) => new Date(t - new Date(t).getTimezoneOffset() * 60000).toISOString().slice(0, 19)"
        for name, at in (("fromTime", first["at"]), ("untilTime", last["at"] + 1_000)):
            page.fill(f".filters input[name={name}]", page.evaluate(local, at))
        page.click(".filters button")
        page.wait_for_url(re.compile("fromTime=[0-9]+&untilTime=[0-9]+"))
        page.wait_for_function("([n, at]) => document.querySelectorAll('.event').length === n"
                               " && document.querySelector('.event .position').textContent === at.toLocaleString('en-GB')",
                               arg=[len(expected), expected[-1]])
        places = [int(one.replace(",", "")) for one in page.locator(".event .position").all_inner_texts()]
        self.assertEqual(places, expected[::-1])
        # A span of milliseconds from the histogram stays, whatever else is changed.
        page.evaluate(f"location.hash = '#log?fromTime={first['at'] + 1}&untilTime={last['at'] + 1}'")
        page.wait_for_function("(t) => new Date(document.querySelector('input[name=fromTime]').value).getTime() === t", arg=first["at"] // 1_000 * 1_000)
        page.fill(".filters input[name=type]", "messageSent")
        page.click(".filters button")
        page.wait_for_url(re.compile(f"fromTime={first['at'] + 1}&untilTime={last['at'] + 1}&.*type=messageSent"))
        self.check_access(page)
        page.evaluate(f"location.hash = '#log?at={first['position']}'")
        page.click(".event-details a:text-is('See the past here')")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(f".moment:not([inert]) .talk .row[data-message='{first['fields']['message']}']")
        self.assertIn(f"c={demo.TEA}", page.url)

    def test_the_log_and_its_histogram_print_what_they_show(self):
        page = self.operator(f"#log?conversation={demo.REQUEST}")
        page.wait_for_selector(".histogram")
        page.wait_for_selector(".scan:has-text('searched')")
        self.check_sources(page, ".log details.source", ["histogram", "events"])
        answer = self.demo.ask("histogram", conversation=demo.REQUEST, buckets=80)["items"]
        shown = json.loads(page.locator(".chart details.source pre").last.text_content())["items"]
        self.assertEqual(sum(item["count"] for item in shown), sum(item["count"] for item in answer))
        self.check_access(page)


class Past(Operated):
    def test_the_past_moves_with_the_slider(self):
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(".conversation")
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=30&c={demo.TEA}'")
        page.wait_for_selector(".slider output:has-text('Position 30')")
        page.wait_for_selector(".moment:not([inert]) .conversation:has-text('Tea at four')")
        then = page.inner_text(".conversation:has-text('Tea at four') .preview-text")
        page.wait_for_selector(".talk .row")
        self.assertTrue(page.locator(".composer-closed").is_visible())
        page.focus(".slider input")
        page.keyboard.press("End")
        page.wait_for_function("(then) => [...document.querySelectorAll('.conversation')].some((c) => c.textContent.includes('Tea at four') && !c.textContent.includes(then))", arg=then)
        page.wait_for_selector(".moment:not([inert]) .talk .row details.why")
        page.locator(".talk .row[data-message] details.why summary").last.click()
        page.wait_for_selector(".because b:text-is('Visible')")
        self.check_access(page)

    def test_another_moment_opens_where_one_read(self):
        # The place in the first link is not that of the reading.
        page = self.past_of_anna(f"&at=190&c={demo.TEA}&n=3")
        page.wait_for_selector(".moment:not([inert]) .row[data-ordinal='3']")
        page.locator(".talk-scroll").evaluate("(element) => { element.scrollTop = element.scrollHeight / 2; }")
        page.wait_for_url(re.compile(r"n=\d\d+(&|$)"))
        read = int(re.search(r"n=(\d+)", page.url)[1])
        top = "(n) => document.querySelector(`.row[data-ordinal='${n}']`).getBoundingClientRect().top"
        tops = []
        # It stays there, however often the moment moves.
        for at in range(189, 184, -1):
            page.focus(".slider [type=range]")
            page.keyboard.press("ArrowLeft")
            page.wait_for_url(re.compile(f"at={at}(&|$)"))
            page.wait_for_selector(f".moment:not([inert]) .row[data-ordinal='{read}']")
            # The place is written a moment after it is shown.
            page.wait_for_timeout(400)
            self.assertEqual(re.search(r"n=(\d+)", page.url)[1], str(read))
            tops.append(page.evaluate(top, read))
        self.assertLess(max(tops) - min(tops), 2)
        self.assertGreater(page.evaluate(top, read), page.locator(".talk-scroll").bounding_box()["y"])
        # So it does where a moment does not have it, or not the conversation.
        for at, there in ((40, ".row[data-ordinal='1']"), (1, ".nothing:has-text('no such conversation')")):
            page.fill(".slider [type=range]", str(at))
            page.wait_for_url(re.compile(f"at={at}(&|$)"))
            page.wait_for_selector(f".moment:not([inert]) {there}")
            self.assertEqual(page.locator(f".row[data-ordinal='{read}']").count(), 0)
            page.wait_for_timeout(400)
            page.fill(".slider [type=range]", "185")
            page.wait_for_selector(f".moment:not([inert]) .row[data-ordinal='{read}']")
            self.assertAlmostEqual(page.evaluate(top, read), tops[-1], delta=2)

    def test_another_person_is_looked_at_for_a_reason_that_is_asked_anew(self):
        anna, ben, dai = (demo.person(name) for name in ("anna", "ben", "dai"))
        field = ".choose input[name=reason]"
        page = self.operator("#past")
        self.give_reason(page, "a question about Anna")
        page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(".moment:not([inert]) .conversation")
        # Another one by a link: one Enter goes on with the reason of before.
        page.evaluate(f"location.hash = '#chat?as={ben}&c={demo.TEA}'")
        page.wait_for_selector(f"{field}:focus")
        self.assertEqual(page.input_value(field), "a question about Anna")
        self.assertEqual(page.locator(".conversation, .talk .row").count(), 0)
        self.check_access(page)
        self.picture(page, "reason-1280-light")
        page.keyboard.press("Enter")
        page.wait_for_selector(".talk .row[data-message]")
        # Another one of the list, for another reason.
        page.evaluate("location.hash = '#chat'")
        page.locator(".choice button", has_text="Dai").click()
        page.wait_for_selector(f"{field}:focus")
        self.give_reason(page, "a question about Dai")
        self.open(page, "Tea at four")
        # Whom one has looked at is looked at again, on each screen, for the same reason.
        for place in (f"#past?as={ben}&c={demo.TEA}", f"#past?as={anna}&c={demo.TRIP}", f"#chat?as={anna}&c={demo.TEA}"):
            page.evaluate(f"location.hash = '{place}'")
            page.wait_for_selector(f"{'.moment:not([inert]) ' if 'past' in place else ''}.talk .row[data-message]")
            self.assertEqual(page.locator(field).count(), 0)
        # Nobody is looked at while one chooses, and who was chosen before is shown again.
        page.click(".list header .link")
        page.wait_for_selector(".choice button")
        with page.expect_request("**/queries/profiles"):
            self.assertEqual(page.locator(".conversation").count(), 0)
            page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(".conversation")
        # A list that comes late changes nothing of the person who was chosen meanwhile.
        held = []
        page.route("**/queries/conversations", lambda route: held.append(route) if not held else route.continue_())
        with page.expect_request("**/queries/conversations"):
            page.evaluate(f"location.hash = '#chat?as={ben}&c={demo.TEA}'")
        page.evaluate(f"location.hash = '#chat?as={anna}&c={demo.TRIP}'")
        page.wait_for_selector(".talk .row[data-message]")
        shown = page.text_content(".talk header")
        held[0].abort()
        page.wait_for_timeout(300)
        self.assertEqual(page.text_content(".talk header"), shown)
        page.unroute("**/queries/conversations")
        # A list that fails behind a reason is tried again, and the reason counts.
        page.route("**/queries/conversations", lambda route: route.fulfill(status=400, body="{}", content_type="application/problem+json"))
        page.evaluate(f"location.hash = '#chat?as={demo.person('farid')}'")
        page.wait_for_selector(f"{field}:focus")
        page.keyboard.press("Enter")
        page.wait_for_selector("main .nothing button:has-text('Try again')")
        page.unroute("**/queries/conversations")
        page.click("main .nothing button:has-text('Try again')")
        page.wait_for_selector(".list header:has-text('Farid')")
        # The reports are those of a moderator.
        page.evaluate("location.hash = '#operator'")
        page.click("button:has-text('Show the reports')")
        page.wait_for_selector("dialog input[name=reason]:focus")
        self.assertEqual(page.input_value("dialog input[name=reason]"), "a question about Dai")
        page.keyboard.press("Enter")
        page.wait_for_selector(".rows-list:has-text('Elif')")
        looks = {(look["fields"].get("asUser"), look["content"]["reason"]) for look in
                 self.demo.ask("events", type="contentOpened", limit=500, content=True, reason="this test")["items"]}
        self.assertEqual({reason for person, reason in looks if person == anna and "question about" in reason}, {"a question about Anna"})
        for pair in ((ben, "a question about Anna"), (dai, "a question about Dai"), (demo.person("greta"), "a question about Dai")):
            self.assertIn(pair, looks)

    def test_a_screen_that_is_not_of_the_moment_yet_cannot_be_used(self):
        page = self.past_of_anna(f"&c={demo.TEA}")
        page.wait_for_selector(".moment:not([inert]) .talk .row")
        held, pattern = self.hold(page, "conversations")
        page.focus(".slider input")
        page.keyboard.press("Home")
        self.assertTrue(page.evaluate("document.querySelector('.moment').inert"))
        page.wait_for_url(re.compile("at=1$|at=1&"))
        self.wait_until(page, lambda: held, "The list is not asked for.")
        self.assertEqual(page.get_attribute(".moment", "aria-busy"), "true")
        self.assertTrue(page.evaluate("document.querySelector('.moment').inert"))
        page.unroute(pattern)
        page.wait_for_selector(".moment:not([inert])[aria-busy=false]")
        page.wait_for_selector(".list .empty")
        # Also where it cannot be loaded; when the server is reached again, so is the moment.
        page.route("**/v1/queries/conversations", lambda route: route.abort())
        page.keyboard.press("End")
        page.wait_for_selector(".moment:not([inert]) .nothing:has-text('not reached')")
        page.unroute("**/v1/queries/conversations")
        page.wait_for_selector(".moment:not([inert]) .conversation")

    def test_a_past_that_was_left_before_it_came_leaves_nothing_running(self):
        page = self.page()
        page.add_init_script("""
            window.running = new Set();
            const [begin, end] = [setInterval, clearInterval];
            window.setInterval = (...of) => { const one = begin(...of); running.add(one); return one; };
            window.clearInterval = (one) => { running.delete(one); end(one); };
        """)
        self.sign_in(page, self.demo.token("anna"), "#proof")
        page.wait_for_selector(".proof .panel h2")
        running = page.evaluate("running.size")
        held, release = self.hold_answers(page, "conversations")
        page.evaluate("location.hash = '#past'")
        # The first one is asked for the span of the slider.
        self.wait_until(page, lambda: held, "the span is not asked for")
        route, answer = held.pop()
        route.fulfill(response=answer)
        self.wait_until(page, lambda: held, "the list is not asked for")
        self.assertGreater(page.evaluate("running.size"), running)
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".proof .panel h2")
        release()
        page.wait_for_timeout(500)
        self.assertEqual(page.evaluate("running.size"), running)

    def test_a_typed_time_moves_no_other_screen_and_nothing_that_was_moved_since(self):
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.wait_for_selector(".moment:not([inert]) .conversation")
        message, other = (self.demo.ask("events", type="messageSent", limit=500, conversation=demo.TEA)["items"][n] for n in (20, 30))

        def typed(*times):
            held = []
            page.route("**/v1/queries/checkpoint", lambda route: held.append((route, route.fetch())) if "T" in str(route.request.post_data_json.get("asOf")) else route.continue_())
            for n, at in enumerate(times, 1):
                self.type_time(page, at + 1_000)
                self.wait_until(page, lambda: len(held) >= n, "no position is asked for")

            def release():
                for route, answer in held:
                    route.fulfill(response=answer)
                page.unroute("**/v1/queries/checkpoint")
            return release

        # Another screen is shown by then: from the Past, and from the log.
        for left, shown in ((".past", "log"), (".log", "operator")):
            release = typed(message["at"])
            page.click(f".rail a[href='#{shown}']")
            page.wait_for_selector(f".{shown}:not([inert]) .panel, .{shown}:not([inert]) .event")
            page.wait_for_selector(".as-of output:text-is('Now')")
            release()
            page.wait_for_timeout(500)
            self.assertEqual(page.evaluate("location.hash"), f"#{shown}", left)
            self.assertEqual(page.inner_text(".as-of output"), "Now", left)
        # The hand on the slider is the last word.
        release = typed(message["at"])
        page.focus(".as-of [type=range]")
        page.keyboard.press("Home")
        page.wait_for_url(re.compile("asof=1$"))
        release()
        page.wait_for_timeout(500)
        self.assertEqual(page.evaluate("location.hash"), "#operator?asof=1")
        # So is the time that was typed last.
        typed(other["at"], message["at"])()
        page.wait_for_url(re.compile(f"asof={message['position']}$"))
        page.wait_for_timeout(500)
        self.assertEqual(page.evaluate("location.hash"), f"#operator?asof={message['position']}")

    def test_a_blank_reason_is_no_reason(self):
        page = self.operator("#past")
        words = []
        page.on("request", lambda asked: words.append(asked.url) if "profiles" in asked.url else None)
        self.give_reason(page, "   ")
        self.assertTrue(page.evaluate("document.querySelector('.choose input[name=reason]').matches(':invalid')"))
        page.evaluate("location.hash = '#log'")
        page.wait_for_selector(".event")
        page.check(".switch input")
        self.give_reason(page, "   ")
        self.assertTrue(page.locator("dialog").is_visible())
        page.keyboard.press("Escape")
        page.wait_for_selector(".switch input:not(:checked)")
        self.assertNotIn("lemon", page.inner_text(".log"))
        self.assertEqual(words, [])
        # Nor is it one for the server, whatever a page says.
        self.demo.do("operator", "configure", looks="required")
        self.addCleanup(self.demo.do, "operator", "configure", looks="given")
        for reason in ({}, {"reason": "   "}):
            with self.assertRaisesRegex(RuntimeError, "reasonNeeded|invalidText"):
                self.demo.ask("profiles", users=[demo.person("anna")], **reason)

    def test_the_slider_of_the_first_screen_stays_there(self):
        page = self.operator()
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.focus(".as-of [type=range]")
        page.keyboard.press("Home")
        page.wait_for_url(re.compile("#operator[?]asof=1$"))
        page.wait_for_selector(".operator:not([inert]) .dated:has-text('position 1;')")
        page.click(".as-of button:has-text('Now')")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")

    def test_an_answer_that_says_when_to_ask_again_is_asked_for_then(self):
        page = self.operator("#proof")
        page.wait_for_selector(".panel:has-text('The server')")
        busy = {"code": "overloaded", "detail": "Too much at once.", "retryAfter": 1_000}
        asked = {"consumers": 0, "views": 0}

        def answer(route):
            name = route.request.url.rsplit("/", 1)[-1]
            asked[name] += 1
            # The client itself asks 5 times; then the screen does.
            if asked[name] > (1 if name == "consumers" else 5):
                return route.continue_()
            route.fulfill(status=503, content_type="application/problem+json", json=busy)

        for path in ("consumers", "queries/views"):
            page.route(f"**/v1/{path}", answer)
        page.evaluate("location.hash = '#operator'")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.wait_for_selector(".panel:has-text('Webhooks and consumers')")
        self.assertEqual(page.locator(".connection.lost").count(), 0)
        self.assertGreater(asked["views"], 5)

    def test_a_question_that_failed_is_asked_again(self):
        page = self.past_of_anna(f"&c={demo.TEA}")
        page.wait_for_selector(".moment:not([inert]) .talk .row[data-message] details.why")
        summary = page.locator(".talk .row[data-message] details.why summary").last
        page.route("**/v1/queries/explain", lambda route: route.fulfill(
            status=400, content_type="application/problem+json", json={"code": "invalidRequest", "detail": "Not for a test."}))
        summary.click()
        page.wait_for_selector(".why .problem:has-text('Not for a test.')")
        page.unroute("**/v1/queries/explain")
        summary.click()
        summary.click()
        page.wait_for_selector(".because b:text-is('Visible')")

    def test_the_operator_sees_a_persons_chats_and_writes_nothing(self):
        page = self.operator("#chat")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        self.open(page, "Tea at four")
        page.wait_for_selector(".composer-closed:has-text('You only look')")
        cora = self.person("cora")
        self.open(cora, "Tea at four")
        self.say(cora, "Seen by the operator a little later")
        cora.wait_for_selector(".row.mine:not(.pending):has-text('Seen by the operator a little later')")
        # Without a stream the screen is brought up to date when the page is shown again.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_selector(".text:text-is('Seen by the operator a little later')")
        self.assertEqual(page.locator(".connection.lost").count(), 0)
        self.check_access(page)

    def test_a_person_whose_name_is_not_told_is_named_by_the_id(self):
        page = self.operator("#chat")
        self.give_reason(page)
        anna = page.locator(".choice button", has_text="Anna")
        anna.wait_for()
        page.route("**/v1/queries/profiles", lambda route: route.fulfill(
            status=403, content_type="application/problem+json", json={"code": "permissionDenied", "detail": "Not for a test."}))
        anna.click()
        page.wait_for_selector(f".list-head h1 button:text-is('{demo.person('anna')[:8]}')")

    def test_two_moments_mark_messages_and_conversations_beyond_the_first_page(self):
        sent = self.demo.do("elif", "send", conversation=demo.TRIP, text="Changed between two moments")["message"]
        before = self.demo.ask("state")["size"]
        self.demo.do("elif", "edit", message=sent, text="Changed, and here it is")
        self.demo.do("elif", "send", conversation=demo.TRIP, text="Only later")
        # More conversations than a page has, all of them newer than those of before.
        made = []
        for n in range(55):
            made.append(self.demo.do("elif", "createGroup", members=[demo.person("farid"), demo.person("greta")], title=f"Group {n}")["conversation"])
        after = self.demo.ask("state")["size"]
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Elif").click()
        page.wait_for_selector(".moment:not([inert]) .conversation")
        page.evaluate(f"location.hash = '#past?as={demo.person('elif')}&at={before}&to={after}&c={demo.TRIP}'")
        one, two = page.locator(".moment").nth(0), page.locator(".moment").nth(1)
        one.locator(".row.differs:has-text('Changed between two moments') .difference:text-is('differs')").wait_for()
        two.locator(".row.differs:has-text('Changed, and here it is') .difference:text-is('differs')").wait_for()
        two.locator(".row.differs:has-text('Only later') .difference:text-is('only here')").wait_for()
        self.assertEqual(two.locator(".row.differs:has-text('The flat has four rooms')").count(), 0)
        # The old conversations are beyond the first 50 of the later moment, and not only here.
        one.locator(".conversation.differs:has-text('Lisbon') .difference:text-is('differs')").wait_for()
        two.locator(".conversation:has-text('Group 54') .difference:text-is('only here')").wait_for()
        self.assertEqual(one.locator(".conversation .difference:text-is('only here')").count(), 0)
        # Rows that are loaded later are marked as well.
        two.locator(".list-scroll").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
        two.locator(".conversation:has-text('Group 0') .difference:text-is('only here')").wait_for()
        two.locator(".conversation.differs:has-text('Lisbon') .difference:text-is('differs')").wait_for()
        self.check_access(page)
        self.picture(page, "past-messages-1280-light")
        # A mark stands while another moment is asked what it has.
        page.evaluate("""() => {
            window.gone = 0;
            const left = document.querySelector(".moment");
            const count = () => left.querySelectorAll(".conversation.differs .difference, .row.differs .difference").length;
            const before = count();
            new MutationObserver(() => { if (count() < before) window.gone += 1; }).observe(left, { childList: true, subtree: true });
        }""")
        held, pattern = self.hold(page, "conversation")
        page.focus(".slider:nth-of-type(2) [type=range]")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(re.compile(f"to={after - 1}(&|$)"))
        # The row of the list and the conversation itself are asked for, both as of the moment.
        self.wait_until(page, lambda: sum(json.loads(route.request.post_data)["asOf"] == after - 1 for route in held) > 1,
                        "The other moment is not asked.")
        page.wait_for_timeout(300)
        self.assertEqual(page.evaluate("window.gone"), 0)
        page.unroute(pattern)
        page.locator(".moment:not([inert])").nth(1).locator(".row.differs:has-text('Changed, and here it is')").wait_for()
        self.assertEqual(page.evaluate("window.gone"), 0)
        # Before the conversation began, all of it is only here.
        page.evaluate(f"location.hash = '#past?as={demo.person('elif')}&at={before}&to=2&c={demo.TRIP}'")
        one.locator(".row:has-text('Changed between two moments') .difference:text-is('only here')").wait_for()

    def test_two_moments_are_searched_alike_by_a_link(self):
        page = self.operator(f"#past?as={demo.person('anna')}&at=120&to=200&q=Tea")
        # The reason is asked again.
        self.give_reason(page)
        both = ".moment:not([inert]) .conversations:has-text('Tea at four'):not(:has-text('Lisbon'))"
        page.wait_for_selector(f"{both} >> nth=1")
        page.locator(".moment input[type=search]").first.fill("Lisbon")
        page.wait_for_url(re.compile("q=Lisbon"))
        page.wait_for_selector(".moment:nth-child(2) .conversations:not(:has-text('Tea at four'))")
        # The moment moves, and the search stays.
        page.focus(".slider [type=range]")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(re.compile("at=119"))
        page.wait_for_selector(".moment:not([inert]) >> nth=1")
        self.assertEqual(page.locator(".moment .conversation", has_text="Tea at four").count(), 0)

    def test_two_moments_reach_lists_and_conversations_on_a_small_screen(self):
        page = self.operator(f"#past?as={demo.person('anna')}&at=120&to=200&c={demo.TEA}", width=360, height=740)
        self.give_reason(page)
        for n in (0, 1):
            moment = page.locator(".moment").nth(n)
            moment.locator(".talk .row.differs").first.wait_for()
            rows = moment.locator(".talk-scroll").bounding_box()
            self.assertGreater(rows["height"], 90, "The conversation has no room.")
            self.assertTrue(moment.get_by_label("Back to the list").is_visible())
        self.check_access(page)
        self.picture(page, "past-two-talk-360-light")
        page.locator(".moment").nth(1).get_by_label("Back to the list").click()
        for n in (0, 1):
            moment = page.locator(".moment").nth(n)
            moment.locator(".conversation.differs .difference").first.wait_for()
            self.assertGreater(moment.locator(".list-scroll").bounding_box()["height"], 90, "The list has no room.")
        self.check_access(page)
        self.picture(page, "past-two-list-360-light")
        page.locator(".moment").first.locator(".conversation", has_text="Tea at four").click()
        page.wait_for_selector(f".moment:nth-child(2) .talk .row.differs")

    def test_two_moments_show_what_differs(self):
        page = self.operator("#past")
        self.give_reason(page)
        page.locator(".choice button", has_text="Anna").click()
        page.click("button:has-text('Compare two moments')")
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=120&to=200&c={demo.TEA}'")
        page.wait_for_selector(".conversation.differs .difference")
        self.assertEqual(page.locator(".moment").count(), 2)
        self.picture(page, "past-two-1280-light")
        self.check_access(page)

    def test_a_person_sees_their_own_past_where_the_server_allows_it(self):
        page = self.page()
        # The clock of the browser is of no matter: the server's is.
        page.clock.install(time=time.time() + 86_400)
        self.sign_in(page, self.demo.token("anna"), f"#past?c={demo.TEA}")
        page.wait_for_selector(".moment:not([inert]) .conversation:has-text('Lisbon, 15 to 19 October')")
        first, last = (int(page.get_attribute(".slider [type=range]", name)) for name in ("min", "max"))
        self.assertLess(abs(last / 1_000 - time.time()), 600)
        story = [line["at"] for line in self.demo.story if line["as"] == demo.person("anna") and line["do"] == "createGroup"]
        self.assertEqual(first, story[0])
        # So it is where the list has several pages.
        other = self.page()
        other.route("**/v1/queries/conversations", lambda route: route.continue_(
            post_data=json.dumps({**json.loads(route.request.post_data), "limit": 2})))
        self.sign_in(other, self.demo.token("anna"), "#past")
        other.wait_for_selector(".moment:not([inert]) .conversation")
        self.assertEqual(int(other.get_attribute(".slider [type=range]", "min")), story[0])
        page.focus(".slider [type=range]")
        page.keyboard.press("Home")
        page.wait_for_selector(".moment:not([inert]) .conversation:has-text('Tea at four')")
        self.assertEqual(page.locator(".conversation").count(), 3)
        self.assertEqual(page.locator(".conversation:has-text('Ben Okafor')").count(), 0)
        page.wait_for_selector(".row.system:has-text('You created this group')")
        self.assertEqual(page.locator(".talk .row").count(), 1)
        # A time is typed, too.
        self.type_time(page, last - 1_000)
        page.wait_for_selector(".moment:not([inert]) .conversation:has-text('Ben Okafor')")
        page.wait_for_selector(".moment:not([inert]) .text:text-is('Noted 🍋')")
        self.assertTrue(page.locator(".composer-closed:has-text('This is the past')").is_visible())
        self.assertEqual(page.locator("details.why").count(), 0)
        self.check_access(page)


class Operator(Operated):
    def test_each_screen_of_the_operator_is_shown_as_of_a_moment(self):
        asked = []
        page = self.operator("#log")
        page.on("request", lambda request: asked.append((request.url.rsplit("/", 1)[-1], json.loads(request.post_data or "{}"))) if "/v1/" in request.url else None)
        page.wait_for_selector(".as-of output:text-is('Now')")
        page.focus(".as-of [type=range]")
        page.keyboard.press("Home")
        page.wait_for_url(re.compile("asof=1$"))
        page.wait_for_selector(".log:not([inert]) .scan:has-text('1 event; all 1 positions are searched')")
        self.assertEqual(page.locator(".event").count(), 1)
        # No live event comes into the past.
        self.demo.do("hugo", "send", conversation=demo.TRIP, text="Of now")
        asked.clear()
        page.wait_for_timeout(2_500)
        self.assertEqual([name for name, _ in asked if name == "events"], [])
        message = self.demo.ask("events", type="messageSent", limit=500, conversation=demo.TEA)["items"][20]
        self.type_time(page, message["at"] + 1_000)
        page.wait_for_url(re.compile(f"asof={message['position']}$"))
        page.wait_for_selector(f".log:not([inert]) .events > li:first-child .position:text-is('{message['position']:,}')")
        command = page.locator(".log > div:not(.chart) .source pre").first.text_content()
        self.assertIn(f'"asOf":{message["position"]}', command)
        self.check_access(page)
        self.picture(page, "log-past-1280-light")
        page.click(".as-of button:has-text('Now')")
        page.wait_for_selector(".log:not([inert]) .event:has-text('24 characters'), .log:not([inert]) .event:has-text('6 characters')")
        # The operator's screen: of then what the log says, of now what the server does, and no acts.
        page.evaluate(f"location.hash = '#operator?asof={message['position']}'")
        page.wait_for_selector(".operator:not([inert]) .dated:has-text('Nothing can be done in the past')")
        self.assertEqual(page.locator(".panel:has-text('Case 2025/17')").count(), 0)
        page.wait_for_selector(".panel:has-text('Nothing is held.')")
        page.wait_for_selector(".tile:has-text('Events now')")
        acts = page.locator(".cards form button, .cards button:has-text('Place a hold'), .cards button:has-text('Try what would go'), .cards button:has-text('Make an export')")
        self.assertGreaterEqual(acts.count(), 4)
        self.assertEqual(acts.evaluate_all("(all) => all.filter((e) => !e.closest('[inert]')).length"), 0)
        self.check_access(page)
        self.picture(page, "operator-past-1280-light")
        # A command has no past.
        self.assertNotIn("asOf", [key for name, fields in asked if name in ("erase", "placeHold") for key in fields])
        page.evaluate("location.hash = '#operator'")
        page.wait_for_selector(".operator:not([inert]) .panel:has-text('Case 2025/17')")
        self.assertEqual(acts.evaluate_all("(all) => all.filter((e) => e.closest('[inert]')).length"), 0)
        # Proofs: what the server knew then, compared with nothing.
        page.evaluate(f"location.hash = '#proof?asof={message['position']}'")
        page.wait_for_selector(f".proof:not([inert]) h2:has-text('The server, as of position {message['position']}')")
        page.wait_for_selector(".panel:has-text('no signed checkpoint yet')")
        self.check_access(page)
        self.picture(page, "proof-past-1280-light")

    def test_a_late_answer_draws_no_other_moment(self):
        page = self.operator("#operator")
        page.wait_for_selector(".as-of output:text-is('Now')")
        places = {"now": "", "then": "?asof=100"}
        shown = {"now": (".dated:empty", "Case 2025/17"), "then": (".dated:has-text('Nothing can be done in the past')", "Nothing is held.")}
        go = lambda moment: page.evaluate("(place) => { location.hash = `#operator${place}`; }", places[moment])
        is_inert = lambda words: page.locator(f".panel button:has-text('{words}')").evaluate("(one) => !!one.closest('[inert]')")
        for query in ("state", "exports"):
            for early, late in (("then", "now"), ("now", "then")):
                dated, holds = shown[late]
                go(late)
                page.wait_for_selector(f".operator:not([inert]) {dated}", state="attached")
                # What is asked for first is answered last.
                held, release = self.hold_answers(page, query)
                for n, moment in enumerate((early, late), 1):
                    go(moment)
                    self.wait_until(page, lambda: len(held) >= n, f"{query} is not asked for")
                release()
                page.wait_for_selector(f".operator:not([inert]) {dated}", state="attached")
                page.wait_for_timeout(300)
                page.wait_for_selector(f".operator:not([inert]) {dated}", state="attached")
                self.assertEqual(page.locator(".panel", has_text=holds).count(), 1, (query, late))
                self.assertEqual([is_inert("Place a hold"), is_inert("Make an export")], [late == "then"] * 2, (query, late))
                command = page.locator(".panel", has_text="What has left the store").locator("pre").last.text_content()
                self.assertEqual('"asOf":100' in command, late == "then", (query, late))
        # A mended connection asks again meanwhile: what is answered first is drawn before the screen can be used.
        go("now")
        page.wait_for_selector(".operator:not([inert]) .dated:empty", state="attached")
        held = []
        page.route("**/v1/queries/state", lambda route: held.append((route, route.fetch())))
        go("then")
        self.wait_until(page, lambda: held, "state is not asked for")
        page.route("**/metrics", lambda route: route.abort())
        self.wait_until(page, lambda: len(held) > 1, "state is not asked for again")
        page.unroute("**/metrics")
        held[0][0].fulfill(response=held[0][1])
        page.wait_for_selector(".operator:not([inert])")
        page.wait_for_selector(shown["then"][0])
        self.assertEqual([is_inert("Place a hold"), is_inert("Make an export")], [True] * 2)
        page.unroute("**/v1/queries/state")
        # Nor does a late failure take the shown one away.
        go("now")
        page.wait_for_selector(".operator:not([inert]) .dated:empty", state="attached")
        held = []
        page.route("**/v1/queries/state", lambda route: route.continue_() if held else held.append(route))
        go("then")
        self.wait_until(page, lambda: held, "state is not asked for")
        go("now")
        page.wait_for_selector(".operator:not([inert]) .dated:empty", state="attached")
        held[0].fulfill(status=500, json={"code": "internal", "detail": "Broken for a test."})
        page.wait_for_timeout(300)
        self.assertEqual((page.locator(".operator").count(), page.locator("main > .nothing").count()), (1, 0))

    def test_the_operator_sees_numbers_and_acts_after_a_second_yes(self):
        page = self.operator("#operator")
        page.wait_for_selector(".tile b")
        self.check_access(page)
        self.picture(page, "operator-numbers-1280-light")
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
        page.wait_for_selector("dialog .danger")
        # What is done is said also where the screen cannot be drawn anew.
        page.route("**/v1/queries/state", lambda route: route.fulfill(status=500, json={"code": "internal", "detail": "Broken for a test."}), times=1)
        page.click("dialog .danger")
        page.wait_for_selector(".toast.bad:has-text('Broken for a test.')")
        # It is said where a screen reader hears it, and nothing can be sent again by mistake.
        page.wait_for_selector("[role=status] .receipt:has-text('Erased: 1')")
        self.assertEqual([card.locator(f"input[name={name}]").input_value() for name in ("id", "basis", "reason")], [""] * 3)
        page.wait_for_selector(".panel:has(.receipt) button:focus")
        self.assertEqual(page.get_attribute(".receipt a[href*=erased]", "href"), f"#proof?erased={message['position']}")
        self.assertTrue(self.demo.ask("events", **{"from": message["position"], "until": message["position"]})["items"][0]["erased"])
        # What is refused says so.
        card = page.locator(".panel", has_text="First it is counted")
        card.locator("input[name=id]").fill("no id")
        card.locator("input[name=basis]").fill("x")
        card.locator("input[name=reason]").fill("x")
        card.get_by_role("button", name="See what would go").click()
        page.wait_for_selector(".panel .problem:not(:empty)")

    def test_the_numbers_are_drawn_while_the_screen_is_open(self):
        page = self.operator("#operator")
        page.wait_for_selector(".tile:has-text('Events') small:has-text('per second')")
        labels = page.locator(".tile > span").all_inner_texts()
        self.assertEqual(labels, ["Events", "Sends", "Commit", "Send", "Followers", "Files"])
        drawn = ".tile:has(span:text-is('{}')) .plot"
        files = page.get_attribute(drawn.format("Files"), "aria-label")
        self.assertRegex(files, r"^Files: between [\d.]+ \w+ and [\d.]+ \w+ while")
        page.wait_for_function("(s) => document.querySelector(s + ' polyline').getAttribute('points').split(' ').length > 2",
                               arg=".tile:nth-child(6) .plot")
        # The streams that are open, and events that come, are in the next numbers.
        events = int(page.inner_text(".tile:has(span:text-is('Events')) b").replace(",", ""))
        hugo = self.person("hugo")
        self.open(hugo, "Lisbon")
        for n in range(20):
            self.demo.do("hugo", "send", conversation=demo.TRIP, text=f"Number {n}")

        def streams():
            request = urllib.request.Request(f"{self.demo.url}/metrics", headers={"Authorization": f"Bearer {self.demo.operator}"})
            with urllib.request.urlopen(request) as answer:
                return int(re.search(rb"^scrollback_streams_open ([0-9]+)$", answer.read(), re.M)[1])

        # Those of pages that were closed before may go meanwhile.
        self.wait_until(page, lambda: (now := streams()) > 0 and page.inner_text(".tile:has(span:text-is('Followers')) b") == str(now), "The followers are not shown.")
        page.wait_for_function("(n) => Number(document.querySelector('.tile b').textContent.replaceAll(',', '')) >= n", arg=events + 20)
        most = "(n) => Number(document.querySelectorAll('.tile .plot')[n].getAttribute('aria-label').match(/and ([0-9.,]+) per/)[1].replaceAll(',', ''))"
        for n in (0, 1):
            page.wait_for_function(f"() => ({most})({n}) > 0")
        self.assertEqual(page.locator(".tile .plot[role=img][aria-label]").count(), 6)
        self.assertGreater(int(page.get_attribute(drawn.format("Followers"), "aria-label").split()[4]), 0)
        self.check_access(page)

    def test_each_card_prints_what_it_shows(self):
        page = self.operator("#operator")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.click("button:has-text('Show the reports')")
        self.give_reason(page)
        page.wait_for_selector(".rows-list:has-text('Elif')")
        # What the numbers are changes from moment to moment.
        self.check_sources(page, ".cards details.source", ["reports", "v1/consumers", "v1/exports", "exports", "views", "state"])
        self.check_access(page)

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
        page.wait_for_selector(".panel:has-text('Case 2025/17'):not(:has-text('Another case'))")
        page.wait_for_selector(".panel:has-text('Another case')", state="detached")
        page.click("button:has-text('Try what would go')")
        page.wait_for_selector("dialog:has-text('will follow in the next 30 days')")
        page.click("dialog button:has-text('Close')")
        page.click("button:has-text('Show the reports')")
        self.give_reason(page)
        page.wait_for_selector(".rows-list:has-text('Elif')")

    def test_a_list_that_ends_before_its_end_says_so(self):
        page = self.page()

        def change(path, more):
            def answer(route):
                answer = route.fetch()
                found = answer.json()
                more(found["ok"])
                route.fulfill(response=answer, json=found)
            page.route(f"**/v1/{path}", answer)

        change("queries/state", lambda state: state["pendingErasures"].extend({"position": n + 1} for n in range(51)))
        for path in ("queries/exports", "queries/reports", "consumers"):
            change(path, lambda page: page.update(next="more"))
        self.sign_in(page, self.demo.operator, "#operator")
        page.click("button:has-text('Show the reports')")
        self.give_reason(page)
        for title, query in (("Erasures that wait", "state"), ("Exports", "exports"), ("Reports", "reports"), ("Webhooks and consumers", "consumers")):
            card = page.locator(".panel", has=page.locator(f"h2:text-is('{title}')"))
            card.locator(f"p:has-text('the query {query} lists the rest.')").wait_for()
            # It counts what is shown: a page may end before its limit.
            shown = card.locator(".rows-list li").count()
            card.locator(f"p:text-is('Only the first {shown} are shown; the query {query} lists the rest.')").wait_for()

    def test_the_keyboard_is_enough_on_each_screen(self):
        page = self.operator("#log")
        page.wait_for_selector(".event")
        self.tab_to(page, ".as-of [type=range]")
        self.tab_to(page, ".filters input[name=type]")
        page.keyboard.type("messageSent")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("type=messageSent"))
        # The scan before may stand there still.
        page.wait_for_function("""() => {
            const all = [...document.querySelectorAll(".event .type")];
            return all.length && all.every((type) => type.textContent === "messageSent");
        }""")
        self.tab_to(page, ".event")
        page.keyboard.press("Enter")
        page.wait_for_selector(".event-details")
        self.tab_to(page, ".event-details .source summary")
        page.keyboard.press("Enter")
        page.wait_for_selector(".event-details .source pre:has-text('\"position\"')")
        # From screen to screen.
        page.evaluate("location.hash = '#operator'")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        self.tab_to(page, ".cards form input[name=id]")
        page.keyboard.type("no id")
        self.tab_to(page, ".cards form input[name=basis]")
        page.keyboard.type("x")
        self.tab_to(page, ".cards form input[name=reason]")
        page.keyboard.type("x")
        page.keyboard.press("Enter")
        page.wait_for_selector(".panel .problem:not(:empty)")
        page.evaluate("location.hash = '#past'")
        page.wait_for_selector(".choose input[name=reason]")
        self.tab_to(page, ".choose input[name=reason]")
        page.keyboard.type("by keys")
        self.tab_to(page, "button.primary")
        page.keyboard.press("Enter")
        page.wait_for_selector(".choice button")
        self.tab_to(page, ".choice button")
        page.keyboard.press("Enter")
        page.wait_for_selector(".moment:not([inert]) .conversation")
        self.tab_to(page, ".slider [type=range]")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(re.compile(r"at=\d+"))
        page.wait_for_selector(".moment:not([inert]) .conversation")
        self.tab_to(page, ".conversation")
        page.keyboard.press("Enter")
        page.wait_for_selector(".talk .row:not(.skeleton)")
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector("input[name=position]")
        self.tab_to(page, "textarea[aria-label='Public key']")
        page.keyboard.type(self.demo.public)
        self.tab_to(page, "button")
        page.keyboard.press("Enter")
        page.wait_for_selector("button:has-text('Use another')")
        self.tab_to(page, "input[name=position]")
        page.keyboard.type("41")
        page.keyboard.press("Enter")
        page.wait_for_selector(".verdict.good:has-text('Event 41')")

    def test_a_person_has_no_operators_screens(self):
        page = self.person("anna", "#operator")
        self.assertEqual(page.locator(".rail a").all_inner_texts(), ["Chat", "Past", "Proof"])

    def test_pictures(self):
        for width, scheme in looks:
            height = heights[width]
            page = self.page(width=width, height=height, scheme=scheme)
            page.clock.install()
            self.sign_in(page, self.demo.operator, "#log")
            page.wait_for_selector(".histogram")
            self.picture(page, f"log-{width}-{scheme}")
            page.evaluate("location.hash = '#past'")
            self.give_reason(page)
            page.wait_for_selector(".choice button")
            page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=120&to=200&c={demo.TEA}'")
            self.give_reason(page)
            page.wait_for_selector(".conversation.differs", state="attached")
            for moment in page.locator(".moment").all():
                moment.locator(".row.differs").last.wait_for()
            self.picture(page, f"past-{width}-{scheme}")
            page.evaluate("location.hash = '#operator'")
            page.wait_for_selector(".panel table")
            # In a picture the plots have something to show: a minute of messages, measured every two seconds.
            minute = (1, 2, 2, 4, 3, 6, 5, 9, 6, 4, 5, 2, 3, 1, 1, 2, 1, 4, 7, 5, 3, 2, 2, 1)
            for messages in minute if keeps_pictures else minute[:2]:
                for _ in range(messages):
                    self.demo.do("hugo", "send", conversation=demo.TRIP, text="On the plot")
                with page.expect_response("**/v1/queries/gauges"):
                    page.clock.run_for(2_000)
            page.wait_for_selector(".tile:has-text('Commit'):has-text('≤')")
            self.picture(page, f"operator-{width}-{scheme}")


if __name__ == "__main__":
    unittest.main()
