// Issues users' tokens from the private file of `scrollback tokenkey`: for backends and tests.
// Never in a browser: with that file a program can be every user.

const { subtle } = globalThis.crypto ?? (await import("node:crypto")).webcrypto;

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS #8 (RFC 8410). */
const ed25519Head = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** The key of a private file, from its text. */
export async function readTokenKey(text) {
  const line = text.split("\n").find((line) => line !== "" && !line.startsWith("#")) ?? "";
  const [id, kind, issuer, digits, ...rest] = line.split(" ");
  const isShared = kind === "HS256";
  const isKey = isShared || kind === "EdDSA-private";
  if (!isKey || rest.length > 0 || !/^[0-9a-f]{64}$/i.test(digits ?? "")) {
    throw new TypeError("The text has no private key; scrollback tokenkey makes one.");
  }
  const bytes = Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
  const key = isShared
    ? await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    : await subtle.importKey(
        "pkcs8", Uint8Array.from([...ed25519Head, ...bytes]), "Ed25519", false, ["sign"],
      );
  return { id, issuer, algorithm: isShared ? "HS256" : "EdDSA", key };
}

/** A token for a user of a log, good for `seconds` (at most 3,600). */
export async function makeToken(tokenKey, { user, log, seconds = 3600, issuedAt }) {
  const iat = issuedAt ?? Math.floor(Date.now() / 1000);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 3600) {
    throw new RangeError("A token is good for 1 to 3600 seconds.");
  }
  const { id, issuer, algorithm, key } = tokenKey;
  const head = { typ: "at+jwt", alg: algorithm, kid: id };
  const claims = { iss: issuer, aud: log, sub: user, iat, exp: iat + seconds };
  const encoder = new TextEncoder();
  const text = [head, claims].map((part) => base64url(encoder.encode(JSON.stringify(part))));
  const signed = encoder.encode(text.join("."));
  const signature = await subtle.sign(key.algorithm.name, key, signed);
  return `${text.join(".")}.${base64url(new Uint8Array(signature))}`;
}

function base64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
