"""What a page may do: nothing from elsewhere, no mark without a check, no flash of the other colours."""

import unittest

from test_proof import FILES, Desk

# A frame of a dark page is darker than this on average, one of a light page lighter.
MIDDLE = 110


class Policy(Desk):
    """The watch itself finds what no page of the console may do, and the page says what it cannot do."""

    def take_faults(self, page, what, words=("",)):
        """The faults since the last time; the page must have one that has one of some words."""
        self.wait_until(page, lambda: [fault for fault in self.faults if any(word in fault for word in words)], f"{what} is no fault")
        # The browser says it in a message of its own.
        page.wait_for_timeout(100)
        found, self.faults[:] = list(self.faults), []
        return found

    def test_what_the_policy_forbids_is_a_fault_of_the_test(self):
        page = self.person("anna")
        page.evaluate("window.ran = []")
        breaches = {
            "a script in the page": "document.body.append(Object.assign(document.createElement('script'), { textContent: 'ran.push(1)' }))",
            "an attribute that is a script": "document.body.setAttribute('onclick', 'ran.push(2)')",
            "text that becomes code": "eval('ran.push(3)')",
            "text that becomes markup": "document.body.innerHTML = '<img>'",
            "a style in the page": "document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }))",
            "a style in an attribute": "document.body.setAttribute('style', 'color: red')",
            "a picture from elsewhere": "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2:9/p.png' }))",
            "a request to elsewhere": "fetch('http://127.0.0.2:9/').catch(() => {})",
            "a beacon": "navigator.sendBeacon('http://127.0.0.2:9/', 'x')",
            "a frame": "document.body.append(Object.assign(document.createElement('iframe'), { src: '/console' }))",
            "another base": "document.head.append(Object.assign(document.createElement('base'), { href: 'http://127.0.0.2:9/' }))",
            "a form that the browser sends": "const f = Object.assign(document.createElement('form'), { action: '/console', method: 'post' }); document.body.append(f); f.submit()",
        }
        for what, script in breaches.items():
            with self.subTest(what):
                # What is evaluated itself may do what the page's own code may not.
                page.evaluate(f"() => {{ setTimeout(() => {{ {script}; }}); }}")
                self.take_faults(page, what, ("Content Security Policy", "Trusted"))
                # A refused form leaves the page waiting for a navigation.
                if "form" not in what:
                    page.evaluate("document.body.click()")
                    self.assertEqual(page.evaluate("window.ran"), [])

    def test_a_page_of_a_server_without_a_policy_asks_nobody_else_unseen(self):
        page = self.page()

        def without(route):
            answer = route.fetch()
            headers = {name: value for name, value in answer.headers.items() if name.lower() != "content-security-policy"}
            route.fulfill(response=answer, headers=headers)

        page.route("**/console", without)
        self.sign_in(page, self.demo.token("anna"))
        self.assertEqual(self.faults, [])
        page.evaluate("fetch('http://127.0.0.2:9/elsewhere').catch(() => {})")
        self.assertEqual(self.take_faults(page, "a request to elsewhere"), ["request: http://127.0.0.2:9/elsewhere"])
        # A test whose page did one of these fails.
        for breach in ("fetch('http://127.0.0.2:9/').catch(() => {})", "setTimeout(() => { throw new Error('not caught'); })",
                       "console.error('said')", "console.warn('said')"):
            page.evaluate(f"() => {{ {breach}; }}")
            self.wait_until(page, lambda: self.faults, f"{breach} is no fault")
            contexts, self.contexts = self.contexts, []
            with self.assertRaises(AssertionError):
                self.tearDown()
            self.contexts, self.faults[:] = contexts, []

    def test_signing_out_ends_it_in_every_tab(self):
        context = self.context()
        pages = [self.page(context) for _ in range(3)]
        self.sign_in(pages[0], self.demo.token("dai"))
        for page in pages[1:]:
            page.goto(f"{self.site}/console")
            page.wait_for_selector(".conversation")
        pages[1].get_by_label("Sign out").click()
        asked = []
        for page in pages:
            page.wait_for_selector("input[name=token]")
            page.on("request", lambda request: asked.append(request.url) if "/v1/" in request.url else None)
            self.assertEqual(page.input_value("input[name=token]"), "")
        # A tab that is opened afterwards finds nobody who is signed in, and nothing is kept.
        late = self.page(context)
        late.goto(f"{self.site}/console")
        late.wait_for_selector("input[name=token]")
        self.assertEqual(late.locator(".rail").count(), 0)
        self.assertEqual(late.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"), '[{},{},""]')
        self.assertEqual(asked, [])

    def test_without_scripts_the_page_says_what_it_needs(self):
        page = self.page(java_script_enabled=False)
        page.goto(f"{self.site}/console")
        self.assertEqual(page.inner_text("body").strip(), "The console needs JavaScript.")

    measure = """async (frames) => {
        const values = [];
        for (const frame of frames) {
            const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${frame}`)).blob());
            const canvas = new OffscreenCanvas(40, 40).getContext("2d");
            canvas.drawImage(picture, 0, 0, 40, 40);
            const { data } = canvas.getImageData(0, 0, 40, 40);
            let sum = 0;
            for (let n = 0; n < data.length; n += 4) sum += (data[n] + data[n + 1] + data[n + 2]) / 3;
            values.push(Math.round(sum / (data.length / 4)));
        }
        return values;
    }"""

    def visit(self, script=""):
        """How light each frame is that is painted from the first one of the console to a conversation."""
        page = self.page(scheme="dark", width=800, height=600)
        # The page before is dark too, so that a light frame is the console's own.
        page.route("**/dark", lambda route: route.fulfill(
            content_type="text/html", body="<meta name=color-scheme content=dark><link rel=icon href='data:,'>dark"))
        page.goto(f"{self.site}/dark")
        # Before it is painted there is the light page of a new tab.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if script:
            page.add_init_script(script)
        # What comes late must not be waited for in another colour.
        for name in ("console.css", "app.js", "chat.js"):
            page.route(f"**/console/{name}", lambda route: (page.wait_for_timeout(250), route.fallback()))
        frames = []
        caster = page.context.new_cdp_session(page)

        def take(frame):
            frames.append(frame["data"])
            caster.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

        caster.on("Page.screencastFrame", take)
        caster.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
        self.sign_in(page, self.demo.token("anna"))
        page.wait_for_selector(".conversation")
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".proof .panel")
        page.wait_for_timeout(300)
        caster.send("Page.stopScreencast")
        self.assertGreater(len(frames), 3)
        helper = self.context().new_page()
        return helper.evaluate(self.measure, frames)

    def test_a_dark_page_never_flashes_light(self):
        self.assertLess(max(self.visit()), MIDDLE)
        # The same look finds a page that is light for a moment.
        flash = """new MutationObserver((_, observer) => {
            if (!document.body) return;
            const isShown = document.querySelector(".proof");
            document.documentElement.style.background = isShown ? "" : "#fff";
            if (isShown) observer.disconnect();
        }).observe(document, { childList: true, subtree: true })"""
        self.assertGreater(max(self.visit(flash)), MIDDLE)

    def test_without_ed25519_there_is_no_mark_and_the_page_says_so(self):
        page = self.operator("#proof")
        self.use_key(page, self.demo.public)
        self.keep(page, self.file("older.checkpoint").decode())
        page.wait_for_selector("[data-mark=good]")
        refuse = """const own = SubtleCrypto.prototype.importKey;
            SubtleCrypto.prototype.importKey = function (format, data, algorithm, ...rest) {
                if ((algorithm.name ?? algorithm) === "Ed25519") return Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"));
                return own.call(this, format, data, algorithm, ...rest);
            };"""
        page.add_init_script(refuse)
        page.reload()
        page.fill("input[name=token]", self.demo.operator)
        page.click("button.primary")
        page.wait_for_selector(".panel:has-text('This page cannot check anything'):has-text('This browser cannot check Ed25519 signatures here')")
        page.wait_for_selector(".panel:has-text('a signed checkpoint of')")
        for name in FILES:
            self.assertEqual(self.drop(page, name, self.file(name)), "none", name)
            self.assertIn("cannot check Ed25519", page.locator(".verdict").first.inner_text())
        page.fill("input[name=position]", "41")
        page.click("button:has-text('Prove it')")
        page.wait_for_selector(".verdict.none:has-text('event 41')")
        self.assertEqual(page.locator("[data-mark], [data-kept], .verdict:not(.none)").count(), 0)
        # The checker of one file is no better off.
        with page.expect_download() as download:
            page.click("a[download]")
        path = self.demo.path("checker.html")
        download.value.save_as(path)
        alone = self.page(self.context(offline=True))
        alone.add_init_script(refuse)
        alone.goto(f"file://{path}")
        alone.wait_for_selector(".panel:has-text('This page cannot check anything')")
        self.assertEqual(self.drop(alone, "event.proof", self.file("event.proof")), "none")

    def test_beside_each_result_stands_what_it_does_not_show(self):
        page = self.operator("#proof")
        # Who checks what came from where is said before anything is checked.
        said = page.locator(".proof > header p")
        self.assertIn("the page came from the server that it checks", said.inner_text())
        self.assertIn("scrollback check", said.inner_text())
        self.assertTrue(said.locator("a[download]").get_attribute("href").endswith("/console/check.html"))
        limits = {
            "newer.checkpoint": "that others were shown the same log",
            "event.proof": "that what the event says is true",
            "content.proof": "that the words are true, only that they were logged",
            "growth.proof": "events that were never logged",
            "erasure.proof": "that no export, screen or note has the words still",
        }
        self.assertEqual(set(limits), set(FILES))
        for key in (None, self.demo.public):
            if key:
                self.use_key(page, key)
            for name, words in limits.items():
                self.drop(page, name, self.file(name))
                verdict = page.locator(".verdict").first
                verdict.locator("summary", has_text="What this does not show").click()
                shown = verdict.locator("details[open] .limits li")
                shown.first.wait_for()
                self.assertGreater(shown.count(), 1, name)
                self.assertIn(words, " ".join(shown.all_inner_texts()), name)


if __name__ == "__main__":
    unittest.main()
