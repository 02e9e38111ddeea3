"""Proofs, checked in a browser."""

import base64
import json
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

import demo
from harness import ConsoleTest, heights, looks, package

FILES = ("newer.checkpoint", "event.proof", "content.proof", "growth.proof", "erasure.proof")


def subtrees(older, newer):
    """How many whole subtrees the proof has that both trees have, and how many the newer one alone has (RFC 9162, 2.1.4.1)."""
    def walk(size, within, is_whole):
        if size == within:
            return (0, 0) if is_whole else (1, 0)
        half = 1 << (within - 1).bit_length() - 1
        if size <= half:
            shared, alone = walk(size, half, is_whole)
            return shared, alone + 1
        shared, alone = walk(size - half, within - half, False)
        return shared + 1, alone
    shared, alone = walk(older, newer, True)
    # An older tree that is whole is no part of the proof: it is the beginning of the path.
    return shared + (1 if older & (older - 1) == 0 else 0), alone


class Desk(ConsoleTest):
    """What tests of proofs do with the page."""

    def drop(self, page, name, data):
        """Gives the page a file, and waits for what it says."""
        before = page.locator(".verdict").count()
        page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/plain", "buffer": data})
        page.wait_for_function("(n) => document.querySelectorAll('.verdict').length > n", arg=before)
        return page.locator(".verdict").first.get_attribute("data-verdict")

    def file(self, name):
        return pathlib.Path(self.demo.path(name)).read_bytes()

    def use_key(self, page, key):
        page.fill("textarea[aria-label='Public key']", key)
        page.locator(".panel", has_text="Your key").get_by_role("button", name="Use").click()
        page.wait_for_selector("button:has-text('Use another')")

    def keep(self, page, checkpoint):
        page.fill("textarea[aria-label='Checkpoint']", checkpoint)
        page.locator(".panel", has_text="Your kept checkpoint").get_by_role("button", name="Use").click()


