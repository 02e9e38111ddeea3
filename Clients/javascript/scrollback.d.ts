/** A position: a number, an epoch and a number, or with a user's token a sealed text. */
export type Position = string | number;
export type Fields = Record<string, unknown>;

export interface Options {
  /** Where the server is, such as `http://127.0.0.1:7800`. */
  url: string | URL;
  /**
   * A user's token, or a function that gets one: it is called again once a token is refused, and
   * while `follow` waits for another one, also after it threw.
   */
  token?: string | (() => string | Promise<string>);
  /** A backend's key. */
  key?: string | (() => string | Promise<string>);
  /** With a key: the user who acts (`as`). */
  asUser?: string;
  fetch?: typeof globalThis.fetch;
  /** Queries show what the client's own commands did (default: true). */
  readYourWrites?: boolean;
  /** Milliseconds without a byte after which an answer is given up (default: 60,000). */
  timeout?: number;
  /** How often a request is tried (default: 5). */
  attempts?: number;
  /** Milliseconds without a byte after which a stream is begun again (default: 45,000). */
  silence?: number;
}

export interface RequestOptions {
  signal?: AbortSignal;
  asUser?: string;
}

export interface CommandOptions extends RequestOptions {
  /** Another attempt with the same key does nothing twice (default: a random UUID). */
  idempotencyKey?: string;
}

export interface QueryOptions extends RequestOptions {
  /** Why other people's words are asked for. */
  reason?: string;
  /** The answer shows at least this position. */
  atLeast?: Position;
}

export interface Change {
  type: string;
  /** Of what is logged: typing and presence have neither. */
  position?: Position;
  at?: number;
  conversation?: string;
  [field: string]: unknown;
}

export type StreamEvent =
  | { event: "snapshot"; id?: string; data: Fields }
  | { event: "change"; id?: string; data: Change }
  | { event: "caughtUp"; id?: string; data: { position: Position; [field: string]: unknown } }
  | { event: "reset"; id?: string; data: { reason: string; [field: string]: unknown } }
  | { event: "closed"; id?: string; data: { reason: string; [field: string]: unknown } }
  | { event: "expired"; id?: string; data: { reason: string; [field: string]: unknown } };

export interface FollowOptions extends RequestOptions {
  /** The position or id behind which to begin; without it a snapshot comes first. */
  since?: Position;
  /** The changes of one conversation. */
  conversation?: string;
}

export class ScrollbackError extends Error {
  constructor(code: string, message: string, details?: Partial<ScrollbackError>, cause?: unknown);
  /** A code of the contract, or `network`, `timedOut`, `invalidAnswer`, `answerTooLong`. */
  readonly code: string;
  readonly field?: string;
  readonly index?: number;
  readonly status?: number;
  /** Milliseconds. */
  readonly retryAfter?: number;
  readonly fork?: Position;
  readonly until?: number;
}

/** A random id, such as one for a message, also where there is no `crypto.randomUUID`. */
export function randomID(): string;

export class Client {
  constructor(options: Options);
  readonly position: string | undefined;
  do<Answer = any>(name: string, fields?: Fields, options?: CommandOptions): Promise<Answer>;
  ask<Answer = any>(name: string, fields?: Fields, options?: QueryOptions): Promise<Answer>;
  send(
    conversation: string, message: string | Fields, options?: CommandOptions,
  ): Promise<{ message: string; ordinal: number; sentAt: number }>;
  markRead(conversation: string, fields?: Fields, options?: CommandOptions): Promise<any>;
  conversations(fields?: Fields, options?: QueryOptions): Promise<any>;
  messages(conversation: string, fields?: Fields, options?: QueryOptions): Promise<any>;
  unread(options?: QueryOptions): Promise<any>;
  follow(options?: FollowOptions): AsyncGenerator<StreamEvent, void, undefined>;
}
