import { expect, it } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "../endpoints";
import { KNOWN_LATER, fillUnknown, hideUnknown } from "./known-later";

it("names fields that there are, each with what its endpoint may answer", () => {
  for (const [path, later] of Object.entries(KNOWN_LATER)) {
    const endpoint = ENDPOINTS.find((one) => one.method === "GET" && one.path === path);
    const shape: Readonly<Record<string, z.ZodType>> =
      endpoint?.response instanceof z.ZodObject ? endpoint.response.shape : {};
    for (const [name, empty] of Object.values(later ?? {}).flatMap((fields) => Object.entries(fields ?? {})))
      expect(shape[name]?.safeParse(empty), `${path} ${name}`).toMatchObject({ success: true });
  }
});

const PLAN = "/api/v1/sessions/{id}/plan";
const nothing = { plans: [], edges: [], blocks: [], total: null, lastTurn: 3 };

it("says null for what nobody has looked for, and nothing where somebody has", () => {
  expect(hideUnknown(PLAN, nothing, { derived: true, analysed: false })).toEqual({
    ...nothing,
    ...{ plans: null, edges: null, blocks: null },
  });
  expect(hideUnknown(PLAN, nothing, { derived: true, analysed: true })).toBe(nothing);
});

it("gives pages the same fields again, and leaves every other null", () => {
  const answered = hideUnknown(PLAN, nothing, { derived: true, analysed: false });
  expect(fillUnknown(PLAN, answered)).toEqual(nothing);
});

it("leaves endpoints alone that know everything at once", () => {
  const answer = { findings: null };
  expect(hideUnknown("/api/v1/views", answer, { derived: false, analysed: false })).toBe(answer);
  expect(fillUnknown("/api/v1/views", answer)).toBe(answer);
});
