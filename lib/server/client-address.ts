import ipaddr from "ipaddr.js";

/**
 * The sender's address. Behind trusted proxies it is the address that the outermost one saw. Each proxy appends its
 * caller's address to `x-forwarded-for`, and a client can forge everything before that.
 * @param peer the address at the other end of the connection
 * @param forwarded the header `x-forwarded-for`
 * @param trustedProxies the number of proxies in front of this instance
 */
export function findClientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const seen = (forwarded ?? "").split(",").map((address) => address.trim());
  const reported = trustedProxies > 0 ? seen.at(-trustedProxies) : undefined;
  return stripAddress(reported === undefined || reported === "" ? (peer ?? "unknown") : reported);
}

/** Removes the port that some proxies add. Every spelling of an address gives the same text, so that it is counted as one. */
function stripAddress(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address) ?? [];
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(address) ?? [];
  const bare = bracketed ?? dotted ?? address;
  // `process` turns an IPv4 address that IPv6 only maps into IPv4.
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}
