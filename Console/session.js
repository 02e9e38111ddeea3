// Who is signed in, the one stream of all tabs, and whether the server is reached.
import { soon } from "./dom.js";
import { Client, ScrollbackError } from "./scrollback.js";

/** What the list asks for at first; signing in asks for it, and so it is there at once. */
const firstPage = { limit: 50, filter: "active" };

/** Where the API is: beside the page, also behind a proxy's prefix. */
export const base = new URL(".", document.baseURI).href;

/** Ends each name that all pages of an origin share: servers at other paths have their own tabs and keys. */
export const scope = new URL(base).pathname;

/** How the locks of tabs begin in which somebody is signed in. */
const tabs = `scrollback-tab${scope} `;

/** How many streams all tabs of an origin hold: a browser has six connections to it, and commands need some. */
const mostStreams = 4;

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

/** What chats and proofs need at least. */
export const chats = ["conversations", "conversation", "messages"];
export const proofs = ["checkpoint", "prove"];

const nobody = "00000000-0000-4000-8000-000000000000";

/** What screens ask. A key is offered what it may ask of this. */
const offers = {
  checkpoint: { as: "operator" },
  prove: { as: "operator" },
  histogram: { as: "operator", buckets: 1 },
  explain: { as: "operator", message: nobody, user: nobody },
  memberships: { as: "operator", user: nobody },
  conversations: { as: nobody, limit: 1 },
  conversation: { as: nobody, conversation: nobody },
  messages: { as: nobody, conversation: nobody },
  // Of nobody, to nothing, without a word: it is never sent.
  send: { as: nobody, conversation: nobody },
};

/** Why a key has no right to something; what is refused for another reason than that, it may ask. */
const refusal = (asked) => asked.then(() => {}, (error) => {
  if (error.status === 403) return error;
  if (error.status === 401 || !(error.status < 500)) throw error;
});

/**
 * A signed-in person or operator.
 *
 * The token is in the memory of this page alone, and goes to other tabs of the same server by a
 * BroadcastChannel; it is in no URL and in no storage. Events: `state`, `expired`, `token`, `event`.
 */
export class Session extends EventTarget {
  /** "user", "operator" or "backend" */
  kind;
  /** The user of a token. */
  me;
  /** Whether the server answers them each of some queries. */
  may;
  /** What the operator said last about why they look. */
  reason;
  /** What they said of each person. */
  #reasons = new Map();
  /** The position as of which the operator asks; undefined is now. */
  asOf;
  /** "live", "lost" or "connecting" */
  state = "connecting";
  #token;
  #channel = new BroadcastChannel(`scrollback-console${scope}`);
  #renewal;
  #last;
  #stop;
  #isLeading = false;
  /** Whether a stream tells this tab what happens, or will again. */
  #isFollowed = false;
  #person;
  #restart;

