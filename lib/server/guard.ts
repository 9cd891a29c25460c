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
  if (origin !== undefined && origin !== "null" && !isOwnOrigin(origin, publicOrigin)) return OTHER_SITE;
  const isRead = method === "GET" || method === "HEAD";
  if (origin === "null" && !isRead) return OTHER_SITE;
  if (site === "cross-site" && !isRead) return OTHER_SITE;
  return null;
}

function isOwnOrigin(origin: string, publicOrigin: PublicOrigin): boolean {
  if (publicOrigin !== null) return origin === publicOrigin;
  try {
    return LOOPBACK.test(new URL(origin).host);
  } catch {
    return false;
  }
}
