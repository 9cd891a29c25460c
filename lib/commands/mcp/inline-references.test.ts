import { expect, it } from "vitest";
import { inlineReferences } from "./inline-references";

it("puts what is named in the place of its name, at every depth, and keeps what stands beside it", () => {
  const schema = {
    type: "object",
    properties: { step: { $ref: "#/$defs/Step", description: "the step" } },
    $defs: {
      Step: {
        id: "Step",
        type: "object",
        properties: { needs: { type: "array", items: { $ref: "#/$defs/Need" } } },
      },
      Need: { type: "string" },
    },
  };
  expect(inlineReferences(schema)).toEqual({
    type: "object",
    properties: {
      step: {
        type: "object",
        properties: { needs: { type: "array", items: { type: "string" } } },
        description: "the step",
      },
    },
  });
});

it("refuses a schema that contains itself, and a name that stands for nothing", () => {
  const tree = { items: { $ref: "#/$defs/Tree" }, $defs: { Tree: { items: { $ref: "#/$defs/Tree" } } } };
  expect(() => inlineReferences(tree)).toThrow("Tree");
  expect(() => inlineReferences({ items: { $ref: "#/$defs/None" } })).toThrow("None");
});
