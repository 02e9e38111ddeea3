export interface TokenKey {
  readonly id: string;
  readonly issuer: string;
  readonly algorithm: "EdDSA" | "HS256";
  readonly key: CryptoKey;
}

/** The key of a private file of `scrollback tokenkey`, from its text. */
export function readTokenKey(text: string): Promise<TokenKey>;

/** A token for a user of a log, good for `seconds` (default and maximum: 3600). */
export function makeToken(
  key: TokenKey,
  options: { user: string; log: string; seconds?: number; issuedAt?: number },
): Promise<string>;
