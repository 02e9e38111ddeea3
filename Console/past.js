// The past: the same screens as they were, with one slider over time and position.
import { Chat, choosePerson } from "./chat.js";
import { fill, h, icon, later, moment, number } from "./dom.js";
import { sentence } from "./session.js";
import { Why } from "./why.js";

export class PastScreen {
  #panes = [];

  constructor(session, go) {
    this.session = session;
    this.go = go;
    this.element = h("div.screen");
  }

  end() {
    for (const pane of this.#panes) pane.chat?.end();
    this.#panes = [];
  }

  #wanted;
  #busy;

  /** Shows one moment after the other; of those that are asked for meanwhile, the last. */
  show(parameters) {
    this.#wanted = this.parameters = parameters;
    this.#busy ??= (async () => {
      while (this.#wanted) {
        const next = this.#wanted;
        this.#wanted = undefined;
        await this.#show(next);
      }
    })().finally(() => { this.#busy = undefined; });
    return this.#busy;
  }

  async #show(parameters) {
    const person = this.session.me ?? parameters.as;
    if (!person) return fill(this.element, await choosePerson(this.session, this.go));
    const wanted = parameters.to === undefined ? [parameters.at] : [parameters.at, parameters.to];
    if (this.person !== person || this.#panes.length !== wanted.length) {
      this.person = person;
      try {
        await this.#frame(wanted.length);
      } catch (error) {
        return void fill(this.element, h("div.nothing", {}, icon("warn"), h("p", {}, sentence(error))));
      }
    }
    try {
      await Promise.all(this.#panes.map((pane, n) => this.#move(pane, wanted[n])));
      const { c, n, m } = parameters;
      const shown = this.#panes.map((pane) => pane.chat.show({ c, n, m }));
      if (this.#panes.length === 2) this.#compare();
      await Promise.all(shown);
    } finally {
      for (const pane of this.#panes) if (!pane.isMoving) this.#hold(pane, false);
    }
  }

  /** While the slider says another moment than the screen shows, the screen cannot be used. */
  #hold({ place }, isHeld) {
    place.inert = isHeld;
    place.setAttribute("aria-busy", String(isHeld));
  }

  /** The span of the slider: positions for the operator, times for a person, who knows no positions. */
  async #frame(count) {
    this.end();
    if (this.session.kind === "operator") {
      const state = await this.session.operate("state");
      this.span = { first: 1, last: state.size, isTime: false };
    } else {
      const { items } = await this.session.reader(this.person).ask("conversations", { filter: "all", limit: 500 });
      const now = Date.now();
      const oldest = Math.min(now - 86_400_000, ...items.map((row) => row.lastActivityAt - 30 * 86_400_000));
      this.span = { first: oldest, last: now, isTime: true };
    }
    this.#panes = Array.from({ length: count }, (_, n) => this.#pane(n));
    const compare = h("button.secondary", { type: "button", onclick: () => this.go({ to: count === 2 ? undefined : String(this.span.last) }) },
      count === 2 ? "One moment" : "Compare two moments");
    fill(this.element, h("div.past", {},
      h("header.past-head", {}, h("div.sliders", {}, this.#panes.map((pane) => pane.control)), compare),
      h(`div.moments.n${count}`, {}, this.#panes.map((pane) => pane.place)),
      h("p.visually-hidden", { role: "status" })));
  }

  #pane(n) {
    const key = n === 0 ? "at" : "to";
    const label = h("output");
    const input = h("input", {
      type: "range", min: this.span.first, max: this.span.last, step: this.span.isTime ? 1_000 : 1,
      "aria-label": n === 0 ? "Moment" : "Second moment",
      oninput: () => {
        pane.isMoving = true;
        this.#hold(pane, true);
        this.#tell(pane, Number(input.value));
        settle();
      },
    });
    const settle = later(120, () => {
      pane.isMoving = false;
      if (!this.#panes.includes(pane)) return;
      this.go({ [key]: input.value }, true);
      // Replacing what stands behind the # makes no event: the screen is shown by hand.
      this.show({ ...this.parameters, [key]: input.value });
    });
    const pane = { input, label, place: h("div.moment") };
    pane.control = h("label.slider", {}, label, input);
    return pane;
  }

  #tell(pane, value) {
    const words = this.span.isTime ? moment(value) : `Position ${number(value)}`;
    pane.label.textContent = words;
    pane.input.setAttribute("aria-valuetext", words);
  }

  async #move(pane, at) {
    const value = at === undefined ? this.span.last : Math.max(this.span.first, Math.min(Number(at), this.span.last));
    // A hand on the slider is followed where it stops.
    if (pane.chat && (pane.isMoving || pane.value === value)) return;
    pane.value = value;
    this.#hold(pane, true);
    pane.input.value = value;
    this.#tell(pane, value);
    const asOf = this.span.isTime ? new Date(value).toISOString() : value;
    const reader = this.session.reader(this.person, asOf);
    const chat = new Chat(reader, {
      title: "As it was", go: (changes, replaces) => this.go({ ...changes }, replaces),
      notes: this.session.kind === "operator" ? new Why(this.session, reader) : undefined,
    });
    try {
      await chat.load();
      if (this.session.kind === "operator") await this.#time(pane, value);
    } catch (error) {
      const words = error.code === "permissionDenied" ? "This server does not show the past to its users." : error.code === "notFound" ? "The log begins later." : sentence(error);
      fill(pane.place, h("div.nothing", {}, icon("past"), h("p", {}, words)));
      pane.chat?.end();
      pane.chat = chat;
      pane.value = undefined;
      return;
    }
    pane.chat?.end();
    pane.chat = chat;
    fill(pane.place, chat.element);
  }

  /** When the event of a position was. */
  async #time(pane, value) {
    const { items } = await this.session.operate("events", { from: value, until: value, limit: 1 });
    if (pane.value === value && items[0]) pane.label.textContent = `Position ${number(value)} · ${moment(items[0].at)}`;
  }

  /** Marks the rows of the lists that differ. */
  #compare() {
    const [a, b] = this.#panes.map((pane) => pane.chat.list.rows);
    for (const [pane, other] of [[this.#panes[0], b], [this.#panes[1], a]]) {
      const mine = pane.chat.list.rows;
      for (const button of pane.chat.list.items.querySelectorAll("[data-conversation]")) {
        const id = button.dataset.conversation;
        const [one, two] = [mine.get(id), other.get(id)];
        const differs = !two ? "only here"
          : one.unread !== two.unread || one.title !== two.title || one.last?.preview !== two.last?.preview || one.membership !== two.membership ? "differs" : undefined;
        button.classList.toggle("differs", differs !== undefined);
        button.querySelector(".difference")?.remove();
        if (differs) button.querySelector(".conversation-top time").before(h("span.difference", {}, differs));
      }
    }
  }
}
