import { describe, expect, it } from "vitest";
import { joinPrompts, makeOutline } from "./outline";

const PAGE = { from: 0, to: 1, compacted: [1, 30, 99] };
const prompt = (turn: number, preview = `prompt ${turn}`) => ({ turn, blockId: `p${turn}`, preview });

describe("the outline of a session", () => {
  it("leads to a prompt on this page, and to the page of another, with compactions between them", () => {
    const prompts = [prompt(0), prompt(60, "")];
    const { rows, listed, earlier, later } = makeOutline(
      { prompts, promptsFrom: 0, promptsTotal: 2 },
      PAGE,
      "s",
    );
    expect(rows.map(({ is, words, href }) => [is, words, href])).toEqual([
      ["prompt", "prompt 0", "#turn-0"],
      ["compaction", "compacted", "#turn-1"],
      ["compaction", "compacted", "/sessions/s/read?turn=30#turn-30"],
      ["prompt", "(no text)", "/sessions/s/read?turn=60#turn-60"],
      ["compaction", "compacted", "/sessions/s/read?turn=99#turn-99"],
    ]);
    expect([listed, earlier, later]).toEqual([null, null, null]);
  });

  it("says which prompts of many are listed, and leaves out what stands between others", () => {
    const listed = { prompts: [prompt(20), prompt(40)], promptsFrom: 5, promptsTotal: 1_000 };
    const outline = makeOutline(listed, PAGE, "s");
    expect(outline.rows.map(({ turn }) => turn)).toEqual(["turn 20", "turn 30", "turn 40"]);
    expect(outline).toMatchObject({ listed: "Prompts 6 to 7 of 1,000.", earlier: 4, later: 7 });
  });

  it("joins lists that overlap, each prompt once", () => {
    const list = (from: number, to: number) => ({
      prompts: Array.from({ length: to - from }, (_, n) => prompt(from + n)),
      promptsFrom: from,
      promptsTotal: 50,
    });
    const joined = joinPrompts([list(10, 20), list(15, 25), list(5, 11)]);
    expect(joined.promptsFrom).toBe(5);
    expect(joined.prompts.map(({ turn }) => turn)).toEqual(Array.from({ length: 20 }, (_, n) => n + 5));
  });
});
