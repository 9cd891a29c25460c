import { expect, it } from "vitest";
import { JsonText } from "@/lib/api/json-text";
import { answerJsonText } from "./respond";

it("sends a long answer in pieces, between which others are answered", async () => {
  const value = { text: "harbour ".repeat(200_000) };
  const response = answerJsonText(JsonText.of(Buffer.from(JSON.stringify(value))).with({ waiting: 0 }));
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
  expect(pieces.length).toBeGreaterThan(5);
  expect(JSON.parse(Buffer.concat(pieces).toString("utf8"))).toEqual({ ...value, waiting: 0 });
});
