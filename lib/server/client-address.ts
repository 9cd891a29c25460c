import { isIPv6 } from "node:net";

/**
 * The sender's address. Behind trusted proxies it is the address that the outermost one saw. Each proxy appends its
 * caller's address to `x-forwarded-for`, and a client can forge everything before that.
 * @param peer the address at the other end of the connection
 * @param forwarded the header `x-forwarded-for`
 * @param trustedProxies the number of proxies in front of this instance
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

/** Removes the port that some proxies add. Every spelling of an address gives the same text, so that it is counted as one. */
function bareAddress(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address) ?? [];
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(address) ?? [];
  const bare = bracketed ?? dotted ?? address;
  return isIPv6(bare) ? usualSpelling(bare) : bare;
}

/** An IPv6 address in its shortest spelling; as IPv4 where it only maps one. */
function usualSpelling(address: string): string {
  const [plain = address, zone] = address.split("%", 2);
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return zone === undefined ? short : `${short}%${zone}`;
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join(".");
}
