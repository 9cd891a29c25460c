import { expect, it } from "vitest";
import { z } from "zod";
import { plainIssues } from "./plain-issues";

const range = z.union([
  z.object({ from: z.int(), to: z.int() }),
  z.object({ since: z.string(), until: z.string() }),
]);
const body = z.union([z.object({ title: z.string(), range }), z.object({ finding: z.string() })]);

const said = (value: unknown): string[] =>
  (body.safeParse(value).error?.issues ?? [])
    .flatMap(plainIssues)
    .map(({ path, message }) => `${path.join(".")}: ${message}`);

it("plainIssues names what is wrong with the form that was meant", () => {
  expect(said({ finding: 1 })).toEqual(["finding: Invalid input: expected string, received number"]);
  expect(said({ title: "t", range: { from: 1, to: "2" } })).toEqual([
    "range.to: Invalid input: expected number, received string",
  ]);
});

it("plainIssues takes the form that was begun for the one that was meant, however much is wrong with it", () => {
  expect(said({ title: 1, range: { from: "a", to: "b" } })).toEqual([
    "title: Invalid input: expected string, received number",
    "range.from: Invalid input: expected number, received string",
    "range.to: Invalid input: expected number, received string",
  ]);
});

it("plainIssues says what all forms expect if a value has the shape of none", () => {
  expect(said({ title: "t" })).toEqual(["range: Invalid input: expected object, received undefined"]);
  expect(said(7)).toEqual([": Invalid input: expected object, received number"]);
});
