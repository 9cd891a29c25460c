import { hash } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const PREFIX = "ses_";
const BITS = 128;
const CHARS = Math.ceil(BITS / 5);

export function makeSessionKey(project: string, externalId: string): string {
  return makeUuid(hash("sha256", `${project}\0${externalId}`, "hex"));
}

export function makePublicId(key: string): string {
  let bits = BigInt(`0x${key.replaceAll("-", "")}`);
  let text = "";
  for (let i = 0; i < CHARS; i++, bits >>= 5n) text = (ALPHABET[Number(bits & 31n)] ?? "") + text;
  return PREFIX + text;
}

/** The parts of a public id; `null` if the text is none. */
export function parsePublicId(id: string): string | null {
  if (!id.startsWith(PREFIX) || id.length !== PREFIX.length + CHARS) return null;
  let bits = 0n;
  for (const char of id.slice(PREFIX.length)) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  return bits >> BigInt(BITS) > 0n ? null : makeUuid(bits.toString(16).padStart(32, "0"));
}

/** The first 128 bits of a hexadecimal number in the form of the database's uuid type. */
export function makeUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export function stripUuid(uuid: string): string {
  return uuid.replaceAll("-", "");
}
