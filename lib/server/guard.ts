import type { IncomingMessage } from "node:http";

export interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `sec-fetch-site`. Browsers set it; pages cannot. */
  readonly site: string | undefined;
  readonly method: string;
}

/** What a request says of where it comes from. */
export function requestOrigin({
  headers,
  method = "GET",
}: Pick<IncomingMessage, "headers" | "method">): RequestOrigin {
  const { host, origin, "sec-fetch-site": site } = headers;
  return { host, origin, site: Array.isArray(site) ? site[0] : site, method };
}

/** The public address of an instance; `null` for one without a login that serves only this machine. */
export type PublicOrigin = string | null;

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
const OTHER_SITE = "requests from other sites are refused";

/**
 * A loopback instance has no login, so everybody who can reach it is let in. Therefore a request must name this machine
 * as its host: a page that rebinds its own name to 127.0.0.1 does not. And no page of another site may send it. A team
 * instance can be called by any host name, because reaching it gives no rights; but it also refuses pages of other
 * sites.
 * @returns why the request is refused; `null` when it may pass
 */
export function findRefusal(
  { host, origin, site, method }: RequestOrigin,
  publicOrigin: PublicOrigin = null,
): string | null {
  if (publicOrigin === null && (host === undefined || !LOOPBACK.test(host)))
    return "this instance answers to localhost and 127.0.0.1 only";
  if (origin !== undefined && origin !== "null" && !isOwnOrigin(origin, host, publicOrigin))
    return OTHER_SITE;
  const isRead = method === "GET" || method === "HEAD";
  if (origin === "null" && !isRead) return OTHER_SITE;
  // Pages on other ports of this machine are the same site, but they are not part of this instance.
  const isOwn = site === undefined || site === "same-origin" || site === "none";
  if (!isOwn && !isRead) return OTHER_SITE;
  return null;
}

/**
 * A program that serves no pages takes nothing that a page sends: browsers name the page in `origin` or `sec-fetch-site`, and
 * pages can leave out neither.
 * @returns as {@link findRefusal}
 */
export function findPageRefusal(request: RequestOrigin): string | null {
  const { origin, site } = request;
  return findRefusal(request) ?? (origin === undefined && (site ?? "none") === "none" ? null : OTHER_SITE);
}

/** Whether a request names its host twice, so that two programs could each read another. @param raw names and values in turn */
export function hasTwoHosts(raw: readonly string[]): boolean {
  return raw.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length > 1;
}

/** The methods of the routes, and those that browsers send of themselves. */
export const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export interface Unanswerable {
  readonly status: 400 | 405 | 414;
  readonly message: string;
}

/** Requests that the framework of the pages would answer with an error of its own. `null` for all others. */
export function findUnanswerable(method: string | undefined, url: string | undefined): Unanswerable | null {
  if (!METHODS.includes(method ?? "GET")) return { status: 405, message: "no route takes this method" };
  if (hasMoreParameters(url ?? "", PARAMETERS_MAX))
    return { status: 414, message: `expected at most ${PARAMETERS_MAX} parameters` };
  return isReadablePath(url) ? null : { status: 400, message: "expected a path, in UTF-8" };
}

/** More than any page or route has, and few enough that nobody waits while they are read. */
const PARAMETERS_MAX = 200;

function hasMoreParameters(url: string, max: number): boolean {
  let count = 0;
  for (let at = url.indexOf("&"); at >= 0; at = url.indexOf("&", at + 1)) if (++count >= max) return true;
  return false;
}

/**
 * Whether the target of a request is a path that can be decoded: its escapes are UTF-8, and it has no NUL. Whole addresses and
 * `*`, which a request may name instead, are for proxies.
 */
export function isReadablePath(url: string | undefined): boolean {
  try {
    const [path = "/"] = (url ?? "/").split("?", 1);
    return path.startsWith("/") && !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

export function isReloadSocket(url: string | undefined): boolean {
  return url?.startsWith("/_next/") === true;
}

function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: PublicOrigin): boolean {
  if (publicOrigin !== null) return origin === publicOrigin;
  try {
    return new URL(origin).host === new URL(`http://${host ?? ""}`).host;
  } catch {
    return false;
  }
}
