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
export function routeOf(target: string, upstreams: ReadonlyMap<string, URL>): ProxyRoute | null {
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

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Paths of model calls. Other requests, such as counting tokens, pass through unrecorded. */
const CALLS = /\/(messages|chat\/completions|responses)$|:(generateContent|streamGenerateContent)$/;

export function isModelCall(method: string, path: string): boolean {
  return method === "POST" && CALLS.test(path.split("?", 1)[0] ?? "");
}

export function modelInPath(path: string): string | undefined {
  return /\/models\/([^/:?]+):/.exec(path)?.[1];
}
