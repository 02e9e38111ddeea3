// The operator's screen: how the store does, and what only the operator may do.
import {
  ask, askReason, button, bytes, count, dayAt, eventLink, facts, fill, h, icon, isFilled, labelled, moment, number,
  reconcile, redraw, refused, rest, sentence, short, submitButton, svg, toast,
} from "./dom.js";
import { consumers } from "./consumers.js";
import { Exports, scopeOf } from "./exports.js";
import { source } from "./source.js";

const card = (title, ...children) => h("section.panel", h("h2", title), children);
const heads = (...names) => h("thead", h("tr", names.map((name) => h("th", { scope: "col" }, name))));
const erased = (result) => `${count(result.erased, "content")} erased.`;
const dateHint = "2026-01-31";
const lookRules = {
  given: "The server needs no reason, and logs the looks that have one.",
  required: "The server shows words only for a reason, and logs each look.",
  off: "The server needs no reason, and logs no look.",
};

export class OperatorScreen {
  #cards;
  #erasing;
  #tiles;
  #about;
  #dated;
  #exports;
  #session;
  #webhooks;
  #timer;
  /** What the plots of the last two minutes show, by the label of their tile. */
  #kept = {};
  #before;
  #isMeasuring = false;

  constructor(session, go) {
    this.#session = session;
    this.go = go;
    this.#tiles = h("div.tiles");
    this.#cards = h("div.cards");
    // What is typed into it stays while the others are drawn anew.
    this.#erasing = this.#erase();
    this.#exports = new Exports(session);
    this.#webhooks = h("section.panel");
    this.#dated = h("p.dated");
    this.element = h("div.operator", h("header", h("h1", "Operator"), (this.#about = h("p.mono")), this.#dated), this.#tiles, this.#cards);
    this.#timer = setInterval(() => this.#measure().catch(() => {}), 2_000);
  }

  end() {
    clearInterval(this.#timer);
    this.#exports.end();
  }

  async show() {
    await Promise.all([this.#measure(), this.#list()]);
  }

  mend() {
    this.#list().catch(() => {});
  }

  async #measure() {
    if (document.hidden || this.#isMeasuring) return;
    this.#isMeasuring = true;
    const [gauges, streams] = await Promise.all([
      this.#session.operate("gauges", { asOf: undefined }),
      this.#session.metric("scrollback_streams_open").catch(() => {}),
    ]).finally(() => { this.#isMeasuring = false; });
    const { sends, followers, files } = gauges;
    // What was counted began anew with the server.
    const before = gauges.appended < this.#before?.appended ? undefined : this.#before;
    const now = (this.#before = { at: performance.now(), appended: gauges.appended, done: sends.done });
    const size = Object.values(files).reduce((a, b) => a + b, 0);
    // A rate is known from the second look on.
    const rate = (name) => before && (now[name] - before[name]) / (now.at - before.at) * 1_000;
    const perSecond = (value) => (value === undefined ? "…" : `${number(Math.round(value * 10) / 10)} per second`);
    const tile = (label, value, small, plot) => h("div.tile", h("span", label), h("b", value), h("small", small), plot);
    const drawn = (label, value, small, now, words = number) => {
      const kept = (this.#kept[label] ??= []);
      if (now !== undefined) kept.push(now);
      if (kept.length > 60) kept.shift();
      return tile(label, value, small, line(kept, label, words));
    };
    fill(this.#tiles,
      drawn(this.#session.asOf === undefined ? "Events" : "Events now", number(gauges.position), perSecond(rate("appended")), rate("appended"), perSecond),
      drawn("Sends", `${number(sends.done)} done`, `${perSecond(rate("done"))}; ${number(sends.refused)} refused, ${number(sends.failed)} failed`, rate("done"), perSecond),
      tile("Commit", ...latency(gauges.commitLatency)),
      tile("Send", ...latency(sends.latency)),
      // Of the server's streams; the gauge has those who follow within the process.
      drawn("Followers", streams === undefined ? "–" : number(streams),
        `${number(followers)} within the process; ${number(gauges.waiting)} commands wait`, streams),
      drawn("Files", bytes(size), Object.entries(files).map(([name, size]) => `${name} ${bytes(size)}`).join(", "), size, bytes));
  }

  #lists = 0;
  #drawn = 0;

  /** Shows what the log says of the moment; no answer is drawn of another moment, or over a later one. */
  async #list() {
    const lists = ++this.#lists;
    const { asOf } = this.#session;
    const [state, views] = await Promise.all([
      this.#session.operate("state"), this.#session.operate("views"),
      consumers(this.#session, this.#webhooks), this.#exports.load(),
    ]);
    if (asOf !== this.#session.asOf || lists < this.#drawn) return;
    this.#drawn = lists;
    const asked = this.#session.operator();
    const isPast = asOf !== undefined;
    fill(this.#dated, isPast && `As it was at position ${number(asOf)}; the numbers, webhooks and export jobs are of now. Nothing can be done in the past.`);
    this.#about.textContent = `${state.log} · epoch ${state.epoch}`;
    redraw(this.#cards, () => reconcile(this.#cards, [
      this.#erasing, this.#holds(state), this.#retention(state), this.#pending(state), this.#reports(state),
      this.#looks(state), this.#webhooks,
      card("Media owed", h("p", state.mediaOwed
        ? `${count(state.mediaOwed.count, "address", "addresses")} of media that nothing names any more, since ${moment(state.mediaOwed.since)}.` : "Nothing is owed."),
        state.mediaOwed && source(asked, "mediaOwed", { limit: 100 })),
      this.#exports.element,
      card("Views", h("div.views", { tabindex: 0 }, h("table", heads("View", "Rows", "Bytes", "Behind"),
        h("tbody", views.items.map((view) => h("tr", h("th", { scope: "row" }, view.name), h("td", number(view.rows)), h("td", bytes(view.bytes)), h("td", number(state.size - view.position))))))), source(asked, "views")),
      card("State", h("p", `${number(state.size)} events in ${bytes(state.bytes)}.`), source(asked, "state"), h("p", "The numbers above, of now:"), source(asked, "gauges", { asOf: undefined }))]));
    this.#webhooks.inert = isPast;
    for (const act of this.#cards.querySelectorAll("form, button:not(.look), .exports")) act.inert = isPast;
  }

  /** Does what was confirmed, and shows what is so now. */
  async #do(name, fields, done) {
    try {
      const result = await this.#session.command(name, fields);
      toast(done(result));
      // What was done is done, also where it cannot be shown.
      await this.#list().catch(refused);
      return result;
    } catch (error) {
      refused(error);
    }
  }

  #erase() {
    const result = h("div", { role: "status" });
    const form = h("form", { onsubmit: async (event) => {
      if (!isFilled(event.target)) return;
      const values = Object.fromEntries(new FormData(event.target));
      const fields = { [values.what]: values.id.trim(), basis: values.basis.trim(), reason: values.reason.trim() };
      try {
        const plan = await this.#session.command("erase", { ...fields, dryRun: true });
        if (!plan.erased && !plan.deferredCount) return void fill(result, h("p", "There is nothing to erase."));
        const [goes, waits] = [count(plan.erased, "content"), count(plan.deferredCount, "content")];
        const isSure = await ask({
          title: plan.erased ? `Erase ${goes}?` : `Request the erasure of ${waits}?`,
          action: plan.erased ? `Erase ${number(plan.erased)}` : "Request", danger: true,
          text: h("div",
            h("p", plan.erased ? `${goes} will be destroyed, here and in every backup that has only the log. This cannot be undone.`
              : "Nothing is destroyed now. What waits is destroyed when nothing keeps it, without another question. This cannot be undone."),
            plan.deferredCount > 0 && h("p", `${waits} must wait: ${[...new Set(plan.deferred.map((one) => one.why))].join(", ")}.`),
            plan.forwardsCount > 0 && h("p", `${count(plan.forwardsCount, "forwarded copy", "forwarded copies")} will stay.`),
            plan.exports?.length > 0 && h("p", `${count(plan.exports.length, "export")} that left the store may have it still.`)),
        });
        if (!isSure) return;
        const done = await this.#do("erase", fields, erased);
        if (!done) return;
        event.target.reset();
        fill(result, this.#receipt(done));
      } catch (error) {
        fill(result, h("p.problem", sentence(error)));
      }
    } },
    labelled("What", h("select", { name: "what" }, ["message", "user", "conversation"].map((value) => h("option", { value }, value)))),
    labelled("Id", h("input", { name: "id", required: true, autocomplete: "off" })),
    labelled("Basis", h("input", { name: "basis", required: true, placeholder: "request of the sender" })),
    labelled("Reason", h("input", { name: "reason", required: true })),
    submitButton("See what would go"), result);
    return card("Erase", h("p", "First it is counted; nothing goes without another yes."), form);
  }

  /** What was erased, with receipts that the page of proofs checks. */
  #receipt(done) {
    const few = done.erasedList.slice(0, 10);
    return h("div.receipt",
      h("p", `Erased: ${number(done.erased)}; waiting: ${number(done.deferredCount)}; still running: ${number(done.pending)}. Request at `, eventLink(done.request), "."),
      few.length > 0 && h("p", "Receipts, under a checkpoint that is signed after the erasure: ",
        few.map((position, n) => [n > 0 && ", ", h("a", { href: `#proof?erased=${position}` }, `event ${number(position)}`)])),
      rest(done.erased > few.length, few.length, "erasure"));
  }

  #holds(state) {
    const place = async () => {
      const values = await ask({ title: "Place a hold", action: "Place", fields: [
        { name: "matter", label: "Matter", required: true },
        { name: "conversation", label: "Id of a conversation" }, { name: "user", label: "Or of a person" },
        { name: "from", label: "From", hint: dateHint, type: "date" }, { name: "until", label: "Until", type: "date" }] });
      if (!values) return;
      const fields = { matter: values.matter, conversation: values.conversation || undefined, user: values.user || undefined, from: dayAt(values.from), until: dayAt(values.until, 1) };
      await this.#do("placeHold", fields, () => "The hold is placed.");
    };
    return card("Holds", state.holds.length
      ? h("ul.rows-list", state.holds.map((hold) => h("li", h("div", h("b", { dir: "auto" }, hold.matter ?? short(hold.hold)),
          h("small", scopeOf(hold))),
        button("Release", async () => {
          const plan = await this.#session.command("releaseHold", { hold: hold.hold, dryRun: true }).catch(refused);
          if (!plan) return;
          const text = plan.erased ? `${count(plan.erased, "content")} will be destroyed at once, for erasures that wait for it. This cannot be undone.` : "No erasure waits for it alone. Its contents may be erased from then on.";
          if (await ask({ title: "Release the hold?", text, action: "Release", danger: true })) {
            await this.#do("releaseHold", { hold: hold.hold }, () => "The hold is released.");
          }
        }))))
      : h("p", "Nothing is held."),
    button("Place a hold", place));
  }

  #retention(state) {
    const rules = state.configuration.retention ?? [];
    const run = async () => {
      try {
        const plan = await this.#session.command("runRetention", { dryRun: true });
        const isSure = await ask({
          title: plan.erased ? `Erase ${count(plan.erased, "content")}?` : "Nothing is old enough",
          text: h("div", h("p", `${count(plan.erased, "content")} are older than they may be. ${count(plan.deferredCount, "content")} must wait. ${count(plan.upcomingCount ?? 0, "content")} will follow in the next 30 days.`)),
          action: plan.erased ? `Erase ${number(plan.erased)}` : "Close", danger: plan.erased > 0 });
        if (isSure && plan.erased) await this.#do("runRetention", {}, erased);
      } catch (error) {
        refused(error);
      }
    };
    const days = (value) => (value === undefined ? "–" : count(value, "day"));
    return card("Retention", h("table", heads("Kind", "At least", "At most"),
      h("tbody", rules.map((rule) => h("tr", h("th", { scope: "row" }, rule.kind), h("td", days(rule.minimum)), h("td", days(rule.maximum)))))),
    button("Try what would go", run));
  }

  #looks(state) {
    const { looks } = state.configuration;
    const choice = h("select", Object.keys(lookRules).map((value) => h("option", { value, selected: value === looks }, value)));
    const form = h("form", { onsubmit: async () => {
      const { value } = choice;
      const isSure = value !== looks && await ask({
        title: `Change reasons for looks from ${looks} to ${value}?`, text: `${lookRules[value]} This change is logged.`, action: "Change", danger: true });
      if (isSure) await this.#do("configure", { looks: value }, () => `Reasons for looks: ${value}.`);
    } }, labelled("Reasons", choice), submitButton("Set"));
    return card("Reasons for looks", h("p", lookRules[looks]), form);
  }

  #pending(state) {
    const waits = [...(state.erasing ?? []), ...(state.pendingErasures ?? [])];
    return card("Erasures that wait", rest(waits.length > 50, 50, "state"), waits.length
      ? h("ul.rows-list", waits.slice(0, 50).map((one) => h("li", h("div",
          eventLink(one.position ?? one.request, "Request "),
          h("small", Object.entries(one).filter(([, value]) => typeof value !== "object").map(([name, value]) => `${name} ${value}`).join(", "))))))
      : h("p", "None."));
  }

  #reports(state) {
    const place = h("div");
    const moderator = state.moderators[0]?.user ?? state.moderators[0];
    const reveal = async () => {
      if (!(await askReason(this.#session, moderator))) return;
      try {
        const reader = this.#session.reader(moderator, this.#session.asOf);
        const { items, next } = await reader.ask("reports", { limit: 50 });
        fill(place, items.length ? h("ul.rows-list", items.map((item) => h("li", h("div",
          h("b", { dir: "auto" }, `${item.reason}, by ${item.reporterName}`), h("small", facts(item.details, item.preview, item.status, moment(item.at))))))) : h("p", "No reports."),
          rest(next, items.length, "reports"),
          source(reader, "reports", { limit: 50 }));
      } catch (error) {
        fill(place, h("p.problem", sentence(error)));
      }
    };
    return card("Reports", moderator
      ? [place, h("button.secondary.look", { onclick: reveal }, icon("eye"), " Show the reports")]
      : h("p", "There is no moderator; appoint one to see reports."));
  }
}

/** The median and the 99th percentile of a histogram of microseconds, how many times it has, and its plot. */
function latency({ bounds, counts }) {
  const all = counts.reduce((a, b) => a + b, 0);
  if (!all) return ["–", "none yet"];
  const at = (share) => {
    let sum = 0;
    for (let n = 0; n < counts.length; n += 1) {
      sum += counts[n];
      if (sum >= all * share) return bounds[n] ?? bounds.at(-1);
    }
    return bounds.at(-1);
  };
  const words = (us) => (us < 1_000 ? `${us} µs` : us < 1_000_000 ? `${us / 1_000} ms` : `${us / 1e6} s`);
  const most = Math.max(...counts);
  return [`≤ ${words(at(0.5))}, 99 % ≤ ${words(at(0.99))}`, `${number(all)} timed; bars from ${words(bounds[0])} to ${words(bounds.at(-1))}`,
    plot(counts.length * 8, "How often each time was", counts.map((value, n) =>
      svg("rect", { x: n * 8, y: 28 - (value ? 3 + (value / most) * 25 : 1), width: 6, height: 28, rx: 1 })))];
}

const plot = (width, label, parts) =>
  svg("svg", { viewBox: `0 0 ${width} 28`, class: "plot", role: "img", "aria-label": label, preserveAspectRatio: "none" }, ...parts);

/** What was measured in the last two minutes, between the least and the most. */
function line(values, label, words) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const high = (value) => (most > least ? 26 - ((value - least) / (most - least)) * 23 : 26);
  // One value is a line too.
  const all = values.length === 1 ? [values[0], ...values] : values;
  return plot(120, values.length ? `${label}: between ${words(least)} and ${words(most)} while this is open` : label, [
    svg("polyline", { points: all.map((value, n) => `${((60 - all.length + n) / 59) * 120},${high(value)}`).join(" ") })]);
}
