"""What the scripts are sent as says the same as what they are written as."""

import sys
import unittest

from harness import browser, package

sys.path.insert(0, str(package / "Scripts"))
import shortening  # noqa: E402

# Each is the body of a function; what it returns must not change.
samples = (
    'const value = 1; const other = "value"; return [value, other, `${value + 1} value ${`${other}`}`];',
    "const item = { item: 1, other() { return this.item; } }; const { item: inner, other } = item; return [inner, typeof other, item.other()];",
    "const first = 1, second = 2; const both = { first, second }; return [Object.keys(both), { ...both, third: first }];",
    "const list = [1, 2, 3]; const [head, ...tail] = list; return { head, tail, last: tail.at(-1) };",
    "function sum({ left = 1, right }, more = left) { return left + right + more; } return sum({ right: 2 });",
    "class Thing { #hidden = 1; shown = 2; static made = 3; get both() { return this.#hidden + this.shown; } "
    "async later() { return this.#hidden; } has(other) { return #hidden in other; } } "
    "const thing = new Thing(); return [thing.both, Thing.made, thing.has(thing), thing.has({}), Object.keys(thing)];",
    "const pattern = /[/'\"`]+(?<name>a)?/g; const half = 4 / 2 / 1; return ['x/y'.replace(pattern, '-'), half, pattern.flags];",
    "let total = 0; for (const entry of [1, 2]) { total += entry; } for (let index = 0; index < 3; index += 1) total -= -index; return total;",
    "const a = 1; const long_name = 2; const b = (long_name) => long_name + a; return [b(3), long_name, a - -1, +a + +a, a++ - 0 || 1];".replace("const a", "let a"),
    "const kind = 'case'; switch (kind) { case 'case': { const answer = kind.length; return answer; } default: { return kind; } }",
    "const choice = true; return choice ? { choice: choice ? 1 : 2 } : { choice };",
    "try { JSON.parse('{'); } catch { const inner = 1; return inner; }",
    "try { throw new Error('no'); } catch (error) { const { message } = error; return message; }",
    "const object = { async load() { return 1; }, get size() { return 2; }, *pages() { yield 3; }, ['computed']: 4, 'quoted-name': 5 };"
    "return [typeof object.load, object.size, [...object.pages()], object.computed, object['quoted-name']];",
    "const text = 'no // comment'; /* a comment with ' */ const more = \"/* none */\"; // another `\n return text + more;",
    "const f = (x) => x\nconst g = f\n;[1].forEach(g)\nreturn f(2)",
    "const made = { outer: { inner: [{ deep: 1 }] } }; const { outer: { inner: [{ deep }] } } = made; return deep;",
    "const value = undefined ?? null ?? 3; return value?.toFixed?.(1) ?? (1.5).toFixed(1);",
    "return ((window) => window + 1)(1) + (typeof document === 'object' ? 1 : 0);",
    "const text = { class: 'wave', default: 2 }; for (const entry of [1]) { const other = entry; text.more = other; } text.less = 0; return text;",
    "const pick = { if: 1, for: (entry) => { const twice = entry * 2; return twice; } }; return [pick.if, pick.for(2)];",
    "const far = 120_000, near = 1_500, odd = 1_001; return [far, near, odd, 60_000 .toString(), -1_000, 10 + 1e3];",
    "const nothing = (one, two = undefined) => { if (one) return undefined; return two === undefined ? true : false; }; return [nothing(1), nothing(0), nothing(0, 3), typeof undefined];",
    "const kinds = { true: 1, false: 2, undefined: 3, const: 4 }; return [kinds.true, kinds.false, kinds.undefined, kinds.const, !true, [true, false,], { deep: true, },];",
    "let turns = 0; { for (; turns < 3; turns += 1); } { while (turns++ < 9); } { if (turns) ; else ; } do turns += 1; while (turns < 20); return turns;",
    "const twice = async (value) => { await 0; return value * 2; }; const add = (one) => (two) => one + two; return [twice.length, add(1)(2), [, 1,].length, [3].map((one) => -one)];",
    "const [, second,] = [1, 2]; class Bare { #held; shown; get all() { return [this.#held, this.shown]; } } return [second, new Bare().all.length];",
    "class Counter { #count = 1; static made = 0; add = () => { this.#count += 1; return this; }; twice(more = this.#count) { "
    "const two = more + this.#count; const later = () => `${this.#count}${`${this.#count + this.#count}`}`; this.#count = two; return [later(), this.#count]; } "
    "get all() { const { size = 3 } = { other: this.#count }; this.#count += size; this.#count += 1; return this.#count + this.#count; } "
    "*pages() { yield this.#count; for (const n of [1]) { if (this.#count) { yield this.#count + this.#count + n; } } } } "
    "const counter = new Counter(); return [counter.twice(), counter.all, [...counter.pages()], counter.add().twice(2), counter.all];",
    "class Base { constructor() { this.one = 1; this.two = 2; this.three = 3; this.four = this.one + this.two; } } "
    "class Derived extends Base { constructor() { const five = 5; super(); this.five = five + this.four; this.six = this.five + this.one; } "
    "static make() { this.made = [this.made, this.length, this === Derived, typeof this]; return [this.made, this.made]; } "
    "inner() { const other = { one: 9, both() { return this.one + this.one; } }; return [this.one, this.two, this.three, this.four, other.both()]; } "
    "old() { return [this.one, function () { return this; }.call(7) + 1, this.two, this.three, this.four, this.five]; } "
    "made() { class Inner { one = 8; all() { return [this.one, this.one, this.one, this.one]; } } return [new Inner().all(), this.one, this.two, this.one, this.two]; } } "
    "const thing = new Derived(); return [{ ...thing }, Derived.make(), thing.inner(), thing.old(), thing.made()];",
    "class Odd { one = 1; all() { const other = { one: 7, catch() { return this.one; }, ['two']() { return this.one; }, 'a-b'() { return this.one; } }; "
    "return [this.one, this.one, this.one, this.one, this.one, other.catch(), other.two(), other['a-b']()]; } "
    "kept() { const other = { this: 3 }; return [this.one, this.one, this.one, this.one, this.one, other.this]; } "
    "tried() { try { if (this.one) { return [this.one, this.one, this.one, this.one]; } } catch (error) { return this.one; } } } "
    "const odd = new Odd(); return [odd.all(), odd.kept(), odd.tried()];",
    "const a = 1; const { b, c = a } = { b: 2 }; const d = () => { const e = 3; const f = 4; return e + f; }; const [g] = [d()]; return [a, b, c, g];",
    "let a = 1; a += 1; let b = a; [b].forEach((one) => { a += one; }); let c = a; (() => { c += 1; })(); let d = c; { let e = d; let f = e; d += f; } let g = d; return [a, b, c, d, g];",
    "const a = 1\nconst b = [a]\nb.push(2);const c = b.length;let d\nd = c;let e = d; for (let f = 0; f < 2; f += 1) e += f; const g = e; const h = function () { return g; }; const i = 1; return [h(), i, d];",
    "const isIt = (thing) => !!thing && thing !== 'no'; return [isIt('x'), isIt('no'), typeof isIt, void 0 === undefined];",
)


