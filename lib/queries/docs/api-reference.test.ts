import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { readApiReference } from "./api-reference";

const operations = await readApiReference("0.0.0");

describe("the API reference", () => {
  it("has every route once", () => {
    const shown = operations.map(({ method, path }) => `${method} ${path}`);
    expect(shown.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it("names the fields that a caller writes and reads, with their types", () => {
    const list = operations.find(({ method, path }) => method === "GET" && path === "/api/v1/sessions");
    expect(list?.fields).toContainEqual(
      expect.objectContaining({ name: "cursor", place: "query", type: "string" }),
    );
    expect(list?.fields).toContainEqual(expect.objectContaining({ name: "sessions", place: "answer" }));
  });

  it("never shows a type as the name of a schema", () => {
    const types = operations.flatMap(({ fields }) => fields.map(({ type }) => type));
    expect(types.filter((type) => type.includes("#/components"))).toEqual([]);
  });
});
