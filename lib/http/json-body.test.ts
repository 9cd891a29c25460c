import { describe, expect, it } from "vitest";
import { z } from "zod";
import { JSON_BODY_VALUES_MAX } from "@/lib/api/limits/http";
import { readJsonBody } from "./json-body";

const schema = z.strictObject({ name: z.string(), marks: z.array(z.int()).optional() });
const asked = (value: object) =>
  readJsonBody(new Request("http://127.0.0.1/", { method: "POST", body: JSON.stringify(value) }), schema);

describe("a short body", () => {
  it("may begin with a byte order mark, as some editors write one", async () => {
    const body = `\ufeff${JSON.stringify({ name: "marked" })}`;
    const request = new Request("http://127.0.0.1/", { method: "POST", body });
    expect(await readJsonBody(request, schema)).toEqual({ name: "marked" });
    const empty = new Request("http://127.0.0.1/", { method: "POST", body: "\ufeff" });
    await expect(readJsonBody(empty, schema)).rejects.toMatchObject({ code: "invalid_json" });
  });

  it("may hold as many values as people and programs send, and no more", async () => {
    const marks = (count: number) => ({ name: "many", marks: Array.from({ length: count }, (_, i) => i) });
    expect(await asked(marks(JSON_BODY_VALUES_MAX - 2))).toMatchObject({ name: "many" });
    const refused = { code: "too_large", message: `the body holds more than ${JSON_BODY_VALUES_MAX} values` };
    const commas = { name: ",".repeat(JSON_BODY_VALUES_MAX + 1) };
    expect(await asked(commas)).toEqual(commas);
    await expect(asked(marks(JSON_BODY_VALUES_MAX))).rejects.toMatchObject(refused);
  });

  it("is refused for its number of values before each unknown field is named", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]));
    await expect(asked({ name: "many", ...unknown })).rejects.toMatchObject({ code: "too_large" });
  });
});
