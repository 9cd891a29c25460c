import { decodePart } from "@/lib/importers/otel/raw/paths";

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
export function findProxyRoute(asked: string, upstreams: ReadonlyMap<string, URL>): ProxyRoute | null {
  const target = normaliseAsked(asked);
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
    session: decodePart(session),
    isApplied: afterApply !== undefined,
  };
}

/**
 * The path that a provider makes of the asked one: without `.` and `..`, also where they are written as escapes. Otherwise a path
 * could leave the upstream's own, or be recorded as another than the one that is called.
 */
function normaliseAsked(asked: string): string {
  if (!URL.canParse(`http://proxy${asked}`) || !asked.startsWith("/")) return "";
  const { pathname, search } = new URL(`http://proxy${asked}`);
  return `${pathname}${search}`;
}
