"""The rules of axe on every screen, on a phone and on a large screen, light and dark."""

import unittest

import demo
from harness import ConsoleTest, heights

# The rules of axe about colours.
COLOURS = ["color-contrast", "link-in-text-block"]
# What is wider than its place, and cannot be scrolled to.
WIDER = """() => [document.documentElement, ...document.querySelectorAll(
    "main, .operator, .log, .proof, .past, .list-scroll, .talk-scroll, .composer, .panel, dialog, form.sign-in")]
    .filter((element) => element.clientWidth && element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth}`)"""


class Sizes(ConsoleTest):
    # Its two tests see some 15 screens, each four times.
    weight = 13

    def page(self, context=None, **more):
        # A colour on its way from light to dark has the contrast of neither.
        return super().page(context, **more, reduced_motion="reduce")

    def check_all(self, page, name):
        for width in (3840, 360):
            page.set_viewport_size({"width": width, "height": heights[width]})
            # In the dark nothing but colours is different.
            for scheme, rules in (("light", None), ("dark", COLOURS)):
                page.emulate_media(color_scheme=scheme)
                with self.subTest(f"{name}, {width} px, {scheme}"):
                    self.check_access(page, rules)
            # What was laid out for another width has been laid out anew.
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.assertEqual(page.evaluate(WIDER), [], f"{name}, {width} px")
        page.set_viewport_size({"width": 1280, "height": heights[1280]})

    def test_a_persons_screens(self):
        page = self.page()
        page.goto(f"{self.site}/console")
        page.wait_for_selector("input[name=token]")
        self.check_all(page, "signing in")
        # The rules find what breaks them.
        page.evaluate("document.querySelector('.sign-in input').closest('label').replaceWith(document.querySelector('.sign-in input'))")
        with self.assertRaises(AssertionError):
            self.check_access(page)
        page = self.person("anna")
        self.check_all(page, "list")
        self.open(page, "Lisbon")
        page.wait_for_selector(".row .media.audio")
        self.check_all(page, "conversation")
        page.locator(".row.mine").last.hover()
        page.wait_for_selector("[role=toolbar]")
        self.check_access(page)
        page.get_by_label("Members").click()
        page.wait_for_selector("dialog .people")
        self.check_all(page, "members")
        page.keyboard.press("Escape")
        page.get_by_label("JSON of the messages").click()
        page.wait_for_selector("dialog .source pre >> nth=1")
        self.check_all(page, "JSON")
        page.keyboard.press("Escape")
        page.evaluate(f"location.hash = '#chat?c={demo.HOSTILE}'")
        page.wait_for_selector(".row .text")
        self.check_all(page, "hostile texts")

    def test_the_operators_screens(self):
        page = self.operator("#operator")
        page.wait_for_selector(".panel:has-text('Case 2025/17')")
        page.wait_for_selector(".panel table")
        self.check_all(page, "operator")
        page.click("button:has-text('Place a hold')")
        self.check_all(page, "placing a hold")
        page.keyboard.press("Escape")
        page.evaluate("location.hash = '#log?at=40'")
        page.wait_for_selector(".event-details")
        page.wait_for_selector(".histogram")
        self.check_all(page, "log")
        page.evaluate("location.hash = '#proof?event=40'")
        page.wait_for_selector(".verdict .tree")
        self.check_all(page, "proof")
        page.evaluate("location.hash = '#past'")
        page.wait_for_selector(".choose input[name=reason]")
        self.check_all(page, "a reason")
        self.give_reason(page)
        page.wait_for_selector(".choice button")
        self.check_all(page, "as whom")
        page.evaluate(f"location.hash = '#past?as={demo.person('anna')}&at=120&to=200&c={demo.TEA}'")
        self.give_reason(page)
        page.wait_for_selector(".row .difference, .conversation .difference")
        self.check_all(page, "two moments")
        page.evaluate("location.hash = '#log?asof=50'")
        page.wait_for_selector(".dated .log:not([inert]) .event:has-text('50')")
        self.check_all(page, "the log of then")


if __name__ == "__main__":
    unittest.main()
