"""What `make console` runs: it says where and with what to sign in, and leaves nothing behind."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import unittest

from harness import PATIENCE, ConsoleTest, browser, package, program


class Serve(ConsoleTest):
    @classmethod
    def setUpClass(cls):
        # The server is that of the program under test.
        cls.browser = browser()

    site = None

    def begin(self):
        """Starts it as a terminal does; returns it with the token, the key and the folder that it prints."""
        shown = subprocess.Popen([sys.executable, package / "Tests/Console/serve.py"], stdout=subprocess.PIPE, text=True,
                                 env={**os.environ, "SCROLLBACK": program}, start_new_session=True)
        self.addCleanup(self.end, shown)
        said = ""
        while "Ctrl-C" not in said:
            line = shown.stdout.readline()
            self.assertTrue(line, said)
            said += line
        self.site = re.search(r"http://127\.0\.0\.1:\d+(?=/console)", said)[0]
        token, key = re.findall(r"^\S{40,}$", said, re.M)
        return shown, token, key, pathlib.Path(re.search(r"The store is in (\S+),", said)[1])

    def end(self, shown):
        try:
            os.killpg(shown.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        shown.wait()
        shown.stdout.close()

    def answers(self):
        with socket.socket() as asked:
            return asked.connect_ex(("127.0.0.1", int(self.site.rsplit(":", 1)[1]))) == 0

    def test_what_it_prints_signs_in(self):
        shown, token, key, folder = self.begin()
        page = self.page()
        self.sign_in(page, token)
        self.open(page, "Tea at four")
        # What it shows to users is what the documentation says.
        page.evaluate("location.hash = '#past'")
        page.wait_for_selector(".moment:not([inert]) .conversation")
        page = self.page()
        self.sign_in(page, key)
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        # A second one finds another port, and ends alone.
        first = self.site
        other, _, _, others = self.begin()
        self.assertNotEqual(self.site, first)
        other.terminate()
        other.wait(PATIENCE / 1_000)
        self.assertFalse(others.exists())
        self.site = first
        self.assertTrue(self.answers() and folder.exists())

    def test_it_leaves_no_server_and_no_store_behind(self):
        # Ctrl-C and a closed terminal reach all processes of the terminal; another program ends the one that it knows.
        for name, send in (("Ctrl-C", lambda one: os.killpg(one.pid, signal.SIGINT)),
                           ("an end", lambda one: one.terminate()),
                           ("a closed terminal", lambda one: os.killpg(one.pid, signal.SIGHUP))):
            with self.subTest(name):
                shown, _, _, folder = self.begin()
                self.assertTrue(self.answers())
                send(shown)
                self.assertEqual(shown.wait(PATIENCE / 1_000), 0)
                self.assertFalse(folder.exists())
                # The server is one of them. Its port may be another's by now.
                with self.assertRaises(ProcessLookupError):
                    os.killpg(shown.pid, 0)


if __name__ == "__main__":
    unittest.main()
