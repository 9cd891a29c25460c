import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { openclaw } from "./openclaw";

const CUT = Array.from({ length: 60 }, (_, i) => `Part ${i} of what nobody finished.`).join(" ");

async function session(after: readonly number[]) {
  const lines: object[] = [
    { type: "session", version: 3, id: "s", timestamp: "2026-03-02T09:00:00.000Z", cwd: "/home/dev" },
  ];
  const say = (message: object) => {
    const id = String(lines.length);
    const parentId = lines.length === 1 ? null : String(lines.length - 1);
    const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 0, lines.length)).toISOString();
    lines.push({ type: "message", id, parentId, timestamp, message });
  };
  const reply = (text: string, input: number, stopReason = "stop") =>
    say({
      ...{
        role: "assistant",
        content: [{ type: "text", text }],
        provider: "anthropic",
        model: "claude-opus-4-5",
      },
      ...{ stopReason, usage: { input, output: 3, cacheRead: 0, cacheWrite: 0 } },
    });
  say({ role: "user", content: "Begin." });
  reply("Begun.", 2_000);
  say({ role: "user", content: "Go on." });
  reply(CUT, 0, "aborted");
  for (const [i, total] of after.entries()) {
    say({ role: "user", content: `Again ${i}.` });
    reply(`Done ${i}.`, total);
  }
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const { sessions } = await runImporter(openclaw, [await textFile("s.jsonl", text)]);
  return foldSession([...sessions.values()][0] ?? []);
}

function standsIn({
  blocks,
  residencies,
}: Awaited<ReturnType<typeof session>>): (readonly [number, number | null])[] {
  const block = blocks.findIndex(({ id }) => id === "text:4");
  return residencies.filter((one) => one.block === block).map(({ from, to }) => [from, to] as const);
}

describe("a reply that was cut off", () => {
  it("is no part of the next window when its total has no room for it", async () => {
    const read = await session([2_020]);
    expect(standsIn(read)).toEqual([]);
    expect(read.evictions).toEqual([]);
  });

  it("stays when the total has room for it, and while no total tells", async () => {
    expect(standsIn(await session([2_600]))).toEqual([[2, null]]);
    expect(standsIn(await session([0]))).toEqual([[2, null]]);
  });

  it("leaves with the reason once a later total tells", async () => {
    const read = await session([0, 2_040]);
    expect(standsIn(read)).toEqual([[2, 2]]);
    expect(read.evictions).toMatchObject([
      {
        turn: 3,
        how: "removed",
        cause: { rule: "cut_off_reply", reason: expect.stringContaining("cut off") },
      },
    ]);
  });
});
