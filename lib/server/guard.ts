/** What a request says about who sent it and where to. */
export interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `sec-fetch-site`, which browsers set and pages cannot. */
  readonly site: string | undefined;
  readonly method: string;
}

/** Where an instance may be reached: `null` for one that has no login and answers to this machine only. */
export type PublicOrigin = string | null;

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
const OTHER_SITE = "requests from other sites are refused";

/**
 * On a loopback instance there is no login: whoever reaches it is let in. So a request must be meant for this machine by
 * name, which a page that rebinds its own name to 127.0.0.1 is not, and must not be sent by another site's page. Where
 * people sign in, being able to reach the instance gives no rights, so it may be called by any name; other sites' pages
 * are refused all the same.
 * @returns why the request is refused, or `null` when it may pass
 */
export function refusalOf(
  { host, origin, site, method }: RequestOrigin,
  publicOrigin: PublicOrigin = null,
): string | null {
  if (publicOrigin === null && (host === undefined || !LOOPBACK.test(host)))
    return "this instance answers to localhost and 127.0.0.1 only";
  if (origin !== undefined && origin !== "null" && !isOwnOrigin(origin, host, publicOrigin))
    return OTHER_SITE;
  const isRead = method === "GET" || method === "HEAD";
  if (origin === "null" && !isRead) return OTHER_SITE;
  // Pages on other ports of this machine are of the same site, and are others all the same.
  if ((site === "cross-site" || site === "same-site") && !isRead) return OTHER_SITE;
  return null;
}

/** Whether the path of a request can be read: its escapes are UTF-8, and it has no NUL. */
export function isReadablePath(url: string | undefined): boolean {
  try {
    return !decodeURIComponent((url ?? "/").split("?", 1)[0] ?? "/").includes("\0");
  } catch {
    return false;
  }
}

/** Whether a request to upgrade is for the socket by which pages reload in development. */
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
