import ipaddr from "ipaddr.js";

const NETWORK_BITS = 64;

/**
 * The name under which an address is counted. For IPv6 it is the network of 64 bits: one subscriber owns all of it and
 * could use a new address for every request.
 */
export function findNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.split("%", 1)[0]}/${NETWORK_BITS}`);
  return `${network.toString()}/${NETWORK_BITS}`;
}
