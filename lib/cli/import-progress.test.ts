import { describe, expect, it } from "vitest";
import { textFile } from "@/lib/testing/import-file";
import { ImportProgress } from "./import-progress";

describe("the progress of an import", () => {
  it("tells at most every two seconds how much of all files has been read, and counts nothing twice", async () => {
    let now = 0;
    const lines: string[] = [];
    const progress = new ImportProgress(
      4_000_000,
      (line) => lines.push(line),
      () => now,
    );
    const file = progress.watch(await textFile("a.jsonl", "x".repeat(1_000_000)), "1 of 2");
    const read = async () => {
      for await (const chunk of file.chunks()) void chunk;
    };
    await read();
    expect(lines).toEqual([]);
    now = 2_500;
    await read();
    expect(lines).toEqual([]);
    const other = progress.watch(await textFile("b.jsonl", "x".repeat(2_000_000)), "2 of 2");
    for await (const chunk of other.chunks()) void chunk;
    expect(lines).toEqual(["  … 2 of 2  b.jsonl  (3.0 of 4.0 MB read, 75 %)"]);
  });
});
