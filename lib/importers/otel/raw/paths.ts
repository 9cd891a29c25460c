import type { RawApi } from ".";

/** The ends of the paths of model calls. Other requests, such as counting tokens, pass through unrecorded. */
const CALLS: readonly (readonly [RegExp, RawApi])[] = [
  // Messages of a chat or of a thread stand below other paths.
  [/\/v1\/messages$/, "anthropic"],
  [/\/completions$/, "openai.chat"],
  [/\/responses$/, "openai.responses"],
  [/:(generateContent|streamGenerateContent)$/, "gemini"],
  [/\/model\/[^/]+\/converse$/, "bedrock"],
  [/\/v2\/chat$/, "cohere"],
  [/\/api\/chat$/, "ollama"],
];

/** The API of a request; `null` for any other request. */
export function findApiOfCall(method: string, path: string): RawApi | null {
  const [plain = ""] = path.split("?", 1);
  return method === "POST" ? (CALLS.find(([end]) => end.test(plain))?.[1] ?? null) : null;
}

export function readModelInPath(path: string): string | null {
  const match = /\/models\/([^/:?]+):/.exec(path) ?? /\/model\/([^/?]+)\/converse/.exec(path);
  return decodePart(match?.[1]);
}

/** A part of a path without its escapes, as it stands where they are broken. */
export function decodePart(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
