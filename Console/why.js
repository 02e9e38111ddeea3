// Why a person sees a line, or does not: beside the line, and in the place of what is not shown.
import { count, eventLink, fill, grown, h, moment, number, sentence, short } from "./dom.js";

// What the operator's queries show here, each for a key whose line has it.
const shown = {
  checkpoint: "positions", histogram: "when a position was", explain: "why a line is visible", memberships: "why a conversation is listed",
};

// The most entries and conversations for which reasons are listed.
const most = 100;

/** What `explain` answers; `place` shows the event of a reason. */
export const because = (answer, place = (position) => eventLink(position, "position ")) => h("div.because",
  h("p", h("b", answer.visible ? "Visible" : "Not visible"), answer.visible && !answer.content ? ", without its content" : ""),
  h("ul", (answer.because ?? []).map((reason) => h("li", reason.reason,
    reason.position !== undefined && [" — ", place(reason.position)],
    reason.at !== undefined && `, ${moment(reason.at)}`))));

/** A part that asks when it is opened. */
const opening = (name, title, load) => {
  const place = h("div", "…");
  let isAsked = false;
  return h(`details.${name}`, { ontoggle: async ({ target }) => {
    if (!target.open || isAsked) return;
    isAsked = true;
    fill(place, await load().catch((error) => {
      isAsked = false;
      return h("p.problem", sentence(error));
    }));
    grown(place);
  } }, h("summary", title), place);
};

/** What the past shows the operator beside the lines of a person's screen. */
export class Why {
  #reader;
  #session;

  constructor(session, reader) {
    this.#session = session;
    this.#reader = reader;
    if (!session.may(["explain"])) this.row = undefined;
  }

  #ask(name, fields) {
    return this.#session.operate(name, { ...fields, asOf: this.#reader.asOf });
  }

  async #explain(message) {
    const answer = await this.#ask("explain", { message, user: this.#reader.person });
    return because(answer, this.#session.may(["events"]) ? undefined : (position) => `position ${number(position)}`);
  }

  /** Why the person sees this entry. */
  row = (item) => opening("why", "Why visible?", () => this.#explain(item.message));

  /** The entries of a conversation between two that the person sees, each with why it is not shown. */
  unseen = (conversation, before, item) => {
    const hidden = item ? item.ordinal - (before?.ordinal ?? 0) - 1 : undefined;
    const title = hidden === undefined ? "Entries that are not visible" : `${count(hidden, "entry", "entries")} not visible`;
    if (!this.#session.may(["events"])) return h("p.scan.unseen", title, ": the operator alone is shown which, and why.");
    return opening("why.unseen", title, async () => {
      const found = [];
      let from = (before?.position ?? 0) + 1;
      while (from !== undefined && found.length < most) {
        const page = await this.#ask("events",
          { conversation, from, until: item ? item.position - 1 : this.#reader.asOf, limit: 500 });
        found.push(...page.items.filter(({ type, fields }) => type === "messageSent" || fields.entry));
        from = page.next;
      }
      return found.length === 0 ? h("p", "None.") : h("ol.plain", found.map((event) => h("li",
        eventLink(event.position, "position "), ` ${event.type}, ${moment(event.at)}`,
        opening("why", "Why not?", () => this.#explain(event.fields.entry ?? event.fields.message)))),
      from !== undefined && h("li", "There are more; the log shows them."));
    });
  };

  /** Why conversations are in the list, or are not. */
  list = (list) => {
    const lacking = Object.keys(shown).filter((name) => !this.#session.may([name]));
    return [!lacking.includes("memberships") && this.#memberships(list), lacking.length > 0 && h("p.scan.memberships",
      `This key does not show ${lacking.map((name) => shown[name]).join(", ")}: its line lacks operator=${lacking}.`)];
  };

  #memberships(list) {
    return opening("why.memberships", "Why these conversations?", async () => {
      const { items, next } = await this.#ask("memberships", { user: this.#reader.person, limit: most });
      const lines = await Promise.all(items.map(async ({ conversation, joinedAt, leftAt }) => {
        const listed = list.rows.get(conversation);
        const row = listed ?? (await this.#reader.ask("conversation", { conversation }).catch((error) => {
          if (error.code !== "notFound") throw error;
        }));
        const states = row ? ["archived", "hidden"].filter((name) => row[name]) : ["not shown to this person"];
        const isBelow = row?.membership === "active" && states.length === 0;
        return h("li", h("b", { dir: "auto" }, row?.title ?? short(conversation)),
          listed ? ", listed: " : isBelow ? ", further down: " : ", not in this list: ",
          [leftAt === undefined ? `member since ${moment(joinedAt)}` : `member from ${moment(joinedAt)} to ${moment(leftAt)}`, ...states].join(", "));
      }));
      return h("ul.plain", lines, h("li", next === undefined
        ? "The person was never a member of any other." : "There are more; the query memberships lists them."));
    });
  }
}
