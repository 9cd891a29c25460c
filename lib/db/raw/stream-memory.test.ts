import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareParts } from "./share-parts";
import { StreamMemory } from "./stream-memory";
import { makeAssembler, extractTexts } from "./tree";

const text = fc.oneof(
  fc.string(),
  fc.constantFrom("a".repeat(130), "b".repeat(300), '{"a":'.repeat(40), `[${"1,".repeat(150)}1]`),
);
const value = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });
const message = fc.record({ role: fc.constantFrom("user", "assistant"), content: text, more: value });
const turns = fc.array(
  fc.record({ keep: fc.nat(40), add: fc.array(message, { maxLength: 20 }), system: text, response: value }),
  { maxLength: 6 },
);

function copy<T>(json: T): T {
  return JSON.parse(JSON.stringify(json)) as T;
}

describe("a stream's memory", () => {
  it("takes records apart as without it, into texts that the records before left or it gives", () => {
    fc.assert(
      fc.property(turns, (given) => {
        const memory = new StreamMemory();
        const stored = new Map<string, string>();
        let list: unknown[] = [];
        for (const { keep, add, system, response } of given) {
          list = [...list.slice(0, keep), ...add];
          const record = copy({ request: { system, messages: list }, response });
          const whole = copy(record);
          const shared = memory.share({ value: record, list: record.request.messages });
          memory.begin();
          const json = memory.jsonOf(shared);
          for (const [hash, part] of memory.taken) stored.set(hash, part);
          expect(json).toBe(JSON.stringify(extractTexts(whole, new Map())));
          const assemble = makeAssembler(
            (hash) => stored.get(hash) ?? expect.fail(`${hash} was never given`),
          );
          expect(JSON.stringify(assemble(JSON.parse(json)))).toBe(JSON.stringify(whole));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("gives nothing again that a record repeats", () => {
    const memory = new StreamMemory();
    const messages = Array.from({ length: 20 }, (_, n) => ({ role: "user", content: `${n} `.repeat(100) }));
    const taken = [messages.slice(0, 18), messages].map((list) => {
      const record = copy({ request: { system: "x".repeat(500), messages: list } });
      memory.begin();
      memory.jsonOf(memory.share({ value: record, list: record.request.messages }));
      return [...memory.taken.values()].join("");
    });
    expect(taken[1]).toContain("19 19 ");
    expect(taken[1]).not.toContain("17 17 ");
    expect(taken[1]).not.toContain("xxx");
  });

  it("knows each of two windows that take turns", () => {
    const memory = new StreamMemory();
    const window = (name: string, length: number) =>
      Array.from({ length }, (_, n) => ({ role: "user", content: `${name} ${n} `.repeat(40) }));
    const taken = [window("main", 5), window("side", 3), window("main", 6), window("side", 4)].map((list) => {
      const record = { request: { messages: list } };
      memory.begin();
      memory.jsonOf(memory.share({ value: record, list }));
      return memory.taken.size;
    });
    expect(taken).toEqual([5, 3, 1, 1]);
  });
});

describe("shareParts", () => {
  it("gives what it was given, made of the same objects where they are equal", () => {
    fc.assert(
      fc.property(value, value, (before, next) => {
        const whole = JSON.stringify(next);
        expect(JSON.stringify(shareParts(before, copy(next)))).toBe(whole);
        const again = copy(before);
        expect(Object.is(shareParts(before, again), before)).toBe(true);
      }),
    );
  });
});
