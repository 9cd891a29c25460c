import { describe, expect, it } from "vitest";
import { buildLostGrants } from "./grants-model";

const given = {
  role: "owner",
  more: 0,
  grants: [
    { kind: "invitation", id: "i", name: "eve@example.com", needs: "owner" },
    { kind: "key", id: "k1", name: "collector", needs: "editor" },
    { kind: "key", id: "k2", name: "reader", needs: "viewer" },
    { kind: "share", id: "s", name: "Incident", needs: "editor" },
    { kind: "group role", id: "g", name: "leads", needs: "owner" },
  ],
} as const;
const words = (next: "viewer" | "editor" | "owner" | null) => {
  const { ends, stays } = buildLostGrants({ ...given, grants: [...given.grants] }, next);
  return [ends.map((line) => line.words), stays.map((line) => line.words)];
};

describe("what a person gave", () => {
  it("ends whole when they are removed", () => {
    expect(words(null)).toEqual([
      [
        "1 invitation link stops working: eve@example.com.",
        "2 API keys stop working: collector, reader.",
        "1 share is closed and its snapshot deleted: Incident.",
        "1 group loses its role, and its people leave: leads.",
      ],
      [],
    ]);
  });

  it("ends as far as it is above the new role, and keys below it wait for somebody to take them over", () => {
    expect(words("viewer")[0]).toContain("1 API key stops working: collector.");
    expect(words("viewer")[1]).toEqual([
      "1 API key works on; nobody who manages keys answers for it: reader.",
    ]);
    expect(words("editor")).toEqual([
      [
        "1 invitation link stops working: eve@example.com.",
        "1 group loses its role, and its people leave: leads.",
      ],
      ["2 API keys work on; nobody who manages keys answers for them: collector, reader."],
    ]);
    expect(words("owner")).toEqual([[], []]);
  });

  it("can be taken over, except an invitation", () => {
    const [invitation, keys] = buildLostGrants({ ...given, grants: [...given.grants] }, null).ends;
    expect(invitation?.taken).toEqual([]);
    expect(keys?.taken).toEqual([
      { kind: "key", id: "k1" },
      { kind: "key", id: "k2" },
    ]);
  });

  it("is named up to a bound, and what is left out is counted", () => {
    const grants = Array.from({ length: 7 }, (_, i) => ({
      kind: "key" as const,
      id: `${i}`,
      name: `k${i}`,
      needs: "editor" as const,
    }));
    const { ends, more } = buildLostGrants({ role: "owner", more: 1, grants }, null);
    expect(ends.map((line) => line.words)).toEqual([
      "7 API keys stop working: k0, k1, k2, k3, k4 and 2 more.",
    ]);
    expect(more).toBe("1 grant more could not be listed.");
  });
});
