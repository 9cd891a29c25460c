import { describe, expect, it } from "vitest";
import { runInSlices } from "@/lib/db/slices";
import { undescribed } from "@/lib/testing/corpus/undescribed";
import { ENDPOINTS, OPERATIONS } from "../endpoints";
import { buildExample } from "./example";
import { openApiSteps } from "./openapi";

const description = (await runInSlices(openApiSteps("1.2.3"))) as {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, unknown> };
  "x-limits": Record<string, number>;
};

const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));

describe("the API description", () => {
  it("is written one operation a step", () => {
    expect([...openApiSteps("1.2.3")]).toHaveLength(OPERATIONS.length);
  });

  it("names no route twice", () => {
    const declared = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(declared).size).toBe(declared.length);
  });

  it("describes every path parameter", () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      for (const { parameters = [] } of Object.values(methods)) {
        expect(parameters.filter((p) => p.in === "path").map((p) => p.name)).toEqual(inPath);
      }
    }
  });

  it("has every schema that it refers to", () => {
    const references = [
      ...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((name) => !(name in description.components.schemas))).toEqual([]);
    expect(JSON.stringify(description)).not.toContain("#/$defs/");
  });

  it("says of every route who may call it, by means that it describes", () => {
    const { securitySchemes } = description.components as unknown as { securitySchemes: object };
    for (const methods of Object.values(description.paths))
      for (const operation of Object.values(methods) as { security?: Record<string, unknown>[] }[]) {
        expect(operation.security).toBeInstanceOf(Array);
        for (const means of operation.security ?? [])
          expect(Object.keys(securitySchemes)).toEqual(expect.arrayContaining(Object.keys(means)));
      }
  });

  it("names every operation and every schema", () => {
    const names = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId?: string }).operationId),
    );
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(description.components.schemas).filter((name) => /\d$|^_/.test(name))).toEqual([]);
    expect(description.components.schemas).toHaveProperty("Json");
  });

  it("describes every operation and every field", () => {
    const { total, missing } = undescribed(description);
    expect(total).toBeGreaterThan(2_000);
    expect(missing).toEqual([]);
    for (const operation of operations) expect(operation).toHaveProperty("description");
  });

  it("has an example for every JSON body and answer, which its own schema accepts", () => {
    for (const [name, { body, response, responseType }] of OPERATIONS) {
      const schemas = [...(body?.["application/json"] ? [body["application/json"]] : [])];
      if (responseType === undefined) schemas.push(response);
      for (const [at, schema] of schemas.entries())
        expect({ name, at, error: schema.safeParse(buildExample(schema)).error?.issues }).toEqual({
          name,
          at,
        });
    }
  });

  it("shows the limits", () => {
    expect(description["x-limits"]).toMatchObject({ EVENTS_PER_BATCH_MAX: 50_000, JSON_DEPTH_MAX: 64 });
  });
});
