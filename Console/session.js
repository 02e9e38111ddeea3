// Who is signed in, the one stream of all tabs, and whether the server is reached.
import { Client, ScrollbackError } from "./scrollback.js";

/** Where the API is: beside the page, also behind a proxy's prefix. */
export const base = new URL(".", document.baseURI).href;

/** The claims of a token; undefined if it is a key. */
export function claims(token) {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    const bytes = Uint8Array.from(atob(parts[1].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value?.sub === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A signed-in person or operator.
 *
 * The token is in the memory of this page alone, and goes to other tabs of the same origin by a
 * BroadcastChannel; it is in no URL and in no storage. Events: `state`, `expired`, `token`, `event`.
 */
export class Session extends EventTarget {
  /** "user", "operator" or "backend" */
  kind;
  /** The user of a token. */
  me;
  /** What the operator said about why they look. */
  reason;
  /** "live", "lost" or "connecting" */
  state = "connecting";
  #token;
  #channel = new BroadcastChannel("scrollback-console");
  #renewal;
  #last;
  #stop;
  #isLeading = false;
  #person;
  #restart;

  constructor() {
    super();
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
  }

  /** The token of another tab, if one is signed in. */
  async borrow() {
    const held = await navigator.locks?.query().catch(() => undefined);
    if (held && !held.held.some((lock) => lock.name.startsWith("scrollback-tab"))) return undefined;
    return new Promise((resolve) => {
      this.addEventListener("lent", (event) => resolve(event.detail), { once: true });
      setTimeout(resolve, 400);
      this.#channel.postMessage({ type: "hello" });
    });
  }

  /** Signs in, or throws the refusal. */
  async signIn(token) {
    const about = claims(token);
    if (this.me && about?.sub.toLowerCase() !== this.me) {
      throw new Error("This token is of another person. Sign out to change the person.");
    }
    const client = new Client({ url: base, token, attempts: 2, fetch: this.#fetch });
    if (about) {
      await client.ask("settings");
      this.kind = "user";
      this.me = about.sub.toLowerCase();
    } else {
      this.kind = await client.ask("state", { as: "operator" }).then(
        () => "operator",
        (error) => {
          if (error.status === 403) return "backend";
          throw error;
        },
      );
    }
    this.#accept(token);
    this.#channel.postMessage({ type: "token", token, kind: this.kind, me: this.me });
    navigator.locks?.request(`scrollback-tab-${Math.random()}`, () => new Promise(() => {}));
  }

  #accept(token) {
    this.#token = token;
    this.dispatchEvent(new Event("token"));
  }

  signOut() {
    this.#channel.postMessage({ type: "out" });
    this.#leave();
  }

  /** No tab gives the token to one that has begun again. */
  #leave() {
    this.#token = undefined;
    location.reload();
  }

  #fetch = async (url, options) => {
    try {
      const response = await fetch(url, options);
      this.#reach("live", String(url).includes("/v1/changes"));
      return response;
    } catch (error) {
      if (!options.signal?.aborted) this.#reach("lost", true);
      throw error;
    }
  };

  /** The stream says that the server is there; any request that it is not. */
  #reach(state, counts) {
    if (!counts || state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
    if (this.#isLeading) this.#channel.postMessage({ type: "state", state });
  }

  /** A client whose token is asked for again when it has expired. */
  #client(asUser) {
    let given;
    return new Client({
      url: base, asUser, fetch: this.#fetch, timeout: 30_000,
      token: async () => {
        if (this.#token === undefined || given === this.#token) await this.#renew();
        given = this.#token;
        return given;
      },
    });
  }

  #renew() {
    this.#renewal ??= new Promise((resolve) => {
      this.addEventListener("token", () => {
        this.#renewal = undefined;
        resolve();
      }, { once: true });
      this.dispatchEvent(new Event("expired"));
    });
    return this.#renewal;
  }

  #clients = new Map();
  #clientOf(person) {
    if (!this.#clients.has(person)) this.#clients.set(person, this.#client(person));
    return this.#clients.get(person);
  }

  /** Asks as a person, now or as of a position. */
  reader(person, asOf) {
    const client = this.#clientOf(this.kind === "user" ? undefined : person);
    return {
      person,
      asOf,
      mayWrite: asOf === undefined && this.kind !== "operator",
      ask: (name, fields = {}) =>
        client.ask(name, asOf === undefined ? fields : { ...fields, asOf }, this.#why()),
      do: (name, fields = {}, options) => client.do(name, fields, options),
      command: (name, fields) => this.#command({ as: person, ask: name, ...fields, asOf, ...this.#why() }),
    };
  }

  /** Asks as the operator, with words or without. */
  operator(words = false) {
    return {
      ask: (name, fields) => this.operate(name, fields, { words }),
      command: (name, fields) => this.#command({ as: "operator", ask: name, ...fields, ...(words && this.#why()) }),
    };
  }

  /** The line of a shell that asks the same; a token or key is not in it. */
  #command({ ask, ...line }) {
    const quoted = (value) => `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`;
    return this.kind === "operator"
      ? `echo ${quoted({ as: line.as, ask, ...line })} | scrollback control STORE`
      : `curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d ${quoted(line)} ${base}v1/queries/${ask}`;
  }

  /** Asks a route that is no query: consumers, webhooks, exports. */
  async call(method, path, body) {
    for (let tries = 0; ; tries += 1) {
      const token = this.#token;
      const response = await this.#fetch(`${base}v1/${path}`, {
        method, body: body && JSON.stringify(body), cache: "no-store",
        headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      }).catch((error) => {
        throw new ScrollbackError("network", error.message);
      });
      const answer = await response.json().catch(() => ({}));
      if (response.ok) return answer.ok;
      if (response.status !== 401 || tries) {
        throw new ScrollbackError(answer.code ?? "invalidAnswer", answer.detail ?? `The answer has the status ${response.status}.`,
          { ...answer, status: response.status });
      }
      if (token === this.#token) await this.#renew();
    }
  }

  #why() {
    return this.kind === "operator" && this.reason ? { reason: this.reason } : {};
  }

  /** Asks as the operator; words are a look, which has the reason. */
  operate(name, fields = {}, { words = false } = {}) {
    const options = words ? this.#why() : {};
    return this.#clientOf(undefined).ask(name, { ...fields, as: "operator" }, options);
  }

  command(name, fields = {}) {
    return this.#clientOf(undefined).do(name, { ...fields, as: "operator" });
  }

  /** Follows a person's changes: this tab, or another one for all. */
  async follow(person) {
    if (this.#person === person) return;
    this.#stop?.abort();
    this.#person = person;
    this.#last = undefined;
    const stop = (this.#stop = new AbortController());
    const lead = () => this.#lead(person, stop.signal);
    if (!navigator.locks) return lead();
    this.#channel.postMessage({ type: "where", person });
    const name = `scrollback-stream/${base}/${person}`;
    const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead();
      return Boolean(lock);
    });
    if (isFirst || stop.signal.aborted) return;
    this.#say({ event: "joined", data: {} });
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {});
  }

  async #lead(person, signal) {
    this.#isLeading = true;
    try {
      while (!signal.aborted) {
        const round = new AbortController();
        this.#restart = () => round.abort();
        const client = this.#clientOf(this.kind === "user" ? undefined : person);
        try {
          const events = client.follow({ since: this.#last, signal: AbortSignal.any([signal, round.signal]) });
          for await (const event of events) {
            if (event.id !== undefined) this.#last = event.id;
            this.#channel.postMessage({ type: "event", person, event });
            this.#say(event);
          }
        } catch (error) {
          if (signal.aborted) return;
          if (round.signal.aborted) continue;
          if (error.status === 403) return;
          if (error.code === "invalidCursor" || error.code === "otherEpoch") this.#last = undefined;
          this.#reach("lost", true);
          await new Promise((resolve) => setTimeout(resolve, 3_000));
        }
      }
    } finally {
      this.#isLeading = false;
    }
  }

  /** Whether this tab holds the stream, and so says that messages have arrived. */
  get isLeading() {
    return this.#isLeading;
  }

  /** Comes back at once where a pause would be waited. */
  wake() {
    if (this.state === "lost") this.#restart?.();
  }

  #say(event) {
    this.dispatchEvent(new CustomEvent("event", { detail: event }));
  }

  #hear(data) {
    switch (data?.type) {
      case "hello":
        if (this.#token) this.#channel.postMessage({ type: "token", token: this.#token, kind: this.kind, me: this.me });
        break;
      case "token":
        if (this.#token && data.kind === this.kind && data.me === this.me) this.#accept(data.token);
        else if (!this.#token) this.dispatchEvent(new CustomEvent("lent", { detail: data.token }));
        break;
      case "out":
        this.#leave();
        break;
      case "where":
        if (this.#isLeading && data.person === this.#person) {
          this.#channel.postMessage({ type: "here", person: this.#person, last: this.#last });
          this.#channel.postMessage({ type: "state", state: this.state });
        }
        break;
      case "here":
        if (!this.#isLeading && data.person === this.#person) this.#last = data.last;
        break;
      case "state":
        if (!this.#isLeading) this.#reach(data.state, true);
        break;
      case "event":
        if (this.#isLeading || data.person !== this.#person) break;
        if (data.event.id !== undefined) this.#last = data.event.id;
        this.#say(data.event);
        break;
    }
  }
}

/** A sentence for what was refused. */
export function sentence(error) {
  if (error?.code === "network" || error?.code === "timedOut") return "The server is not reached. Try again in a moment.";
  if (error?.code === "rateLimited") {
    const seconds = Math.ceil((error.retryAfter ?? 1_000) / 1_000);
    return `Too many messages in a short time. Wait ${seconds} s.`;
  }
  return error?.message ?? String(error);
}
