import { describe, expect, it } from "vitest";
import type { LeafNode, PlainNode } from "./node";
import { SessionTree } from "./session-tree";

const record = (key: string, parent: string | null, isSide = false): PlainNode => ({
  type: "plain",
  key,
  parent,
  at: null,
  blocks: [],
  endsRun: false,
  isSide,
});
const leaf = (target: string | null, appendTo: string | null = target): LeafNode => ({
  type: "leaf",
  key: `leaf to ${target}`,
  parent: null,
  at: null,
  blocks: [],
  target,
  appendTo,
});

function branchOf(...steps: (PlainNode | LeafNode)[]): string {
  const tree = new SessionTree();
  for (const step of steps) {
    if (step.type === "leaf") tree.point(step);
    else tree.add(step);
    tree.pathTo(tree.end);
  }
  return tree
    .pathTo(tree.end)
    .map(({ key }) => key)
    .join(" ");
}
const [a, b, c] = [record("a", null), record("b", "a"), record("c", "b")];

describe("the active branch", () => {
  it("is the chain of the last record", () => expect(branchOf(a, b, c)).toBe("a b c"));

  it("goes on from wherever a record is linked to", () =>
    expect(branchOf(a, b, c, record("d", "a"))).toBe("a d"));

  it("ends where a leaf record says", () => expect(branchOf(a, b, c, leaf("a"))).toBe("a"));

  it("goes on from there though the file is appended to at its tail", () =>
    expect(branchOf(a, b, c, leaf("a", "c"), record("d", "c"))).toBe("a d"));

  it("goes on through the leaf record for what is linked to it", () =>
    expect(branchOf(a, b, c, leaf("a"), record("d", "leaf to a"))).toBe("a d"));

  it("is not moved by a record that is kept beside it", () =>
    expect(branchOf(a, b, record("s", "b", true))).toBe("a b"));

  it("is not moved by a leaf record that names nothing", () =>
    expect(branchOf(a, b, leaf("nowhere"))).toBe("a b"));

  it("takes a record whose parent is missing for the next one", () =>
    expect(branchOf(a, b, record("d", "lost"))).toBe("a b d"));

  it("is found in records that are linked in a ring", () =>
    expect(branchOf(record("x", "y"), record("y", "x"), record("x", "y"))).toBe("x y"));
});
