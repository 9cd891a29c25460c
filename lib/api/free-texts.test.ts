import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mapFreeTexts } from "./free-texts";

const schema = z.object({
  kind: z.enum(["plan", "memory"]),
  at: z.iso.datetime().nullable(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  counts: z.record(z.string(), z.int()),
  bySource: z.partialRecord(z.enum(["plan"]), z.int()),
  either: z.union([z.object({ a: z.literal("x") }), z.object({ b: z.string() })]),
  options: z.json(),
});
const value = {
  kind: "plan",
  at: "2026-01-01T00:00:00Z",
  name: "Ada",
  tags: ["one"],
  counts: { "ada@example.org": 3 },
  bySource: { plan: 7 },
  either: { b: "free" },
  options: { key: ["deep"] },
};

describe("mapFreeTexts", () => {
  it("changes what is not a word of a closed list, a time or a figure, and keys that are texts", () => {
    expect(mapFreeTexts(schema, value, (text) => text.toUpperCase())).toEqual({
      ...value,
      name: "ADA",
      tags: ["ONE"],
      counts: { "ADA@EXAMPLE.ORG": 3 },
      either: { b: "FREE" },
      options: { KEY: ["DEEP"] },
    });
  });

  it("takes what is not declared for a text", () => {
    const changed = mapFreeTexts(schema, { kind: "plan", added: { later: "secret" } }, () => "-");
    expect(changed).toEqual({ kind: "plan", "-": { "-": "-" } });
  });

  it("says where each stands", () => {
    const places: string[] = [];
    mapFreeTexts(schema, value, (text, path) => {
      places.push(path);
      return text;
    });
    expect(places).toEqual(["name", "tags.*", "counts.*", "either.b", "options.*", "options.*.*"]);
  });
});
