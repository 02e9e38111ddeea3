// A moment of the log: one slider over time and position, beside a screen.
import { fill, h, later, local, moment, number, refused } from "./dom.js";

export class Moment {
  #input;
  #time;
  #moved;
  #held;
  #session;
  #output;
  #typed;
  value;
  /** From when the hand takes the slider until it rests. */
  isMoving = false;

  /**
   * `span` is {first, last, isTime}: positions for who may ask for checkpoints, times for others.
   * `held()` hears that the slider says another moment, `moved(value)` which it is.
   */
  constructor(session, span, { label, held, moved }) {
    this.#session = session;
    this.span = span;
    this.#held = held;
    this.#moved = moved;
    this.#output = h("output");
    this.#input = h("input", {
      type: "range", min: span.first, max: span.last, step: span.isTime ? 1_000 : 1, "aria-label": label,
      oninput: () => this.#move(Number(this.#input.value)),
    });
    this.#time = h("input", { type: "datetime-local", step: 1, "aria-label": `${label}, as a time`, onchange: () => this.#type() });
    this.element = h("div.slider", this.#output, this.#input, this.#time);
  }

  /** Nothing is moved any more, also by what was typed. */
  end() {
    this.#settle.stop();
    this.value = null;
  }

  /** The moment that something stands for; nothing is the newest. */
  of(value) {
    const { first, last } = this.span;
    return value === undefined || Number.isNaN(Number(value)) ? last : Math.max(first, Math.min(Number(value), last));
  }

  /** Says a moment, and of a position when it was. */
  async show(value) {
    this.value = value;
    this.#input.value = value;
    this.#tell(this.span.isTime ? moment(value) : `Position ${number(value)}`);
    if (this.span.isTime) return void (this.#time.value = local(value));
    if (!this.#session.may(["histogram"])) return void (this.#time.value = "");
    // A histogram ends a millisecond behind the newest event.
    const { items } = await this.#session.operate("histogram", { buckets: 1, asOf: value });
    if (this.value !== value) return;
    const at = items[0].until - 1;
    this.#tell(`Position ${number(value)}`, ` · ${moment(at)}`);
    this.#time.value = local(at);
  }

  /** Says that nothing of the past is shown. */
  rest() {
    this.value = this.#input.value = this.span.last;
    this.#time.value = "";
    this.#tell("Now");
  }

  #tell(words, more = "") {
    fill(this.#output, words, h("span.when", more));
    this.#input.ariaValueText = words + more;
  }

  #move(value) {
    this.isMoving = true;
    this.#held();
    this.value = value;
    this.#tell(this.span.isTime ? moment(value) : `Position ${number(value)}`);
    this.#settle(value);
  }

  #settle = later(120, (value) => {
    this.isMoving = false;
    this.#moved(value);
  });

  /** Goes to the time that was typed: to the last event up to then. */
  async #type() {
    const time = new Date(this.#time.value).getTime();
    if (Number.isNaN(time)) return;
    let value = time;
    if (!this.span.isTime) {
      // Before the log is its first event; what is yet to come is its last.
      const { first, last } = this.span;
      const size = { notFound: first, invalidRequest: last };
      // What was typed later, or a hand on the slider, is newer than the answer.
      const typed = (this.#typed = {});
      const before = this.value;
      const found = await this.#session.operate("checkpoint", { asOf: new Date(time).toISOString() })
        .catch((error) => (error.code in size ? { size: size[error.code] } : refused(error)));
      if (!found || typed !== this.#typed || before !== this.value) return;
      value = found.size;
    }
    this.#move(this.of(value));
    this.#input.value = this.value;
  }
}
