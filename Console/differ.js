// Two moments side by side: what of the lists and of the open conversation differs is marked.
import { h, later } from "./dom.js";

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
// Of a row of the list: what it shows.
const shown = ({ unread, title, last, membership, archived, hidden, pinned, muted }) =>
  [unread, title, last?.preview, last?.at, membership, archived, hidden, pinned, muted];

export class Differences {
  #panes;
  #looked = new Map();

  constructor(panes) {
    this.#panes = panes;
  }

  /** Marks again, once what was drawn stands. */
  soon = later(30, () => {
    const [a, b] = this.#panes;
    if (!a.chat || !b.chat) return;
    for (const [pane, other] of [[a, b], [b, a]]) {
      this.#list(pane.chat, other.chat);
      this.#talk(pane.chat.talk, other.chat);
    }
  });

  #list({ list }, other) {
    for (const button of list.items.querySelectorAll("[data-conversation]")) {
      const id = button.dataset.conversation;
      const two = other.list.rows.get(id) ?? this.#look(other.reader, id);
      mark(button, two, () => same(shown(list.rows.get(id)), shown(two)), (element) => button.querySelector(".conversation-top time").before(element));
    }
  }

  /** A conversation that the list of the other moment has not loaded, or does not show; null is none. */
  #look(reader, conversation) {
    const key = `${reader.asOf} ${conversation}`;
    if (!this.#looked.has(key)) {
      // A slider passes many moments.
      if (this.#looked.size > 2_000) this.#looked.clear();
      this.#looked.set(key, undefined);
      reader.ask("conversation", { conversation }).catch((error) => {
        if (error.code === "notFound") return null;
        // It is asked for again with the next marks.
        this.#looked.delete(key);
        throw error;
      }).then((row) => {
        this.#looked.set(key, row);
        this.soon();
      }, () => {});
    }
    return this.#looked.get(key);
  }

  #talk(talk, { talk: other, without }) {
    const isAlone = talk && without === talk.conversation;
    if (!talk?.rows || !isAlone && (!other?.rows || talk.conversation !== other.conversation)) return;
    let missing;
    for (const row of talk.scroller.querySelectorAll("[data-ordinal]")) {
      const ordinal = Number(row.dataset.ordinal);
      const two = isAlone ? null : other.rows.known(ordinal);
      if (two === undefined) missing ??= ordinal;
      mark(row, two, () => same(talk.rows.item(ordinal), two), (element) => row.append(element));
    }
    if (missing !== undefined) other.learn(missing);
  }
}

/** Marks an element by what the other moment has; until that is known, what it says stands. */
function mark(element, two, isSame, put) {
  if (two === undefined) return;
  const words = two === null ? "only here" : isSame() ? undefined : "differs";
  const now = element.querySelector(".difference");
  element.classList.toggle("differs", words !== undefined);
  if (now?.textContent === words) return;
  now?.remove();
  if (words) put(h("span.difference", words));
}
