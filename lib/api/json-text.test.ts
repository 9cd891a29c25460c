import { expect, it } from "vitest";
import { JsonText } from "./json-text";

it.each([
  [{}, {}],
  [{}, { waiting: 0 }],
  [{ turns: [1, { a: "}" }] }, {}],
  [{ turns: ["ü"] }, { waiting: 2, asOfTurn: null }],
])("%j with %j is an object with the fields of both", (value, fields) => {
  const text = JsonText.of(value).with(fields);
  expect(JSON.parse(Buffer.from(text.bytes).toString("utf8"))).toEqual({ ...value, ...fields });
});
