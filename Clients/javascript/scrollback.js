// The client of `scrollback serve`, for browsers and Node 18 or newer. It has no dependencies.

// Node 18 has WebCrypto, but not by this name.
const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;

const largestLine = 8 * 1024 * 1024;
const largestAnswer = 64 * 1024 * 1024;
const longestPause = 30_000;

/**
 * What the server refused, or why no answer can be used.
 *
 * `code` is a code of the contract, or one of the client: `network` (no answer came),
 * `timedOut`, `invalidAnswer` (it is not the server's), `answerTooLong`.
 */
export class ScrollbackError extends Error {
  constructor(code, message, details = {}, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ScrollbackError";
    this.code = code;
    for (const name of ["field", "index", "status", "retryAfter", "fork", "until"]) {
      if (details[name] !== undefined) this[name] = details[name];
    }
  }
}

/** Asks a server as one user, or as a backend. */
export class Client {
  #base;
  #credential;
  #token;
  #asking;
  #fetch;
  #asUser;
  #options;
  #position;

  constructor({
    url, token, key, asUser, fetch = globalThis.fetch, readYourWrites = true,
    timeout = 60_000, attempts = 5, silence = 45_000,
  }) {
    if (token !== undefined && key !== undefined) {
      throw new TypeError("A client has a token or a key; give one of them.");
    }
    const place = new URL(url);
    if (place.username || place.password || place.search || place.hash) {
      throw new TypeError("The url has neither a name, a password, a query nor a fragment.");
    }
    this.#base = place.href.replace(/\/$/, "");
    const credential = token ?? key;
    this.#credential = typeof credential === "string" ? headerText(credential) : credential;
    // Browsers refuse a fetch that is called as a method of another object.
    this.#fetch = (...words) => fetch(...words);
    this.#asUser = asUser;
    this.#options = { readYourWrites, timeout, attempts, silence };
  }

  /** The position of the newest command that was answered; undefined before the first one. */
  get position() {
    return this.#position;
  }

