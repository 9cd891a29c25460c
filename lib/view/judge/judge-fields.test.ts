import { describe, expect, it } from "vitest";
import type { JudgeSettingsInput } from "./judge-fields";
import { listJudgeFields, readJudgeFields } from "./judge-fields";

const OFF: JudgeSettingsInput = {
  on: false,
  by: null,
  off: false,
  url: null,
  model: null,
  hasKey: false,
  ownAddress: true,
  callsPerDay: 200,
  tokensPerDay: 1_000_000,
  today: { calls: 0, tokens: 0 },
};
const NAMED = { url: "http://127.0.0.1:11434/v1", model: "qwen3:8b" };

describe("the settings of the judge", () => {
  it("say that nothing leaves the machine while no model is named", () => {
    expect(listJudgeFields(OFF).state).toContain("nothing leaves this machine");
    expect(listJudgeFields({ ...OFF, ownAddress: false })).toMatchObject({ address: null });
  });

  it("say what is asked, whose choice it is, and what the day has used", () => {
    const fields = listJudgeFields({
      ...OFF,
      ...NAMED,
      on: true,
      by: "environment",
      today: { calls: 3, tokens: 4_500 },
    });
    expect(fields.state).toBe(
      "On: qwen3:8b at http://127.0.0.1:11434/v1 is asked, as the operator's environment says.",
    );
    expect(fields.today).toBe("Today (UTC): 3 of 200 calls, 4,500 of 1,000,000 tokens.");
    expect(fields.address?.url).toBe("");
  });

  it("send a key only when one was typed, and none without an address", () => {
    const form = (more: Record<string, string>) =>
      new Map(Object.entries({ on: "on", callsPerDay: "5", ...more }));
    expect(readJudgeFields(form({ ...NAMED, key: "" }), true)).toEqual({
      off: false,
      ...NAMED,
      callsPerDay: 5,
    });
    expect(readJudgeFields(form({ ...NAMED, key: " k " }), true)).toMatchObject({ key: "k" });
    expect(readJudgeFields(form({ url: "", model: "" }), true)).toEqual({
      off: false,
      url: null,
      model: null,
      key: null,
      callsPerDay: 5,
    });
    expect(readJudgeFields(new Map(), false)).toEqual({ off: true });
  });
});
