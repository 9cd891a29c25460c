import { createHash, randomBytes } from "node:crypto";

/** Begins every key, so that one can be told apart from other secrets, by scanners too. */
export const KEY_PREFIX = "sgk_";
const KEY_BYTES = 32;
const SHOWN_CHARS = KEY_PREFIX.length + 8;

/** A new key: 256 random bits. It is shown once and kept as a hash only. */
export function newKeyText(): { readonly text: string; readonly prefix: string; readonly hash: string } {
  const text = KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  return { text, prefix: text.slice(0, SHOWN_CHARS), hash: secretHash(text) };
}

/**
 * What is kept of a key or a link. A plain hash is enough for a secret of 128 random bits or more, and a search by hash
 * says nothing about the secret by how long it takes.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/**
 * The secret that a request brings: as a bearer token, in `x-api-key`, or as the password or user of basic credentials,
 * which is what clients for other tools can be told to send.
 * @returns `null` when it brings none; a secret that is no key of ours when there is nothing better
 */
export function secretIn(headers: Headers): string | null {
  const authorization = headers.get("authorization")?.trim() ?? "";
  const [, scheme = "", value = ""] = /^(\S+)\s+(\S.*)$/.exec(authorization) ?? [];
  const candidates = [
    ...(scheme.toLowerCase() === "bearer" ? [value] : []),
    ...(scheme.toLowerCase() === "basic" ? basicParts(value) : []),
    ...(headers.has("x-api-key") ? [headers.get("x-api-key") ?? ""] : []),
  ].filter((candidate) => candidate !== "");
  return candidates.find((candidate) => candidate.startsWith(KEY_PREFIX)) ?? candidates[0] ?? null;
}

function basicParts(encoded: string): string[] {
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return [password.join(":"), user];
}
