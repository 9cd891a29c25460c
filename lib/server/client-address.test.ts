import { describe, expect, it } from "vitest";
import { findClientAddress } from "./client-address";

describe("findClientAddress", () => {
  it.each([
    ["without a proxy, the peer, whatever the request claims", "203.0.113.9", "10.0.0.1", 0, "203.0.113.9"],
    ["with one proxy, what it saw", "10.0.0.1", "203.0.113.9", 1, "203.0.113.9"],
    ["with one proxy, not what the sender made up", "10.0.0.1", "1.2.3.4, 203.0.113.9", 1, "203.0.113.9"],
    [
      "with two proxies, what the outer one saw",
      "10.0.0.1",
      "1.2.3.4, 203.0.113.9, 10.0.0.2",
      2,
      "203.0.113.9",
    ],
    ["a proxy that says nothing", "10.0.0.1", undefined, 1, "10.0.0.1"],
    ["a proxy that adds the port", "10.0.0.1", "203.0.113.9:51234", 1, "203.0.113.9"],
    ["a proxy that adds the port to IPv6", "10.0.0.1", "[2001:db8::1]:51234", 1, "2001:db8::1"],
    ["IPv6 in brackets", "10.0.0.1", "[::ffff:192.0.2.1]", 1, "192.0.2.1"],
    ["IPv4 in IPv6's clothes", "::ffff:192.0.2.1", undefined, 0, "192.0.2.1"],
    ["the same in hexadecimal digits", "10.0.0.1", "::FFFF:C000:0201", 1, "192.0.2.1"],
    ["the same in full length", "10.0.0.1", "0:0:0:0:0:ffff:192.0.2.1", 1, "192.0.2.1"],
    ["IPv6 in another spelling", "10.0.0.1", "2001:0DB8:0:0::0001", 1, "2001:db8::1"],
    ["IPv6 of a link", "fe80::1%eth0", undefined, 0, "fe80::1%eth0"],
  ])("is, %s", (_, peer, forwarded, proxies, address) =>
    expect(findClientAddress(peer, forwarded, proxies)).toBe(address),
  );
});
