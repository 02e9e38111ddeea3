// What a check says, in colours and words: green only for what a key of the person's own has signed.
import { button, fill, h, icon, linkButton, moment, number, submitButton, svg } from "./dom.js";
import { against, base64, canVerify, check, Fault, hex, readCheckpoint, readKey } from "./verify.js";

const shortHash = (bytes) => hex(bytes).slice(0, 8);

const step = 58;

/** A drawing of `count` steps, the first one at the bottom: `row(n)` draws with `node` and `join` at its height. */
function drawn(count, label, row) {
  const height = (count - 1) * step + 48;
  const drawing = svg("svg", { viewBox: `0 0 400 ${height}`, class: "tree", role: "img", "aria-label": label });
  for (let n = 0; n < count; n += 1) {
    const y = height - 24 - n * step;
    row(n, {
      node: (x, hash, kind) => drawing.append(
        svg("rect", { x: x - 46, y: y - 14, width: 92, height: 28, rx: 14, class: kind }),
        Object.assign(svg("text", { x, y: y + 4.5, class: kind }), { textContent: shortHash(hash) })),
      // To a node of the next step.
      join: (from, to, kind, steps = 1) => {
        const end = y - step * steps + 14;
        drawing.prepend(svg("path", { d: from === to ? `M${to} ${y - 14} V ${end}`
          : `M${from} ${y - 14} C ${from} ${y - 34} ${to} ${end + 18} ${to} ${end}`, class: kind }));
      },
    });
  }
  return drawing;
}

const swatches = (...kinds) => h("figcaption", kinds.map(([kind, text]) => h("span", h(`span.swatch.${kind}`), ` ${text}`)));

/** The path from a leaf to the root, with the hashes beside it. */
function tree({ steps, position }, size, what = "event") {
  const label = `The path of the ${what} ${position} to the root of ${size} events, ${steps.length - 1} steps long`;
  return h("figure", drawn(steps.length, label, (n, { node, join }) => {
    const above = steps[n + 1];
    if (above) {
      const x = above.side === "left" ? 92 : 308;
      join(x, 200, "branch");
      join(200, 200, "lit");
      node(x, above.sibling, "given");
    }
    node(200, steps[n].hash, "lit");
  }), swatches(["lit", `computed here, from the ${what} ${number(position)} up to the root`], ["given", "given by the file"]));
}

/** One tree within another: the path to the root of the older one beside that to the root of the newer one. */
function growth(steps, older, newer) {
  const given = (side) => steps.filter((one) => one.side === side).length;
  // What the two paths begin with is a part of both trees as well.
  const [both, alone] = [given("left") + 1, given("right")];
  const last = steps.findLastIndex((one) => one.first);
  const label = `The tree of ${newer.size} events has the whole tree of ${older.size} within it: ${both} subtrees are in both, ${alone} in the newer one alone`;
  const [first, second] = [150, 250];
  return h("figure", drawn(steps.length, label, (n, { node, join }) => {
    const above = steps[n + 1];
    const one = steps[n];
    // At the bottom both paths are one node.
    const from = (x) => (n ? x : 200);
    if (above) {
      const isShared = above.side === "left";
      const x = isShared ? 50 : 350;
      // Where the newer tree alone grows, the path of the older one waits.
      const next = steps.findIndex((later, m) => m > n && later.first);
      if (one.first && next > 0) join(from(first), first, "lit", next - n);
      join(from(second), second, "branch");
      join(x, second, "branch");
      if (isShared) join(x, first, "lit");
      node(x, above.sibling, isShared ? "lit" : "new");
    }
    if (one.first) node(from(first), one.first, n && n < last ? "made" : "lit");
    if (n) node(second, one.second, "made");
  }), swatches(["lit", `in both trees; the path on the left leads to the root of ${number(older.size)} events`],
    ["new", "in the newer tree alone"], ["made", `computed here; the path on the right leads to the root of ${number(newer.size)} events`]));
}

const claims = {
  checkpoint: (r) => `The log ${r.checkpoint.origin} had ${number(r.checkpoint.size)} events and this root.`,
  inclusion: (r) => `Event ${number(r.position)} is in the log of ${number(r.checkpoint.size)} events.`,
  consistency: (r) => `The log of ${number(r.checkpoint.size)} events begins with all of the log of ${number(r.older.size)}.`,
  disclosure: (r) => `Event ${number(r.position)} is in the log, and this is its content.`,
  erasure: (r) => `Event ${number(r.position)} had a content, and the erasure at ${number(r.erasure.position)} destroyed it.`,
};

