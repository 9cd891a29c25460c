import { describe, expect, it } from "vitest";
import type { SessionInput } from "../session-rows";
import { lookRows, lookSummary } from "./look-rows";
import type { TrendInput } from "./trend-model";
import { buildTrendDetail } from "./trend-detail";
import { makeTrendCard, describeTrendsTitle } from "./trend-model";
import { makeTrendHref } from "./trend-state";

const session = (more: object = {}) =>
  ({
    id: "ses_1",
    externalId: "daemon",
    name: "Publishing daemon",
    agent: "publisher",
    counts: { turns: 20, dangling: 12 },
    findings: { serious: 5 },
    tokens: { peakWindow: 40_000, peakTurn: 9 },
    startedAt: "2026-11-20T10:00:00.000Z",
    ...more,
  }) as unknown as SessionInput;

describe("a session that needs a look", () => {
  it("says in one sentence what went wrong, when, and how often", () => {
    const [row] = lookRows([
      { session: session(), finding: { code: "plan.left_window", turn: 16, times: 2 }, windows: [] },
    ]);
    expect(row?.sentence).toBe(
      "The plan left the window before it was done at turn 16; 12 uses without evidence; 1 more like it; 3 other serious findings",
    );
    expect(row?.href).toBe("/sessions/ses_1?turn=16");
    expect(row?.spark).toBeNull();
  });

  it("draws its window over its turns, with the finding at its place", () => {
    const windows = [
      { turn: 0, tokens: 10 },
      { turn: 5, tokens: null },
      { turn: 10, tokens: 40 },
    ];
    const [row] = lookRows([
      { session: session(), finding: { code: "call.loop", turn: 5, times: 1 }, windows },
    ]);
    expect(row?.spark?.mark).toBe(60);
    expect(row?.spark?.path).toBe("M0 24H0V18.3H120V1V24Z");
  });

  it("says how many there are, and which are shown", () => {
    expect(lookSummary(5, 9)).toBe("9 sessions with proved serious findings; here are the 5 worst");
    expect(lookSummary(0, 0)).toBe("No session has a proved serious finding.");
    expect(lookSummary(0, 0, 3)).toBe(
      "No analysed session has a proved serious finding. 3 sessions are not analysed yet.",
    );
  });
});

const mean = (value: number | null, sessions = 9, error = 0.1) => ({
  sessions,
  known: value === null ? 0 : sessions,
  mean: value,
  error: value === null ? null : error,
});
const trend = (...means: (number | null)[]): TrendInput => ({
  steps: means.map((_, i) => new Date(Date.UTC(2026, 10, 9 + 7 * i)).toISOString()),
  total: means.map((value) => mean(value, value === null ? 0 : 9)),
  parts: [{ value: "publisher", steps: means.map((value) => mean(value)) }],
  otherParts: 0,
  currency: null,
  sample: { sessions: 8, isWhole: true },
});
const NOW = Date.UTC(2026, 10, 24);
const WEEKS = { figure: null, per: "week", split: null } as const;

describe("the trend of a figure", () => {
  it("says the change since the week before, and whether that is worse", () => {
    const card = (...means: (number | null)[]) => makeTrendCard("serious", trend(...means), WEEKS, NOW);
    expect(card(1, 2, 3)).toMatchObject({ value: "3", change: "▲ 50% from 2", way: "worse" });
    expect(card(1, 2, 1.5)).toMatchObject({ value: "1.5", change: "▼ 25% from 2", way: "better" });
    expect(card(1, 2, 2)).toMatchObject({ change: "as the week before", way: "same" });
    expect(card(1, 1, 4)).toMatchObject({ change: "▲ 4 times from 1" });
    expect(card(1, 0, 4)).toMatchObject({ change: "▲ from 0" });
  });

  it("calls no change better or worse that may be chance", () => {
    const wayFrom = (before: ReturnType<typeof mean>, newest: ReturnType<typeof mean>) =>
      makeTrendCard("serious", { ...trend(1, 1), total: [before, newest] }, WEEKS, NOW).way;
    expect(wayFrom(mean(1), mean(2))).toBe("worse");
    expect(wayFrom(mean(1), mean(1.2))).toBe("same");
    expect(wayFrom(mean(1, 9, 1), mean(2, 9, 1))).toBe("same");
    expect(wayFrom(mean(1, 1), mean(20))).toBe("same");
    expect(wayFrom(mean(1), mean(20, 4))).toBe("same");
  });

  it("takes a week without sessions for unknown, not for 0", () => {
    const card = makeTrendCard("serious", trend(1, null, 3), WEEKS, NOW);
    expect(card).toMatchObject({ change: "▲ 3 times from 1 in the week of 9 Nov", way: "worse" });
    const first = makeTrendCard("serious", trend(null, null, 3), WEEKS, NOW);
    expect(first).toMatchObject({ change: "nothing earlier to compare with", way: "same" });
    expect(card.line).not.toContain("L");
  });

  it("draws a week from five sessions on", () => {
    const input = { ...trend(1, 2, 3), total: [mean(1), mean(2, 4), mean(3), mean(4)] };
    const { line } = makeTrendCard("serious", input, WEEKS, NOW);
    expect(line.split("M")).toHaveLength(3);
    expect(line.split("L")).toHaveLength(2);
  });

  it("names the week that it is about", () => {
    expect(describeTrendsTitle(trend(1, 2, 3), "week", NOW)).toBe(
      "Average of 9 sessions this week, compared with 9 the week before",
    );
    const few = { ...trend(1, null, 2), total: [mean(1, 1), mean(null, 0), mean(2, 3)] };
    expect(describeTrendsTitle(few, "week", NOW)).toBe(
      "Average of 3 sessions this week, compared with 1 in the week of 9 Nov; too few to call a change better or worse",
    );
    expect(describeTrendsTitle(trend(null, 2), "week", NOW)).toBe(
      "Average of 9 sessions in the week of 16 Nov; nothing earlier to compare with",
    );
    expect(describeTrendsTitle(trend(1, 2), "week", NOW)).toContain("in the week of 16 Nov");
  });

  it("has a line for all sessions and one a part, an axis from 0, and the same figures in a table", () => {
    const { lines, rows, axis, table } = buildTrendDetail(
      "serious",
      trend(1, 2, 3),
      { ...WEEKS, figure: "serious", split: "agent" },
      NOW,
    );
    expect(lines.map(({ label }) => label)).toEqual(["all sessions", "publisher"]);
    expect(axis[0]?.value).toBe(0);
    expect(axis.at(-1)?.value).toBeGreaterThanOrEqual(3);
    expect(rows.map(({ words }) => words.all)).toEqual(["1", "2", "3"]);
    expect(table.rows.map((row) => row.at(1))).toEqual(["1", "2", "3"]);
  });

  it("is opened by an address that says only what is not usual", () => {
    expect(makeTrendHref({ ...WEEKS, figure: "cost" })).toBe("/?trend=cost");
    expect(makeTrendHref({ figure: "cost", per: "day", split: "agent" })).toBe(
      "/?trend=cost&per=day&split=agent",
    );
    expect(makeTrendHref(WEEKS)).toBe("/");
  });
});
