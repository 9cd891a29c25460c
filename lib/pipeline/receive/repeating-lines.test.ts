import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RepeatingLines } from "./repeating-lines";

const message = (n: number, text = "") => ({
  role: n % 2 === 0 ? "user" : "assistant",
  content: `${n} "\\" ${text}`,
});
const history = (count: number) => Array.from({ length: count }, (_, n) => message(n));

function both(lines: readonly string[]): { repeating: unknown[]; alone: unknown[] } {
  const parser = new RepeatingLines();
  return {
    repeating: lines.map((line) => parser.parse(Buffer.from(line)).value),
    alone: lines.map((line) => JSON.parse(line) as unknown),
  };
}

function messagesOf(value: unknown): unknown[] {
  return (value as { request: { messages: unknown[] } }).request.messages;
}

describe("RepeatingLines", () => {
  it("gives the same objects for what is repeated", () => {
    const lines = [1, 3, 5].map((count) =>
      JSON.stringify({ n: count, request: { model: "m", messages: history(count) } }),
    );
    const { repeating, alone } = both(lines);
    expect(repeating).toEqual(alone);
    const [one = [], two = [], three = []] = repeating.map(messagesOf);
    expect(two[0]).toBe(one[0]);
    expect(three.slice(0, 3).every((element, i) => element === two[i])).toBe(true);
  });

  it("gives what parsing gives, whatever the lines are", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('"messages":[', "\\", '\\"', "é😀", "]}", '"input" : ['),
    );
    const part = fc.record({ role: fc.constantFrom("user", "assistant"), content: text });
    const line = fc.record({
      keep: fc.nat(6),
      add: fc.array(fc.oneof({ weight: 5, arbitrary: part }, fc.integer(), text), { maxLength: 3 }),
      before: fc.dictionary(
        fc.constantFrom("id", "messages", "input", "tools"),
        fc.array(part, { maxLength: 2 }),
        {
          maxKeys: 2,
        },
      ),
      key: fc.constantFrom("messages", "messages", "input"),
      spaced: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (specs) => {
        let list: unknown[] = [];
        const lines = specs.map(({ keep, add, before, key, spaced }) => {
          list = [...list.slice(0, keep), ...add];
          return JSON.stringify(
            { ...before, request: { system: "s", [key]: list, end: add } },
            null,
            spaced ? 1 : 0,
          );
        });
        const { repeating, alone } = both(lines);
        expect(repeating).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });

  it("takes the last of two keys of one name, as parsing does", () => {
    const twice = (count: number) =>
      `{"request":{"messages":${JSON.stringify(history(count))},"messages":[{"role":"user"}]}}`;
    const { repeating, alone } = both([twice(2), twice(3), twice(4)]);
    expect(repeating).toEqual(alone);
  });

  it("refuses a line that breaks off behind what is repeated, and goes on with the next", () => {
    const parser = new RepeatingLines();
    const line = (count: number) => JSON.stringify({ request: { messages: history(count) } });
    parser.parse(Buffer.from(line(2)));
    expect(() => parser.parse(Buffer.from(line(4).slice(0, -2)))).toThrow(SyntaxError);
    expect(parser.parse(Buffer.from(line(6))).value).toEqual(JSON.parse(line(6)));
  });

  it("says what may nest too deep", () => {
    const parser = new RepeatingLines();
    const deep = (levels: number) =>
      Buffer.from(`{"request":{"messages":[{"role":"user"},${"[".repeat(levels)}${"]".repeat(levels)}]}}`);
    expect(parser.parse(deep(3)).isShallow).toBe(true);
    expect(parser.parse(deep(200)).isShallow).toBe(false);
  });
});
