import { describe, expect, it } from "vitest";
import { findPlace, placeAtSession, placeAtStream, placeEverywhere } from "./places";

describe("a statement", () => {
  it("is at the keys that its parameters have", () => {
    const one = placeAtSession("SELECT 1 FROM turn WHERE session_id = $1::uuid AND turn = $2");
    expect(findPlace(one, ["a", 7])).toEqual({ of: "session", keys: ["a"] });
    const some = placeAtStream("SELECT 1 FROM raw_text WHERE hash = $1 AND stream_id = ANY($2::uuid[])", 2);
    expect(findPlace(some, ["hash", ["a", "b", "a"]])).toEqual({ of: "stream", keys: ["a", "b"] });
    expect(findPlace(some, ["hash", []])).toEqual({ of: "stream", keys: [] });
    expect(findPlace(one, [null, 7])).toEqual({ of: "session", keys: [] });
  });

  it("may be everywhere, or need no node but the coordinator", () => {
    expect(findPlace(placeEverywhere("SELECT count(*) FROM session"), [])).toBe("everywhere");
    expect(findPlace("SELECT 1 FROM job", [])).toBeNull();
  });

  it("that is sent again is known after however many others", () => {
    const send = () => placeEverywhere("SELECT 2 FROM session");
    send();
    for (let i = 0; i < 20_000; i++) placeEverywhere(`SELECT ${i} AS no FROM session`);
    expect(findPlace(send(), [])).toBe("everywhere");
  });
});