class Shortening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = browser().new_page()
        cls.addClassCleanup(cls.page.close)

    def run_of(self, body):
        return self.page.evaluate("(body) => JSON.stringify(new Function(body)())", body)

    def test_samples_answer_the_same(self):
        for body in samples:
            short = shortening.shorten(body)
            self.assertEqual(self.run_of(short), self.run_of(body), short)
            self.assertLessEqual(len(short), len(body) + 1)

    def test_names_and_blanks_go_where_they_can(self):
        self.assertEqual(shortening.shorten("const counter = 1;\n// why\nfunction next() {\n  return counter + counter;\n}\n"),
                         "let a=1;function b(){return a+a}\n")
        self.assertEqual(shortening.shorten("class A {\n  all() {\n    const one = this.b + this.c;\n    return [one, this.d, this.e];\n  }\n  few() { return this.a; }\n}\n"),
                         "class A{all(){let f=this,g=f.b+f.c;return[g,f.d,f.e]}few(){return this.a}}\n")
        self.assertEqual(shortening.shorten('import { fill, once } from "./x.js";\nexport const item = () => fill(fill(once(fill)));\n'),
                         'import{fill as a,once}from"./x.js";export let item=()=>a(a(once(a)));\n')

    def test_declarations_that_follow_each_other_become_one(self):
        self.assertEqual(shortening.shorten("const one = 1;\nconst two = () => { const three = 3; };\nlet four;\nfour = 4;\nconst five = one;\n"),
                         "let b=1,e=()=>{let c=3},a;a=4;let d=b;\n")
        self.assertEqual(shortening.shorten("export const one = 1;\nexport const two = 2;\nfor (let n = 0; n < 1;) n += 1;\nconst three = 3;"),
                         "export let one=1,two=2;for(let n=0;n<1;)n+=1;let a=3;\n")
        self.assertEqual(shortening.shorten("export const one = (a, b) => [a, b];\nconst two = 2;\nexport const three = { a: two };\nexport const four = 4;\nexport function five() {}\n"),
                         "export let one=(a,b)=>[a,b];let c=2;export let three={a:c},four=4;export function five(){}\n")

    def test_variables_of_styles_get_short_names_and_mean_the_same(self):
        style = ":root{--accent:red;--line-soft:blue}p{color:var(--accent)}a{color:var(--line-soft)}b{color:var(--accent)}"
        short = shortening.shorten_style(style)
        self.assertEqual(short, ":root{--a:red;--b:blue}p{color:var(--a)}a{color:var(--b)}b{color:var(--a)}")

    def test_scripts_agree_on_the_names_of_what_they_share(self):
        short = shortening.shorten_together({
            "x.js": 'export const longer = 1;\nexport async function later() {}\nexport class Known {}\n',
            "y.js": 'import { longer, later } from "./x.js";\nexport const other = (a) => [longer, { longer }, a.longer, later];\n',
            "z.js": 'import { other } from "./y.js";\nconst longer = async () => (await import("./late.js")).shown(other);\nlonger();\n',
            "late.js": 'import { longer } from "./x.js";\nexport const shown = (one) => one + longer;\n',
            "open.js": "export const Client = 1;\n",
            "as.js": 'import { longer as a, later as wait } from "./x.js";\nimport { Client as One } from "./open.js";\na(wait, One);\n',
        }, kept=("open.js",))
        self.assertEqual(short["x.js"], "export let b=1;export async function c(){}export class a{}\n")
        self.assertEqual(short["y.js"], 'import{b,c}from"./x.js";export let d=a=>[b,{longer:b},a.longer,c];\n')
        # What is loaded when it is needed, and what others know, keeps its names.
        self.assertEqual(short["z.js"], 'import{d}from"./y.js";let a=async()=>(await import("./late.js")).shown(d);a();\n')
        self.assertEqual(short["late.js"], 'import{b}from"./x.js";export let shown=a=>a+b;\n')
        self.assertEqual(short["as.js"], 'import{b as a,c as d}from"./x.js";import{Client as e}from"./open.js";a(d,e);\n')
        self.assertEqual(short["open.js"], "export let Client=1;\n")

    def test_each_name_of_a_declaration_is_exported(self):
        short = shortening.shorten_together({
            "x.js": "export const first = (a, b) => [a, b];\nexport const second = { a: 1, b: 2 };\nexport const third = 3;\n",
            "y.js": 'import { first, second, third } from "./x.js";\nexport const other = [first, second, third];\n',
        })
        self.assertEqual(short["x.js"], "export let d=(a,b)=>[a,b],c={a:1,b:2},e=3;\n")
        self.assertEqual(short["y.js"], 'import{d,c,e}from"./x.js";export let a=[d,c,e];\n')
        # A property of that name exports nothing.
        self.assertEqual(shortening.shorten_together({"x.js": "export const one = (a) => a.export;\none.import(one.export);\n"})["x.js"],
                         "export let b=a=>a.export;b.import(b.export);\n")
        # A name that is not among them is found.
        with self.assertRaises(SyntaxError):
            shortening.shorten_together({"x.js": "export const one = (a, missing) => [a, missing];\nexport const two = 2;",
                                         "y.js": 'import { missing } from "./x.js";'})

    def test_what_scripts_share_in_another_way_is_refused(self):
        for body in ("const a = 1; export { a };", "export default 1;", 'export * from "./x.js";', 'import * as all from "./x.js";',
                     'import all from "./x.js";', "export const { a } = { a: 1 };"):
            with self.assertRaises(SyntaxError, msg=body):
                shortening.shorten_together({"y.js": body})
        with self.assertRaises(SyntaxError):
            shortening.shorten_together({"x.js": "export const one = 1;", "y.js": "export const one = 2;"})
        with self.assertRaises(SyntaxError):
            shortening.shorten_together({"x.js": "export const one = 1;", "y.js": 'import { two } from "./x.js";'})

    def test_what_is_not_understood_is_refused(self):
        for body in ("const a = `never ends", "const a = 'never ends\n';", "const \u00e4 = 1;", "${", "a)", "const a = /never ends", "x => ({ const a = 1; })",
                     "class Thing { return other; }", "class Thing { other.more(); }"):
            with self.assertRaises(SyntaxError):
                shortening.shorten(body)

    def test_no_name_of_the_browser_is_made_short(self):
        scripts = [*(package / "Console").glob("*.js"), package / "Clients/javascript/scrollback.js"]
        names = {name for script in scripts for name in shortening.renamed(script.read_text("utf-8"))}
        self.assertGreater(len(names), 300)
        known = self.page.evaluate("(names) => names.filter((name) => name in globalThis)", sorted(names))
        self.assertEqual(known, [], "add them to GLOBALS of Scripts/shortening.py")


if __name__ == "__main__":
    unittest.main()