  constructor() {
    super();
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.wake();
      this.#ask();
    });
    setInterval(() => this.#ask(), 5_000);
  }

  /** The token of another tab, if one is signed in. */
  async borrow() {
    const held = await navigator.locks?.query().catch(() => {});
    if (held && !held.held.some((lock) => lock.name.startsWith(tabs))) return undefined;
    // A signed-in tab in the background answers late.
    return new Promise((resolve) => {
      this.addEventListener("lent", (event) => resolve(event.detail), { once: true });
      setTimeout(resolve, held ? 2_000 : 400);
      this.#channel.postMessage({ type: "hello" });
    });
  }

  /** Signs in, or throws the refusal. */
  async signIn(token) {
    const about = claims(token);
    const me = about?.sub.toLowerCase();
    const client = new Client({ url: base, token, attempts: 2, fetch: this.#fetch });
    // No right of a key's line gives the events: who may see them is the operator in person.
    const refused = about ? undefined : await refusal(client.ask("events", { as: "operator", limit: 1 }));
    const kind = about ? "user" : refused ? "backend" : "operator";
    const rights = refused ? await Promise.all(Object.entries(offers).map(async ([name, fields]) =>
      !(await refusal(client[name === "send" ? "do" : "ask"](name, fields))) && name)) : about && [...chats, "send"];
    const may = (names) => !rights || names.every((name) => rights.includes(name));
    // To a key that shows nothing here the server says why.
    if (!may(proofs) && !may(chats)) throw refused;
    const is = { kind, me, rights: String(rights) };
    if (this.kind && Object.keys(is).some((name) => is[name] !== this[name])) {
      throw new Error("This token is of another person. Sign out to change the person.");
    }
    if (about) this.#early = { page: await client.ask("conversations", firstPage), at: performance.now() };
    Object.assign(this, is, { may });
    this.#accept(token);
    this.#channel.postMessage({ type: "token", token, kind: this.kind, me: this.me });
    navigator.locks?.request(tabs + Math.random(), () => new Promise(() => {}));
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
    const isStream = String(url).includes("/v1/changes");
    try {
      const response = await fetch(url, options);
      // What a proxy says of itself where the server is gone has not the form of the server's own refusals.
      const isProxys = [502, 503, 504].includes(response.status) && !response.headers.get("Content-Type")?.includes("problem+json");
      if (isProxys) throw new Error(`A proxy answers ${response.status}.`);
      // A stream that is refused, or answered by something else, is lost; what the server says of it is heard elsewhere.
      const isLost = isStream && (response.status > 499 || !/problem.json|ndjson/.test(response.headers.get("Content-Type")));
      if (isStream) this.#isOpen = response.ok && !isLost;
      this.#date = Date.parse(response.headers.get("Date"));
      this.#reach(isLost ? "lost" : "live");
      return response;
    } catch (error) {
      if (!options.signal?.aborted) {
        if (isStream) this.#isOpen = false;
        this.#reach("lost");
      }
      throw error;
    }
  };

  #isOpen = false;
  #date;
  #pulse;

  /** The server's time, to the second, as it answered last. */
  get now() {
    return this.#date || Date.now();
  }

  /** Any request says that the server is gone; where there is a stream, only with it the server is back. */
  #reach(state) {
    if (state === this.state || (state === "live" && this.#isFollowed && !this.#isOpen)) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
    if (this.#isLeading) this.#share();
    this.#probe();
  }

  /** Looks whether the server is there, as where a script of the page did not come. */
  async check() {
    await this.#fetch(`${base}healthz`, { signal: AbortSignal.timeout(10_000) }).catch(() => {});
  }

  /** While the server is lost it is looked for. */
  #probe(wait = 3_000) {
    clearTimeout(this.#pulse);
    if (this.state !== "lost") return;
    this.#pulse = setTimeout(async () => {
      await this.check();
      this.#probe();
    }, wait);
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
      this.#channel.postMessage({ type: "expired", token: this.#token });
      this.dispatchEvent(new Event("expired"));
    });
    return this.#renewal;
  }

  #clients = new Map();
  #clientOf(person) {
    if (this.kind === "user") person = undefined;
    if (!this.#clients.has(person)) this.#clients.set(person, this.#client(person));
    return this.#clients.get(person);
  }

  #early;

  /** The first page of the list, once, while it is new. */
  #first(name, fields) {
    const early = this.#early;
    if (name !== "conversations" || !early || JSON.stringify(fields) !== JSON.stringify(firstPage)) return undefined;
    this.#early = undefined;
    return performance.now() - early.at < 5_000 ? early.page : undefined;
  }

  /** Asks as a person, now or as of a position. */
  reader(person, asOf) {
    const client = this.#clientOf(person);
    return {
      person,
      asOf,
      mayWrite: asOf === undefined && this.kind !== "operator" && this.may(["send"]),
      ask: async (name, fields = {}) => asOf === undefined
        ? this.#first(name, fields) ?? client.ask(name, fields, this.#why(person))
        : client.ask(name, { ...fields, asOf }, this.#why(person)),
      do: (name, fields = {}, options) => client.do(name, fields, options),
      command: (name, fields) => this.#command({ as: person, ask: name, ...fields, asOf, ...this.#why(person) }),
    };
  }

  /** Asks as the operator, with words or without. */
  operator(words = false) {
    return {
      ask: (name, fields) => this.operate(name, fields, { words }),
      command: (name, fields) => this.#command({ as: "operator", ask: name, asOf: this.asOf, ...fields, ...(words && this.#why()) }),
    };
  }

  /** Asks a route that is no query, for what stands beside a screen. */
  route(path) {
    return { ask: () => this.call("GET", path), command: () => curl(path) };
  }

  /** The line of a shell that asks the same; a token or key is not in it. */
  #command({ ask, ...line }) {
    return this.kind === "operator"
      ? `printf '%s\\n' ${quoted({ as: line.as, ask, ...line })} | scrollback control STORE`
      : curl(`queries/${ask}`, `-H "Content-Type: application/json" -d ${quoted(line)} `);
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
      const { status } = response;
      const error = new ScrollbackError(answer.code ?? "invalidAnswer", answer.detail ?? `The answer has the status ${status}.`,
        { ...answer, status });
      const wait = pause(error);
      // What is refused for now was not done: it is asked again.
      if (wait <= 30_000 && tries < 4) await new Promise((resolve) => setTimeout(resolve, wait));
      else if (status !== 401 || tries) throw error;
      else if (token === this.#token) await this.#renew();
    }
  }

  /** A number of the server's own, by its name in `/metrics`; undefined where it is not told. */
  async metric(name) {
    const response = await this.#fetch(`${base}metrics`, { headers: { Authorization: `Bearer ${this.#token}` }, cache: "no-store" });
    const [, found] = (await response.text()).split(`\n${name} `);
    return found && parseInt(found, 10);
  }

  #why(person) {
    const reason = this.#reasons.get(person) ?? this.reason;
    return this.kind === "operator" && reason ? { reason } : {};
  }

  /** Whether the operator has to say why they look: at all, or at a person's screen. */
  lacksReason(person) {
    return this.kind === "operator" && !(person ? this.#reasons.has(person) : this.reason);
  }

  /** Takes the reason of looks, also of those at a person's screen. */
  give(reason, person) {
    this.reason = reason;
    if (person) this.#reasons.set(person, reason);
  }

  /** Asks as the operator, of the moment that is shown; words are a look, which has the reason. */
  operate(name, fields = {}, { words = false } = {}) {
    const options = words ? this.#why() : {};
    return this.#clientOf(undefined).ask(name, { asOf: this.asOf, ...fields, as: "operator" }, options);
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
    this.#isOpen = this.#isFollowed = this.#isLeading = false;
    const stop = (this.#stop = new AbortController());
    const lead = () => this.#lead(person, stop.signal);
    if (!navigator.locks) return lead();
    this.#channel.postMessage({ type: "where", person });
    const name = `scrollback-stream${scope} ${person}`;
    const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead();
      return !!lock;
    });
    if (isFirst || stop.signal.aborted) return;
    this.#say({ event: "joined", data: {} });
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {});
  }

  /** Says to the other tabs of the person how it stands with the stream. */
  #share(isFollowed = this.#isFollowed) {
    this.#isFollowed = isFollowed;
    this.#channel.postMessage({ type: "state", person: this.#person, state: this.state, isFollowed });
  }

  /** What no stream tells is asked for now and then, and when the page is shown. */
  #ask() {
    if (!document.hidden && !this.#isFollowed && this.state !== "lost") this.#say({ event: "joined", data: {} });
  }

  /** Follows a person as soon as one of the streams of this origin is free. */
  async #lead(person, signal) {
    this.#isLeading = true;
    this.#share(false);
    const found = new AbortController();
    const begin = async () => {
      if (found.signal.aborted) return;
      found.abort();
      this.#share(true);
      await this.#stream(person, signal);
    };
    const wait = { signal: AbortSignal.any([signal, found.signal]) };
    if (!navigator.locks) await begin();
    else await Promise.allSettled(Array.from({ length: mostStreams },
      (_, n) => navigator.locks.request(`scrollback-stream ${n}`, wait, begin)));
    if (!signal.aborted) this.#isLeading = this.#isFollowed = false;
  }

  async #stream(person, signal) {
    while (!signal.aborted) {
      const round = new AbortController();
      this.#restart = () => round.abort();
      const client = this.#clientOf(person);
      try {
        const events = client.follow({ since: this.#last, signal: AbortSignal.any([signal, round.signal]) });
        for await (const event of events) {
          if (event.id !== undefined) this.#last = event.id;
          if (event.data?.type === "message" && event.data.item) this.deliver(person, event.data.item);
          this.#channel.postMessage({ type: "event", person, event });
          this.#say(event);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (round.signal.aborted) continue;
        if (error.status === 403) return void (this.#person = undefined);
        if (error.code === "invalidCursor" || error.code === "otherEpoch") this.#last = undefined;
        this.#isOpen = false;
        this.#reach("lost");
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      }
    }
  }

  /** The time of the newest message of each person and conversation of which the server knows, or is about to know, that it is here. */
  #told = new Map();
  #telling = new Map();

  /** Says that a message of another has arrived, whatever screen is shown: one command for a burst in each conversation. */
  deliver(person, { conversation, message, sender, at, sentAt = at }) {
    const place = person + conversation;
    // A list may be older than what the stream has told.
    if (sender === person || !this.may(["send"]) || this.#told.get(place) >= sentAt) return;
    this.#told.set(place, sentAt);
    this.#telling.set(place, [person, { conversation, upTo: message }]);
    this.#tell();
  }

  #tell = soon(500, () => {
    for (const [place, [person, fields]] of this.#telling) {
      this.#clientOf(person).do("markDelivered", fields).catch(() => this.#told.delete(place));
    }
    this.#telling.clear();
  });

  /** Comes back at once where a pause would be waited. */
  wake() {
    if (this.state !== "lost") return;
    this.#restart?.();
    this.#probe(0);
  }

  #say(event) {
    this.dispatchEvent(new CustomEvent("event", { detail: event }));
  }

  #hear(data) {
    switch (data?.type) {
      case "hello":
        // A token that is over helps no other tab.
        if (this.#token && !this.#renewal) this.#channel.postMessage({ type: "lent", token: this.#token });
        break;
      case "lent":
        if (!this.#token) this.dispatchEvent(new CustomEvent("lent", { detail: data.token }));
        break;
      case "token":
        // Of two backend's keys nothing says that they are of one backend.
        if (this.#token && data.kind === this.kind && data.me === this.me && this.kind !== "backend") this.#accept(data.token);
        break;
      case "expired":
        // A tab that only hears learns of it too.
        if (data.token && data.token === this.#token) this.#renew();
        break;
      case "out":
        this.#leave();
        break;
      case "where":
        if (this.#isLeading && data.person === this.#person) {
          this.#channel.postMessage({ type: "here", person: this.#person, last: this.#last });
          this.#share();
        }
        break;
      case "here":
        if (!this.#isLeading && data.person === this.#person) this.#last = data.last;
        break;
      case "state":
        if (this.#isLeading || data.person !== (this.#person ?? data.person)) break;
        this.#isFollowed = this.#person && data.isFollowed;
        this.#isOpen = data.state === "live";
        this.#reach(data.state);
        break;
      case "event":
        if (this.#isLeading || data.person !== this.#person) break;
        if (data.event.id !== undefined) this.#last = data.event.id;
        this.#say(data.event);
        break;
    }
  }
}

const quoted = (value) => `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`;
const curl = (path, more = "") => `curl -H "Authorization: Bearer $TOKEN" ${more}${base}v1/${path}`;

/** How long to wait, at most a minute, before the same may be answered otherwise; undefined if the answer is final. */
export const pause = ({ code, status, retryAfter = 2_000 }) =>
  code === "network" || code === "timedOut" || [429, 502, 503, 504].includes(status)
    ? Math.min(Math.max(retryAfter, 1_000), 60_000) : undefined;
