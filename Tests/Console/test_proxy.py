"""The console behind a proxy: at other paths of one origin, without a server behind, by plain HTTP from another host."""

import http.client
import http.server
import threading
import unittest

import demo
from harness import ConsoleTest


class Proxy(http.server.BaseHTTPRequestHandler):
    """Passes requests on to a server, whatever the first part of the path, or says that there is none."""

    def pass_on(self):
        if self.server.is_down:
            return self.say_down()
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream)
        try:
            upstream.request(self.command, "/" + self.path.split("/", 2)[2], body or None, {**headers, "Host": "127.0.0.1"})
            answer = upstream.getresponse()
        except OSError:
            return self.say_down()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.end_headers()
        try:
            # A stream ends when the proxy loses its server.
            while not self.server.is_down and (piece := answer.read1(65_536)):
                self.wfile.write(piece)
                self.wfile.flush()
        except OSError:
            pass
        finally:
            upstream.close()

    do_GET = do_POST = do_DELETE = pass_on

    def say_down(self):
        page = b"<html><body>Bad Gateway</body></html>"
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *words):
        pass


class Proxied(ConsoleTest):
    # A browser takes another host's plain HTTP for unsafe: it has neither WebCrypto nor Web Locks there.
    browser_options = ("--host-resolver-rules=MAP other.example 127.0.0.1",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        cls.proxy.daemon_threads = True
        cls.proxy.upstream, cls.proxy.is_down = cls.demo.port, False
        threading.Thread(target=cls.proxy.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.proxy.server_close)
        cls.addClassCleanup(cls.proxy.shutdown)

    host = "127.0.0.1"

    @property
    def site(self):
        return f"http://{self.host}:{self.proxy.server_port}"

    def note(self, text):
        # Of the header that a browser takes from safe places alone.
        if "Cross-Origin-Opener-Policy" not in text:
            super().note(text)

    def test_servers_at_two_paths_of_an_origin_share_nothing(self):
        context = self.context()
        one = self.page(context)
        self.sign_in(one, self.demo.operator, "#proof", at="/one/console")
        one.fill("textarea[aria-label='Public key']", self.demo.public)
        one.locator(".panel", has_text="Your key").get_by_role("button", name="Use").click()
        one.wait_for_selector("button:has-text('Use another')")
        # Another tab of the same path has the token; one of the other path asks for it.
        again = self.page(context)
        again.goto(f"{self.site}/one/console#proof")
        again.wait_for_selector("button:has-text('Use another')")
        two = self.page(context)
        two.goto(f"{self.site}/two/console#proof")
        two.wait_for_selector("input[name=token]")
        self.sign_in(two, self.demo.operator, "#proof", at="/two/console")
        two.wait_for_selector("textarea[aria-label='Public key']")
        # Signing out there leaves the others signed in.
        two.get_by_label("Sign out").click()
        two.wait_for_selector("input[name=token]")
        one.evaluate("location.hash = '#log'")
        one.wait_for_selector(".event")

    def test_a_proxy_without_a_server_behind_is_a_lost_connection(self):
        page = self.page()
        self.sign_in(page, self.demo.token("anna"), f"#chat?c={demo.TRIP}", at="/one/console")
        page.wait_for_selector(".talk .row:not(.skeleton)")
        operator = self.page()
        self.sign_in(operator, self.demo.operator, "#operator", at="/one/console")
        operator.wait_for_selector(".panel:has-text('Case 2025/17')")
        try:
            self.proxy.is_down = True
            # The stream hears of it with the next piece; what is asked hears at once.
            self.say(page, "Through the proxy")
            for one in (page, operator):
                one.wait_for_selector(".connection.lost")
            page.wait_for_selector(".pending:has-text('Through the proxy')")
            self.assertEqual(page.locator(".failure").count(), 0)
            operator.evaluate("location.hash = '#log'")
            operator.wait_for_selector(".scan .problem:has-text('not reached'), main .nothing:has-text('Try again')")
        finally:
            self.proxy.is_down = False
        page.wait_for_selector(".row.mine:not(.pending):has-text('Through the proxy')")
        operator.wait_for_selector(".event")
        for one in (page, operator):
            one.wait_for_selector(".connection:not(.lost)", state="attached")

    def test_by_plain_http_from_another_host_one_chats_and_nothing_is_marked(self):
        self.host = "other.example"
        page = self.page()
        self.sign_in(page, self.demo.token("ben"), f"#chat?c={demo.TRIP}", at="/one/console")
        page.wait_for_selector(".talk .row:not(.skeleton)")
        self.assertFalse(page.evaluate("isSecureContext"))
        self.say(page, "From another host")
        page.wait_for_selector(".row.mine:not(.pending):has-text('From another host')")
        page.evaluate("location.hash = '#proof'")
        page.wait_for_selector(".panel:has-text('This page cannot check anything')")
        with open(self.demo.path("event.proof"), "rb") as proof:
            page.set_input_files("input[type=file]", {"name": "event.proof", "mimeType": "text/plain", "buffer": proof.read()})
        page.wait_for_selector(".verdict.none")
        self.assertEqual(page.locator("[data-mark], .verdict:not(.none)").count(), 0)
        self.check_access(page)


if __name__ == "__main__":
    unittest.main()
