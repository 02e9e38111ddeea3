// The past: the same screens as they were, with one slider over time and position.
import { Chat, choosePerson, isAsking } from "./chat.js";
import { Differences } from "./differ.js";
import { button, fill, h, problem, sentence } from "./dom.js";
import { Moment } from "./moment.js";
import { Why } from "./why.js";

export class PastScreen {
  #person;
  #parameters;
  #isOver;
  #session;
  #differences;
  #panes = [];

  constructor(session, go) {
    this.#session = session;
    this.go = go;
    this.element = h("div.screen");
  }

  end() {
    this.#isOver = true;
    this.#clear();
  }

  #clear() {
    for (const pane of this.#panes) {
      pane.moment.end();
      pane.chat?.end();
    }
    this.#panes = [];
    this.#person = undefined;
  }

  /** What could not be shown is shown when the server is back. */
  mend() {
    if (!isAsking(this) && (!this.#panes[0] || this.#panes.some((pane) => pane.shown === undefined))) this.#next(this.#parameters);
    this.#differences?.soon();
  }

  #wanted;
  #busy;

  show(parameters) {
    // A link says itself where to read.
    for (const pane of this.#panes) pane.read = undefined;
    return this.#next(parameters);
  }

  /** Shows one moment after the other; of those that are asked for meanwhile, the last. */
  #next(parameters) {
    this.#wanted = this.#parameters = parameters;
    this.#busy ??= (async () => {
      while (this.#wanted && !this.#isOver) {
        const next = this.#wanted;
        this.#wanted = undefined;
        await this.#show(next);
      }
    })().finally(() => { this.#busy = undefined; });
    return this.#busy;
  }

  async #show(parameters) {
    const person = this.#session.me ?? parameters.as;
    if (!person || this.#session.lacksReason(person)) {
      this.#clear();
      return fill(this.element, await choosePerson(this.#session, this.go, person));
    }
    const wanted = parameters.to === undefined ? [parameters.at] : [parameters.at, parameters.to];
    if (this.#person !== person || this.#panes.length !== wanted.length) {
      this.#clear();
      try {
        await this.#frame(person, wanted.length);
      } catch (error) {
        return void fill(this.element, problem("warn", sentence(error)));
      }
    }
    try {
      await Promise.all(this.#panes.map((pane, n) => this.#move(pane, pane.moment.of(wanted[n]))));
      await Promise.all(this.#panes.map((pane) => pane.shown !== undefined && pane.chat.show({ ...parameters, ...pane.read })));
    } finally {
      for (const pane of this.#panes) if (!pane.moment.isMoving) this.#hold(pane, false);
    }
  }

  /** While the slider says another moment than the screen shows, the screen cannot be used. */
  #hold({ place }, isHeld) {
    place.inert = isHeld;
    place.ariaBusy = isHeld;
  }

  /** The sliders go from the first event, or a person's first message, to now. */
  async #span(person) {
    if (this.#session.may(["checkpoint"])) {
      const { size } = await this.#session.operate("checkpoint");
      return { first: 1, last: size, isTime: false };
    }
    const reader = this.#session.reader(person);
    const items = [];
    let cursor;
    do {
      const page = await reader.ask("conversations", { filter: "all", limit: 500, cursor });
      items.push(...page.items);
      cursor = page.next;
    } while (cursor);
    const last = this.#session.now;
    const times = await Promise.all(items.map(async ({ conversation, lastActivityAt }) => {
      const page = await reader.ask("messages", { conversation, aroundOrdinal: 1, limit: 1 });
      return page.items[0]?.sentAt ?? lastActivityAt;
    }));
    return { first: Math.min(last, ...times), last, isTime: true };
  }

  async #frame(person, count) {
    const span = await this.#span(person);
    this.#person = person;
    this.#panes = Array.from({ length: count }, (_, n) => this.#pane(span, n));
    this.#differences = count === 2 ? new Differences(this.#panes) : undefined;
    const compare = button(count === 2 ? "One moment" : "Compare two moments", () => this.go({ to: count === 2 ? undefined : String(span.last) }));
    fill(this.element, h("div.past",
      h("header.past-head", h("div.sliders", this.#panes.map((pane) => pane.moment.element)), compare),
      h(`div.moments.n${count}`, this.#panes.map((pane) => pane.place))));
  }

  #pane(span, n) {
    const key = n === 0 ? "at" : "to";
    const pane = { place: h("div.moment") };
    pane.moment = new Moment(this.#session, span, {
      label: n === 0 ? "Moment" : "Second moment",
      held: () => this.#hold(pane, true),
      moved: (value) => {
        this.go({ [key]: String(value) }, true);
        // Replacing what stands behind the # makes no event: the screen is shown by hand.
        this.#next({ ...this.#parameters, [key]: value });
      },
    });
    return pane;
  }

  async #move(pane, value) {
    // A hand on the slider is followed where it rests.
    if (pane.chat && (pane.moment.isMoving || pane.shown === value)) return;
    this.#hold(pane, true);
    const told = pane.moment.show(value);
    const asOf = pane.moment.span.isTime ? new Date(value).toISOString() : value;
    const reader = this.#session.reader(this.#person, asOf);
    const notes = this.#session.kind === "user" ? {} : new Why(this.#session, reader);
    notes.drawn = () => this.#differences?.soon();
    const chat = new Chat(reader, {
      title: "As it was", notes, go: (changes, replaces) => {
        this.go(changes, replaces);
        // The next moment opens where this one is read.
        if ("n" in changes) pane.read = changes;
        // What is searched for in one moment is searched for in the other.
        if ("q" in changes) this.#next({ ...this.#parameters, ...changes });
      },
    });
    chat.aim(this.#parameters);
    let shown = chat.element;
    pane.shown = value;
    try {
      await Promise.all([chat.load(), told]);
    } catch (error) {
      const words = error.code === "permissionDenied" ? "This server does not show the past to its users." : error.code === "notFound" ? "The log begins later." : sentence(error);
      shown = problem("past", words);
      pane.shown = undefined;
    }
    // Another person, or another screen, is shown by now.
    if (!this.#panes.includes(pane)) return chat.end();
    pane.chat?.end();
    pane.chat = chat;
    fill(pane.place, shown);
  }
}
