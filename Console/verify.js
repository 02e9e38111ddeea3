// Checks proofs by itself: it asks no server whether they are right. docs/proofs.md has the form of
// each file, and its rules.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Why a file proves nothing. */
export class Fault extends Error {}

const fail = (message) => {
  throw new Fault(message);
};

/** Whether this browser, at this address, has what checking needs. */
export async function canVerify() {
  if (!globalThis.crypto?.subtle) return false;
  try {
    await crypto.subtle.importKey("raw", new Uint8Array(32).fill(1), "Ed25519", false, ["verify"]);
    return true;
  } catch (error) {
    // A runtime that knows the algorithm may still refuse the point.
    return error.name === "DataError";
  }
}

const digest = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));

function join(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

export const same = (a, b) => a.length === b.length && a.every((byte, n) => byte === b[n]);
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

function unbase64(text, length) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4) fail("A value is not base 64.");
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  if (base64(bytes) !== text) fail("A value is not the one form of base 64.");
  if (length !== undefined && bytes.length !== length) fail(`A value has ${bytes.length} bytes, not ${length}.`);
  return bytes;
}

function decimal(text) {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) fail("A number is not decimal.");
  const value = Number(text);
  if (!Number.isSafeInteger(value)) fail("A number is too large.");
  return value;
}

const leafOf = (envelope) => digest(new Uint8Array([0]), envelope);
const nodeOf = (left, right) => digest(new Uint8Array([1]), left, right);

/** A public key of C2SP signed-note. */
export async function readKey(text) {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim());
  if (!match) fail("This is no key; a key is NAME+ID+BASE64.");
  const bytes = unbase64(match[3], 33);
  if (bytes[0] !== 1) fail("The key is not an Ed25519 key.");
  const id = (await digest(encoder.encode(`${match[1]}\n`), bytes)).slice(0, 4);
  if (hex(id) !== match[2]) fail("The key's id does not fit the key.");
  return { name: match[1], id, bytes: bytes.slice(1), text: match[0] };
}

/** The two paragraphs of a checkpoint; with a key, its signature is checked. */
export async function readCheckpoint([body, signatures], key) {
  if (body === undefined || signatures === undefined) fail("The checkpoint is not whole.");
  const lines = body.split("\n");
  if (lines.length < 3 || lines[0] === "") fail("The checkpoint has no origin, size and root.");
  const checkpoint = {
    origin: lines[0], size: decimal(lines[1]), root: unbase64(lines[2], 32), isSigned: false,
    text: `${body}\n\n${signatures}\n`,
  };
  const notes = signatures.split("\n");
  if (notes.length > 100) fail("The checkpoint has more than 100 signatures.");
  for (const note of notes) {
    const match = /^— (\S+) (\S+)$/.exec(note);
    if (!match) fail("A line of the checkpoint is no signature.");
    const bytes = unbase64(match[2]);
    if (bytes.length < 5) fail("A signature is too short.");
    if (!key || match[1] !== key.name || !same(bytes.slice(0, 4), key.id)) continue;
    const imported = await crypto.subtle.importKey("raw", key.bytes, "Ed25519", false, ["verify"]).catch(() => fail("The key is no point of Ed25519."));
    const isGood = bytes.length === 68
      && (await crypto.subtle.verify("Ed25519", imported, bytes.slice(4), encoder.encode(`${body}\n`)));
    if (!isGood) fail("The signature of the checkpoint is not by the key.");
    checkpoint.isSigned = true;
  }
  if (key && !checkpoint.isSigned) fail(`The checkpoint is not signed by the key ${key.name}.`);
  return checkpoint;
}

const half = (...numbers) => numbers.map((one) => Math.floor(one / 2));

/** The root that a leaf and its path lead to, with each step (RFC 9162, 2.1.3.2). */
async function rootOf(leaf, index, size, hashes) {
  if (index >= size) fail("The event is not within the size of the checkpoint.");
  let [fn, sn, root] = [index, size - 1, leaf];
  const steps = [{ hash: leaf }];
  for (const hash of hashes) {
    if (sn === 0) fail("The path has too many hashes.");
    const isRight = fn % 2 === 1 || fn === sn;
    root = isRight ? await nodeOf(hash, root) : await nodeOf(root, hash);
    steps.push({ sibling: hash, side: isRight ? "left" : "right", hash: root });
    if (isRight) while (fn % 2 === 0 && fn !== 0) [fn, sn] = half(fn, sn);
    [fn, sn] = half(fn, sn);
  }
  if (sn !== 0) fail("The path has too few hashes.");
  return { root, steps };
}

const compare = (root, checkpoint) => {
  if (!same(root, checkpoint.root)) fail("The path does not lead to the root that was signed.");
};

/**
 * Whether a tree begins with an older one (RFC 9162, 2.1.4.2); returns how the roots of both are made,
 * step by step: what is beside the path on its left is in both trees, on its right in the newer one alone.
 */
