import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePublicId, makePublicId, makeSessionKey } from "./session-id";

describe("session ids", () => {
  it("go from key to public id and back", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (project, external) => {
        const key = makeSessionKey(project, external);
        expect(parsePublicId(makePublicId(key))).toBe(key);
      }),
    );
  });

  it("differ by project and by external id", () => {
    expect(makeSessionKey("a", "b")).not.toBe(makeSessionKey("b", "a"));
    expect(makeSessionKey("a", "bc")).not.toBe(makeSessionKey("ab", "c"));
  });

  it.each(["", "ses_", "ses_zz", `ses_${"z".repeat(26)}`, `ses_${"u".repeat(26)}`, "../../etc/passwd"])(
    "refuse %j",
    (id) => expect(parsePublicId(id)).toBeNull(),
  );
});
