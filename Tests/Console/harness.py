"""What the browser tests share: a served demonstration store, and pages that are watched."""

import atexit
import fcntl
import functools
import glob
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

import axe_playwright_python
from playwright.sync_api import sync_playwright

import demo

package = pathlib.Path(__file__).resolve().parent.parent.parent
program = os.environ.get("SCROLLBACK", str(package / ".build/debug/scrollback"))
# Where pictures go; with CONSOLE_README those of the README are made anew in the package.
readme = package / "docs/pictures" if "CONSOLE_README" in os.environ else None
pictures = pathlib.Path(os.environ.get("CONSOLE_PICTURES", tempfile.gettempdir() + "/console-pictures"))
keeps_pictures = readme or "CONSOLE_PICTURES" in os.environ
axe = next(pathlib.Path(path).read_text() for path in
           glob.glob(os.path.dirname(axe_playwright_python.__file__) + "/**/axe.min.js", recursive=True))
# The shell without windows starts a page with a third of the processor time.
chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 60_000
# The limits of time that hold on a machine without other work.
STRICT = "CONSOLE_STRICT" in os.environ
# All sizes where the pictures are wanted; each costs seconds.
looks = [(360, "light"), (1280, "dark")]
if "CONSOLE_PICTURES" in os.environ:
    looks = [(width, scheme) for width in (360, 1280, 3840) for scheme in ("light", "dark")]
if readme:
    looks = [(1280, "light")]
heights = {360: 740, 1280: 900, 3840: 2160}
# Where the stores of a run are.
stores = os.environ.get("CONSOLE_STORES")
if not stores:
    stores = tempfile.mkdtemp(prefix="console-stores")
    atexit.register(shutil.rmtree, stores, True)


