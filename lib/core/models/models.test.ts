import { describe, expect, it } from "vitest";
import { findModel, findTableTokenizer, findTableWindow } from "./find-model";
import { modelSettingsSchema, computeModelsStamp } from "./model-settings";
import { findSetting } from "./setting-for";
import { normaliseModelName } from "./model-name";
import { MODEL_TABLE } from "./model-table";
import { findPrices } from "./prices";
import { findModelWindow } from "./window-of";

const at = Date.parse("2026-11-01");
const entries = MODEL_TABLE.flatMap(({ models }) => models);

describe("the model table", () => {
  it("names each model once, as names are compared", () => {
    const names = entries.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => normaliseModelName(name) !== name)).toEqual([]);
  });

  it("answers cache prices as multiples that give the listed price again, to the cent of a billion tokens", () => {
    const off = entries.flatMap(({ id, price }) => {
      const { input, cacheRead } = findPrices(id, [], at);
      const listed = price?.[2];
      if (listed === undefined || price?.[0] !== input) return [];
      return Math.abs(input * cacheRead - listed) * 1_000 < 0.01 ? [] : [id];
    });
    expect(off).toEqual([]);
  });

  it("has no output limit beyond its window, and no cache price beyond that of writing", () => {
    for (const { id, window, output, price } of entries) {
      if (window !== undefined && output !== undefined) expect(output, id).toBeLessThanOrEqual(window);
      const [input = 0, , read = 0, write = input] = price ?? [];
      expect(read, id).toBeLessThanOrEqual(input);
      expect(write, id).toBeGreaterThanOrEqual(read);
    }
  });

  it.each([
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
    ["bedrock/eu.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude-sonnet-3-5"],
    [
      "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-haiku-4-5-20251001-v1:0",
      "claude-haiku-4-5",
    ],
    ["claude-opus-4-5@20251101", "claude-opus-4-5"],
    ["publishers/anthropic/models/claude-opus-4-1@20250805", "claude-opus-4-1"],
    ["openrouter/anthropic/claude-sonnet-4.5:beta", "claude-sonnet-4-5"],
    ["anthropic/claude-4.5-sonnet", "claude-sonnet-4-5"],
    ["claude-3-7-sonnet-latest", "claude-sonnet-3-7"],
    ["databricks-claude-sonnet-4", "claude-sonnet-4"],
    ["anthropic.claude-3-sonnet-20240229-v1:0", "claude-sonnet-3"],
    ["google/gemini-2.5-flash-lite-preview-09-2025", "gemini-2-5-flash-lite"],
    ["openai.gpt-oss-120b-1:0", "gpt-oss-120b"],
    ["accounts/fireworks/models/deepseek-v3p1", "deepseek-v3-1"],
    ["moonshotai/Kimi-K2-Instruct-0905", "kimi-k2-0905"],
    ["us.meta.llama4-maverick-17b-instruct-v1:0", "llama-4-maverick"],
    ["mistral.mistral-large-2407-v1:0", "mistral-large"],
    ["mistral-large-2512", "mistral-large-2512"],
    ["ai21.jamba-1-5-large-v1:0", "jamba-1-5-large"],
    ["litellm_proxy/claude-sonnet-4-20250514", "claude-sonnet-4"],
    ["azure/gpt-4o-2024-08-06", "gpt-4o"],
    ["gpt-4o-2024-05-13", "gpt-4o-2024-05-13"],
    ["gpt-35-turbo", "gpt-3-5-turbo"],
    ["gpt-3.5-turbo-0613", "gpt-3-5-turbo-0613"],
    ["gpt-4-1106-preview", "gpt-4-turbo"],
    ["gpt-4-0613", "gpt-4"],
    ["ft:gpt-4.1-2025-04-14:acme::abc", "gpt-4-1"],
    ["openai/gpt-5-mini-2025-08-07", "gpt-5-mini"],
    ["gpt-5.6", "gpt-5-6-sol"],
    ["google/gemini-3-pro-preview", "gemini-3-pro"],
    ["models/gemini-2.5-flash-preview-05-20", "gemini-2-5-flash"],
    ["meta.llama3-1-70b-instruct-v1:0", "llama-3-1-70b"],
    ["meta-llama/Meta-Llama-3.1-70B-Instruct", "llama-3-1-70b"],
    ["z-ai/glm-4.7:free", "glm-4-7"],
    ["us.amazon.nova-lite-v1:0", "nova-lite"],
    ["cohere.command-r-plus-v1:0", "command-r-plus"],
    ["groq/llama-3.3-70b-versatile", "llama-3-3-70b"],
  ])("knows %s", (model, id) => {
    expect(findModel(model)?.entry.id).toBe(id);
  });

  it.each([
    "gpt-4o-unheard-of",
    "claude-opus-4-9",
    "claude-opus-9",
    "swe-agent-llama-70b",
    "gpt-4.1-32k",
    "sonnet",
    "my-gpt-4o",
    "openhands-agent",
    "",
  ])("does not take %j for a model that it knows", (model) => {
    expect(findModel(model)).toBeNull();
    expect(findTableWindow(model, at)).toBeNull();
  });

  it("knows the tokenizer of a family whose newest model it does not have", () => {
    expect(findTableTokenizer("claude-opus-9")).toMatchObject({ exact: false, factor: 1.25 });
    expect(findTableTokenizer("gpt-7")).toMatchObject({ id: "o200k_base", exact: true });
    expect(findTableTokenizer("gpt-4-0613")).toMatchObject({ id: "cl100k_base", exact: true });
    expect(findTableTokenizer("something else")).toBeNull();
  });

  it("gives a request the window of its time, and the one that its name asks for", () => {
    expect(findTableWindow("claude-opus-4-6", Date.parse("2026-02-20"))).toBe(200_000);
    expect(findTableWindow("claude-opus-4-6", at)).toBe(1_000_000);
    expect(findTableWindow("claude-opus-4-6", null)).toBe(1_000_000);
    expect(findTableWindow("claude-sonnet-4-5[1m]", at)).toBe(1_000_000);
  });

  it("gives the next larger window to a model that took more than its window, and none where it has no larger", () => {
    expect(findTableWindow("claude-sonnet-4-5", at, 200_000)).toBe(200_000);
    expect(findTableWindow("claude-sonnet-4-5", at, 263_000)).toBe(1_000_000);
    expect(findTableWindow("claude-opus-4-6", Date.parse("2026-02-20"), 263_000)).toBe(1_000_000);
    expect(findTableWindow("claude-opus-4-5", at, 263_000)).toBeNull();
  });
});

