import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Of IPv6, only this much has been given out for the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Hosts that may be called besides those on the internet. */
export interface AddressRules {
  readonly privateAllowed: boolean;
  readonly hosts: readonly string[];
}

/**
 * Of this machine, its network, or nobody: every range that IANA's registries of special addresses name, also those that lead on
 * to IPv4.
 */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6);
}

export function findHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/**
 * What the address itself shows; `null` where nothing is wrong. A name is looked up and checked when it is
 * called.
 */
export function describeRefusedAddress(text: string, { privateAllowed, hosts }: AddressRules): string | null {
  if (!URL.canParse(text)) return "expected an address: https://…";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "expected an address of http or https";
  if (url.username !== "" || url.password !== "") return "expected an address without a name and a password";
  const host = findHost(url);
  if (privateAllowed || hosts.includes(host)) return null;
  if (url.protocol !== "https:") return "expected an https address: messages name sessions";
  const isPrivate =
    isIP(host) === 0 ? /(^|\.)localhost$|\.(local|internal)$|^[^.]+$/.test(host) : isPrivateAddress(host);
  return isPrivate
    ? `${host} is on a private network; SIGHTGLASS_ALERT_HOSTS names the hosts there that may be called`
    : null;
}
