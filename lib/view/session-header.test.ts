import { expect, it } from "vitest";
import { makeSessionHeader, type SessionDetail } from "./session-header";

const SESSION: SessionDetail = {
  id: "s",
  externalId: "s",
  name: "a run",
  agent: null,
  model: null,
  role: "main",
  outcome: null,
  outcomeReason: null,
  tags: [],
  startedAt: null,
  endedAt: null,
  updatedAt: "2026-01-05T09:00:00.000Z",
  counts: { turns: 84, toolCalls: 0, repeatedToolCalls: 0, evictions: 0, compactions: 0, dangling: null },
  findings: null,
  tokens: {
    peakWindow: null,
    peakTurn: null,
    peakProvenance: "unavailable",
    contextWindow: null,
    budget: null,
    evicted: null,
  },
  parentId: null,
  parentExternalId: null,
  source: null,
  children: [],
  notes: [],
  warnings: [],
  gaps: [],
  calibration: null,
};

const reported = (totals: SessionDetail["reported"]) =>
  makeSessionHeader({ ...SESSION, ...(totals !== undefined && { reported: totals }) }).facts.filter(
    ({ label }) => label === "Reported by the run",
  );

it("says what the run reported as a whole, as far as it reported it", () => {
  expect(reported({ tokensSent: 1_314_986, tokensReceived: 6_776, calls: 84, cost: null })).toEqual([
    { label: "Reported by the run", value: "1,314,986 tokens sent", detail: "6,776 received, 84 calls" },
  ]);
  expect(reported({ tokensSent: 920, tokensReceived: null, calls: null, cost: null })).toEqual([
    { label: "Reported by the run", value: "920 tokens sent", detail: null },
  ]);
  expect(reported({ tokensSent: null, tokensReceived: null, calls: 4, cost: 0.25 })).toEqual([
    { label: "Reported by the run", value: "4 calls", detail: "$0.25" },
  ]);
});

it("has no figure of a session that is still being worked out, and never a 0 for it", () => {
  const none = { turns: null, toolCalls: null, repeatedToolCalls: null, evictions: null, compactions: null };
  const pending = { what: "all", since: "2026-01-05T09:00:00.000Z" } as const;
  const { facts, gauge, caveats } = makeSessionHeader({
    ...SESSION,
    pending,
    counts: { ...none, dangling: null },
  });
  expect(facts.map(({ label, value, detail }) => [label, value, detail])).toEqual([
    ["Turns", "–", null],
    ["Evictions", "–", null],
    ["Compactions", "–", null],
    ["Tool calls", "–", null],
  ]);
  expect(caveats).toEqual([]);
  expect(gauge).toMatchObject({ text: "–", title: "The windows are being worked out." });
});

it("says of a sub-agent that its turns are being worked out, and not that there are none", () => {
  const agent = { id: "ses_1", name: "look", role: "subagent", toolCallId: null };
  const { children } = makeSessionHeader({
    ...SESSION,
    children: [
      { ...agent, turns: null },
      { ...agent, turns: 1 },
    ],
  });
  expect(children.map(({ label }) => label)).toEqual([
    "look (subagent, being worked out)",
    "look (subagent, 1 turn)",
  ]);
});

it("has no such figure where the run reported none", () => {
  expect(reported(null)).toEqual([]);
  expect(reported({ tokensSent: null, tokensReceived: null, calls: null, cost: null })).toEqual([]);
  expect(reported(undefined)).toEqual([]);
});

it("says why the size of the window is not known", () => {
  const peaked = { ...SESSION, tokens: { ...SESSION.tokens, peakWindow: 900, peakTurn: 2 } };
  const { gauge, caveats } = makeSessionHeader(peaked);
  expect(gauge.title).toContain("the source names no model, so the size of its context window is not known");
  expect(caveats).toEqual(["The source names no model, so the size of its context window is not known."]);
  expect(makeSessionHeader({ ...peaked, model: "house-model" }).gauge.title).toContain(
    "the size of the context window of house-model is not known; the project's settings can say it",
  );
});

it("measures the peak against the window of its own turn", () => {
  const tokens = { ...SESSION.tokens, peakWindow: 117_888, peakTurn: 18, contextWindow: 200_000 };
  const gaugeWith = (peakShare: number | null) =>
    makeSessionHeader({ ...SESSION, tokens: { ...tokens, peakProvenance: "measured", peakShare } }).gauge
      .title;
  expect(gaugeWith(117_888 / 1_000_000)).toBe("Peak 117,888 tokens at turn 18, 12% of 1M.");
  expect(gaugeWith(117_888 / 200_000)).toContain("59% of 200k");
  expect(gaugeWith(null)).toContain("59% of 200k");
});

it("says what is copied, and where the origin is", () => {
  const [origin, id] = [{ externalId: "run-1", sessionId: "ses_1" }, "ses_1"];
  const words = (more: Partial<SessionDetail>) => {
    const { origin: link, caveats } = makeSessionHeader({ ...SESSION, ...more });
    return [link?.href ?? null, caveats.find((words) => /fork|cop/.test(words)) ?? null];
  };
  expect(words({ forkedFrom: origin, copied: { turns: 2, ownFrom: 2, sessionId: id } })).toEqual([
    "/sessions/ses_1",
    "The first 2 turns are copies from another session and count there once: the cost, the findings and every sum over sessions leave them out here.",
  ]);
  expect(words({ forkedFrom: { ...origin, sessionId: null }, copied: null })).toEqual([
    null,
    "It was forked from the session run-1, which is not here: the turns that were copied from it count here.",
  ]);
  expect(words({ forkedFrom: null, copied: null })).toEqual([null, null]);
});
