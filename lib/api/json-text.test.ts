import { expect, it } from "vitest";
import { JsonText } from "./json-text";

it.each([
  [{}, {}],
  [{}, { waiting: 0 }],
  [{ turns: [1, { a: "}" }] }, {}],
  [{ turns: ["ü"] }, { waiting: 2, asOfTurn: null }],
])("%j with %j is an object with the fields of both", (value, fields) => {
  const text = JsonText.of(Buffer.from(JSON.stringify(value))).with(fields);
  expect(JSON.parse(Buffer.concat(text.pieces).toString("utf8"))).toEqual({ ...value, ...fields });
  const again = text.with({ last: 1 });
  expect(JSON.parse(Buffer.concat(again.pieces).toString("utf8"))).toEqual({ ...value, ...fields, last: 1 });
});
