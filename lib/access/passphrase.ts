import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { secretHash } from "./key-text";
import { stretchInTurn } from "./stretching";

/** About 50 ms and 32 MiB for each guess (OWASP's second choice for scrypt). */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** A passphrase as it is kept. The key that it stretches to is a secret of its own, and kept as a hash only. */
export interface KeptPassphrase {
  readonly salt: string;
  readonly hash: string;
}

/** What is kept of a new passphrase. */
export async function keepPassphrase(passphrase: string): Promise<KeptPassphrase> {
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return { salt, hash: secretHash(await stretched(passphrase, salt)) };
}

/**
 * The key that a passphrase stretches to, slowly: what a browser that gave it once keeps.
 * @throws AppError `unavailable` when too many wait for theirs
 */
export async function stretched(passphrase: string, salt: string): Promise<string> {
  const stretch = () =>
    new Promise<string>((resolve, reject) => {
      scrypt(passphrase.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
        error === null ? resolve(key.toString("hex")) : reject(error),
      );
    });
  return stretchInTurn(stretch);
}

/** Whether a key is the one of a passphrase, in the same time whatever it is. */
export function opens(key: string, { hash }: Pick<KeptPassphrase, "hash">): boolean {
  return timingSafeEqual(Buffer.from(secretHash(key)), Buffer.from(hash));
}