const limits = {
  checkpoint: ["which events these are", "that others were shown the same log: compare it with a checkpoint that you kept"],
  inclusion: ["that what the event says is true: the log states times and actors", "that no later event changed or erased what it said"],
  consistency: ["that the newer size is true: only a file of all envelopes shows that", "events that were never logged"],
  disclosure: ["that the words are true, only that they were logged", "that they were not edited later"],
  erasure: ["that no export, screen or note has the words still", "that there is no older copy of the keys besides those named here"],
};

const words = {
  good: "Proved", amber: "Consistent, signer unknown", bad: "Not proved", none: "Not checked",
};

/** What a comparison says, in one line. */
export const mark = (kind, text) => h(`p.mark.${kind}`, { "data-mark": kind }, icon(kind === "good" ? "sent" : "warn"), text);

const cannot = "This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.";

/**
 * The result of a check as a card.
 *
 * `key` is one that the person gave; `pin` is a kept checkpoint; `require` throws a Fault if the result is
 * not of what was asked for.
 */
export async function judge(bytes, { key, pin, name, require, keep } = {}) {
  if (!(await canVerify())) return card("none", name, [h("p", cannot)]);
  let result;
  try {
    result = await check(bytes, key);
    require?.(result);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return card("bad", name, [h("p", error.message)]);
  }
  const stands = against(pin, result.checkpoint);
  if (stands === "forked" || (result.older && against(pin, result.older) === "forked")) {
    return card("bad", name, [h("p", "The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);
  }
  const { checkpoint } = result;
  return card(key ? "good" : "amber", name, [
    h("p.claim", claims[result.kind](result)),
    !key && h("p", "Paste the log's public key, from another source than this server, to know who signed it."),
    result.content && h("pre.content", { dir: "auto", tabindex: 0 }, readable(result.content)),
    h("div.trees",
      result.steps && tree(result, checkpoint.size, result.erasure ? "erased event" : "event"),
      result.erasure && tree(result.erasure, checkpoint.size, "erasure"),
      result.copies?.map((copy) => tree(copy, checkpoint.size, "copy of the keys")),
      result.growth && growth(result.growth, result.older, checkpoint)),
    result.copies?.length > 0 && h("p", `${result.copies.length} copies of the keys are older than the erasure.`),
    h("dl.facts",
      h("dt", "Log"), h("dd.mono", checkpoint.origin),
      h("dt", "Size"), h("dd", number(checkpoint.size)),
      h("dt", "Root"), h("dd.mono", base64(checkpoint.root)),
      h("dt", "Signed by"), h("dd", key ? key.name : "unknown"),
      pin && [h("dt", "Kept"), h("dd", pinWords[stands])]),
    keep && result.kind === "checkpoint" && button("Keep this checkpoint", () => keep(new TextDecoder().decode(bytes))),
    h("details", h("summary", "What this does not show"),
      h("ul.limits", limits[result.kind].map((text) => h("li", text)))),
  ]);
}

const pinWords = {
  same: "the same as the checkpoint that you kept",
  newer: "newer than the checkpoint that you kept; a consistency file joins them",
  older: "older than the checkpoint that you kept; a consistency file joins them",
  restored: "of another epoch: the log was restored from a backup",
  other: "of another log than the checkpoint that you kept",
};

/** The printable words in a content, which is a protobuf message. */
function readable(content) {
  const text = new TextDecoder("utf-8").decode(content).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g, " ").trim();
  return text || hex(content);
}

export function card(kind, name, children) {
  const names = { good: "proof", amber: "warn", bad: "close", none: "info" };
  return h(`article.verdict.${kind}`, { "data-verdict": kind },
    h("header", icon(names[kind]), h("div", h("h2", words[kind]), name && h("p.file", { dir: "auto" }, name))), children);
}

/** A key, a kept checkpoint, and files that are dropped: the parts of both pages. */
export class Desk {
  #store;
  #changed;
  #watching;
  key;
  pin;
  #place;

  /** `store` keeps what is given, under names that end with `scope`. */
  constructor({ store, scope = "", changed }) {
    this.#store = store;
    this.scope = scope;
    this.#changed = changed;
    this.results = h("div.results", { "aria-live": "polite" });
    this.keyBox = h("section.panel");
    this.pinBox = h("section.panel");
    const input = h("input.visually-hidden", { type: "file", multiple: true, id: "files", onchange: () => {
      this.take([...input.files]);
      // The browser tells of a file that is chosen again only where it is not chosen still.
      input.value = "";
    } });
    this.drop = h("section.panel.drop",
      h("h2", "Check a file"),
      h("p", "Drop a checkpoint, a proof, a receipt or your key here. It is read in this page and goes nowhere."),
      input, h("label.secondary", { for: "files" }, "Choose files"));
  }

  /** Takes files that are dropped anywhere on the page: beside a place for them the browser would open them. */
  watch() {
    if (this.#watching) return;
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    const on = (name, isOver, then) => addEventListener(name, (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      this.drop.classList.toggle("over", isOver);
      then?.(event.dataTransfer.files);
    }, { signal });
    on("dragover", true);
    on("dragleave", false);
    on("drop", false, (files) => this.take(files));
  }

  end() {
    this.#watching?.abort();
  }

  /** Reads what the browser kept. A key or a checkpoint is no secret. Where nothing can be checked, it says so. */
  async begin() {
    this.isAble = await canVerify();
    if (!this.isAble) {
      this.pinBox.remove();
      return void fill(this.keyBox, h("h2", "This page cannot check anything"), h("p", cannot));
    }
    const text = this.#kept("key");
    if (text) await this.#useKey(text).catch(() => this.#keep("key"));
    await this.#checkPin(this.#kept("pin"));
    this.draw();
  }

  #kept(what) {
    return this.#store?.getItem(`scrollback-${what}${this.scope}`);
  }

  #keep(what, text) {
    if (text) this.#store?.setItem(`scrollback-${what}${this.scope}`, text);
    else this.#store?.removeItem(`scrollback-${what}${this.scope}`);
  }

  async #useKey(text) {
    this.key = await readKey(text);
    this.#keep("key", this.key.text);
    await this.#checkPin(this.pin?.text);
  }

  async #usePin(text) {
    const paragraphs = text.replace(/\n$/, "").split("\n\n");
    this.pin = await readCheckpoint(paragraphs, this.key);
    this.#keep("pin", this.pin.text);
  }

  /** A kept checkpoint that does not stand is a finding: it stays, and says so, until the person gives another. */
  async #checkPin(text) {
    if (text) await this.#usePin(text).catch((error) => { this.pin = { text, fault: error.message }; });
  }

  /** What is wrong with the kept checkpoint itself. */
  get fault() {
    return this.pin?.fault && mark("bad", `Your kept checkpoint does not stand: ${this.pin.fault}`);
  }

  async keep(text) {
    await this.#usePin(text);
    this.draw();
    this.#changed?.();
  }

  async forget(what) {
    this[what] = undefined;
    this.#keep(what);
    await this.#checkPin(this.pin?.text);
    this.draw();
    this.#changed?.();
  }

  draw() {
    const form = (label, hint, use) => {
      const problem = h("p.problem", { role: "alert" });
      const input = h("textarea", { rows: 2, placeholder: hint, spellcheck: "false", "aria-label": label });
      return h("form", { onsubmit: async () => {
        try {
          await use(input.value);
          this.draw();
          this.#changed?.();
        } catch (error) {
          problem.textContent = error.message;
        }
      } }, input, problem, submitButton("Use"));
    };
    fill(this.keyBox, h("h2", "Your key"), this.key
      ? [h("p.mono", this.key.text), linkButton("Use another", () => this.forget("key"))]
      : [h("p", "The public key of the log, from another source than this server."),
         form("Public key", "example.com/log+1dde4531+ATtq…", (text) => this.#useKey(text))]);
    this.drawPin(form);
  }

  /** A kept checkpoint, or the place to give one; what is being typed stays. */
  drawPin(form) {
    if (!this.isAble || (!this.pin && !form)) return;
    fill(this.pinBox, h("h2", "Your kept checkpoint"), this.pin
      ? [this.fault ?? [h("p", `${number(this.pin.size)} events`), h("p.mono", base64(this.pin.root)), this.status],
         linkButton("Keep another", () => this.forget("pin"))]
      : [h("p", "A checkpoint that this browser keeps shows whether the log's past has been changed."),
         form("Checkpoint", "scrollback/…", (text) => this.#usePin(`${text.trim()}\n`))]);
  }

  async take(files) {
    for (const file of files) {
      const found = await file.arrayBuffer().catch(() => {});
      if (!found) {
        this.results.prepend(card("none", file.name, [h("p", "This cannot be read. Give files, not a folder.")]));
        continue;
      }
      const bytes = new Uint8Array(found);
      // A file may be the key itself; it takes the place of no other. No server's answer becomes the key.
      const text = !this.key && bytes.length < 1_000 && new TextDecoder().decode(bytes);
      if (text && await this.#useKey(text).then(() => true, () => false)) {
        this.draw();
        this.#changed?.();
      } else await this.show(bytes, file.name);
    }
  }

  async show(bytes, name, require) {
    const made = await judge(bytes, { key: this.key, pin: this.fault ? undefined : this.pin, name: name ?? `checked ${moment(Date.now())}`, require, keep: (text) => this.keep(text) });
    this.results.prepend(made);
    return made;
  }
}
