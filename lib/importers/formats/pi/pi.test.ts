import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { openSample, sampleText } from "@/lib/testing/samples";
import { pi } from "./pi";

async function importText(text: string) {
  const { sessions, warnings } = await runImporter(pi, [await textFile("session.jsonl", text)]);
  const events = [...sessions.values()][0] ?? [];
  return { events, session: foldSession(events), warnings };
}
const sample = () => importText(sampleText("pi.jsonl"));

describe("a skill that the user called", () => {
  it("is an attachment from its file, and what was typed behind its name is the message", async () => {
    const skill =
      '<skill name="tidy" location="/home/me/skills/tidy/SKILL.md">\n- Never touch the tests.\n</skill>';
    const line = (record: object) => JSON.stringify(record);
    const say = (text: string) =>
      line({ type: "message", message: { role: "user", content: [{ type: "text", text }] } });
    const says = (text: string) =>
      line({
        type: "message",
        message: { role: "assistant", api: "a", content: [{ type: "text", text }], usage: { input: 9 } },
      });
    const { session } = await importText(
      [
        line({ type: "session", id: "s", timestamp: "2026-01-05T09:00:00Z", cwd: "/" }),
        say(`${skill}\n\nBut be quick.`),
        says("Yes."),
        say(skill),
        says("Tidied."),
      ].join("\n"),
    );
    expect(session.blocks.map(({ kind, label, origin }) => [kind, label, origin?.path])).toEqual([
      ["attachment", "skill tidy", "/home/me/skills/tidy/SKILL.md"],
      ["user_goal", null, undefined],
      ["assistant_text", null, undefined],
      ["attachment", "skill tidy", "/home/me/skills/tidy/SKILL.md"],
      ["assistant_text", null, undefined],
    ]);
  });
});

