import { describe, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { runSaved } from "./run-saved";

function rowOf(notesMax = Infinity) {
  const written: unknown[] = [];
  let notes = 0;
  return {
    written,
    advance: (done: number, of: number) => {
      written.push([done, of]);
      return Promise.resolve(++notes <= notesMax);
    },
    succeed: (result: unknown) => Promise.resolve(void written.push({ result })),
    fail: ({ code }: { code: string }) => Promise.resolve(void written.push({ failed: code })),
  };
}

const going = () => new AbortController().signal;

describe("saved work", () => {
  it("writes down how far it is and what came of it", async () => {
    const row = rowOf();
    await runSaved(row, going(), "work", async (progress) => {
      await progress.note(1, 2, true);
      return "done";
    });
    expect(row.written).toEqual([[1, 2], { result: "done" }]);
  });

  it("ends without a word where it was cancelled", async () => {
    const row = rowOf(0);
    await runSaved(row, going(), "work", async (progress) => progress.note(1, 2, true));
    expect(row.written).toEqual([[1, 2]]);
  });

  it("fails in its own words, or in none of those that were not meant to be read", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const row = rowOf();
    const refuse = (error: Error) => runSaved(row, going(), "work", () => Promise.reject(error));
    await refuse(new AppError("unprocessable", "no such format"));
    await refuse(new Error("internals"));
    expect(row.written).toEqual([{ failed: "unprocessable" }, { failed: "internal" }]);
  });

  it("is left to others when its worker is to end", async () => {
    const row = rowOf();
    const run = runSaved(row, AbortSignal.abort(), "work", (progress) => progress.note(1, 2, true));
    await expect(run).rejects.toThrow();
    expect(row.written).toEqual([]);
  });
});