async function checkGrowth(older, newer, hashes) {
  if (older.origin !== newer.origin) fail("The two checkpoints are of different logs.");
  if (older.size < 1 || older.size > newer.size) fail("The older size is 0 or beyond the newer one.");
  if (older.size === newer.size) {
    if (hashes.length) fail("Equal sizes need no hashes.");
    if (!same(older.root, newer.root)) fail("Two roots of one size: two histories were shown.");
    return [{ first: older.root, second: newer.root }];
  }
  const path = [...hashes];
  let odd = older.size;
  while (odd % 2 === 0) odd /= 2;
  // A size that is a power of two is a whole tree: its root is the first node.
  if (odd === 1) path.unshift(older.root);
  if (!path.length) fail("The proof has too few hashes.");
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (fn % 2 === 1) [fn, sn] = half(fn, sn);
  let [first, second] = [path[0], path[0]];
  const steps = [{ first, second }];
  for (const hash of path.slice(1)) {
    if (sn === 0) fail("The proof has too many hashes.");
    if (fn % 2 === 1 || fn === sn) {
      first = await nodeOf(hash, first);
      second = await nodeOf(hash, second);
      steps.push({ sibling: hash, side: "left", first, second });
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = half(fn, sn);
    } else {
      second = await nodeOf(second, hash);
      steps.push({ sibling: hash, side: "right", second });
    }
    [fn, sn] = half(fn, sn);
  }
  if (sn !== 0) fail("The proof has too few hashes.");
  if (!same(first, older.root)) fail("The older root is not where the proof begins.");
  if (!same(second, newer.root)) fail("The newer log does not begin with the older one.");
  return steps;
}

/** The fields of a protobuf message: [number, kind, value]. */
function fields(bytes) {
  const found = [];
  let place = 0;
  const varint = () => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      if (place >= bytes.length || shift > 63n) fail("An envelope is cut off.");
      const byte = bytes[place++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  while (place < bytes.length) {
    const tag = Number(varint());
    const kind = tag % 8;
    let value;
    if (kind === 0) value = varint();
    else if (kind === 1 || kind === 5 || kind === 2) {
      const length = kind === 1 ? 8 : kind === 5 ? 4 : Number(varint());
      if (place + length > bytes.length) fail("An envelope is cut off.");
      value = bytes.subarray(place, (place += length));
    } else fail("An envelope has a field of an unknown kind.");
    found.push({ number: Math.floor(tag / 8), kind, value });
  }
  return found;
}

function sealOf(envelope) {
  const seals = fields(envelope).filter((field) => field.number === 10);
  if (seals.length !== 1 || seals[0].kind !== 2 || seals[0].value.length !== 32) fail("The event has no seal of a content.");
  return seals[0].value;
}

function onlyType(envelope, number) {
  const types = fields(envelope).filter((field) => field.number >= 16);
  if (types.length !== 1 || types[0].number !== number || types[0].kind !== 2) return undefined;
  return types[0].value;
}

/** Reads lines with their names in front. */
class Lines {
  constructor(paragraph) {
    this.lines = paragraph.split("\n");
    this.place = 0;
  }
  take(name) {
    const line = this.lines[this.place++] ?? "";
    if (!line.startsWith(`${name} `)) fail(`A line "${name}" is missing.`);
    return line.slice(name.length + 1);
  }
  peek(name) {
    return this.lines[this.place]?.startsWith(`${name} `);
  }
  hashes(most) {
    const rest = this.lines.slice(this.place);
    this.place = this.lines.length;
    if (rest.length > most) fail("There are too many hashes.");
    return rest.map((line) => unbase64(line, 32));
  }
}

/** The lines behind the first one, which names the kind. */
const afterFirst = (paragraph) => new Lines(paragraph.slice(paragraph.indexOf("\n") + 1));

const envelopeOf = (text) => {
  const bytes = unbase64(text);
  if (bytes.length < 1 || bytes.length > 32_768) fail("An envelope has 1 byte to 32 KiB.");
  return bytes;
};

/**
 * Checks a file with a key; without one, everything but the signature.
 *
 * The result has `kind`, `checkpoint`, `steps` where a path was walked, and what it says. A file that
 * proves nothing throws a Fault.
 */
export async function check(bytes, key) {
  if (bytes.length > 6_000_000) fail("The file is too large for this page; use scrollback check.");
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    fail("The file is not UTF-8 text. A file of all envelopes is checked by scrollback check.");
  }
  if (/[\0-\x09\x0b-\x1f]/.test(text)) fail("The file has a control character.");
  if (!text.endsWith("\n")) fail("The last line has no end.");
  const paragraphs = text.slice(0, -1).split("\n\n");
  if (paragraphs.some((paragraph) => paragraph === "" || paragraph.startsWith("\n") || paragraph.endsWith("\n"))) {
    fail("The file has empty lines where none belong.");
  }
  const kind = paragraphs[0].split("\n", 1)[0];
  const form = forms[kind];
  if (form) {
    if (form.paragraphs && paragraphs.length !== form.paragraphs) fail("The file has too few or too many parts.");
    return { kind: form.kind, ...(await form.check(paragraphs, key)) };
  }
  if (paragraphs.length !== 2) fail("The first line names no kind of proof.");
  return { kind: "checkpoint", checkpoint: await readCheckpoint(paragraphs, key) };
}

