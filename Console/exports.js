// Exports: jobs of the server with their downloads, and what the log knows of earlier ones.
import {
  ask, button, bytes, count, dayAt, eventLink, facts, fill, h, moment, number, reconcile, redraw, refill, refused, rest, sentence, short,
} from "./dom.js";
import { base } from "./session.js";
import { source } from "./source.js";

/** What a hold or an export is of. */
export const scopeOf = ({ conversation, user, from, until, deleted }) => ([
  conversation && `conversation ${short(conversation)}`, user && `person ${short(user)}`,
  from !== undefined && `from ${moment(from)}`, until !== undefined && `until ${moment(until)}`,
].filter(Boolean).join(", ") || "everything") + (deleted ? ", with deleted messages" : "");

export class Exports {
  #session;
  #isRunning;
  #isOver;
  #jobs;
  /** The lines of the jobs, which stay while their numbers change. */
  #lines = new Map();
  #timer;

  constructor(session) {
    this.#session = session;
    this.element = h("section.panel");
    this.#jobs = h("ul.rows-list.exports", { "aria-label": "Exports of this server" });
  }

  end() {
    clearTimeout(this.#timer);
    this.#isOver = true;
  }

  async load() {
    const { asOf } = this.#session;
    const { items, next } = await this.#session.operate("exports", { limit: 20 });
    const has = await this.#look();
    // Another moment is shown by now.
    if (asOf !== this.#session.asOf) return;
    refill(this.element, h("h2", "Exports"),
      has && [this.#jobs, h("button.secondary", { inert: asOf !== undefined, onclick: () => this.#begin() }, "Make an export"),
        source(this.#session.route("exports"))],
      h("h3", "What has left the store"),
      items.length ? h("ul.rows-list", items.map((item) => h("li", h("div", scopeOf(item),
        h("small", facts(`up to ${number(item.upTo)}`, moment(item.at), item.who, item.reason))),
      eventLink(item.position)))) : h("p", "No words have left the store."),
      rest(next, items.length, "exports"),
      source(this.#session.operator(), "exports", { limit: 20 }));
  }

  /** Shows the jobs; while one runs, again in a second. False where the server has none. */
  async #look() {
    clearTimeout(this.#timer);
    let items;
    try {
      ({ items } = await this.#session.call("GET", "exports"));
    } catch (error) {
      if (error.status === 404) return false;
      if (!this.#isOver) this.#timer = setTimeout(() => this.#look(), 5_000);
      return fill(this.#jobs, h("li", sentence(error)));
    }
    redraw(this.element, () => reconcile(this.#jobs, items.map((job) => this.#line(job))));
    const isRunning = items.some((job) => job.state === "running");
    if (this.#isRunning && !isRunning) this.load().catch(() => {});
    this.#isRunning = isRunning;
    if (isRunning && !this.#isOver) this.#timer = setTimeout(() => this.#look(), 1_000);
    return true;
  }

  #line(job) {
    let line = this.#lines.get(job.export);
    if (!line) {
      const download = button("Download", () => this.#download(line.job));
      const remove = button("", () => this.#remove(line.job));
      line = { about: h("div"), download, remove };
      line.element = h("li", line.about, h("div.buttons", download, remove));
      this.#lines.set(job.export, line);
    }
    line.job = job;
    line.download.hidden = job.state !== "ready";
    line.remove.textContent = job.state === "running" ? "Stop" : "Delete";
    const state = {
      running: () => [job.total ? `${number(job.done)} of ${number(job.total)} events` : "waits for another export"],
      ready: () => [bytes(job.bytes), job.erased && count(job.erased, "erased content"), job.until && `until ${moment(job.until)}`],
    }[job.state]?.() ?? [job.error?.message];
    fill(line.about, h("b", scopeOf(job.scope)), " ", h(`span.state.${job.state}`, job.state),
      h("small", facts(...state, job.who, moment(job.begun))),
      job.state === "running" && job.total > 0 && h("progress", { max: job.total, value: Math.min(job.done, job.total), "aria-label": "Written events" }));
    return line.element;
  }

  /** Runs a step and shows what is so then. */
  async #do(step) {
    try {
      await step();
    } catch (error) {
      refused(error);
    }
    await this.#look();
  }

  #download(job) {
    return this.#do(async () => {
      // A ticket is good once: a link with it in the history opens nothing.
      const { path } = await this.#session.call("POST", `exports/${job.export}/ticket`, {});
      h("a", { href: `${base}${path.slice(1)}`, download: "" }).click();
    });
  }

  async #remove(job) {
    if (await ask({
      title: "Delete this export?", action: "Delete", danger: true,
      text: `${bytes(job.bytes ?? 0)} on the server go. What was downloaded stays where it is, and the log still says that it was made.`,
    })) await this.#do(() => this.#session.call("DELETE", `exports/${job.export}`));
  }

  async #begin() {
    const values = await ask({ title: "Make an export", action: "Count", fields: [
      { name: "what", label: "Of what", options: [["", "Everything"], ["conversation", "A conversation"], ["user", "A person"]] },
      { name: "id", label: "Id of the conversation or person" },
      { name: "from", label: "Or from", type: "date" }, { name: "until", label: "Until", type: "date" },
      { name: "deleted", label: "Deleted messages", options: [["", "Without"], ["yes", "With"]] },
      { name: "reason", label: "Reason, which the log keeps" }] });
    if (!values) return;
    const scope = {
      ...(values.what && { [values.what]: values.id }), from: dayAt(values.from), until: dayAt(values.until, 1),
    };
    const isAll = !values.what && !scope.from && !scope.until;
    await this.#do(async () => {
      const { items } = await this.#session.operate("histogram", { ...scope, buckets: 1 });
      const all = items.reduce((sum, item) => sum + item.count, 0);
      if (!await ask({
        // Of a person's events only those are exported that the person caused.
        title: `Export ${scope.user ? "up to " : ""}${count(all, "event")}?`, action: `Export ${number(all)}`, danger: true,
        text: `Their words leave the store in the clear, for who has the file${isAll ? ", those of deleted messages too" : ""}. The log notes who made it, of what, and why.`,
      })) return;
      await this.#session.call("POST", "exports", {
        ...scope, deleted: values.deleted ? true : undefined, reason: values.reason || undefined });
      // It may be ready before it is seen to run.
      this.#isRunning = true;
    });
  }
}