class Proof(Desk):
    def test_a_file_is_green_only_with_a_key_of_ones_own(self):
        page = self.operator("#proof")
        page.wait_for_selector(".drop")
        for name in FILES:
            self.assertEqual(self.drop(page, name, self.file(name)), "amber", name)
        self.use_key(page, self.demo.public)
        for name in FILES:
            self.assertEqual(self.drop(page, name, self.file(name)), "good", name)
        self.check_access(page)

    def test_a_file_that_is_chosen_again_is_checked_again(self):
        page = self.operator("#proof")
        page.wait_for_selector(".drop")
        browser = page.context.new_cdp_session(page)
        path = self.demo.path("chosen.proof")
        for name, verdict in (("event.proof", "amber"), ("issuer.key", "bad"), ("growth.proof", "amber")):
            shutil.copy(self.demo.path(name), path)
            # As one chooses in the dialog: the browser tells the page of what it does not have still.
            root = browser.send("DOM.getDocument")["root"]["nodeId"]
            chooser = browser.send("DOM.querySelector", {"nodeId": root, "selector": "#files"})["nodeId"]
            before = page.locator(".verdict").count()
            browser.send("DOM.setFileInputFiles", {"nodeId": chooser, "files": [path]})
            page.wait_for_function("(n) => document.querySelectorAll('.verdict').length > n", arg=before)
            self.assertEqual(page.locator(".verdict").first.get_attribute("data-verdict"), verdict)

    def test_a_changed_file_is_red(self):
        page = self.operator("#proof")
        page.wait_for_selector(".drop")
        for has_key in (False, True):
            if has_key:
                self.use_key(page, self.demo.public)
            for name in FILES:
                text = self.file(name)
                lines = text.split(b"\n")
                for number in (1, 2, len(lines) // 2):
                    line = bytearray(lines[number])
                    if len(line) < 6 or b"scrollback/" in line:
                        continue
                    line[4] = ord("B") if line[4] != ord("B") else ord("C")
                    changed = b"\n".join(lines[:number] + [bytes(line)] + lines[number + 1:])
                    if name == "newer.checkpoint" and not has_key:
                        continue  # Without a key, nothing says that a checkpoint was changed.
                    if b"\xe2\x80\x94" in line and not has_key:
                        continue
                    self.assertEqual(self.drop(page, name, changed), "bad", f"{name}, line {number}")
        for rubbish in (b"", b"\n", b"\xff\xfe\n", b"scrollback-erasure/v1\ncopies 999\n", b"x" * 100_000, b"a\n\n\n\nb\n",
                        b"c2sp.org/tlog-proof@v1\nextra AA==\nindex 99999999999999999999\n\na\n1\nAA==\n\n\xe2\x80\x94 x AA==\n"):
            self.assertEqual(self.drop(page, "rubbish", rubbish), "bad", rubbish[:40])

    def test_a_dropped_key_is_used_and_a_dropped_checkpoint_is_kept(self):
        page = self.operator("#proof")
        page.wait_for_selector(".drop")
        as_file = {"name": "log.key", "mimeType": "text/plain", "buffer": self.demo.public.encode() + b"\n"}
        page.set_input_files("input[type=file]", as_file)
        page.wait_for_selector(f".panel:has-text('Your key') .mono:has-text('{self.demo.public}')")
        self.assertEqual(self.drop(page, "newer.checkpoint", self.file("newer.checkpoint")), "good")
        page.click("button:text-is('Keep this checkpoint')")
        page.wait_for_selector(".panel:has-text('Your kept checkpoint') button:text-is('Keep another')")
        page.wait_for_selector("[data-mark=good]:has-text('The server shows the same log')")
        # Another key takes its place only where the person says so.
        other = subprocess.run([self.demo.program, "keygen", "--name", "demo.example/log", "--out", self.demo.path("dropped.key")],
                               text=True, capture_output=True, check=True).stdout.strip()
        self.assertEqual(self.drop(page, "other.key", other.encode()), "bad")
        self.assertIn(self.demo.public, page.inner_text(".panel:has-text('Your key')"))

    def test_another_key_signs_nothing(self):
        other = subprocess.run([self.demo.program, "keygen", "--name", "demo.example/log", "--out", self.demo.path("other.key")],
                               text=True, capture_output=True, check=True).stdout.strip()
        page = self.operator("#proof")
        self.use_key(page, other)
        self.assertEqual(self.drop(page, "event.proof", self.file("event.proof")), "bad")

    def test_a_kept_checkpoint_that_another_key_signed_is_not_forgotten(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        older = self.file("older.checkpoint").decode()
        self.keep(page, older)
        page.wait_for_selector("[data-mark=good]:has-text('Nothing of it has changed')")
        other = subprocess.run([self.demo.program, "keygen", "--name", "demo.example/log", "--out", self.demo.path("third.key")],
                               text=True, capture_output=True, check=True).stdout.strip()
        page.click("button:has-text('Use another')")
        page.wait_for_selector("[data-mark=amber]")
        self.use_key(page, other)
        words = "[data-mark=bad]:has-text('Your kept checkpoint does not stand: The checkpoint is not signed by the key')"
        page.wait_for_selector(words)
        page.reload()
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")
        page.wait_for_selector(words)
        page.wait_for_selector(".rail a[href='#proof'] [data-kept=bad]")
        self.assertEqual(page.evaluate("localStorage.getItem('scrollback-pin/')"), older)
        self.check_access(page)
        page.click("button:has-text('Use another')")
        self.use_key(page, self.demo.public)
        page.wait_for_selector("[data-mark=good]:has-text('Nothing of it has changed')")

    def really_drop(self, page, selector, name, data):
        """Drops a file, as a hand does; whether the page took it from the browser."""
        before = page.locator(".verdict").count()
        taken = page.eval_on_selector(selector, """(place, [name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            const fire = (type) => !place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
            return fire("dragover") && fire("drop");
        }""", [name, data.decode()])
        if taken:
            page.wait_for_function("(n) => document.querySelectorAll('.verdict').length > n", arg=before)
        return taken

    def test_a_file_that_is_dropped_anywhere_is_checked_with_the_server_switched_off(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        port = self.demo.port
        self.demo.stop()
        try:
            for selector in (".drop", ".proof header", "nav.rail", "body"):
                self.assertTrue(self.really_drop(page, selector, "event.proof", self.file("event.proof")), selector)
                self.assertEqual(page.locator(".verdict").first.get_attribute("data-verdict"), "good")
            for name in FILES:
                self.really_drop(page, ".drop", name, self.file(name))
                self.assertEqual(page.locator(".verdict").first.get_attribute("data-verdict"), "good", name)
        finally:
            self.demo.start(port)
        # Another screen takes no files; text that is dragged stays the browser's.
        page.evaluate("location.hash = '#operator'")
        page.wait_for_selector(".operator .tile b")
        self.assertFalse(self.really_drop(page, "body", "event.proof", self.file("event.proof")))

    def test_a_dropped_folder_is_refused_and_the_files_beside_it_are_checked(self):
        page = self.operator("#proof")
        folder = pathlib.Path(self.demo.path("a folder"))
        folder.mkdir()
        box = page.locator(".drop").bounding_box()
        browser = page.context.new_cdp_session(page)
        for kind in ("dragEnter", "dragOver", "drop"):
            browser.send("Input.dispatchDragEvent", {"type": kind, "x": box["x"] + 9, "y": box["y"] + 9, "data": {
                "items": [], "files": [str(folder), self.demo.path("event.proof")], "dragOperationsMask": 1}})
        page.wait_for_selector(".verdict.none:has-text('a folder'):has-text('Give files, not a folder.')")
        page.wait_for_selector(".verdict.amber:has-text('event.proof')")
        self.check_access(page)

    def test_a_file_that_is_dropped_is_checked_once(self):
        page = self.operator("#proof?event=40")
        page.wait_for_selector(".verdict .tree")
        # The screen is shown again, for another event.
        page.evaluate("location.hash = '#proof?event=41'")
        page.wait_for_selector(".verdict:has-text('Event 41')")
        before = page.locator(".verdict").count()
        for n in range(2):
            self.really_drop(page, "body", f"dropped-{n}.proof", self.file("event.proof"))
            page.wait_for_selector(f".verdict:has-text('dropped-{n}')")
        self.assertEqual(page.locator(".verdict").count(), before + 2)

    def test_what_is_typed_stays_while_the_server_is_asked_anew(self):
        page = self.operator("#proof")
        page.wait_for_selector("input[name=position]")
        held, release = self.hold_answers(page, "checkpoint")
        self.use_key(page, self.demo.public)
        self.wait_until(page, lambda: held, "the server is not asked anew")
        page.fill("input[name=position]", "17")
        page.evaluate("window.before = document.querySelector('.proof .source')")
        release()
        page.wait_for_function("() => !window.before.isConnected")
        self.assertEqual(page.input_value("input[name=position]"), "17")
        self.assertEqual(page.evaluate("document.activeElement.name"), "position")
        # So it does where the server does not say how it stands.
        asked = []
        page.route("**/v1/queries/checkpoint", lambda route: asked.append(route))
        page.click("button:has-text('Use another')")
        self.wait_until(page, lambda: asked, "the server is not asked anew")
        page.focus("input[name=position]")
        asked[0].fulfill(status=500, json={"code": "internal", "detail": "Broken for a test."})
        page.wait_for_selector(".panel:has-text('Broken for a test.') input[name=position]:focus")
        self.assertEqual(page.input_value("input[name=position]"), "17")

    def test_what_was_refused_is_asked_again_beside_what_was_shown(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        self.drop(page, "growth.proof", self.file("growth.proof"))
        asked = []

        def refuse(route):
            asked.append(route)
            if len(asked) > 1:
                return route.continue_()
            route.fulfill(status=500, content_type="application/problem+json", json={"code": "internal", "detail": "Broken for a test."})

        page.route("**/v1/queries/prove", refuse)
        page.fill("input[name=position]", "41")
        for verdict in (".verdict.none:has-text('Broken for a test.')", ".verdict.good:has-text('Event 41')"):
            page.click("button:has-text('Prove it')")
            page.wait_for_selector(verdict)
        page.wait_for_timeout(200)
        # Each time it is asked once, and what was shown before stays.
        self.assertEqual(len(asked), 2)
        self.assertEqual(page.locator(".verdict").count(), 3)

    def test_the_server_is_compared_with_a_kept_checkpoint(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector("[data-mark=good]:has-text('Nothing of it has changed')")
        # It is kept, and compared at each visit.
        page.reload()
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")
        page.wait_for_selector("[data-mark=good]:has-text('Nothing of it has changed')")
        # Another root of the same size is another history.
        lines = self.demo.ask("checkpoint")["checkpoint"].split("\n")
        lines[2] = re.sub(r"^.", lambda m: "A" if m.group() != "A" else "B", lines[2])
        page.evaluate("(text) => { localStorage.removeItem('scrollback-key/'); localStorage.setItem('scrollback-pin/', text); }", "\n".join(lines))
        page.reload()
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")
        page.wait_for_selector("[data-mark=bad]:has-text('another history')")

    def test_the_server_proves_an_event_and_the_page_draws_the_path(self):
        page = self.operator("#proof?event=40")
        page.wait_for_selector(".verdict .tree")
        self.assertEqual(page.locator(".verdict").first.get_attribute("data-verdict"), "amber")
        self.use_key(page, self.demo.public)
        page.fill("input[name=position]", "41")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".verdict.good:has-text('Event 41')")
        self.assertGreater(page.locator(".verdict.good .tree rect.lit").count(), 4)

    def test_growth_is_drawn_as_one_tree_within_another(self):
        page = self.operator("#proof")
        page.wait_for_selector(".drop")
        self.assertEqual(self.drop(page, "growth.proof", self.file("growth.proof")), "amber")
        older, newer = (int(self.file(f"{name}.checkpoint").split(b"\n")[1]) for name in ("older", "newer"))
        shared, alone = subtrees(older, newer)
        drawing = page.locator(".verdict .tree[role=img]")
        self.assertEqual(drawing.get_attribute("aria-label"),
                         f"The tree of {newer} events has the whole tree of {older} within it: "
                         f"{shared} subtrees are in both, {alone} in the newer one alone")
        self.assertEqual(drawing.locator("rect.new").count(), alone)
        self.assertGreaterEqual(drawing.locator("rect.lit").count(), shared)
        # Both roots stand in it, by their beginnings.
        words = drawing.evaluate("(d) => [...d.querySelectorAll('text')].map((t) => t.textContent)")
        for name in ("older", "newer"):
            root = base64.b64decode(self.file(f"{name}.checkpoint").split(b"\n")[2]).hex()[:8]
            self.assertIn(root, words)
        self.check_access(page)

    def test_a_receipt_draws_each_path_that_it_has(self):
        page = self.operator("#proof")
        page.wait_for_selector(".drop")
        self.assertEqual(self.drop(page, "erasure.proof", self.file("erasure.proof")), "amber")
        labels = page.eval_on_selector_all(".verdict .tree[role=img]", "(all) => all.map((d) => d.getAttribute('aria-label'))")
        copies = int(re.search(rb"^copies (\d+)$", self.file("erasure.proof"), re.M)[1])
        self.assertEqual(len(labels), 2 + copies)
        self.assertRegex(labels[0], f"^The path of the erased event {self.demo.erased} to the root")
        self.assertRegex(labels[1], "^The path of the erasure [0-9]+ to the root")
        self.check_access(page)

    def test_each_proof_prints_what_was_asked(self):
        page = self.operator("#proof?event=41")
        page.wait_for_selector(".verdict .tree")
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector(".mark:has-text('Nothing of it has changed')")
        page.wait_for_selector("p:has-text('goes on from your checkpoint') + .source")
        commands = self.check_sources(page, "details.source", ["checkpoint", "prove"])
        self.assertEqual([[word in one for one in commands].count(True) for word in ('"event":41', '"from":')], [1, 1])
        self.check_access(page)

    def test_a_right_proof_of_something_else_is_red(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)

        def other(asked):
            page.unroute("**/v1/queries/prove")
            page.route("**/v1/queries/prove", lambda route: route.continue_(post_data=json.dumps({"as": "operator", **asked})))

        for button, asked in (("Prove it", {"event": 40}), ("Prove it", {"erasure": self.demo.erased}), ("Receipt of its erasure", {"event": 41})):
            other(asked)
            page.fill("input[name=position]", "41")
            # The same question is not asked again by itself.
            page.evaluate("location.hash = '#operator'")
            page.wait_for_selector(".operator")
            page.evaluate("location.hash = '#proof'")
            page.wait_for_selector("button:has-text('Prove it'):enabled")
            page.fill("input[name=position]", "41")
            page.get_by_role("button", name=button).click()
            page.wait_for_selector(".verdict.bad:has-text('something else than was asked')")
        # Of the kept checkpoint and the server's, too.
        for proof in (self.file("event.proof"), self.file("newer.checkpoint")):
            page.unroute("**/v1/queries/prove")
            page.route("**/v1/queries/prove", lambda route: route.fulfill(json={"ok": {"kind": "consistency", "size": 1, "proof": proof.decode()}}))
            page.evaluate("localStorage.removeItem('scrollback-pin/'); location.hash = '#operator'")
            page.wait_for_selector(".operator")
            page.evaluate("location.hash = '#proof'")
            self.keep(page, self.file("older.checkpoint").decode())
            page.wait_for_selector("[data-mark=bad]:has-text('something else than was asked')")

    def test_a_log_that_does_not_go_on_from_the_kept_checkpoint_is_red(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        newest = self.demo.ask("checkpoint")

        def answer(query, **more):
            page.route(f"**/v1/queries/{query}", lambda route: route.fulfill(**more))

        def visit(words):
            page.evaluate("location.hash = '#operator'")
            page.wait_for_selector(".operator")
            page.evaluate("location.hash = '#proof'")
            page.wait_for_selector(f"[data-mark=bad]:has-text('{words}')")

        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector("[data-mark=good]")
        # It refuses, and not for want of a checkpoint.
        answer("prove", status=500, content_type="application/problem+json", json={"code": "internal", "detail": "The tree is another."})
        visit("does not prove that its log goes on")
        self.check_access(page)
        page.unroute("**/v1/queries/prove")
        # Without a checkpoint that it shows, it has fewer events, another root of the same size, or another log.
        size = int(self.file("older.checkpoint").split(b"\n")[1])
        bare = {name: newest[name] for name in ("origin", "size", "root")}
        for words, change in (("fewer than your checkpoint", {"size": size - 1}), ("another history", {"size": size}),
                              ("another log", {"origin": bare["origin"].replace("scrollback/", "scrollback/0")})):
            answer("checkpoint", json={"ok": {**bare, **change}})
            visit(words)
            page.unroute("**/v1/queries/checkpoint")
        # It shows a checkpoint that the key did not sign.
        lines = newest["checkpoint"].split("\n")
        lines[2] = ("A" if lines[2][0] != "A" else "B") + lines[2][1:]
        answer("checkpoint", json={"ok": {**newest, "checkpoint": "\n".join(lines)}})
        visit("does not stand: The signature of the checkpoint is not by the key")

    def test_after_an_outage_the_kept_checkpoint_is_compared_again(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("older.checkpoint").decode())
        good = "[data-mark=good]:has-text('Nothing of it has changed')"
        page.wait_for_selector(good)
        self.sign_in_again(page)
        page.wait_for_selector(good)
        page.wait_for_selector(".rail [data-kept=good]")
        port = self.demo.port
        self.demo.stop()
        page.click("button:has-text('Prove it')", trial=True)
        page.fill("input[name=position]", "41")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".connection.lost")
        # It comes back with less than it had.
        size = int(self.file("older.checkpoint").split(b"\n")[1]) - 1

        def less(route):
            answer = route.fetch()
            state = answer.json()
            state["ok"] = {"origin": state["ok"]["origin"], "root": state["ok"]["root"], "size": size}
            route.fulfill(response=answer, json=state)

        page.route("**/v1/queries/checkpoint", less)
        self.demo.start(port)
        page.wait_for_selector("[data-mark=bad]:has-text('fewer than your checkpoint')")
        page.wait_for_selector(".rail [data-kept=bad]")
        self.assertEqual(page.locator("[data-mark=good], [data-kept=good]").count(), 0)

    def sign_in_again(self, page):
        page.reload()
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")

    def test_no_answer_of_the_server_becomes_the_key(self):
        page = self.operator("#proof")
        page.wait_for_selector(".panel:has-text('a signed checkpoint of')")

        def plant(route):
            answer = route.fetch().json()
            answer["ok"]["proof"] = self.demo.public
            route.fulfill(json=answer)
        page.route("**/v1/queries/prove", plant)
        page.fill("input[name=position]", "40")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".verdict.bad:has-text('event 40')")
        self.assertEqual(page.evaluate("Object.keys(localStorage).filter((name) => name.includes('key'))"), [])
        self.assertTrue(page.get_by_label("Public key").is_visible())

    def test_a_server_that_lies_is_found_out(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)

        def lie(route):
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("index 40", "index 41"))

        page.route("**/v1/queries/prove", lie)
        page.fill("input[name=position]", "41")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".verdict.bad")

    def test_an_erasure_has_a_receipt_that_the_page_checks(self):
        sent = self.demo.do("hugo", "send", conversation=demo.TRIP, text="To be erased")["message"]
        position = self.demo.ask("events", message=sent, type="messageSent")["items"][0]["position"]
        self.demo.do("operator", "erase", message=sent, basis="request", reason="a test")
        page = self.operator(f"#log?at={position}")
        page.click("a:has-text('See the receipt of its erasure')")
        # Until a checkpoint covers the erasure there is nothing to prove it under.
        page.wait_for_selector(".verdict.none:has-text('checkpoint')")
        self.demo.sign("after")
        page.click("button:has-text('Receipt of its erasure')")
        page.wait_for_selector(f".verdict.amber:has-text('Event {position} had a content')")
        self.use_key(page, self.demo.public)
        page.fill("input[name=position]", str(self.demo.erased))
        page.click("button:has-text('Receipt of its erasure')")
        page.wait_for_selector(f".verdict.good:has-text('Event {self.demo.erased} had a content')")
        self.check_access(page)
        page.fill("input[name=position]", "1")
        page.click("button:has-text('Receipt of its erasure')")
        page.wait_for_selector(".verdict.none:has-text('No erasure names')")

        def lie(route):
            answer = route.fetch()
            proof = answer.json()
            proof["ok"]["proof"] = re.sub(r"(?m)^index (\d+)$", lambda m: f"index {int(m[1]) + 1}", proof["ok"]["proof"], count=1)
            route.fulfill(response=answer, body=json.dumps(proof))

        page.route("**/v1/queries/prove", lie)
        page.fill("input[name=position]", str(position))
        page.click("button:has-text('Receipt of its erasure')")
        page.wait_for_selector(".verdict.bad")

    def test_the_checker_of_one_file_needs_no_server(self):
        page = self.operator("#proof")
        with page.expect_download() as download:
            page.click("a[download]")
        path = self.demo.path("checker.html")
        download.value.save_as(path)
        context = self.context(offline=True)
        page = self.page(context)
        page.goto(f"file://{path}")
        self.use_key(page, self.demo.public)
        for name in FILES:
            self.assertEqual(self.drop(page, name, self.file(name)), "good", name)
        self.check_access(page)
        self.picture(page, "checker-1280-light")

    def test_the_examples_of_the_documentation_are_right(self):
        page = self.operator("#proof")
        text = (package / "docs/proofs.md").read_text()
        key = re.search(r"^example\.com/log\+\S+$", text, re.M).group()
        self.use_key(page, key)
        found = [block for block in re.findall(r"```\n(.*?)```", text, re.S)
                 if re.match(r"(c2sp\.org|scrollback-(consistency|disclosure|erasure)/v1|scrollback/example\n)", block)
                 and "\u2014 example.com/log " in block]
        self.assertEqual(len(found), 5)
        for block in found:
            self.assertEqual(self.drop(page, "example", block.encode()), "good", block[:60])

    def test_without_webcrypto_there_is_no_mark(self):
        context = self.context()
        page = self.page(context)
        self.sign_in(page, self.demo.operator, "#proof")
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector("[data-mark=good]")
        page.add_init_script("delete Crypto.prototype.subtle")
        self.sign_in_again(page)
        page.wait_for_selector(".panel:has-text('This page cannot check anything')")
        page.wait_for_selector(".panel:has-text('a signed checkpoint of')")
        self.assertEqual(self.drop(page, "event.proof", self.file("event.proof")), "none")
        page.fill("input[name=position]", "41")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".verdict.none:has-text('event 41')")
        self.assertEqual(page.locator("[data-mark], [data-kept], .verdict:not(.none)").count(), 0)
        self.check_access(page)
        # What was kept is there for a page that can.
        self.assertEqual(page.evaluate("Object.keys(localStorage).sort()"), ["scrollback-key/", "scrollback-pin/"])

    def test_pictures(self):
        for width, scheme in looks:
            height = heights[width]
            page = self.operator("#proof", width=width, height=height, scheme=scheme)
            self.use_key(page, self.demo.public)
            self.drop(page, "event-40.proof", self.file("event.proof"))
            # The whole path is in the picture, from the event to the root.
            page.locator(".verdict").first.evaluate("(verdict) => { verdict.closest('.proof').scrollTop = verdict.offsetTop - verdict.closest('.proof').offsetTop - 12; }")
            self.picture(page, f"proof-{width}-{scheme}")
            for name in ("growth", "erasure"):
                self.drop(page, f"{name}.proof", self.file(f"{name}.proof"))
                page.locator(".verdict").first.scroll_into_view_if_needed()
                page.locator(".verdict .trees").first.evaluate("(trees) => trees.scrollIntoView({ block: 'end' })")
                self.picture(page, f"proof-{name}-{width}-{scheme}")