describe("a pi session", () => {
  it("is rebuilt call by call, with what its compaction kept", async () => {
    const { session } = await sample();
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "user:2     |######  |
      text:3     | #####  |
      call:c1    | #####  |
      call:c2    | #####  |
      result:c2  | #####  |
      result:c1  | #####  |
      user:7     |  ####  |
      user:8     |  ####  |
      text:9     |   ###  |
      user:10    |   ###  |
      call:c4    |    ##  |
      result:c4  |    ##  |
      text:13    |     #  |
      user:14    |     ###|
      text:15    |      ##|
      summary:16 |      ##|
      user:17    |      ##|
      call:c5    |       #|
      result:c5  |       #|"
    `);
    expect(session.warnings).toEqual([]);
  });

  it("reads two records on one line, and says what was cut off", async () => {
    const { session, warnings } = await sample();
    expect(session.turns[6]?.output.map((block) => session.blocks[block]?.id)).toEqual(["call:c5"]);
    expect([...warnings]).toEqual([["broken_line", 1]]);
  });

  it("makes no eviction of an aborted call, nor of one that reported nothing", async () => {
    const { session } = await sample();
    const inputs = session.turns.map(({ usage }) => usage?.input ?? null);
    expect(inputs).toEqual([1010, null, 1075, 1095, null, 1154, 643, 676]);
    expect(session.turns[1]).toMatchObject({
      stopReason: "aborted",
      error: "Request was aborted.",
      output: [],
    });
    expect(session.evictions.every(({ turn }) => turn === 6)).toBe(true);
  });

  it("leaves a call that was cut off out of the windows when the next total has no room for it", async () => {
    const { session } = await sample();
    expect(session.toolCalls).toBe(5);
    expect(drawSession(session)).not.toContain("call:c3");
    const roomy = sampleText("pi.jsonl").replaceAll('"cacheRead":1070', '"cacheRead":1190');
    expect(drawSession((await importText(roomy)).session)).toContain("call:c3    |   ###  |");
  });

  it("has both compactions, also the one that nothing follows", async () => {
    const { session } = await sample();
    expect(session.compactions).toMatchObject([
      { turn: 6, tokensBefore: { value: 1154 }, tokensAfter: { value: 643 }, removed: 13 },
      { turn: 8, tokensBefore: { value: 676 }, tokensAfter: { value: null }, removed: 6 },
    ]);
    const summaries = session.compactions.map(({ summaryBlock }) => session.blocks[summaryBlock ?? -1]?.id);
    expect(summaries).toEqual(["summary:16", "summary:21"]);
  });

  it("knows what each piece is and where it came from", async () => {
    const { session, events } = await sample();
    const block = (id: string) => session.blocks.find((candidate) => candidate.id === id);
    expect(block("user:2")?.kind).toBe("user_goal");
    expect(block("result:c1")).toMatchObject({ toolName: "read", origin: { path: "cart.ts" } });
    expect(block("result:c2")?.media).toEqual({ image: 1 });
    expect(block("result:c4")?.isError).toBe(true);
    expect(block("user:7")).toMatchObject({ kind: "user_message", label: "bash", trust: "untrusted" });
    expect(JSON.stringify(events)).not.toContain("iVBORw0KGgo");
  });

  it("takes the time of the entry for a call whose own time is of another clock", async () => {
    const entry = (id: string, parentId: string | null, second: number, message: object) =>
      JSON.stringify({ type: "message", id, parentId, timestamp: `2026-03-02T09:00:0${second}Z`, message });
    const answered = (ms: number) => ({
      role: "assistant",
      content: [{ type: "text", text: "ok" }],
      timestamp: ms,
    });
    const nine = Date.UTC(2026, 2, 2, 9);
    const { session } = await importText(
      [
        '{"type":"session","version":3,"id":"x","timestamp":"2026-03-02T09:00:00Z","cwd":"/"}',
        entry("u", null, 1, { role: "user", content: "go" }),
        entry("a", "u", 5, answered(nine + 2_000)),
        entry("b", "a", 9, answered(nine + 86_400_000)),
      ].join("\n"),
    );
    expect(session.turns.map(({ at, endedAt }) => [at, endedAt])).toEqual([
      [nine + 2_000, nine + 5_000],
      [nine + 9_000, null],
    ]);
  });

  it("is told from the later format by its header", async () => {
    const { sniff } = await openSample("pi.jsonl");
    expect(chooseImporter(sniff)).toMatchObject({ importer: { id: "pi" } });
    const header = '{"type":"session","version":3,"id":"x","timestamp":"2026-03-02T09:00:00Z","cwd":"/"}';
    const later = await textFile("x.jsonl", `${header}\n${sampleText("pi.jsonl").split("\n")[2]}`);
    expect(chooseImporter(later.sniff)).toMatchObject({ importer: { id: "openclaw" } });
  });
});

describe("a compaction whose record stands before it takes effect", () => {
  const line = (record: object) => JSON.stringify({ timestamp: "2026-03-02T09:00:00.000Z", ...record });
  const user = (text: string) =>
    line({ type: "message", message: { role: "user", content: [{ type: "text", text }] } });
  const answer = (text: string, input: number) =>
    line({
      type: "message",
      message: {
        role: "assistant",
        content: [{ type: "text", text }],
        model: "claude-opus-4-5",
        provider: "anthropic",
        usage: { input, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: input + 5 },
        stopReason: "stop",
      },
    });
  const told = (totals: readonly number[]) =>
    importText(
      [
        line({ type: "session", id: "0a1b2c3d-0000-4000-8000-00000000000b", cwd: "/home/dev/shop" }),
        user("Look at the harbour."),
        answer("I look.", 8_000),
        user("And the ships?"),
        answer("Forty.", 10_000),
        line({ type: "compaction", summary: "Forty ships.", firstKeptEntryIndex: 5, tokensBefore: 10_005 }),
        ...totals.flatMap((total, n) => [user(`Question ${n}?`), answer(`Answer ${n}.`, total)]),
      ].join("\n"),
    );

  it("is where the total falls", async () => {
    const { session } = await told([10_020, 10_040, 2_000, 2_020]);
    expect(session.compactions).toMatchObject([{ turn: 4 }]);
    expect(session.evictions.map(({ turn }) => turn)).toEqual(session.evictions.map(() => 4));
  });

  it("is at its record where the total falls there, or nothing was counted", async () => {
    for (const totals of [
      [2_000, 2_020],
      [0, 0],
    ])
      expect((await told(totals)).session.compactions).toMatchObject([{ turn: 2 }]);
  });
});

describe("a pi session whose beginning is lost", () => {
  const records = [
    { type: "session", version: 3, id: "cut", timestamp: "2026-01-01T00:00:00Z", cwd: "/w" },
    ...["a", "b", "c"].map((id, i) => ({
      type: "message",
      id,
      parentId: i === 0 ? null : ["a", "b"][i - 1],
      timestamp: `2026-01-01T00:00:0${i}Z`,
      message: { role: "user", content: [{ type: "text", text: `Question ${id}.` }] },
    })),
  ];
  const importRecords = (some: readonly object[]) =>
    importText(some.map((record) => JSON.stringify(record)).join("\n"));

  it("is told, because its windows hold more than the file", async () => {
    const { warnings } = await importRecords(records.filter((record) => record.id !== "a"));
    expect([...warnings]).toEqual([["missing_history", 1]]);
  });

  it("is not told of a file that has all", async () => {
    const { warnings } = await importRecords(records);
    expect([...warnings]).toEqual([]);
  });
});
