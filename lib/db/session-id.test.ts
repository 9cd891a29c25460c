import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOfPublicId, publicId, sessionKey } from "./session-id";

describe("session ids", () => {
  it("go from key to public id and back", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (project, external) => {
        const key = sessionKey(project, external);
        expect(keyOfPublicId(publicId(key))).toBe(key);
      }),
    );
  });

  it("differ by project and by external id", () => {
    expect(sessionKey("a", "b")).not.toBe(sessionKey("b", "a"));
    expect(sessionKey("a", "bc")).not.toBe(sessionKey("ab", "c"));
  });

  it.each(["", "ses_", "ses_zz", `ses_${"z".repeat(26)}`, `ses_${"u".repeat(26)}`, "../../etc/passwd"])(
    "refuse %j",
    (id) => expect(keyOfPublicId(id)).toBeNull(),
  );
});