class Auditor(Desk):
    """Who may see less than the operator is told so, and is offered no more."""

    def key(self, *rights, name=None):
        # No more than two keys have one name.
        name = name or f"for-{rights[0].split('=')[0]}"
        allowed = [word for right in rights for word in ("--allow", right)]
        key = self.demo.run("apikey", self.demo.path("keys.txt"), "--name", name, *allowed).strip()
        self.demo.server.send_signal(signal.SIGHUP)

        def is_known():
            try:
                self.demo.post("queries/state", key, {"as": "operator"})
            except RuntimeError as error:
                return "may not do this" in str(error)
            return True
        end = time.monotonic() + 20
        while not is_known():
            self.assertLess(time.monotonic(), end, "The server does not know the key.")
            time.sleep(0.05)
        return key

    def rail(self, page):
        return page.locator(".rail a").all_inner_texts()

    def test_a_token_says_that_its_checkpoint_is_not_compared(self):
        page = self.page()
        self.sign_in(page, self.demo.token("anna"), "#proof")
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector(".panel:has(h2:text-is('The server')):has-text('not compared with the server: this token may not ask')")
        page.wait_for_selector(".panel:has-text('Your kept checkpoint'):has-text('events')")
        self.assertEqual(page.locator(".mark, [data-kept], input[name=position]").count(), 0)
        # What the person has is checked all the same.
        self.assertEqual(self.drop(page, "event.proof", self.file("event.proof")), "good")
        self.check_access(page)

    def test_an_auditors_key_proves_and_does_no_more(self):
        key = self.key("operator=checkpoint,prove,state,histogram,gauges")
        page = self.page()
        asked = []
        page.on("request", lambda request: asked.append(request.url) if "/v1/" in request.url else None)
        self.sign_in(page, key)
        # What it may do is shown first.
        page.wait_for_selector("h1:text-is('Proof')")
        self.assertEqual(self.rail(page), ["Proof"])
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector("[data-mark=good]:has-text('Nothing of it has changed')")
        page.fill("input[name=position]", "41")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".verdict.good:has-text('Event 41')")
        self.check_sources(page, "details.source", ["queries/checkpoint", "queries/prove"], key)
        self.check_access(page)
        for place, words in (("log", "Log is for the operator in person"), ("operator", "Operator is for the operator in person"),
                             ("chat", "This key does not show Chat"), ("past", "This key does not show Past")):
            asked.clear()
            page.evaluate(f"location.hash = '#{place}'")
            page.wait_for_selector(f"main .nothing:has-text('{words}')")
            self.assertEqual(asked, [])
        self.check_access(page)
        # At the next visit the kept checkpoint is compared, too.
        page.evaluate("location.hash = '#proof'")
        page.reload()
        page.fill("input[name=token]", key)
        page.click("button.primary")
        page.wait_for_selector(".rail a[href='#proof'] [data-kept=good]")

    def test_a_key_that_shows_nothing_is_refused_in_the_servers_words(self):
        page = self.page()
        page.goto(f"{self.site}/console")
        page.fill("input[name=token]", self.key("metrics"))
        page.click("button.primary")
        page.wait_for_selector(".sign-in .problem:has-text('The key for-metrics may not do this.')")
        # Nor does the operator's own key count where a proxy passes it on.
        page.route("**/v1/**", lambda route: route.continue_(headers={**route.request.headers, "x-forwarded-for": "192.0.2.1"}))
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")
        page.wait_for_selector(".sign-in .problem:has-text('counts with --operator-tcp')")
        self.check_access(page)
        page.unroute("**/v1/**")
        page.click("button.primary")
        page.wait_for_selector(".rail a:has-text('Operator')")

    def test_a_backends_key_shows_chats_and_the_past_and_says_what_it_lacks(self):
        page = self.page()
        self.sign_in(page, self.key("users"))
        page.fill("input[name=id]", demo.person("anna"))
        page.click("button:has-text('Look')")
        page.wait_for_selector(".conversation:has-text('Lisbon')")
        self.assertEqual(self.rail(page), ["Chat", "Past", "Proof"])
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&c={demo.TEA}'")
        page.wait_for_selector(".moment:not([inert]) .talk .row[data-message]")
        # What it may not ask of the past is said, and not offered.
        page.wait_for_selector("p.memberships:has-text('does not show positions, when a position was, why a line is visible, why a conversation is listed:"
                               " its line lacks operator=checkpoint,histogram,explain,memberships.')")
        self.assertEqual(page.locator("details.why").count(), 0)
        self.assertNotIn("Position", page.inner_text(".slider output"))
        self.check_access(page)
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".panel:has-text('this key may not ask for checkpoints and proofs')")
        self.assertEqual(page.locator(".as-of").count(), 0)
        page.evaluate("location.hash = '#log'")
        page.wait_for_selector("main .nothing:has-text('Log is for the operator in person')")


    def test_an_auditors_key_sees_the_past_by_position_and_why(self):
        # The line that the documentation gives.
        line = re.search(r"an auditor's key: `(users=[^`]+)` and `(operator=[^`]+)`", (package / "docs/console.md").read_text())
        cora = demo.person("cora")
        kitchen = self.demo.do("anna", "createGroup", members=[demo.person("ben"), demo.person("dai")], title="Kitchen", history="sinceJoin")["conversation"]
        say = lambda text: self.demo.do("anna", "send", conversation=kitchen, text=text)
        say("Before, one"), say("Before, two")
        self.demo.do("anna", "add", conversation=kitchen, user=cora)
        said = say("While Cora is here")["message"]
        before = self.demo.ask("state")["size"]
        say("A little later")
        page = self.page()
        self.sign_in(page, self.key(*line.groups(), name="auditor"), f"#past?as={cora}&c={kitchen}&at={before}&to={before + 1}")
        asked, refused = [], []
        page.on("request", lambda request: asked.append(json.loads(request.post_data)) if request.url.endswith("/explain") else None)
        page.on("response", lambda answer: refused.append(answer.request.post_data) if answer.status == 403 else None)
        self.assertEqual(self.rail(page), ["Chat", "Past", "Proof"])
        moments = page.locator(".moment")
        moments.nth(1).locator(".row.differs:has-text('A little later')").wait_for()
        for moment in moments.all():
            row = moment.locator(f".row[data-message='{said}']")
            row.locator("details.why summary").click()
            row.locator(".because b:text-is('Visible')").wait_for()
            # How many entries are not visible follows from the numbers of those that are.
            moment.locator("p.unseen:has-text('3 entries not visible: the operator alone is shown which, and why.')").wait_for()
            moment.locator(".memberships summary").click()
            moment.locator(".memberships li:has-text('Kitchen, listed: member since')").wait_for()
        self.assertEqual([one["asOf"] for one in asked], [before, before + 1])
        self.assertEqual(page.locator("p.memberships, .composer form").count(), 0)
        self.check_access(page)
        self.picture(page, "auditor-1280-light")
        # One slider over time and position.
        output = page.locator(".slider output").first
        self.assertRegex(output.inner_text(), rf"^Position {before} · \d+ \w+ \d{{4}}")
        at = self.demo.ask("events", **{"from": 40, "until": 40})["items"][0]["at"]
        time_of = "(t) => new Date(t - new Date(t).getTimezoneOffset() * 60000).toISOString().slice(0, 19)"
        page.locator(".slider [type=datetime-local]").first.fill(page.evaluate(time_of, at + 1_000))
        page.keyboard.press("Tab")
        page.wait_for_url(re.compile("at=4[0-9]&"))
        page.locator(".slider [type=range]").first.focus()
        page.keyboard.press("Home")
        page.wait_for_url(re.compile("at=1&"))
        page.wait_for_selector(".moment:not([inert]) .list .empty")
        # So it is of proofs.
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".as-of output:text-is('Now')")
        page.focus(".as-of [type=range]")
        page.keyboard.press("Home")
        page.wait_for_selector(".proof:not([inert]) h2:has-text('The server, as of position 1')")
        self.check_access(page)
        # Who only reads is offered nothing to write, and marks nothing as read.
        page.evaluate(f"location.hash = '#chat?as={cora}&c={kitchen}'")
        page.wait_for_selector(".composer-closed:has-text('You only look')")
        say("Live for the auditor")
        page.wait_for_selector(".text:text-is('Live for the auditor')")
        page.wait_for_timeout(600)
        self.assertEqual(refused, [])

    def test_tabs_of_seven_persons_leave_connections_for_what_they_ask(self):
        context = self.context()
        names = demo.names[:7]
        group = self.demo.do("anna", "createGroup", members=[demo.person(name) for name in names[1:]], title="Seven")["conversation"]
        first = self.page(context)
        self.sign_in(first, self.key("users", name="seven"), f"#chat?as={demo.person(names[0])}&c={group}")
        pages = [first]
        for name in names[1:]:
            page = self.page(context)
            page.goto(f"{self.site}/console#chat?as={demo.person(name)}&c={group}")
            pages.append(page)
            page.wait_for_selector(".composer textarea")
        for name, page in zip(names, pages):
            self.say(page, f"From {name}")
            page.wait_for_selector(f".row.mine:not(.pending):has-text('From {name}')")
        # Who has no stream asks now and then.
        for page in pages:
            for name in names:
                page.wait_for_selector(f".row:has-text('From {name}')")
        held = lambda: [lock["clientId"] for lock in pages[-1].evaluate("navigator.locks.query().then(({ held }) => held)")
                        if re.fullmatch("scrollback-stream [0-9]", lock["name"])]
        before = held()
        self.assertEqual(len(before), 4)
        self.assertLessEqual(self.demo.ask("gauges")["followers"], 4)
        # A stream that ends makes room for another one.
        first.close()
        self.wait_until(pages[-1], lambda: len(now := held()) == 4 and set(now) != set(before), "The free stream is not taken.")


