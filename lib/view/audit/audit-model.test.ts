import type { AuditInput } from "../answers";
import { describe, expect, it } from "vitest";
import { buildAuditModel } from "./audit-model";
import { makeSessionsHref } from "./sessions-href";

const group = (value: string | null, sessions: number, withAbsent: number) => ({
  value,
  sessions,
  deciding: sessions,
  withAbsent,
  decisions: sessions * 4,
  absent: withAbsent,
  absentPerSession: sessions === 0 ? null : withAbsent / sessions,
  shareWithAbsent: sessions === 0 ? null : withAbsent / sessions,
});
const facts = (parts: Partial<AuditInput> = {}): AuditInput => ({
  sample: { sessions: 10, limit: 1_000, isWhole: true, pending: 0, outdated: 0 },
  total: group(null, 10, 4),
  outcomes: [group("wrong", 4, 3), group("ok", 6, 1)],
  agents: [],
  models: [],
  policies: [],
  tools: [],
  constraints: [],
  checkpoints: { taken: 0, judged: 0, needless: 0, medianLeft: null, medianNeeded: null, newest: [] },
  spending: { costs: [], callMs: null, models: [] },
  ...parts,
});

describe("an audit in figures", () => {
  it("begins with the decisions whose evidence was gone", () => {
    const [decisions] = buildAuditModel(facts(), {}).figures;
    expect(decisions).toMatchObject({
      value: "4",
      words: "of 40 ran on evidence that was not in the window",
    });
    expect(decisions?.detail).toContain("in 4 sessions of 10");
    const none = facts({ sample: { sessions: 0, limit: 10, isWhole: true, pending: 0, outdated: 0 } });
    expect(buildAuditModel(none, {}).figures).toEqual([]);
  });

  it("draws what went wrong under the filters, and nothing of evidence that was never gone", () => {
    const found = [
      { code: "plan.left_window", title: "The plan left", severity: "serious", sessions: 3 },
    ] as const;
    const { charts } = buildAuditModel(facts({ total: group(null, 10, 0) }), { agent: "a" }, found);
    expect(charts.map(({ title }) => title)).toEqual(["What went wrong"]);
    expect(charts[0]?.bars).toEqual([
      {
        key: "plan.left_window",
        label: "The plan left",
        severity: "serious",
        length: 0.3,
        interval: null,
        text: "3 of 10",
        href: "/?role=any&agent=a&finding=plan.left_window",
      },
    ]);
    expect(buildAuditModel(facts(), {}).charts[0]?.title).toBe("Evidence absent, by outcome");
  });
});

describe("an audit in sentences", () => {
  it("says how often evidence was absent, and in which sessions", () => {
    expect(buildAuditModel(facts(), {}).statements).toEqual([
      "10 sessions.",
      "Evidence was absent in 3 of the 4 sessions that took decisions and ended wrong (95% interval 30% to 95%), and in 1 of the 6 that ended well (95% interval 3% to 56%).",
    ]);
  });

  it("says of a list that is as long as it may be that there may be more", () => {
    const notes = (agents: number) =>
      buildAuditModel(
        facts({ outcomes: [], agents: Array.from({ length: agents }, (_, i) => group(`agent ${i}`, 1, 0)) }),
        {},
      ).tables.map(({ note }) => note);
    expect([notes(49), notes(50)]).toEqual([[""], ["The first 50 are listed; there may be more."]]);
  });

  it("says what it did not look at", () => {
    const [first] = buildAuditModel(
      facts({ sample: { sessions: 10, limit: 10, isWhole: false, pending: 2, outdated: 0 } }),
      {},
    ).statements;
    expect(first).toBe("The newest 10 sessions that match. 2 more sessions are not analysed yet.");
    const earlier = { sessions: 10, limit: 1_000, isWhole: true, pending: 0, outdated: 3 };
    expect(buildAuditModel(facts({ sample: earlier }), {}).statements).toContainEqual(
      expect.stringMatching(/^The findings of 3 sessions are still from earlier thresholds/),
    );
    const none = { sessions: 0, limit: 10, isWhole: true, pending: 0, outdated: 0 };
    expect(buildAuditModel(facts({ sample: none }), {}).statements).toEqual(["No session matches."]);
  });
});

describe("the cells of an audit", () => {
  it("lead to the sessions behind them, under the filters of the audit", () => {
    const [outcomes] = buildAuditModel(facts(), { agent: "a b" }).tables;
    expect(outcomes?.rows[0]?.cells[2]).toEqual({
      text: "3",
      href: makeSessionsHref({ agent: "a b", outcome: "wrong", evidence: "absent" }),
    });
    expect(makeSessionsHref({ agent: "a b", tool: null })).toBe("/?role=any&agent=a+b");
  });

  it("of values that are not stated are no links, because no filter selects them", () => {
    const { tables } = buildAuditModel(facts({ outcomes: [], agents: [group(null, 2, 1)] }), {});
    expect(tables[0]?.rows[0]).toMatchObject({ head: { text: "not stated", href: null } });
  });
});

