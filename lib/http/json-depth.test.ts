import { describe, expect, it } from "vitest";
import { BODY_DEPTH_MAX } from "@/lib/api/limits/http";
import { isDeeperThan } from "./read-body";
import { readBodyJson } from "./read-body";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const nested = (levels: number, [open, close] = ["[", "]"]) =>
  open?.repeat(levels) + (close?.repeat(levels) ?? "");

describe("the depth of JSON", () => {
  it.each([
    [[], 1],
    [{ a: [1, { b: [] }] }, 4],
    [{ a: "[[[[[{{{{" }, 1],
    [{ 'a"[[[': '\\"[[[[' }, 1],
    [[[], [], [[]]], 3],
    ["[[[", 0],
  ])("%j has %i levels", (value, levels) => {
    expect(isDeeperThan(levels, bytes(value))).toBe(false);
    if (levels > 0) expect(isDeeperThan(levels - 1, bytes(value))).toBe(true);
  });

  it("is known of what is no JSON too", () => {
    expect(isDeeperThan(5, Buffer.from("[".repeat(6)))).toBe(true);
    expect(isDeeperThan(5, Buffer.from('"' + "[".repeat(600)))).toBe(false);
    expect(isDeeperThan(5, Buffer.from("]".repeat(600)))).toBe(false);
  });
});

describe("a body that nests too deeply", () => {
  const read = (body: string) =>
    readBodyJson(new Request("http://127.0.0.1/", { method: "POST", body }), {
      wireBytesMax: 1_000_000,
      bodyBytesMax: 1_000_000,
    });

  it("is refused before it is parsed", async () => {
    const refusal = {
      code: "invalid_json",
      message: expect.stringContaining(`${BODY_DEPTH_MAX} levels`) as string,
    };
    await expect(read(nested(BODY_DEPTH_MAX + 1))).rejects.toMatchObject(refusal);
    await expect(read(nested(100_000, ['{"a":', "}"]))).rejects.toMatchObject(refusal);
    await expect(read(nested(BODY_DEPTH_MAX))).resolves.toBeInstanceOf(Array);
  });
});
