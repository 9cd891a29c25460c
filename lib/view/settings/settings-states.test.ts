import { expect, it } from "vitest";
import { partOf } from "@/lib/testing/part-of";
import { describeSettings } from "./settings-states";

type Input = Parameters<typeof describeSettings>[0];

const settings = (more: object = {}) =>
  partOf<Input>({
    keys: [],
    members: { members: [] },
    thresholds: [{ value: "" }],
    models: { rows: [{ isUnknown: false }] },
    alerts: { rules: [] },
    judge: { isOn: false },
    retention: { days: null, tags: [], megabytes: null },
    ...more,
  });

it("says how each part stands where nobody has set anything", () => {
  expect(describeSettings(settings(), false)).toEqual({
    access: "no key",
    findings: "usual limits",
    alerts: "no rule",
    judge: "off",
    data: "kept for ever",
  });
});

it("says what was set, and first what is not known", () => {
  const of = (more: object, isTeam = false) => describeSettings(settings(more), isTeam);
  expect(of({ keys: [{ state: "works" }, { state: "revoked" }] }).access).toBe("1 key");
  expect(of({ members: { members: [1, 2] } }, true).access).toBe("2 people, no key");
  expect(of({ thresholds: [{ value: "9" }, { value: "" }] }).findings).toBe("1 limit set");
  expect(of({ thresholds: [{ value: "9" }], models: { rows: [{ isUnknown: true }] } }).findings).toBe(
    "1 model not known",
  );
  expect(of({ retention: { days: 30, tags: [], megabytes: 5 } }).data).toBe("kept 30 days");
  expect(of({ retention: { days: null, tags: [], megabytes: 5 } }).data).toBe("kept by rules");
});