describe("the window of a model", () => {
  const settings = modelSettingsSchema.parse([
    { model: "gpt-4.1", contextWindow: 200_000 },
    { model: "in-house", contextWindow: 32_000 },
    { model: "claude-opus-4-5", prices: { input: 1 } },
  ]);
  const asked = (model: string | null, agent: string | null = null) =>
    findModelWindow({ model, at, agent }, settings);

  it("is the project's before the table's, and unknown where neither knows", () => {
    expect(asked("gpt-4.1-2025-04-14")).toEqual({ value: 200_000, provenance: "project settings" });
    expect(asked("in-house")).toEqual({ value: 32_000, provenance: "project settings" });
    expect(asked("claude-opus-4-5")).toEqual({ value: 200_000, provenance: "model table" });
    expect(asked("no-such-model")).toEqual({ value: null, provenance: "unavailable" });
    expect(asked(null)).toEqual({ value: null, provenance: "unavailable" });
  });

  it("is what the harness assumes of a model that nobody else knows", () => {
    expect(asked("no-such-model", "OpenClaw")).toEqual({ value: 200_000, provenance: "harness default" });
    expect(asked("gpt-5", "OpenClaw")).toEqual({ value: 400_000, provenance: "model table" });
    expect(asked("no-such-model", "pi")).toEqual({ value: null, provenance: "unavailable" });
  });

  it("goes by the longest name that a project has said something of", () => {
    const two = modelSettingsSchema.parse([{ model: "gpt-4" }, { model: "gpt-4-0613", contextWindow: 1 }]);
    expect(findSetting(two, "gpt-4-0613")?.contextWindow).toBe(1);
    expect(findSetting(two, "gpt-4-0314")?.model).toBe("gpt-4");
    expect(findSetting(two, "gpt-4o")).toBeUndefined();
  });

  it("is said once a model", () => {
    const twice = modelSettingsSchema.safeParse([{ model: "gpt-4.1" }, { model: "openai/GPT-4.1" }]);
    expect(twice.error?.issues[0]?.path).toEqual([1, "model"]);
  });

  it("has another stamp with other settings", () => {
    expect(computeModelsStamp(settings)).not.toBe(computeModelsStamp([]));
  });
});