async function inclusion(lines, checkpoint, envelope) {
  const index = decimal(lines.take("index"));
  const hashes = lines.hashes(63);
  const leaf = await leafOf(envelope);
  const { root, steps } = await rootOf(leaf, index, checkpoint.size, hashes);
  compare(root, checkpoint);
  return { index, position: index + 1, steps, envelope };
}

const forms = {
  "c2sp.org/tlog-proof@v1": {
    kind: "inclusion", paragraphs: 3,
    async check([head, ...rest], key) {
      const checkpoint = await readCheckpoint(rest, key);
      const lines = afterFirst(head);
      if (!lines.peek("extra")) fail("The file has no envelope.");
      const envelope = envelopeOf(lines.take("extra"));
      return { checkpoint, ...(await inclusion(lines, checkpoint, envelope)) };
    },
  },
  "scrollback-consistency/v1": {
    kind: "consistency", paragraphs: 5,
    async check([head, a, b, c, d], key) {
      const older = await readCheckpoint([a, b], key);
      const newer = await readCheckpoint([c, d], key);
      const lines = head.split("\n").slice(1);
      if (lines.length > 64) fail("There are too many hashes.");
      return { older, checkpoint: newer, growth: await checkGrowth(older, newer, lines.map((line) => unbase64(line, 32))) };
    },
  },
  "scrollback-disclosure/v1": {
    kind: "disclosure", paragraphs: 4,
    async check([head, proof, ...rest], key) {
      const checkpoint = await readCheckpoint(rest, key);
      const lines = afterFirst(head);
      const salt = unbase64(lines.take("salt"), 16);
      const content = unbase64(lines.take("content"));
      const envelope = envelopeOf(lines.take("envelope"));
      if (lines.place !== lines.lines.length) fail("The first part has further lines.");
      if (!proof.startsWith("c2sp.org/tlog-proof@v1\n")) fail("The proof within is missing.");
      const found = await inclusion(afterFirst(proof), checkpoint, envelope);
      const hmac = await crypto.subtle.importKey("raw", salt, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const seal = await crypto.subtle.sign("HMAC", hmac, join(encoder.encode("scrollback/content/1"), content));
      if (!same(new Uint8Array(seal), sealOf(envelope))) fail("The content is not the one that was sealed.");
      return { checkpoint, content, ...found };
    },
  },
  "scrollback-erasure/v1": {
    kind: "erasure",
    async check(paragraphs, key) {
      const checkpoint = await readCheckpoint(paragraphs.slice(-2), key);
      const first = afterFirst(paragraphs[0]);
      const copies = decimal(first.take("copies"));
      if (copies > 100 || paragraphs.length !== copies + 4) fail("The file has too few or too many parts.");
      const erasedEnvelope = envelopeOf(first.take("erased"));
      const erased = await inclusion(first, checkpoint, erasedEnvelope);
      const second = new Lines(paragraphs[1]);
      const erasureEnvelope = envelopeOf(second.take("erasure"));
      const erasure = await inclusion(second, checkpoint, erasureEnvelope);
      sealOf(erasedEnvelope);
      if (erased.index >= erasure.index) fail("The erasure is not behind the erased event.");
      const body = onlyType(erasureEnvelope, 22) ?? fail("The second event is no erasure.");
      const names = fields(body).filter((field) => field.number === 1).some(({ kind, value }) => {
        if (kind !== 2) fail("A range of the erasure is not readable.");
        const parts = fields(value);
        const one = (number) => parts.filter((part) => part.number === number);
        if ([1, 2].some((n) => one(n).length > 1 || one(n).some((part) => part.kind !== 0))) fail("A range of the erasure is not readable.");
        const [from, length] = [one(1)[0]?.value ?? 0n, one(2)[0]?.value ?? 0n];
        const position = BigInt(erased.position);
        return from >= 1n && length >= 1n && position >= from && position < from + length;
      });
      if (!names) fail("The erasure does not name the event.");
      const older = [];
      for (const paragraph of paragraphs.slice(2, -2)) {
        const lines = new Lines(paragraph);
        const envelope = envelopeOf(lines.take("copy"));
        const copy = await inclusion(lines, checkpoint, envelope);
        if (!onlyType(envelope, 113)) fail("A copy is not the beginning of a copy of the keys.");
        if (copy.index >= erasure.index || copy.index <= (older.at(-1)?.index ?? -1)) fail("The copies are not in the order of the log.");
        older.push(copy);
      }
      return { checkpoint, ...erased, erasure, copies: older };
    },
  },
};

/** How a checkpoint stands to one that was kept: "same", "older", "newer" need a proof, or a Fault. */
export function against(pin, checkpoint) {
  if (!pin) return undefined;
  if (pin.origin !== checkpoint.origin) {
    const [mine, theirs] = [pin.origin, checkpoint.origin].map((origin) => origin.split("/").slice(0, 2).join("/"));
    return mine === theirs ? "restored" : "other";
  }
  if (pin.size === checkpoint.size) return same(pin.root, checkpoint.root) ? "same" : "forked";
  return pin.size < checkpoint.size ? "newer" : "older";
}