  /** Gives a command; the answer is what the contract has in `ok`. */
  async do(name, fields = {}, { signal, asUser, idempotencyKey } = {}) {
    const headers = this.#headers(asUser, fields);
    const key = idempotencyKey ?? (fields.id === undefined ? randomID() : undefined);
    if (key !== undefined) {
      headers["Idempotency-Key"] = headerText(key, "An idempotency key", /^[!-~]([ -~]{0,126}[!-~])?$/);
    }
    const { ok, position } = await this.#post("commands", name, fields, headers, signal);
    // Of two commands at once the answers may come in either order.
    if (position && (this.#position === undefined || isLater(position, this.#position))) {
      this.#position = position;
    }
    return ok;
  }

  /** Asks a query; the answer is what the contract has in `ok`. */
  async ask(name, fields = {}, { signal, asUser, reason, atLeast } = {}) {
    const headers = this.#headers(asUser, fields);
    // A header has Latin letters only.
    if (reason !== undefined) fields = { ...fields, reason };
    const known = this.#options.readYourWrites ? this.#position : undefined;
    const least = atLeast ?? known;
    if (least !== undefined) headers["Scrollback-At-Least"] = String(least);
    try {
      return (await this.#post("queries", name, fields, headers, signal)).ok;
    } catch (error) {
      // A restored or another store does not know the position: later queries go on without it.
      const isLost = error.field === "Scrollback-At-Least" || error.code === "otherEpoch";
      if (isLost && atLeast === undefined && this.#position === known) this.#position = undefined;
      throw error;
    }
  }

  /** Sends a message: a text, or the fields of `send`. */
  send(conversation, message, options) {
    const fields = typeof message === "string" ? { text: message } : message;
    return this.do("send", { ...fields, conversation }, options);
  }

  markRead(conversation, fields, options) {
    return this.do("markRead", { ...fields, conversation }, options);
  }

  conversations(fields, options) {
    return this.ask("conversations", fields, options);
  }

  messages(conversation, fields, options) {
    return this.ask("messages", { ...fields, conversation }, options);
  }

  unread(options) {
    return this.ask("unread", {}, options);
  }

  /**
   * The events of `GET /v1/changes`, across lost connections, until `signal` is aborted.
   *
   * It resumes behind the last id, so that nothing is lost or repeated. It ends after `closed`
   * with the reason `ended`, and throws what coming back does not mend. Once there was a stream,
   * that is only a refusal of the server, or a stream that is none of the server's.
   */
  async *follow({ since, conversation, signal, asUser } = {}) {
    const query = new URLSearchParams({ carrier: "ndjson" });
    if (conversation !== undefined) query.set("conversation", conversation);
    const headers = { ...this.#headers(asUser), Accept: "application/x-ndjson" };
    let last = since?.toString();
    let failures = 0;
    let refused;
    let pause = 0;
    let hasConnected = false;
    // How long the server has a client wait before it comes back.
    let retry = 1_000;
    for (;;) {
      signal?.throwIfAborted();
      if (pause > 0) await sleep(pause, signal);
      let token;
      try {
        token = await this.#bearer(refused, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!hasConnected) throw error;
        // The function asks over a network, which may be what is lost.
        failures += 1;
        pause = jitter(failures, retry / 2);
        continue;
      }
      const watch = new Watch(signal, this.#options.silence);
      const start = Date.now();
      let isStream = false;
      try {
        if (last !== undefined) headers["Last-Event-ID"] = last;
        const response = await watch.run(
          this.#fetch(`${this.#base}/v1/changes?${query}`, {
            headers: withBearer(headers, token), signal: watch.signal, cache: "no-store",
          }),
        );
        if (response.status === 204) return;
        if (!response.ok) throw await failure(response, watch);
        if (!/\bndjson\b/.test(response.headers.get("content-type") ?? "")) {
          throw notUnderstood(response.status);
        }
        hasConnected = isStream = true;
        let isExpired = false;
        let held = [];
        for await (const line of lines(response, watch)) {
          const { event, id, data, retry: wanted } = parse(line, response.status);
          if (wanted > 0) retry = Math.max(wanted, 100);
          if (!eventNames.has(event)) continue;
          if (!isObject(data)) throw notUnderstood(response.status);
          // A server that ends each new token at once is met with growing pauses.
          if (event !== "expired") failures = 0;
          refused = undefined;
          if (event !== "change") held = [];
          held.push({ event, id, data });
          // The changes of one event come together: only the last one has an id, and a connection
          // that ends before it brings all of them again.
          if (event === "change" && id === undefined && data.position !== undefined) continue;
          last = id ?? last;
          // What the reader does with an event is no silence of the server.
          watch.rest();
          yield* held.splice(0);
          watch.touch();
          if (event === "closed" && data.reason === "ended") return;
          isExpired = event === "expired";
          if (isExpired) break;
        }
        if (isExpired) {
          if (typeof this.#credential !== "function") {
            const message = "The token or key is over; give another.";
            throw new ScrollbackError("permissionDenied", message, { status: 401 });
          }
          refused = token;
        }
        failures += 1;
        // A server that ends each new token at once is not asked in a tight circle.
        pause = isExpired && Date.now() - start > 1_000 ? 0 : jitter(failures, retry / 2);
      } catch (error) {
        signal?.throwIfAborted();
        if (this.#mayRefresh(error, refused)) {
          refused = token;
          pause = 0;
          continue;
        }
        const isLost = hasConnected && !isStream && isNoRefusal(error);
        if (!mayComeBack(error) && !isLost) throw error;
        // By the time that the server is back, a token that it knew may be over.
        refused = undefined;
        failures += 1;
        pause = (error.retryAfter ?? 0) + jitter(failures, retry / 2);
      } finally {
        watch.end();
      }
    }
  }

  #headers(asUser = this.#asUser, fields = {}) {
    return asUser === undefined || fields.as !== undefined ? {} : { "Scrollback-As": asUser };
  }

  /** The token or key; concurrent requests share one call of the function. */
  async #bearer(refused, signal) {
    if (typeof this.#credential !== "function") return this.#credential;
    // Another request may have brought a new one already.
    if (this.#token === undefined || this.#token === refused) {
      this.#asking ??= (async () => this.#credential())()
        .then((token) => (this.#token = headerText(token)))
        .finally(() => (this.#asking = undefined));
      await unlessAborted(this.#asking, signal);
    }
    return this.#token;
  }

  /** If another token may help: once for each failure, and only if there is a function to ask. */
  #mayRefresh(error, refused) {
    return (
      error.status === 401 && refused === undefined && typeof this.#credential === "function"
    );
  }

  async #post(kind, name, fields, headers, signal) {
    if (!/^[A-Za-z]+$/.test(name)) throw new TypeError("A name has letters only.");
    // The text is made once, so that each attempt sends the same.
    const body = JSON.stringify(fields);
    let refused;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const token = await this.#bearer(refused, signal);
      const watch = new Watch(signal, this.#options.timeout);
      try {
        const response = await watch.run(
          this.#fetch(`${this.#base}/v1/${kind}/${name}`, {
            method: "POST", body, signal: watch.signal, cache: "no-store",
            headers: withBearer({ ...headers, "Content-Type": "application/json" }, token),
          }),
        );
        if (!response.ok) throw await failure(response, watch);
        const answer = parse(await text(response, watch), response.status);
        if (!("ok" in answer)) throw notUnderstood(response.status);
        return { ok: answer.ok, position: response.headers.get("scrollback-position") };
      } catch (error) {
        signal?.throwIfAborted();
        if (this.#mayRefresh(error, refused)) {
          refused = token;
          continue;
        }
        const least = error.retryAfter ?? 0;
        const isLast = attempt >= this.#options.attempts || least > longestPause;
        if (!mayComeBack(error) || isLast) throw error;
        await sleep(least + jitter(attempt), signal);
      } finally {
        watch.end();
      }
    }
  }
}

const eventNames = new Set(["snapshot", "change", "caughtUp", "reset", "closed", "expired"]);

/** Ends what waits when the caller aborts, or nothing came for a time. */
class Watch {
  #controller = new AbortController();
  #outer;
  #milliseconds;
  #timer;
  #abort = () => this.#controller.abort(this.#outer.reason);

  constructor(outer, milliseconds) {
    this.#outer = outer;
    this.#milliseconds = milliseconds;
    if (outer?.aborted) this.#abort();
    outer?.addEventListener("abort", this.#abort);
    this.touch();
  }

  get signal() {
    return this.#controller.signal;
  }

  touch() {
    this.rest();
    this.#timer = setTimeout(() => {
      this.#controller.abort(new ScrollbackError("timedOut", "The server says nothing; ask again."));
    }, this.#milliseconds);
  }

  rest() {
    clearTimeout(this.#timer);
  }

  /** The result of a step of the network; what fails there has the code `network`. */
  async run(step) {
    try {
      return await unlessAborted(step, this.signal);
    } catch (error) {
      if (this.signal.aborted) throw this.signal.reason;
      throw new ScrollbackError("network", "The server was not reached, or hung up.", {}, error);
    }
  }

  /** Lets go of the connection, whatever is left of its answer. */
  end() {
    this.rest();
    this.#outer?.removeEventListener("abort", this.#abort);
    this.#controller.abort();
  }
}

/** The pieces of a body as they come. */
async function* pieces(response, watch) {
  if (response.body === null) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await watch.run(reader.read());
      if (done) return;
      watch.touch();
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The lines of a body; what is left without an end of line was cut off, and does not count. */
async function* lines(response, watch) {
  let parts = [];
  let size = 0;
  for await (const piece of pieces(response, watch)) {
    let start = 0;
    for (;;) {
      const end = piece.indexOf(10, start);
      const part = piece.subarray(start, end < 0 ? piece.length : end);
      size += part.length;
      if (size > largestLine) {
        throw new ScrollbackError("answerTooLong", "A line of the stream is longer than 8 MiB.");
      }
      parts.push(part);
      if (end < 0) break;
      const line = decode(parts, size, response.status);
      parts = [];
      size = 0;
      start = end + 1;
      if (line !== "") yield line;
    }
  }
}

async function text(response, watch) {
  const parts = [];
  let size = 0;
  for await (const piece of pieces(response, watch)) {
    size += piece.length;
    if (size > largestAnswer) {
      throw new ScrollbackError("answerTooLong", "The answer is longer than 64 MiB.");
    }
    parts.push(piece);
  }
  return decode(parts, size, response.status);
}

/** Decodes whole bytes, so that no character is cut between two pieces. */
function decode(parts, size, status) {
  const bytes = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw notUnderstood(status, error);
  }
}

function parse(json, status) {
  let value;
  try {
    value = JSON.parse(json);
  } catch {
    throw notUnderstood(status);
  }
  if (!isObject(value)) throw notUnderstood(status);
  return value;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notUnderstood(status, cause) {
  const message = "The answer is not from scrollback serve; check the url.";
  return new ScrollbackError("invalidAnswer", message, { status }, cause);
}

/** The error of an answer that is none of success. */
async function failure(response, watch) {
  const status = response.status;
  let problem = {};
  try {
    problem = parse(await text(response, watch), status);
  } catch (error) {
    if (error.code !== "invalidAnswer" && error.code !== "answerTooLong") throw error;
  }
  // The header has seconds; the contract has milliseconds.
  const header = Number(response.headers.get("retry-after") ?? NaN) * 1000;
  const retryAfter = [problem.retryAfter, header].find((n) => Number.isFinite(n) && n >= 0);
  if (typeof problem.code !== "string") {
    const message = `The answer has the status ${status} and no code of the contract.`;
    return new ScrollbackError("invalidAnswer", message, { status, retryAfter });
  }
  const message = [problem.detail, problem.message].find((text) => typeof text === "string");
  return new ScrollbackError(problem.code, message ?? problem.code, {
    ...problem, status, retryAfter,
  });
}

/** If asking again can help. 502 and 504 are of proxies; the key makes a second try safe. */
function mayComeBack({ code, status }) {
  if (["network", "timedOut", "outcomeUnknown"].includes(code)) return true;
  return [429, 502, 503, 504].includes(status);
}

/** If the server, or what stands for it, could not answer, or something else answered. */
function isNoRefusal({ code, status }) {
  return status >= 500 || (code === "invalidAnswer" && status !== 401);
}

/** If a position is later; sealed ones cannot be compared, so there the answer that came last is. */
function isLater(position, known) {
  const [left, right] = [position, known].map((text) => /^(?:(.*):)?(\d+)$/.exec(text));
  if (!left || !right || left[1] !== right[1]) return true;
  return Number(left[2]) >= Number(right[2]);
}

/**
 * A key or token, as a header can have it. Other letters would arrive as other bytes, and blanks at
 * the ends of an idempotency key not at all: two keys could be one.
 */
function headerText(text, what = "A key or token", pattern = /^\s*[!-~]+\s*$/) {
  if (!pattern.test(text)) throw new TypeError(`${what} is of visible ASCII characters.`);
  return text.trim();
}

function withBearer(headers, token) {
  return token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` };
}

/** A random id; pages without TLS have no `randomUUID`. */
export function randomID() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A pause that doubles, and differs from client to client. */
function jitter(attempt, unit = 200) {
  return Math.min(unit * 2 ** attempt, longestPause) * (0.5 + Math.random() / 2);
}

function sleep(milliseconds, signal) {
  let timer;
  const slept = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return unlessAborted(slept, signal).finally(() => clearTimeout(timer));
}

function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
