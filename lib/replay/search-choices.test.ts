import { expect, it } from "vitest";
import { searchChoices } from "./search-choices";

const KEEP_THREE = { kind: "keep-last-tool-results", options: { keep: 3 } };
const HERE = { agent: "support-desk 3.4", format: "demo", models: ["gpt-4.1"] };

it("tries the smallest change first: pins, then the own policy with larger numbers, then others that run there", () => {
  const choices = searchChoices({ policy: KEEP_THREE, place: HERE, peak: 6_000, missed: ["result:order"] });
  expect(choices.slice(0, 2)).toEqual([
    expect.objectContaining({ ...KEEP_THREE, pin: false }),
    expect.objectContaining({ ...KEEP_THREE, pin: ["result:order"] }),
  ]);
  const own = choices.filter(({ kind, pin }) => kind === KEEP_THREE.kind && pin === false);
  expect(own.map(({ options }) => options.keep)).toEqual([3, 6, 12, 24, 48]);
  const others = choices.slice(choices.findLastIndex(({ kind }) => kind === KEEP_THREE.kind) + 1);
  expect(others.map(({ kind }) => kind)).toContain("front-truncation");
  expect(choices.map(({ kind }) => kind).join()).not.toContain("anthropic");
});

it("gives a policy with a limit in tokens several limits, each once", () => {
  const choices = searchChoices({
    policy: { kind: "front-truncation", options: { maxTokens: 4_000 } },
    place: HERE,
    peak: 10_000,
  });
  const limits = choices.flatMap(({ kind, options, pin }) =>
    kind === "front-truncation" && pin === false ? options.maxTokens : [],
  );
  expect(limits).toEqual([4_000, 6_000, 8_000, 10_000, 12_500]);
  expect(new Set(choices.map((choice) => JSON.stringify(choice))).size).toBe(choices.length);
});

it("tries the baselines where the policy of the session is not known", () => {
  const choices = searchChoices({
    policy: null,
    place: { agent: null, format: null, models: [] },
    peak: null,
  });
  expect(choices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["front-truncation", "prose-summary"]),
  );
});
