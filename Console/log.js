// The log: its events as they are, with what each is about, live.
import {
  askReason, count, eventLink, fill, h, icon, labelled, linkButton, local, moment, number, sentence, short, submitButton, svg,
} from "./dom.js";
import { source } from "./source.js";
import { because } from "./why.js";

const filters = [
  ["conversation", "Conversation", "id"], ["actor", "Who did it", "id"], ["user", "Whom it concerns", "id"],
  ["message", "Message", "id"], ["type", "Type", "messageSent"],
];
const times = [["fromTime", "From"], ["untilTime", "Until"]];

export class LogScreen {
  #chart;
  #more;
  #state;
  #words;
  #rows;
  #source;
  #filter;
  #size;
  #parameters;
  #session;
  #isLooking;
  #isBroken;
  #form;
  #next;
  #until;
  #top;
  #run = 0;
  #seen = 0;
  #reached;
  #timer;

  constructor(session, go) {
    this.#session = session;
    this.go = go;
    this.#chart = h("div.chart");
    this.#rows = h("ol.events", { "aria-label": "Events" });
    this.#state = h("p.scan", { role: "status" });
    this.#more = h("button.secondary", { hidden: true, onclick: () => {
      const run = this.#run;
      this.#page().catch((error) => this.#fail(error, run));
    } }, "Earlier events");
    this.#source = h("div");
    this.#form = h("form.filters", { onsubmit: (event) => {
      const values = new FormData(event.target);
      go(Object.fromEntries([...filters.map(([name]) => [name, values.get(name).trim() || undefined]),
        ...times.map(([name]) => [name, this.#time(name, values.get(name))])]));
    } }, filters.map(([name, label, hint]) => labelled(label,
      h("input", { name, placeholder: hint, autocomplete: "off", spellcheck: "false" }))),
    times.map(([name, label]) => labelled(label, h("input", { name, type: "datetime-local", step: 1 }))),
    submitButton("Filter"));
    this.element = h("div.log",
      h("header.log-head", h("h1", "Log"),
        h("label.switch", (this.#words = h("input", { type: "checkbox", onchange: () => this.#reveal() })), "Show what people wrote")),
      this.#form, this.#chart, this.#state, this.#rows, this.#more, this.#source);
    this.#timer = setInterval(() => this.#live(), 2_000);
  }

  /** A search that was left goes no further. */
  end() {
    clearInterval(this.#timer);
    this.#run += 1;
  }

  /** The time that a field says; one that nobody has changed keeps the milliseconds of a span. */
  #time(name, text) {
    const before = this.#parameters[name];
    if (!text) return undefined;
    const time = new Date(text).getTime();
    return time === Math.floor(before / 1_000) * 1_000 ? before : String(time);
  }

  /** What could not be shown is shown when the server is back. */
  mend() {
    if (this.#isBroken) this.show(this.#parameters);
  }

  async show(parameters) {
    this.#parameters = parameters;
    for (const [name] of filters) this.#form.elements[name].value = parameters[name] ?? "";
    this.#filter = {};
    for (const [name] of filters) if (parameters[name]) this.#filter[name] = parameters[name];
    for (const [name] of times) {
      if (parameters[name]) this.#filter[name] = Number(parameters[name]);
      this.#form.elements[name].value = parameters[name] ? local(Number(parameters[name])) : "";
    }
    await this.#begin();
  }

  async #begin() {
    const position = parseInt(this.#parameters.at, 10) || undefined;
    const run = (this.#run += 1);
    fill(this.#rows);
    this.#size = undefined;
    this.#seen = 0;
    this.#reached = undefined;
    this.#isBroken = false;
    try {
      const state = await this.#session.operate("state");
      if (run !== this.#run) return;
      this.#size = state.size;
      this.#top = this.#until = Math.min(position ?? state.size, state.size);
      this.#histogram(run);
      await this.#page(run);
      // The screen may have gone on meanwhile.
      if (!position || run !== this.#run) return;
      const row = this.#rows.querySelector("button");
      if (row?.firstChild.textContent === number(position)) row.click();
      else this.#state.append(` Position ${number(position)} is not here.`);
    } catch (error) {
      this.#fail(error, run);
    }
  }

  /** Says why a search ends, if it is still the one that is shown, beside how far it has got; what is shown stays. */
  #fail(error, run) {
    if (run !== this.#run) return;
    this.#isBroken = !this.#seen;
    this.#more.hidden = this.#isBroken;
    if (this.#seen) this.#tell();
    else if (!this.#reached) fill(this.#state);
    this.#state.append(h("span.problem", " ", sentence(error)));
  }

  #fields(more) {
    return { ...this.#filter, ...more, content: this.#words.checked || undefined };
  }

  /** A page of earlier events: the query goes forwards, so a span that has enough is looked for. */
  async #page(run = this.#run) {
    this.#more.hidden = true;
    const wanted = 60;
    let span = 120;
    let found = 0;
    while (found < wanted && this.#until > 0) {
      const from = Math.max(1, this.#until - span + 1);
      const items = [];
      let next = from;
      // A page that ends early says where the scan has got to.
      while (next !== undefined && next <= this.#until) {
        const page = await this.#session.operate("events",
          this.#fields({ from: next, until: this.#until, limit: 500 }), { words: this.#words.checked });
        if (run !== this.#run) return;
        items.push(...page.items);
        next = page.next;
        this.#tell(next);
      }
      this.#rows.append(...items.reverse().map((item) => this.#row(item)));
      this.#seen += items.length;
      found += items.length;
      this.#until = from - 1;
      span = Math.min(span * (items.length ? 2 : 8), 1_000_000);
    }
    this.#more.hidden = this.#until <= 0;
    this.#tell();
    fill(this.#source, source(this.#session.operator(this.#words.checked), "events", 
      this.#fields({ from: this.#until + 1, until: this.#top, limit: 500 })));
  }

  #tell(at) {
    this.#reached = at;
    if (at !== undefined) return void fill(this.#state, `Searching; position ${number(at)} is reached.`);
    const later = this.#size - this.#top;
    const open = [this.#until > 0 && "earlier ones", later > 0 && `${number(later)} later ones`].filter(Boolean).join(" and ");
    fill(this.#state, open
      ? `${count(this.#seen, "event")} of the positions ${number(this.#until + 1)} to ${number(this.#top)}; ${open} are not searched.`
      : `${count(this.#seen, "event")}; all ${number(this.#size)} positions are searched.`,
    later > 0 && [" ", linkButton("Go to the newest", () => this.go({ at: undefined }))]);
  }

  /** What came since. */
  async #live() {
    if (document.hidden || !this.#size || this.#top < this.#size || this.#parameters.untilTime || this.#session.asOf !== undefined || this.#isLooking) return;
    const run = this.#run;
    this.#isLooking = true;
    try {
      for (let next = this.#size + 1; next !== undefined;) {
        const page = await this.#session.operate("events", this.#fields({ from: next, limit: 200 }), { words: this.#words.checked });
        if (run !== this.#run) return;
        for (const item of page.items) this.#rows.prepend(this.#row(item));
        this.#seen += page.items.length;
        next = page.next;
        // Where a page ends early, what it has read is not read again.
        this.#size = this.#top = Math.max(this.#size, page.items.at(-1)?.position ?? 0, (next ?? 0) - 1);
        if (page.items.length) this.#tell();
      }
    } catch {
      // The next look shows whether it has come back.
    } finally {
      this.#isLooking = false;
    }
  }

  async #reveal() {
    // Nothing is asked meanwhile, and what is under way is left.
    this.#run += 1;
    this.#size = 0;
    this.#words.checked &&= await askReason(this.#session);
    if (this.#parameters) await this.#begin();
  }

  async #histogram(run, first, tries = 0) {
    const asked = {
      conversation: this.#filter.conversation, user: this.#filter.user, type: this.#filter.type,
      from: this.#filter.fromTime ?? first, until: this.#filter.untilTime, buckets: 80,
    };
    const { items } = await this.#session.operate("histogram", asked).catch(() => ({ items: [] }));
    if (run !== this.#run) return;
    // Its room is kept from the start: rows below must not move under a click.
    this.#chart.hidden = !items.length;
    if (!items.length) return void fill(this.#chart);
    // A log under a given clock was born long before its first event: the empty time is left out.
    const next = items.findIndex((item, n) => n > 0 && item.count > 0);
    const isEmpty = items[0].count <= (Object.keys(this.#filter).length || tries ? 0 : 1);
    if (!this.#filter.fromTime && isEmpty && next > 8 && tries < 4) return this.#histogram(run, items[next].from, tries + 1);
    const most = Math.max(...items.map((item) => item.count), 1);
    const width = 800 / items.length;
    const drawing = svg("svg", { viewBox: "0 0 800 90", preserveAspectRatio: "none", class: "histogram", "aria-hidden": "true" },
      ...items.map((item, n) => {
        const high = item.count ? Math.max(2, (item.count / most) * 84) : 0;
        return svg("rect", { x: n * width + 0.5, y: 88 - high, width: Math.max(1, width - 1.5), height: high, rx: 1 });
      }));
    const end = (label, value) => h("input.span", { type: "range", min: 0, max: items.length - 1, value, "aria-label": label, oninput: () => tell() });
    const ends = [end("The span begins", 0), end("The span ends", items.length - 1)];
    const picked = () => ends.map((input) => Number(input.value)).sort((a, b) => a - b);
    const label = h("span");
    const tell = (isPicked = true) => {
      const [first, last] = picked();
      const found = items.slice(first, last + 1).reduce((sum, item) => sum + item.count, 0);
      const words = `${moment(items[first].from)} to ${moment(items[last].until)}`;
      label.textContent = isPicked ? `${words} · ${count(found, "event")}` : words;
      for (const input of ends) input.ariaValueText = moment(items[input.value].from);
      [...drawing.children].forEach((bar, n) => bar.classList.toggle("lit", isPicked && n >= first && n <= last));
    };
    const show = () => {
      const [first, last] = picked();
      this.go({ fromTime: String(items[first].from), untilTime: String(items[last].until), at: undefined });
    };
    // Dragging over the bars picks them.
    const under = (event) => {
      const { left, width } = drawing.getBoundingClientRect();
      return Math.max(0, Math.min(Math.floor((event.clientX - left) / width * items.length), items.length - 1));
    };
    drawing.onpointerdown = (event) => {
      if (event.button) return;
      drawing.setPointerCapture(event.pointerId);
      for (const input of ends) input.value = under(event);
      tell();
    };
    drawing.onpointermove = (event) => {
      if (!drawing.hasPointerCapture(event.pointerId)) return;
      ends[1].value = under(event);
      tell();
    };
    drawing.onpointerup = (event) => drawing.hasPointerCapture(event.pointerId) && show();
    tell(false);
    const hadFocus = this.#chart.contains(document.activeElement);
    fill(this.#chart, drawing, ends, h("p.chart-label", label,
      (this.#filter.actor || this.#filter.message) && "of all actors and messages",
      linkButton("Show this span", show),
      this.#filter.fromTime && linkButton("All times", () => this.go({ fromTime: undefined, untilTime: undefined }))),
    source(this.#session.operator(), "histogram", asked));
    if (hadFocus) ends[0].focus();
  }

  #row(item) {
    const words = item.content?.text ?? item.content?.title ?? item.content?.fullName ?? item.content?.username;
    const open = h("button.event", { "aria-expanded": "false", onclick: () => {
      const isOpen = open.ariaExpanded === "true";
      open.ariaExpanded = !isOpen;
      if (isOpen) open.nextSibling.remove();
      else open.after(this.#details(item));
    } },
    h("span.position", number(item.position)), h("span.type", item.type),
    h("span.about", { dir: "auto" }, words ?? summary(item)), h("time", moment(item.at)));
    return h("li", open);
  }

  /** The link to the erasure that names an event. */
  #erasure(item) {
    const place = h("span", "…");
    const look = async () => {
      for (let from = item.position + 1; from !== undefined;) {
        const page = await this.#session.operate("events", { from, type: "contentErased", limit: 500 });
        const found = page.items.find((one) => one.fields.ranges?.some((range) => item.position >= range.first && item.position < range.first + range.count));
        if (found) return fill(place, eventLink(found.position, "the erasure at "));
        from = page.next;
      }
      fill(place, "an erasure that is not found");
    };
    look().catch((error) => fill(place, sentence(error)));
    return place;
  }

  #details(item) {
    const link = (name, id) => linkButton(short(id), () => this.go({ ...none, [name]: id, at: undefined }));
    const { fields } = item;
    const conversation = item.conversation ?? fields.conversation;
    const facts = [
      ["Stream", item.stream + (item.version ? `, version ${item.version}` : "")],
      item.actor && ["Actor", link("actor", item.actor)],
      // In whose stream it is, and what it is about.
      ...["Conversation", "User", "Message"].flatMap((label) => {
        const name = label.toLowerCase();
        return [...new Set([item[name], fields[name]])].map((id) => id && [label, link(name, id)]);
      }),
      fields.ranges && ["Erased", fields.ranges.slice(0, 50).map(({ first, count }) =>
        [eventLink(first + count - 1, count > 1 ? `${number(first)} to ` : ""), " "]), fields.ranges.length > 50 && "…"],
      ["Leaf", h("span.mono", item.leaf)],
      item.seal && ["Seal of the content", h("span.mono", item.seal)],
      item.erased && ["Erased by", this.#erasure(item)],
    ].filter(Boolean);
    const why = h("form.why", { onsubmit: async (event) => {
      const user = new FormData(event.target).get("user").trim();
      try {
        const answer = await this.#session.operate("explain", { message: fields.message, user });
        fill(why.lastChild, because(answer));
      } catch (error) {
        fill(why.lastChild, h("p.problem", sentence(error)));
      }
    } }, labelled("Who sees it? Id of a person", h("input", { name: "user", required: true, autocomplete: "off" })),
    submitButton("Explain"), h("div"));
    return h("div.event-details",
      h("dl.facts", facts.map(([name, value]) => [h("dt", name), h("dd", value)])),
      item.seal && !item.content && h("p", icon("lock"), " ", item.erased ? "The content was erased." : "There is content; it is hidden until you show what people wrote."),
      item.content && h("pre.content", { tabindex: 0, dir: "auto" }, JSON.stringify(item.content, null, 2)),
      h("div.event-actions",
        h("a", { href: `#proof?event=${item.position}` }, "Prove that it is in the log"),
        item.erased && h("a", { href: `#proof?erased=${item.position}` }, "See the receipt of its erasure"),
        conversation && h("a", { href: `#past?${new URLSearchParams({ at: item.position, c: conversation, ...(fields.message && { m: fields.message }) })}` }, "See the past here")),
      item.type === "messageSent" && why,
      source(this.#session.operator(this.#words.checked), "events",
        { from: item.position, until: item.position, content: this.#words.checked || undefined }));
  }
}

const none = Object.fromEntries(filters.map(([name]) => [name, undefined]));

/** What an envelope says in a line, without words of people. */
function summary(item) {
  const { fields } = item;
  if (item.type === "messageSent") {
    return [fields.kind, fields.characters !== undefined && count(fields.characters, "character"), fields.attachments?.length && count(fields.attachments.length, "attachment")].filter(Boolean).join(", ");
  }
  return Object.entries(fields).filter(([, value]) => typeof value !== "object").slice(0, 4)
    .map(([name, value]) => `${name} ${String(value).length === 36 ? short(String(value)) : value}`).join(", ");
}
