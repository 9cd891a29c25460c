import { afterEach, describe, expect, it, vi } from "vitest";
import { sayFailure } from "./say-failure";

const said: unknown[][] = [];
vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => void said.push(words));
afterEach(() => said.splice(0));

const away = Object.assign(
  new Error("\nInvalid `findUnique()` invocation:\n\nCan't reach database server at here"),
  {
    code: "P1001",
  },
);

describe("the log of what fails", () => {
  it("has one line a minute while the database is away, whatever fails, and says how much", () => {
    for (let second = 0; second < 119; second += 2) {
      sayFailure("nothing could be looked for", away, second * 1_000);
      sayFailure("no folder could be followed", away, second * 1_000);
    }
    expect(said).toEqual([
      [
        "nothing could be looked for: the database, or a node of it, cannot be used (Can't reach database server at here)",
      ],
      [
        "nothing could be looked for: the database, or a node of it, cannot be used (Can't reach database server at here); 59 more failures for such a reason since the last line",
      ],
    ]);
  });

  it("has every other failure, with its error", () => {
    const error = new Error("no such thing");
    for (let i = 0; i < 2; i++) sayFailure("it failed", error, 1_000);
    expect(said).toEqual([
      ["it failed", error],
      ["it failed", error],
    ]);
  });
});
