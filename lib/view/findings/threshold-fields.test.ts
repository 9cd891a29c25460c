import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, findingSettingsSchema } from "@/lib/core/findings/rule/settings";
import { listThresholdFields } from "./threshold-fields";
import { writeThresholds } from "./thresholds-text";

describe("the fields of thresholds", () => {
  it("are there for every setting, empty where nothing was set", () => {
    const fields = listThresholdFields(DEFAULT_SETTINGS);
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
    expect(fields.every(({ value }) => value === "")).toBe(true);
    expect(fields.find(({ name }) => name === "spikeTokens")?.placeholder).toBe("4,000");
    expect(fields.find(({ name }) => name === "toolResultsShare")?.placeholder).toBe("60");
  });

  it("return the thresholds that they were given", () => {
    const settings = findingSettingsSchema.parse({
      spikeTokens: 9_000,
      schemasShare: 0.125,
      expectedTurns: 30,
    });
    const said = new Map(listThresholdFields(settings).map(({ name, value }) => [name, value]));
    expect(writeThresholds(listThresholdFields(DEFAULT_SETTINGS), said)).toEqual({
      spikeTokens: 9_000,
      schemasShare: 0.125,
      expectedTurns: 30,
    });
  });
});
