import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { readPlainly } from "./plain-issues";

const range = z.union([
  z.object({ from: z.int(), to: z.int() }),
  z.object({ since: z.string(), until: z.string() }),
]);
const body = z.union([z.object({ title: z.string(), range }), z.object({ finding: z.string() })]);

function said(value: unknown, schema: z.ZodType = body): string[] {
  const read = readPlainly(schema, value);
  return read.ok ? [] : read.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

it("readPlainly names what is wrong with the form that was meant", () => {
  expect(said({ finding: 1 })).toEqual(["finding: must be text, not a number"]);
  expect(said({ title: "t", range: { from: 1, to: "2" } })).toEqual(["range.to: must be a number, not text"]);
});

it("readPlainly takes the form that was begun for the one that was meant, however much is wrong with it", () => {
  expect(said({ title: 1, range: { from: "a", to: "b" } })).toEqual([
    "title: must be text, not a number",
    "range.from: must be a number, not text",
    "range.to: must be a number, not text",
  ]);
});

it("readPlainly says what all forms expect if a value has the shape of none", () => {
  expect(said({ title: "t" })).toEqual(["range: is missing; it must be an object"]);
  expect(said(7)).toEqual([": must be an object"]);
});

const WORDS: readonly [schema: z.ZodType, value: unknown, words: string][] = [
  [z.string(), 1, "must be text, not a number"],
  [z.string(), null, "must be text, not null"],
  [z.string(), undefined, "is missing; it must be text"],
  [z.number(), "1", "must be a number, not text"],
  [z.number(), Number.NaN, "must be a number"],
  [z.coerce.number(), "soon", "must be a number"],
  [z.int(), 1.5, "must be a whole number"],
  [z.boolean(), "yes", "must be true or false, not text"],
  [z.array(z.string()), {}, "must be a list, not an object"],
  [z.tuple([z.string()]), "a", "must be a list, not text"],
  [z.object({}), [], "must be an object, not a list"],
  [z.record(z.string(), z.int()), true, "must be an object, not true"],
  [z.never(), 1, "must be left out"],
  [z.undefined(), 1, "must be left out"],
  [z.int().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be more than 0"],
  [z.number().max(10), 11, "must be at most 10"],
  [z.number().lt(10), 10, "must be less than 10"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(3), "ab", "must have at least 3 characters"],
  [z.string().max(3), "abcd", "must have at most 3 characters"],
  [z.string().length(1), "abcd", "must have exactly 1 character"],
  [z.array(z.int()).min(1), [], "must not be empty"],
  [z.array(z.int()).min(2), [1], "must have at least 2 items"],
  [z.array(z.int()).max(1), [1, 2], "must have at most 1 item"],
  [z.array(z.int()).length(2), [1], "must have exactly 2 items"],
  [z.set(z.int()).max(1), new Set([1, 2]), "must have at most 1 item"],
  [z.date().min(new Date("2026-01-31")), new Date(0), "must be 2026-01-31 or later"],
  [z.date().max(new Date("2026-01-31")), new Date("2027-01-01"), "must be 2026-01-31 or earlier"],
  [z.number().multipleOf(5), 7, "must be a multiple of 5"],
  [z.email(), "me", "must be an email address"],
  [z.url(), "here", "must be an address such as https://example.com"],
  [z.uuid(), "1", "must be a UUID"],
  [z.iso.datetime(), "monday", "must be a date and time such as 2026-01-31T12:00:00Z"],
  [z.iso.datetime(), 1_764_000_000, "must be a date and time such as 2026-01-31T12:00:00Z, not a number"],
  [z.email(), undefined, "is missing; it must be an email address"],
  [z.iso.date(), "monday", "must be a date such as 2026-01-31"],
  [z.base64(), "?", "must be text in base64"],
  [z.nanoid(), "?", "must be in the format nanoid"],
  [z.string().regex(/^[a-z]+$/), "A", "must match the pattern /^[a-z]+$/"],
  [z.string().startsWith("sg_"), "x", "must start with “sg_”"],
  [z.string().endsWith(".md"), "x", "must end with “.md”"],
  [z.string().includes("@"), "x", "must contain “@”"],
  [z.enum(["ok", "wrong"]), "fine", "must be one of ok, wrong"],
  [z.enum(["ok", "wrong"]), undefined, "is missing; it must be one of ok, wrong"],
  [z.enum(["", "wrong"]), "fine", "must be one of “” (empty), wrong"],
  [z.literal("ok"), "fine", "must be ok"],
  [z.strictObject({}), { a: 1 }, "there is no such field"],
  [z.record(z.string().max(2), z.int()), { abc: 1 }, "its name must have at most 2 characters"],
  [z.map(z.object({}), z.int()), new Map([[{}, "b"]]), "must be a number, not text"],
  [z.set(z.int().min(1)), new Set([0]), "must be at least 1"],
  [z.union([z.string(), z.int()]), [], "must be text or a number"],
  [z.union([z.string(), z.int()]), null, "must be text or a number, not null"],
  [z.union([z.string().max(1), z.array(z.int())]), "ab", "must have at most 1 character"],
  [z.union([z.string("expected a word"), z.int()]), [], "expected a word, or must be a number"],
  [z.xor([z.string(), z.string().max(9)]), "ab", "must be of one form only, and fits several"],
  [z.custom(() => false), 1, "must be something that makes sense here"],
  [z.string().refine(() => false, "expected a code"), "x", "expected a code"],
  [z.string("expected a code"), undefined, "is missing; expected a code"],
];

it.each(WORDS.map((row, i) => [i, ...row] as const))(
  "row %i says what was expected",
  (_, schema, value, words) => {
    const read = readPlainly(z.object({ field: schema }), { field: value });
    expect(read.ok ? [] : read.issues.map(({ message }) => message)).toEqual([words]);
    expect(read.ok ? [] : read.issues.map(({ path }) => path[0])).toEqual(["field"]);
  },
);

it("the rows have every code that an issue can have", () => {
  const codes = new Set(
    WORDS.flatMap(([schema, value]) => schema.safeParse(value).error?.issues.map(({ code }) => code) ?? []),
  );
  const declared = /\$ZodIssue = (.*);/.exec(
    readFileSync(new URL("../../node_modules/zod/v4/core/errors.d.ts", import.meta.url), "utf8"),
  )?.[1];
  expect(codes.size).toBe(declared?.split("|").length);
});

it("a form that is named by one of its fields is asked for by that field", () => {
  const edit = z.discriminatedUnion("type", [
    z.object({ type: z.literal("clear") }),
    z.object({ type: z.literal("trim"), keep: z.int() }),
  ]);
  expect(said({ type: "drop" }, edit)).toEqual(["type: must be one of clear, trim"]);
  expect(said({}, edit)).toEqual(["type: is missing; it must be one of clear, trim"]);
  expect(said({ type: "trim" }, edit)).toEqual(["keep: is missing; it must be a number"]);
});
