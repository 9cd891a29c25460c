/**
 * The address of whoever sent a request. Behind proxies of one's own it is what the outermost of them saw: each adds the
 * address that it was called from at the end of `x-forwarded-for`, and what stands before that could be made up.
 * @param peer the address at the other end of the connection
 * @param forwarded the header `x-forwarded-for`
 * @param trustedProxies how many proxies stand before this instance
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const seen = (forwarded ?? "").split(",").map((address) => address.trim());
  const reported = trustedProxies > 0 ? seen.at(-trustedProxies) : undefined;
  return bareAddress(reported === undefined || reported === "" ? (peer ?? "unknown") : reported);
}

/** An address without the port that some proxies add, and IPv4 as IPv4 where it comes in IPv6's clothes. */
function bareAddress(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address) ?? [];
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(address) ?? [];
  return (bracketed ?? dotted ?? address).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