class Restored(Desk):
    """A server that comes back with an older state of its log, or does not keep what one has."""

    def test_a_checkpoint_that_the_server_does_not_keep_is_amber(self):
        self.demo.do("hugo", "send", conversation=demo.TRIP, text="Before the checkpoint")
        self.demo.run("checkpoint", self.demo.store, "--key", self.demo.path("signer.key"), "--unkept", "--out", self.demo.path("unkept.checkpoint"))
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("unkept.checkpoint").decode())
        page.wait_for_selector("[data-mark=amber]:has-text('keeps no signed checkpoint as new as yours')")
        page.wait_for_selector(".rail [data-kept=amber]")
        self.check_access(page)
        # Nor is it joined with a later one.
        self.demo.do("hugo", "send", conversation=demo.TRIP, text="After the checkpoint")
        self.demo.sign("newest")
        page.reload()
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")
        page.wait_for_selector("[data-mark=amber]:has-text('keeps no checkpoint of this size, so nothing joins the two')")

    def test_a_restore_says_where_and_how_much_is_lost_until_a_checkpoint_is_kept_again(self):
        backup, keys = self.demo.path("backup"), self.demo.path("backup-keys")
        auditor = self.demo.run("apikey", self.demo.path("keys.txt"), "--name", "auditor", "--allow", "operator=checkpoint,prove").strip()
        self.demo.run("backup", self.demo.store, backup, "--keys", keys)
        for n in range(3):
            self.demo.do("hugo", "send", conversation=demo.TRIP, text=f"Lost {n}")
        self.demo.sign("lost")
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        lost = self.file("lost.checkpoint").decode()
        self.keep(page, lost)
        page.wait_for_selector("[data-mark=good]:has-text('The server shows the same log')")
        port = self.demo.port
        self.demo.stop()
        restored = self.demo.path("restored.scrollback")
        report = json.loads(self.demo.run("restore", backup, "--keys", keys, "--to", restored, "--without-journal", "--json", "--quiet"))
        self.demo.store = restored
        self.demo.start(port)
        fork, size = report["fork"], int(lost.split("\n")[1])
        self.assertGreater(size, fork)

        def visit(key=self.demo.operator):
            page.reload()
            page.fill("input[name=token]", key)
            page.click("button.primary")

        visit(auditor)
        page.wait_for_selector("[data-mark=bad]:has-text('told to the operator alone')")
        self.check_access(page)
        visit()
        words = f"Restored at {fork}, {size - fork} events lost"
        page.wait_for_selector(f"[data-mark=bad]:has-text('{words}')")
        self.check_access(page)
        # It is compared at each visit, whatever screen is shown.
        page.evaluate("location.hash = '#operator'")
        visit()
        page.wait_for_selector(".rail a[href='#proof'] [data-kept=bad]")
        page.wait_for_selector(f".toast.bad:has-text('{words}')")
        self.check_access(page)
        page.evaluate("location.hash = '#proof'")
        # A new checkpoint of the restored log mends nothing by itself.
        self.demo.sign("restored")
        visit()
        page.wait_for_selector(f"[data-mark=bad]:has-text('{words}')")
        page.get_by_role("button", name="Keep it").click()
        page.wait_for_selector("[data-mark=good]:has-text('The server shows the same log')")
        # The mark at the screen's name goes with it.
        page.wait_for_selector(".rail a[href='#proof'] [data-kept=good]")
        visit()
        page.wait_for_selector("[data-mark=good]:has-text('The server shows the same log')")
        # A checkpoint from before the fork is of the ended epoch too, but nothing that it knows is lost.
        page.click("button:has-text('Keep another')")
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector("[data-mark=amber]:has-text('all events that you know are there')")


if __name__ == "__main__":
    unittest.main()
