import { describe, expect, it } from "vitest";
import { makeSessionRow } from "../session-rows";
import type { SessionInput } from "../session-rows";
import { listChosenColumns, listFilledColumns, LIST_COLUMNS, listShownColumns } from "./columns";
import { matchLine } from "../format/match-line";

describe("the columns of the list", () => {
  it("are the standard ones until others are chosen, and in their order then", () => {
    expect(listShownColumns(null).map(({ id }) => id)).toEqual([
      "started",
      "turns",
      "peak",
      "findings",
      "cost",
      "outcome",
    ]);
    expect(listShownColumns(["tags", "cost", "nonsense"]).map(({ id }) => id)).toEqual(["cost", "tags"]);
  });

  it("leave no trace in the address while they are the standard ones", () => {
    const standard = new Set(LIST_COLUMNS.filter((column) => column.standard).map(({ id }) => id));
    expect(listChosenColumns(standard)).toBeNull();
    standard.delete("cost");
    expect(listChosenColumns(standard)).not.toContain("cost");
  });
});

describe("columns without anything in them", () => {
  const session = {
    id: "ses_1",
    externalId: "one",
    counts: { turns: 3, evictions: 0, dangling: 0 },
    tokens: { peakWindow: null },
    tags: [],
    startedAt: null,
    endedAt: null,
    outcome: null,
    findings: null,
  } as unknown as SessionInput;
  const shownOf = (...sessions: SessionInput[]) =>
    listFilledColumns(
      LIST_COLUMNS,
      sessions.map((one) => makeSessionRow(one)),
    ).map(({ id }) => id);

  it("are left out, but 0 is something", () => {
    expect(shownOf(session)).toEqual(expect.arrayContaining(["turns", "dangling", "evicted"]));
    for (const id of ["started", "cost", "outcome"] as const) expect(shownOf(session)).not.toContain(id);
  });

  it("stand as soon as one row has something", () => {
    expect(shownOf(session, { ...session, outcome: "ok" })).toContain("outcome");
  });
});

describe("a place that a search found", () => {
  it("separates the match from the text around it", () => {
    const match = {
      blockId: "result:1/2",
      turn: 4,
      text: "the \ue000order\ue001  of\nAda",
      stood: [],
      hits: 1,
      hasMore: false,
    };
    const { pieces, href, lane, place } = matchLine("ses_1", match, 8);
    expect(place).toBe("in 1 block, first at turn 4");
    expect(lane).toBeNull();
    expect(pieces.filter(({ isFound }) => isFound)).toEqual([{ text: "order", isFound: true }]);
    expect(pieces.map(({ text }) => text).join("")).toBe("the order of Ada");
    expect(href).toBe("/sessions/ses_1/blocks/result%3A1%2F2");
  });

  it("begins shortly before the match, and says when the text stood in the window", () => {
    const before = "many words that stand before it in the text and would hide it, up to the";
    const { pieces, lane, place } = matchLine(
      "ses_1",
      {
        blockId: "b",
        turn: 2,
        text: `${before} \ue000order\ue001`,
        hits: 20,
        hasMore: true,
        stood: [{ from: 2, to: 5, how: "cleared" }],
      },
      8,
    );
    expect(place).toBe("in 20 or more blocks, first at turn 2");
    expect(pieces[0]?.text).toMatch(/^…\S.* the $/);
    expect(pieces[0]?.text.length).toBeLessThan(30);
    expect(lane).toEqual({
      bars: [{ x: 0.25, width: 0.5, left: true }],
      words: "in the window from turn 2 until turn 5, then cleared",
    });
  });
});
