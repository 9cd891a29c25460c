import { BlockList, isIP } from "node:net";

const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.ipv4.addSubnet(net, bits, "ipv4");
/** Every range that is not public, with the IPv6 ranges that lead to IPv4. */
for (const [net, bits] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2002::", 16],
  ["2001::", 32],
] as const)
  PRIVATE.ipv6.addSubnet(net, bits, "ipv6");

/** Hosts that may be called besides those on the internet. */
export interface AddressRules {
  readonly privateAllowed: boolean;
  readonly hosts: readonly string[];
}

/** Of this machine, its network, or nobody. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  const kind = family === 4 ? "ipv4" : "ipv6";
  return PRIVATE[kind].check(address, kind);
}

export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/**
 * What the address itself shows; `null` where nothing is wrong. A name is looked up and checked when it is
 * called.
 */
export function refusedAddress(text: string, { privateAllowed, hosts }: AddressRules): string | null {
  if (!URL.canParse(text)) return "expected an address: https://…";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "expected an address of http or https";
  if (url.username !== "" || url.password !== "") return "expected an address without a name and a password";
  const host = hostOf(url);
  if (privateAllowed || hosts.includes(host)) return null;
  if (url.protocol !== "https:") return "expected an https address: messages name sessions";
  const isPrivate =
    isIP(host) === 0 ? /(^|\.)localhost$|\.(local|internal)$|^[^.]+$/.test(host) : isPrivateAddress(host);
  return isPrivate
    ? `${host} is on a private network; SIGHTGLASS_ALERT_HOSTS names the hosts there that may be called`
    : null;
}
