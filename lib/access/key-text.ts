import { createHash, randomBytes } from "node:crypto";

/** The start of every key. People and secret scanners recognise a key by it. */
export const KEY_PREFIX = "sgk_";
const KEY_BYTES = 32;
const SHOWN_CHARS = KEY_PREFIX.length + 8;

/** 256 random bits. The text is shown once; only the hash is stored. */
export function newKeyText(): { readonly text: string; readonly prefix: string; readonly hash: string } {
  const text = KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  return { text, prefix: text.slice(0, SHOWN_CHARS), hash: hashSecret(text) };
}

/**
 * The stored form of a key or a link token. A plain hash is enough for a secret of 128 random bits or more, and the
 * time of a lookup by hash reveals nothing about the secret.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/**
 * Reads the secret of a request: a bearer token, `x-api-key`, or the password or user of basic credentials. Other
 * vendors' clients can send one of these.
 * @returns a Sightglass key if there is one, else another secret of the request, else `null`
 */
export function findSecret(headers: Headers): string | null {
  const authorization = headers.get("authorization")?.trim() ?? "";
  const [, scheme = "", value = ""] = /^(\S+)\s+(\S.*)$/.exec(authorization) ?? [];
  const candidates = [
    ...(scheme.toLowerCase() === "bearer" ? [value] : []),
    ...(scheme.toLowerCase() === "basic" ? splitBasicParts(value) : []),
    ...(headers.has("x-api-key") ? [headers.get("x-api-key") ?? ""] : []),
  ].filter((candidate) => candidate !== "");
  return candidates.find((candidate) => candidate.startsWith(KEY_PREFIX)) ?? candidates[0] ?? null;
}

function splitBasicParts(encoded: string): string[] {
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return [password.join(":"), user];
}
