import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { listTaggedBlocks } from "./tagged-blocks";

const BEGIN = /<([a-z]+)>/g;
const END = /<\/([a-z]+)>/g;
const bodies = (text: string) =>
  [...listTaggedBlocks(text, BEGIN, END)].map(({ tag, body }) => `${tag}:${body}`);

describe("the blocks of a text with tags", () => {
  it("end at the first end of their own tag", () =>
    expect(bodies("a <x>1<y>2</y></x> b <y>3</x></y> <x>4</x>")).toEqual(["x:1<y>2</y>", "y:3</x>", "x:4"]));

  it("leave out what nothing closes", () => expect(bodies("<x>1 <y>2</y> <x>")).toEqual(["y:2"]));

  it("say where they stand", () => {
    const [block] = listTaggedBlocks("ab <x>1</x> c", BEGIN, END);
    expect([block?.index, block?.[0]]).toEqual([3, "<x>1</x>"]);
  });

  it("may end at an end of no tag", () => {
    const found = [...listTaggedBlocks("<x>1} <y>2}", BEGIN, /\}\s*<\/(\w+)>|\}\s*$/g)];
    expect(found.map(({ body }) => body)).toEqual(["1} <y>2"]);
  });

  it.each([
    ["that nothing closes", "<x>1 ", ""],
    ["that only the last end closes", "<x>1 ", "</x>"],
    ["whose ends come before them", "</x> <x>", ""],
  ])("are found in time that grows with the text only: tags %s", (_, part, end) =>
    expectLinear((times) => [...listTaggedBlocks(part.repeat(10_000 * times) + end, BEGIN, END)]),
  );
});
