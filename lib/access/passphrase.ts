import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { hashSecret } from "./key-text";
import { stretchInTurn } from "./stretching";

/** About 50 ms and 32 MiB for each guess (the second scrypt setting that OWASP recommends). */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The stored form of a passphrase. The key derived from it is a secret too, so only its hash is stored. */
export interface KeptPassphrase {
  readonly salt: string;
  readonly hash: string;
}

export async function keepPassphrase(passphrase: string): Promise<KeptPassphrase> {
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return { salt, hash: hashSecret(await stretchPassphrase(passphrase, salt)) };
}

/**
 * The key that scrypt derives from a passphrase, slow on purpose. The browser keeps it after the passphrase was given.
 * @throws AppError `unavailable` when too many requests wait
 */
export async function stretchPassphrase(passphrase: string, salt: string): Promise<string> {
  const stretch = () =>
    new Promise<string>((resolve, reject) => {
      scrypt(passphrase.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
        error === null ? resolve(key.toString("hex")) : reject(error),
      );
    });
  return stretchInTurn(stretch);
}

/** Whether a key belongs to a passphrase. Takes the same time for every key. */
export function isPassphraseKey(key: string, { hash }: Pick<KeptPassphrase, "hash">): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(key)), Buffer.from(hash));
}
