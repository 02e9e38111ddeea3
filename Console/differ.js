// Two moments side by side: what of the lists and of the open conversation differs is marked.
import { h, later } from "./dom.js";

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
// Of a row of the list: what it shows.
const shown = ({ unread, title, last, membership, archived, hidden, pinned, muted }) =>
  [unread, title, last?.preview, last?.at, membership, archived, hidden, pinned, muted];

export class Differences {
  #looked = new Map();

  constructor(panes) {
    this.panes = panes;
  }

  /** Marks again, once what was drawn stands. */
  soon = later(30, () => {
    const [a, b] = this.panes;
    if (!a.chat || !b.chat) return;
    for (const [pane, other] of [[a, b], [b, a]]) {
      this.#list(pane.chat, other.chat);
      this.#talk(pane.chat.talk, other.chat.talk);
    }
  });

  #list({ list }, other) {
    for (const button of list.items.querySelectorAll("[data-conversation]")) {
      const id = button.dataset.conversation;
      const two = other.list.rows.get(id) ?? this.#look(other.reader, id);
      // What is not known yet is not marked.
      const words = two === null ? "only here" : two && !same(shown(list.rows.get(id)), shown(two)) ? "differs" : undefined;
      mark(button, words, (element) => button.querySelector(".conversation-top time").before(element));
    }
  }

  /** A conversation that the list of the other moment has not loaded, or does not show; null is none. */
  #look(reader, conversation) {
    const key = `${reader.asOf} ${conversation}`;
    if (!this.#looked.has(key)) {
      this.#looked.set(key, undefined);
      reader.ask("conversation", { conversation }).then(
        (row) => this.#looked.set(key, row),
        ({ code }) => code === "notFound" && this.#looked.set(key, null),
      ).then(this.soon);
    }
    return this.#looked.get(key);
  }

  #talk(talk, other) {
    if (!talk?.rows || !other?.rows || talk.conversation !== other.conversation) return;
    let missing;
    for (const row of talk.scroller.querySelectorAll("[data-ordinal]")) {
      const ordinal = Number(row.dataset.ordinal);
      const two = other.rows.known(ordinal);
      if (two === undefined) missing ??= ordinal;
      const words = two === null ? "only here" : two && !same(talk.rows.item(ordinal), two) ? "differs" : undefined;
      mark(row, words, (element) => row.append(element));
    }
    if (missing !== undefined) other.learn(missing);
  }
}

function mark(element, words, put) {
  const now = element.querySelector(".difference");
  element.classList.toggle("differs", words !== undefined);
  if (now?.textContent === words) return;
  now?.remove();
  if (words) put(h("span.difference", {}, words));
}
