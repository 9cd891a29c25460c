import { describe, expect, it } from "vitest";
import { findLeadingLines, skipChars } from "./leading-lines";

const RECORD = '{"type":"user","text":"a"}\n';

describe("lines before the first record", () => {
  it.each([
    ["Exporting session ses_1\n" + '{\n  "info": {"id": 1}\n}\n', 1],
    ["// from the archive\n// in two parts\n" + RECORD + RECORD, 2],
    ["\nnote\n" + '[\n{"a":1},\n{"a":2}\n]\n', 2],
  ])("%j", (text, lines) => {
    const found = findLeadingLines(text, true);
    expect(found?.lines).toBe(lines);
    expect(text.slice(found?.chars)).toMatch(/^[{[]/);
  });

  it.each([
    ["no such lines", RECORD],
    ["a log in which lines hold JSON", `12:01 started\n${RECORD}12:02 stopped\n`],
    ["prose that a list in brackets follows", "See also:\n[1] the manual\n"],
    ["a document with an example in it", `# Read me\n\n\`\`\`json\n${RECORD}\`\`\`\n`],
    ["values that are no records", "the numbers\n[1, 2]\n"],
    ["a record that is broken", 'note\n{"type":"us\n'],
    ["more lines than a program says", `${"note\n".repeat(40)}${RECORD}`],
  ])("are not found in %s", (_, text) => {
    expect(findLeadingLines(text, true)).toBeNull();
  });

  it("are found before a document and before lines that go on behind what was looked at", () => {
    expect(findLeadingLines(`note\n{"messages":[{"text":"abc`, false)?.lines).toBe(1);
    expect(findLeadingLines(`note\n${RECORD}{"type":"as`, false)?.lines).toBe(1);
  });

  it("are left out of the pieces, wherever these are cut", async () => {
    const text = `note\n${RECORD}`;
    for (let size = 1; size < 9; size++) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const rest: string[] = [];
      for await (const piece of skipChars(toChunks(pieces), 5)) rest.push(piece);
      expect(rest.join("")).toBe(RECORD);
    }
  });
});

async function* toChunks(pieces: readonly string[]) {
  await Promise.resolve();
  yield* pieces;
}
