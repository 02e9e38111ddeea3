// Proofs: checked by this page, not by the server that it came from.
import { button, fill, h, labelled, number, refill, sentence, submitButton } from "./dom.js";
import { base, pause, proofs, scope } from "./session.js";
import { source } from "./source.js";
import { card, Desk, mark } from "./verdict.js";
import { against, check, Fault, readCheckpoint } from "./verify.js";

const encoder = new TextEncoder();
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

const requireAsked = (isAsked) => {
  if (!isAsked) throw new Fault("The server proves something else than was asked.");
};

export class ProofScreen {
  #asOf;
  #position;
  #event;
  #erased;
  #begun;
  #found;
  #server;
  #form;
  #desk;
  #session;
  #latest;

  constructor(session, go) {
    this.#session = session;
    this.go = go;
    this.#desk = new Desk({ store: localStorage, scope, changed: () => {
      this.#visit();
      // The mark at the screen's name is of the same comparison.
      session.dispatchEvent(new Event("kept"));
    } });
    this.#server = h("section.panel");
    // What is typed stays while the server is asked anew.
    this.#position = h("input", { name: "position", type: "number", min: 1, required: true });
    this.#form = h("form", { onsubmit: (event) => {
      const wanted = { event: undefined, erased: undefined, [event.submitter?.value || "event"]: this.#position.value };
      // What was asked before is asked anew.
      this.#event = this.#erased = undefined;
      go(wanted);
      this.show(wanted);
    } }, labelled("Position of an event", this.#position),
    h("div.buttons", submitButton("Prove it"), h("button.secondary", { type: "submit", value: "erased" }, "Receipt of its erasure")));
    this.element = h("div.proof",
      h("header", h("h1", "Proof"),
        h("p", "Everything here is computed by this page. But the page came from the server that it checks: ",
          h("b", "scrollback check"), " and ",
          h("a", { href: `${base}console/check.html`, download: "scrollback-check.html" }, "a copy of the checker that you keep"),
          " do not.")),
      h("div.desk", this.#desk.keyBox, this.#desk.pinBox, this.#desk.drop, this.#server),
      this.#desk.results);
  }

  /** Reads what the browser kept, compares it with the server, and returns what that showed. */
  async begin() {
    await this.#desk.begin();
    await this.#visit();
    return this.#desk.status;
  }

  end() {
    this.#desk.end();
  }

  /** What was so before the server went away says nothing of the one that came back. */
  mend() {
    this.#desk.status = undefined;
    this.#desk.drawPin();
    this.#visit();
  }

  async show({ event, erased }) {
    this.#desk.watch();
    const { asOf } = this.#session;
    const isOther = this.#begun && asOf !== this.#asOf;
    this.#asOf = asOf;
    await (this.#begun ??= this.begin());
    if (isOther) await this.#visit();
    const place = event ?? erased;
    if (!place || (!isOther && event === this.#event && erased === this.#erased)) return;
    [this.#event, this.#erased] = [event, erased];
    this.#position.value = place;
    await (event
      ? this.#prove({ event: Number(event) }, `event ${event}`, "inclusion")
      : this.#prove({ erasure: Number(erased) }, `receipt of the erasure of event ${erased}`, "erasure"));
  }

  /** Compares the kept checkpoint with the server. */
  async #visit() {
    if (!this.#session.may(proofs)) return void fill(this.#server, h("h2", "The server"),
      h("p", `Your kept checkpoint is not compared with the server: this ${this.#session.kind === "user" ? "token" : "key"} may not ask for checkpoints and proofs. The operator's key may, and so may an auditor's with the right operator=checkpoint,prove.`));
    const visit = (this.#latest = {});
    let found;
    try {
      found = await this.#ask("checkpoint");
    } catch (error) {
      if (visit !== this.#latest) return;
      this.#desk.status = undefined;
      this.#desk.drawPin();
      return refill(this.#server, h("p", sentence(error)), this.#form);
    }
    if (visit !== this.#latest) return;
    this.#found = found;
    this.#position.max = found.size;
    for (const one of this.#form.querySelectorAll("button")) one.disabled = !found.checkpoint;
    refill(this.#server, h("h2", this.#asOf === undefined ? "The server" : `The server, as of position ${number(this.#asOf)}`),
      h("p", `${number(found.size)} events; `, found.checkpoint ? `a signed checkpoint of ${number(found.kept)}.` : "no signed checkpoint yet. Sign one with scrollback checkpoint."),
      found.checkpoint && this.#desk.isAble && h("div.buttons",
        button("Check the checkpoint", () => this.#desk.show(encoder.encode(found.checkpoint), "the server's checkpoint")),
        button("Keep it", () => this.#desk.keep(found.checkpoint).catch((error) => this.#say(error)))),
      this.#form, source(this.#session.operator(), "checkpoint", { asOf: this.#asOf }));
    // What the server showed in the past is no answer to what it shows now.
    const status = this.#asOf === undefined && this.#desk.isAble ? await this.#compare(found, visit).catch((error) =>
      error instanceof Fault ? mark("bad", `The server's checkpoint does not stand: ${error.message}`) : h("p.problem", sentence(error))) : undefined;
    if (visit !== this.#latest) return;
    if (visit.joined) this.#server.append(h("p", "That its log goes on from your checkpoint:"), source(this.#session.operator(), "prove", visit.joined));
    this.#desk.status = status;
    this.#desk.drawPin();
  }

  /** Asks of the moment of this screen; of now where it only compares, whatever is shown. */
  #ask(name, fields) {
    return this.#session.operate(name, { ...fields, asOf: this.#asOf });
  }

  #say(error) {
    this.#desk.results.prepend(card(error instanceof Fault ? "bad" : "none", "the server's checkpoint", [h("p", error.message)]));
  }

  async #compare(found, visit) {
    const { pin, key, fault } = this.#desk;
    if (!pin || fault) return fault;
    const bad = (text) => mark("bad", text);
    // The origin of the log names its epoch, also where nothing is signed since a restore.
    switch (against(pin, { ...found, root: unhex(found.root) })) {
      case "restored": return this.#restored();
      case "forked": return bad("The server has another history of the same size.");
      case "other": return bad("The server has another log.");
      case "older": return bad(`The server has ${number(found.size)} events, fewer than your checkpoint.`);
    }
    if (!found.checkpoint) return mark("amber", "The server shows no checkpoint.");
    const theirs = await readCheckpoint(found.checkpoint.slice(0, -1).split("\n\n"), key);
    const good = key ? "good" : "amber";
    switch (against(pin, theirs)) {
      case "same": return mark(good, key ? "The server shows the same log." : "The server shows the same log; signer unknown.");
      case "forked": return bad("The server shows another history of the same size.");
      case "other": return bad("The server shows another log.");
      case "older": return mark("amber", `The server keeps no signed checkpoint as new as yours; its newest is of ${number(theirs.size)} events.`);
    }
    let proof;
    try {
      visit.joined = { from: pin.size, to: theirs.size };
      ({ proof } = await this.#ask("prove", visit.joined));
    } catch (error) {
      if (error.code === "notFound") return mark("amber", "The server keeps no checkpoint of this size, so nothing joins the two.");
      if (pause(error)) throw error;
      return bad(`The server does not prove that its log goes on from yours. ${sentence(error)}`);
    }
    try {
      const result = await check(encoder.encode(proof), key);
      requireAsked(result.kind === "consistency" && against(pin, result.older) === "same" && against(theirs, result.checkpoint) === "same");
      return mark(good, `Nothing of it has changed; the log has grown to ${number(result.checkpoint.size)}.`);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return bad(error.message);
    }
  }

  async #restored() {
    const { pin } = this.#desk;
    const epoch = pin.origin.split("/")[2];
    if (this.#session.kind !== "operator") return mark("bad", "The log was restored from a backup. Which events are lost is told to the operator alone.");
    const fork = await this.#ask("events", { from: pin.size, limit: 1, epoch }).then(() => undefined, (error) => {
      if (error.code !== "otherEpoch") throw error;
      return error.fork;
    });
    if (fork === undefined) return mark("amber", "The log was restored from a backup; all events that you know are there. Keep a new checkpoint.");
    const place = Number(String(fork).split(":").at(-1));
    return mark("bad", `Restored at ${number(place)}, ${number(pin.size - place)} events lost. Keep a new checkpoint when you know why.`);
  }

  async #prove(fields, name, kind) {
    try {
      const { proof, size } = await this.#ask("prove", fields);
      // A right proof of something else is no answer.
      const made = await this.#desk.show(encoder.encode(proof), name, (result) => requireAsked(
        result.kind === kind && result.position === (fields.event ?? fields.erasure)
          && result.checkpoint.size === size && against(this.#found ?? result.checkpoint, result.checkpoint) !== "other"));
      made?.append(source(this.#session.operator(), "prove", fields));
    } catch (error) {
      // What the server does not give proves nothing, for or against.
      this.#desk.results.prepend(card("none", name, [h("p", sentence(error))]));
    }
  }
}
