import type { RawApi } from "@/lib/importers/otel/raw";

export interface ProxyRoute {
  readonly upstream: URL;
  readonly path: string;
  /** The session in the path: `/session/ID/anthropic/v1/messages`. */
  readonly session: string | null;
  /** Whether the path asks for the policy: `/apply/anthropic/v1/messages`. */
  readonly isApplied: boolean;
}

const APPLY = /^\/apply(\/.*)$/;
const SESSION = /^\/session\/([^/]{1,600})(\/.*)$/;

/** @returns `null` when the path names no upstream of the settings */
export function routeOf(asked: string, upstreams: ReadonlyMap<string, URL>): ProxyRoute | null {
  const target = normalised(asked);
  const [, afterApply] = APPLY.exec(target) ?? [];
  const [, session, afterSession] = SESSION.exec(afterApply ?? target) ?? [];
  const named = afterSession ?? afterApply ?? target;
  const [, name = "", rest = ""] = /^\/([a-z0-9-]+)(\/.*|\?.*)?$/.exec(named) ?? [];
  const upstream = upstreams.get(name);
  if (upstream === undefined) return null;
  const base = upstream.pathname.replace(/\/$/, "");
  return {
    upstream,
    path: `${base}${rest === "" ? "/" : rest}`,
    session: decoded(session),
    isApplied: afterApply !== undefined,
  };
}

/**
 * The path that a provider makes of the asked one: without `.` and `..`, also where they are written as escapes. Otherwise a path
 * could leave the upstream's own, or be recorded as another than the one that is called.
 */
function normalised(asked: string): string {
  if (!URL.canParse(`http://proxy${asked}`) || !asked.startsWith("/")) return "";
  const { pathname, search } = new URL(`http://proxy${asked}`);
  return `${pathname}${search}`;
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The ends of the paths of model calls. Other requests, such as counting tokens, pass through unrecorded. */
const CALLS: readonly (readonly [RegExp, RawApi])[] = [
  [/\/messages$/, "anthropic"],
  [/\/chat\/completions$/, "openai.chat"],
  [/\/responses$/, "openai.responses"],
  [/:(generateContent|streamGenerateContent)$/, "gemini"],
  [/\/model\/[^/]+\/converse$/, "bedrock"],
  [/\/v2\/chat$/, "cohere"],
  [/\/api\/chat$/, "ollama"],
];

/** `null` for any other request. */
export function apiOfCall(method: string, path: string): RawApi | null {
  const [plain = ""] = path.split("?", 1);
  return method === "POST" ? (CALLS.find(([end]) => end.test(plain))?.[1] ?? null) : null;
}

export function modelInPath(path: string): string | null {
  const named = /\/models\/([^/:?]+):/.exec(path) ?? /\/model\/([^/?]+)\/converse/.exec(path);
  return decoded(named?.[1]);
}
