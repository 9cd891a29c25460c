import { describe, expect, it } from "vitest";
import { describeAllSessions } from "./settings/deletion-words";
import { describeProgress } from "./format/progress-words";
import { describeDeletion } from "./incident/incident-words";
import { addAll } from "./ingestion/warning-rows";
import { describeShownBlocks } from "./lanes/lane-words";
import { showNews } from "./live/live-words";
import { describeColumn, describeRange, describeTurns } from "./occupancy/words";
import { describeCopiedRows, describeShownRows } from "./questions/ledger-words";
import { describeImported } from "./sessions/import-words";
import { endWords, describeViews } from "./share/share-words";
import { matchWords, describePanel } from "./turn/panel-words";

const panel = {
  windowTokens: 1_200,
  provenance: "estimated",
  total: 3,
  turn: { windowKnown: true, delta: 250, causedByTurn: 6, toolCalls: 1 },
  counts: { entered: 2, evictions: 1 },
} as const;

describe("the words of a turn's panel", () => {
  it("say what came in, what left and what caused the growth", () => {
    expect(describePanel(panel)).toMatchObject({
      size: "~1,200",
      blocks: " in 3 blocks",
      growth: { value: "+250", turn: 6 },
      entered: "2 blocks came in",
      evictions: "1 eviction",
      calls: "1 tool call made",
    });
  });

  it("leave out what the source does not show", () => {
    const unknown = {
      ...panel,
      windowTokens: null,
      turn: { ...panel.turn, windowKnown: false, causedByTurn: null },
    };
    expect(describePanel(unknown)).toMatchObject({ size: "–", blocks: null, growth: null, entered: null });
  });
});

describe("words that count what is shown", () => {
  it("name the total only where something is left out", () => {
    expect([
      describeShownBlocks({ shown: 1, total: 1 }),
      describeShownBlocks({ shown: 2, total: 1_500 }),
    ]).toEqual(["1 block", "2 of 1,500 blocks"]);
    expect([describeCopiedRows(5, 5), describeCopiedRows(5, 6)]).toEqual(["", ": the first 5 of 6 rows"]);
    expect(describeShownRows({ total: 2, unfiltered: 9, against: 3 })).toBe("2 of 9 differences");
    expect([matchWords(-1, 2), matchWords(0, 2)]).toEqual(["2 blocks", "1 of 2"]);
  });

  it("begin a facet with all of its values together", () => {
    const facet = [
      { value: "a", label: "A", count: 900, countText: "900" },
      { value: "b", label: "B", count: 200, countText: "200" },
    ];
    expect(addAll(facet)[0]).toEqual({ value: "", label: "All", count: 1_100, countText: "1,100" });
  });

  it("say of the occupancy chart which turns it shows, and how many a column stands for", () => {
    const whole = { from: 0, to: 1_199 };
    expect(describeTurns(whole)).toBe("1,200 turns");
    expect(describeRange({ from: 4, to: 9 }, whole)).toMatch(/^Turns 4 to 9 of 1,200\./);
    expect([describeColumn(1), describeColumn(3)]).toEqual(["", expect.stringContaining("up to 3 turns")]);
  });
});

describe("words about what is deleted, imported or shared", () => {
  it("name what goes along", () => {
    expect(describeDeletion(0)).toBe(" will be gone. The session stays, and so do links that were shared.");
    expect(describeDeletion(2)).toMatch(/^, with its 2 annotations, will be gone\./);
    expect(describeAllSessions({ listed: 1, beside: 0 })).toBe("the 1 session of this project");
    expect(describeAllSessions({ listed: 7, beside: 2 })).toBe(
      "all 7 sessions of this project, with 2 recordings that the list leaves out (sub-agents, side calls and replays)",
    );
  });

  it("say how far an import is, and what was new", () => {
    expect([describeProgress("Reading a.json", null), describeProgress("Reading a.json", 0.4)]).toEqual([
      "Reading a.json…",
      "Reading a.json, 40%",
    ]);
    const imported = { format: "otel", sessions: [1, 2], events: { accepted: 0 }, warnings: [] };
    expect(describeImported(imported)).toBe(": 2 sessions (otel), all of it known already");
    expect(describeImported({ ...imported, events: { accepted: 1 } })).toBe(
      ": 2 sessions (otel), 1 new event",
    );
    const refused = ["a.txt", "b.txt"].map((file) => ({ file, code: "unrecognised" }));
    expect(
      describeImported({ ...imported, warnings: [...refused, { file: "c.json", code: "no_turns" }] }),
    ).toBe(": 2 sessions (otel), all of it known already; 2 files could not be read");
    expect([showNews(0), showNews(2)]).toEqual(["Show what is new", "Show 2 new turns"]);
  });

  it("say how often a link was opened, and until when it works", () => {
    const share = {
      views: 2,
      viewLimit: 5,
      lastViewedAt: null,
      expiresAt: "2026-01-05T10:00:00.000Z",
      revokedAt: null,
    };
    expect(describeViews(share)).toBe("2 of 5 views");
    expect(describeViews({ ...share, viewLimit: null, lastViewedAt: share.expiresAt })).toMatch(
      /^2 views, last .*2026/,
    );
    expect(endWords(share)).toMatch(/^until .*2026/);
    expect(endWords({ ...share, revokedAt: share.expiresAt })).toMatch(/^revoked /);
  });
});
