import { describe, expect, it } from "vitest";
import { findNetwork } from "./network";

describe("findNetwork", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["::1", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => expect(findNetwork(address)).toBe(network));
});
