import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { rooCode } from ".";

type Row = Record<string, unknown>;

const user = (ts: number, text: string, more: Row = {}): Row => ({
  role: "user",
  ts,
  content: text,
  ...more,
});
const model = (ts: number, text: string, more: Row = {}): Row => ({
  role: "assistant",
  ts,
  content: text,
  ...more,
});
const request = (ts: number): Row => ({
  type: "say",
  say: "api_req_started",
  ts,
  text: '{"tokensIn":100,"tokensOut":5}',
});

async function read(history: readonly Row[], display: readonly Row[] | null) {
  const files = [await textFile("t/api_conversation_history.json", JSON.stringify(history))];
  if (display !== null) files.push(await textFile("t/ui_messages.json", JSON.stringify(display)));
  const { sessions } = await runImporter(rooCode, files);
  const session = foldSession([...sessions.values()][0] ?? []);
  const textOf = (block: number) => session.blocks[block]?.versions[0]?.text;
  const windows = session.turns.map(({ index }) =>
    session.residencies
      .filter(({ from, to }) => from <= index && (to === null || to >= index))
      .map(({ block }) => textOf(block))
      .sort(),
  );
  return { ...session, windows };
}

const CONDENSED = [
  user(1_000, "<task>Sum it</task>", { condenseParent: "c1" }),
  model(1_100, "One", { condenseParent: "c1" }),
  user(2_000, "Go on", { condenseParent: "c1" }),
  model(2_100, "Two", { condenseParent: "c1" }),
  user(2_200, "One and two are done", { isSummary: true, condenseId: "c1" }),
  user(3_000, "Next"),
  model(3_100, "Three"),
];
const TRUNCATED = [
  user(1_000, "<task>Sum it</task>"),
  model(1_100, "One", { truncationParent: "t1" }),
  user(2_000, "Go on", { truncationParent: "t1" }),
  user(2_099, "[Sliding window truncation: 2 messages hidden]", {
    isTruncationMarker: true,
    truncationId: "t1",
  }),
  model(2_100, "Two"),
  user(3_000, "Next"),
  model(3_100, "Three"),
];
const REQUESTS = [request(1_000), request(2_000), request(3_000)];

describe("messages that a history keeps hidden", () => {
  it.each([
    [
      "its display",
      [
        ...REQUESTS.slice(0, 2),
        {
          type: "say",
          say: "condense_context",
          ts: 2_150,
          contextCondense: {
            summary: "One and two are done",
            condenseId: "c1",
            prevContextTokens: 90,
            newContextTokens: 20,
          },
        },
        ...REQUESTS.slice(2),
      ],
    ],
    ["the history alone", null],
  ])("stand in no window after their condensation, by %s", async (_, display) => {
    const { windows, compactions, evictions } = await read(CONDENSED, display);
    expect(windows).toEqual([
      ["<task>Sum it</task>"],
      ["<task>Sum it</task>", "Go on", "One"],
      ["Next", "One and two are done"],
    ]);
    expect(compactions.map(({ turn }) => turn)).toEqual([2]);
    expect(evictions.every(({ how, turn }) => how === "compacted" && turn === 2)).toBe(true);
  });

  it("stand in windows until the display shows that they were truncated, and not after", async () => {
    const cut = { truncationId: "t1", messagesRemoved: 2, prevContextTokens: 90, newContextTokens: 40 };
    const row = { type: "say", say: "sliding_window_truncation", ts: 3_010, contextTruncation: cut };
    const { windows, evictions } = await read(TRUNCATED, [...REQUESTS, row]);
    expect(windows).toEqual([
      ["<task>Sum it</task>"],
      ["<task>Sum it</task>", "Go on", "One"],
      ["<task>Sum it</task>", "Next", "Two", "[Sliding window truncation: 2 messages hidden]"],
    ]);
    expect(evictions.map(({ how, turn, cause }) => [how, turn, cause.rule])).toEqual([
      ["truncated", 2, "sliding_window"],
      ["truncated", 2, "sliding_window"],
    ]);
  });
});
