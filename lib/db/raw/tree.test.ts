import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { TextStore } from "./tree";
import { makeAssembler, extractTexts } from "./tree";

/** The parts of the example at the head of the file, by their names. */
function readExample(): ReadonlyMap<string, string> {
  const lines = readFileSync("lib/db/raw/tree.ts", "utf8").split("\n");
  const parts = new Map<string, string>();
  let name = "";
  for (const line of lines.slice(lines.findIndex((text) => text.includes("An example")) + 2)) {
    const [, begins, text] = /^ \* {3}(\w+)? +(.*)$/.exec(line) ?? [];
    if (text === undefined) break;
    name = begins ?? name;
    const letters = text.replaceAll(/«(\d+)×(\w)»/g, (_, times, letter: string) =>
      letter.repeat(Number(times)),
    );
    parts.set(name, `${parts.get(name) ?? ""}${letters}`);
  }
  return parts;
}

/** Names texts h1, h2 and so on, in the order in which they are taken out. */
function namingStore(): TextStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    put: (text) => {
      const known = [...texts].find(([, stored]) => stored === text)?.[0];
      const name = known ?? `h${texts.size + 1}`;
      texts.set(name, text);
      return name;
    },
    elementNode: () => undefined,
    noteElement: () => undefined,
    runHash: () => undefined,
    noteRun: () => undefined,
  };
}

describe("the example at the head of the file", () => {
  const { value, node, ...texts } = Object.fromEntries(readExample());
  const store = namingStore();
  const extracted = extractTexts(JSON.parse(value ?? ""), store);

  it("gives the node and the texts that it says", () => {
    expect(Object.keys(texts)).toEqual(["h1", "h2", "h3"]);
    expect(extracted).toEqual(JSON.parse(node ?? ""));
    expect(Object.fromEntries(store.texts)).toEqual(texts);
  });

  it("is the value again", () => {
    const assemble = makeAssembler((hash) => store.texts.get(hash) ?? "");
    expect(assemble(extracted)).toEqual(JSON.parse(value ?? ""));
  });

  it("stores no text when the next request repeats it", () => {
    const { messages } = JSON.parse(value ?? "") as { messages: unknown[] };
    const next = extractTexts({ messages: [...messages, { role: "user", content: "and now?" }] }, store);
    expect(store.texts.size).toBe(3);
    expect(next).toEqual({
      messages: [{ $o: "h2" }, { role: "user", content: "hi" }, { role: "user", content: "and now?" }],
    });
  });
});