describe("what an audit's calls cost", () => {
  const cost = {
    currency: "USD",
    total: 1.5,
    uncached: 1,
    cacheRead: 0.2,
    cacheWrite: 0.1,
    cacheWriteHour: 0,
    other: 0,
    stated: null,
    output: 0.2,
    calls: 3,
    callsTotal: 4,
  };
  const spending = {
    costs: [cost],
    callMs: 2_500,
    models: [
      { model: "priced", calls: 4, costs: [cost], callMs: 2_500 },
      { model: null, calls: 2, costs: [], callMs: null },
    ],
  };

  it("is said in all, with the parts, the currency and what has no price", () => {
    const [, cost, took] = buildAuditModel(facts({ spending }), {}).figures;
    expect(cost).toMatchObject({
      value: "$1.50",
      detail:
        "List prices, USD: not cached $1.00, cache reads $0.20, cache writes $0.10, output $0.20; 1 call of 4 left out, without usage or price",
    });
    expect(took).toMatchObject({ label: "A call took", value: "2.5 s" });
  });

  it("is a table by model, with the unknown as a dash", () => {
    const table = buildAuditModel(facts({ spending }), {}).tables.find(
      ({ title }) => title === "Cost and latency",
    );
    expect(table?.rows.map(({ head, cells }) => [head.text, ...cells.map(({ text }) => text)])).toEqual([
      ["priced", "4", "$1.50", "$1.00", "$0.20", "$0.10", "$0.20", "3", "2.5 s"],
      ["not stated", "2", "–", "–", "–", "–", "–", "0", "–"],
    ]);
  });
});

describe("what compactions kept", () => {
  const none = { hits: 0, n: 0, share: null, low: null, high: null };
  const survival = {
    path: { hits: 3, n: 4, share: 0.75, low: 0.5, high: 1 },
    command: { hits: 1, n: 4, share: 0.25, low: null, high: null },
    ...{
      identifier: none,
      address: none,
      number: none,
      error: none,
      message: none,
      step: none,
      constraint: none,
    },
  };
  const group = {
    program: "pi",
    version: "3",
    model: "m",
    trigger: "manual" as const,
    sessions: 2,
    compactions: 3,
    survival,
    unreadable: 7,
    prices: [{ currency: "USD", compactions: 3, paid: 1.5, saved: 4, paidOff: 2 }],
  };

  it("is a table by program, with the interval of several sessions and the kinds that occur", () => {
    const table = buildAuditModel(facts({ compactions: [group] }), {}).tables.find(
      ({ title }) => title === "What compactions kept",
    );
    expect(table?.columns.slice(2, 4)).toEqual(["File paths", "Commands that ran"]);
    expect(table?.rows[0]?.head.text).toBe("pi 3, m, by hand");
    expect(table?.rows[0]?.cells.map(({ text }) => text)).toEqual([
      "3",
      "2",
      "75% of 4 (50% to 100%)",
      "25% of 4",
      "7",
      "$1.50",
      "$4.00",
      "2 of 3",
    ]);
  });

  it("is no table where nothing was compacted, or an older audit does not say", () => {
    for (const compactions of [[], undefined])
      expect(
        buildAuditModel(facts(compactions === undefined ? {} : { compactions }), {}).tables.map(
          ({ title }) => title,
        ),
      ).not.toContain("What compactions kept");
  });
});

describe("what sessions cost by what they have in common", () => {
  const none = { hits: 0, n: 0, share: null, low: null, high: null };
  const idle = {
    name: "idle" as const,
    version: null,
    ...{ currency: "USD", sessions: 2, times: 3, cost: 4 },
    share: { hits: 4, n: 10, share: 0.4, low: 0.1, high: 0.7 },
    perSession: { mean: 2, low: 1.5, high: 2.5 },
    lost: null,
  };
  const program = {
    ...idle,
    ...{ name: "pi", version: "3", perSession: { mean: 2, low: null, high: null } },
    lost: { hits: 1, n: 4, share: 0.25, low: null, high: null },
  };

  it("has a table each, with intervals where there are several sessions", () => {
    const bills = { causes: [idle], programs: [program], models: [{ ...program, lost: none }], tools: [] };
    const { tables } = buildAuditModel(facts({ bills }), {});
    const textOf = (title: string) =>
      tables
        .find((table) => table.title === title)
        ?.rows.map(({ head, cells }) => [head.text, ...cells.map(({ text }) => text)]);
    expect(textOf("Cost of cache losses")).toEqual([
      ["idle for too long", "2", "3", "$4.00", "40% (10% to 70%)", "$2.00 ($1.50 to $2.50)"],
    ]);
    expect(textOf("Cost by program")?.[0]?.slice(-2)).toEqual(["$2.00", "25%"]);
    expect(textOf("Cost by program")?.[0]?.[0]).toBe("pi 3");
    expect(textOf("Cost by model")?.[0]?.at(-1)).toBe("–");
    expect(textOf("Cost by tool")).toBeUndefined();
  });
});
