import { createHash } from "node:crypto";

const CHARS: Readonly<Record<string, string>> = {
  digits: "0123456789",
  hex: "0123456789abcdef",
  HEX: "0123456789ABCDEF",
  small: "abcdefghijklmnopqrstuvwxyz",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  capitals: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  letters: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
  alnum: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  word: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_",
  base64: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/",
};
const FIELD = /\{(\d+):(\w+)\}|\{(uuid|jwt)\}|\{pem:([A-Z0-9 ]+)\}|\{b64:([^{}]*\{\d+:\w+\})\}/g;
const WORDS = ["copper", "Falcon", "meadow", "Saturn", "ginger", "harbor", "Willow", "orbit"];

/**
 * A template with its fields filled, the same for the same seed: `{20:hex}` for characters of a set, `{uuid}`, `{jwt}`,
 * `{pem:NAME}` for a block of base64 in its frame, and `{b64:…}` for the base64 of what stands in it.
 */
export function filled(template: string, seed: number): string {
  let n = 0;
  const drawn = (chars: number, set: string) => {
    const alphabet = CHARS[set] ?? set;
    const text = drawnFrom(`${seed} ${++n}`, chars, alphabet);
    return chars < 8 || /\d/.test(text) || !/\d/.test(alphabet)
      ? text
      : `${text.slice(0, -2)}7${text.slice(-1)}`;
  };
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return template.replace(FIELD, (_, chars, set, kind, block, inner) => {
    if (block !== undefined) {
      const lines = Array.from({ length: 6 }, () => drawn(64, "base64"));
      return [
        `-----BEGIN ${String(block)}-----`,
        ...lines,
        `${drawn(30, "base64")}==`,
        `-----END ${String(block)}-----`,
      ].join("\n");
    }
    if (inner !== undefined) return base64(filled(String(inner), seed));
    if (kind === "uuid") return [8, 4, 4, 4, 12].map((length) => drawn(length, "hex")).join("-");
    if (kind !== "jwt") return drawn(Number(chars), String(set));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: drawn(10, "digits"), iat: 1_700_000_000 })}.${drawn(43, "word")}`;
  });
}

/** Characters of an alphabet, the same for the same name, and unlike those of any other. */
export function drawnFrom(name: string, chars: number, alphabet: string): string {
  let text = "";
  for (let n = 0; text.length < chars; n++)
    for (const byte of createHash("sha256").update(`${name} ${n}`).digest())
      text += alphabet[byte % alphabet.length] ?? "";
  return text.slice(0, chars);
}

/** A password as people choose it: of words, with a number or a sign, or of mixed characters. */
export function password(seed: number): string {
  const word = (n: number) => WORDS[(seed * 7 + n * 3) % WORDS.length] ?? "";
  const number = drawnFrom(`number ${seed}`, 4, CHARS.digits ?? "");
  return (
    [
      `${word(0)}${number}!`,
      `${word(1)}-${word(2)}-${number.slice(2)}`,
      `${drawnFrom(`mixed ${seed}`, 12, CHARS.alnum ?? "")}7`,
      `${word(3)}#${number}`,
      `${word(4)}${number}`,
    ][seed % 5] ?? ""
  );
}
