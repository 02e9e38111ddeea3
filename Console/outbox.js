// What is to be sent to a conversation: one message after the other, in their order, until the server has it.
import { sentence } from "./dom.js";
import { randomID } from "./scrollback.js";
import { pause } from "./session.js";

const outboxes = new Map();

/** A person's outbox of a conversation: it stays while other conversations and screens are looked at. */
export function outboxOf(reader, conversation) {
  const name = `${reader.person} ${conversation}`;
  if (!outboxes.has(name)) outboxes.set(name, new Outbox(reader, conversation));
  return outboxes.get(name);
}

class Outbox {
  #conversation;
  #reader;

  /** Each has `id`, `text` and `replyTo`; `error` where it was refused, `wait` where it is tried again, `isHeld` while it is not. */
  entries = [];
  /** Hears that the entries are others; of a message that was sent, the item. */
  changed;
  #isBusy = false;
  #timer;

  constructor(reader, conversation) {
    this.#reader = reader;
    this.#conversation = conversation;
  }

  add(message) {
    // The message's own id makes a second attempt the same message.
    this.entries.push({ ...message, id: randomID() });
    this.go();
  }

  /** Tries again what was refused. */
  again(entry) {
    entry.error = undefined;
    this.go();
  }

  /** Takes out what was sent, or is discarded. */
  drop(id, item) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    this.changed?.(item);
  }

  /** Sends what waits. A refused one stays and holds nothing up; where the server is away, all wait for the first. */
  async go() {
    clearTimeout(this.#timer);
    this.changed?.();
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let entry; (entry = this.entries.find(({ error }) => !error));) {
      // What is on its way is not discarded.
      if (entry.isHeld) {
        entry.isHeld = undefined;
        this.changed?.();
      }
      try {
        this.drop(entry.id, await this.#send(entry));
      } catch (error) {
        const wait = pause(error);
        entry.wait = error.status ? sentence(error) : "Waiting for the server…";
        if (wait) {
          entry.isHeld = error.status;
          this.#timer = setTimeout(() => this.go(), wait);
          break;
        }
        entry.error = sentence(error);
        this.changed?.();
      }
    }
    this.#isBusy = false;
    this.changed?.();
  }

  async #send(entry) {
    const { id, text, replyTo } = entry;
    if (!entry.isSent) await this.#reader.do("send", { conversation: this.#conversation, id, text, replyTo });
    entry.isSent = true;
    return this.#reader.ask("message", { message: id }).catch((error) => {
      // It was sent, and somebody else may have taken it away since.
      if (pause(error)) throw error;
    });
  }
}
