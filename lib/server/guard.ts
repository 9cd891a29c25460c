/** What a request says about who sent it and where to. */
export interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `sec-fetch-site`, which browsers set and pages cannot. */
  readonly site: string | undefined;
  readonly method: string;
}

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/**
 * On a loopback instance there is no login: whoever reaches it is let in. So a request must be meant for this machine by
 * name, which a page that rebinds its own name to 127.0.0.1 is not, and must not be sent by another site's page.
 * @returns why the request is refused, or `null` when it may pass
 */
export function refusalOf({ host, origin, site, method }: RequestOrigin): string | null {
  if (host === undefined || !LOOPBACK.test(host))
    return "this instance answers to localhost and 127.0.0.1 only";
  if (origin !== undefined && origin !== "null" && !isLoopbackOrigin(origin))
    return "requests from other sites are refused";
  const isRead = method === "GET" || method === "HEAD";
  if (origin === "null" && !isRead) return "requests from other sites are refused";
  if (site === "cross-site" && !isRead) return "requests from other sites are refused";
  return null;
}

function isLoopbackOrigin(origin: string): boolean {
  try {
    return LOOPBACK.test(new URL(origin).host);
  } catch {
    return false;
  }
}