def made_store(long_messages):
    """The folder of a demonstration store with its keys and proofs, which is made once in a run."""
    made = os.path.join(stores, str(long_messages))
    with open(f"{made}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(made):
            begun = tempfile.mkdtemp(dir=stores)
            end = int(time.time() * 1000) - 600_000
            log = demo.story(end)
            demo.hostile(log)
            if long_messages:
                log.now = end - 22 * demo.DAY
                demo.long_chat(log, long_messages)
            log.lines.sort(key=lambda line: line["at"])
            log.now = log.lines[-1]["at"]
            demo.Demo(program, begun, log)
            os.rename(begun, made)
    return made


@functools.cache
def driver():
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright


@functools.cache
def browser(*options):
    """The browser of all classes that a process runs and that start it alike."""
    # The sandbox needs rights that containers do not have.
    started = driver().chromium.launch(executable_path=chromium, args=["--no-sandbox", *options])
    atexit.register(started.close)
    return started


def is_driven():
    """Whether the browser of this process lives."""
    try:
        return browser().is_connected()
    except Exception:
        return False


class ConsoleTest(unittest.TestCase):
    """A store and a browser for the tests of a class."""

    server_options = ()
    browser_options = ()
    long_messages = 0
    # As long as this many tests of other classes take; at least the number of its own.
    weight = 0
    # Whether it needs the machine for itself.
    runs_alone = False

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="console")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        # Files of a store have holes.
        subprocess.run(["cp", "-a", made_store(cls.long_messages) + "/.", cls.folder], check=True)
        cls.demo = demo.Demo(program, cls.folder)
        cls.demo.start(0, *cls.options())
        cls.addClassCleanup(cls.demo.stop)
        cls.browser = browser(*cls.browser_options)

    @classmethod
    def options(cls):
        """What the server is started with, once its store is there."""
        return cls.server_options

    def setUp(self):
        self.faults = []
        self.contexts = []

    def tearDown(self):
        for context in self.contexts:
            # What a route still fetches would fail in the next test.
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")
            context.close()
        self.assertEqual(self.faults, [])

    def context(self, width=1280, height=800, scheme="light", **more):
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB", **more)
        context.set_default_timeout(PATIENCE)
        self.prepare(context)
        self.contexts.append(context)
        return context

    @classmethod
    def prepare(cls, context):
        """Room for a run that takes the files from elsewhere."""

    def page(self, context=None, **more):
        """A page whose errors, blocked loads and foreign requests are faults."""
        page = (context or self.context(**more)).new_page()
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda said: self.note(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: self.check(asked.url))
        return page

    def note(self, text):
        # Refused and lost requests are said by the browser too; the page shows them itself.
        if not text.startswith("Failed to load resource"):
            self.faults.append(f"console: {text}")

    @property
    def site(self):
        """Where browsers see the server."""
        return self.demo.url

    def check(self, url):
        if not url.startswith((self.site + "/", "data:,", "blob:", "file:")):
            self.faults.append(f"request: {url}")

    def sign_in(self, page, token, place="", at="/console"):
        page.goto(f"{self.site}{at}{place}")
        page.fill("input[name=token]", token)
        page.click("button.primary")
        page.wait_for_selector(".rail")

    def person(self, name, place="", **more):
        page = self.page(**more)
        self.sign_in(page, self.demo.token(name), place)
        page.wait_for_selector(".conversation")
        return page

    def operator(self, place="", **more):
        page = self.page(**more)
        self.sign_in(page, self.demo.operator, place)
        return page

    def open(self, page, title):
        page.locator(".conversation", has_text=title).first.click()
        page.wait_for_selector(".talk .row:not(.skeleton)")

    def say(self, page, text):
        page.fill(".composer textarea", text)
        page.press(".composer textarea", "Enter")

    def wait_until(self, page, holds, what):
        """Waits for what the page does not show."""
        end = time.monotonic() + PATIENCE / 1_000
        while not holds():
            if time.monotonic() > end:
                self.fail(what)
            page.wait_for_timeout(50)

    def hold(self, page, query):
        """Lets no answer of a query come, until its pattern is no route any more; returns what is asked, and the pattern."""
        held = []
        pattern = f"**/v1/queries/{query}"
        page.route(pattern, lambda route: held.append(route))
        return held, pattern

    def hold_answers(self, page, query):
        """Holds the answers to a query; returns them, and what lets them come, the last one first."""
        held = []
        pattern = f"**/v1/queries/{query}"
        page.route(pattern, lambda route: held.append((route, route.fetch())))

        def release():
            for route, answer in reversed(held):
                route.fulfill(response=answer)
            page.unroute(pattern)
        return held, release

    def tab_to(self, page, selector):
        """Goes with the keyboard to what a selector says."""
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
        self.fail(f"Tab does not reach {selector}")

    def give_reason(self, page, reason="a question of Anna's"):
        page.fill(".choose [name=reason], dialog [name=reason]", reason)
        page.locator("button.primary").last.click()

    def check_access(self, page, rules=None):
        """No rule of axe is broken, or none of some rules."""
        if page.evaluate("globalThis.axe === undefined"):
            page.evaluate(axe)
        # What cannot be used yet does not exist for axe, nor does its heading. The policy lets a function be
        # made once before the wait, and refuses an expression that each poll evaluates.
        page.wait_for_function("() => !document.querySelector('[inert][aria-busy=true]')")
        found = page.evaluate("(runOnly) => axe.run(document, {resultTypes: ['violations'], ...runOnly && {runOnly}})", rules)
        broken = [(rule["id"], [node["target"] for node in rule["nodes"]][:4], rule["nodes"][0]["failureSummary"][:300])
                  for rule in found["violations"]]
        self.assertEqual(broken, [])

    def check_sources(self, page, selector, names, key=None):
        """Each part with JSON and a command shows what the command prints; returns the commands."""
        parts = page.locator(selector)
        commands = []
        for n in range(parts.count()):
            part = parts.nth(n)
            command = part.locator("pre").first.text_content()
            if '"gauges"' in command:
                continue
            part.locator("summary").click()
            part.locator("div pre").wait_for()
            shell = command.replace("scrollback control STORE", f"{self.demo.program} control {self.demo.store}")
            printed = subprocess.run(["bash", "-c", shell.replace("$TOKEN", key or self.demo.operator)], text=True, capture_output=True)
            self.assertEqual(json.loads(printed.stdout)["ok"], json.loads(part.locator("div pre").text_content()), command)
            commands.append(command)
        for name in names:
            self.assertTrue([one for one in commands if f'"ask":"{name}"' in one or one.endswith(name)], f"{name}: {commands}")
        return commands

    def picture(self, page, name):
        # Nothing is under the pointer.
        page.mouse.move(0, 0)
        # The steps up to it are the test; drawing what nobody keeps takes a third of a second.
        if not keeps_pictures:
            return
        pictures.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(pictures / f"{name}.png"), animations="disabled")
        kept = readme and readme / f"{name.removesuffix('-1280-light')}.png"
        if kept and kept.exists():
            shutil.copy(pictures / f"{name}.png", kept)
