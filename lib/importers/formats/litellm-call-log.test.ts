import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { textFile } from "@/lib/testing/import-file";
import { importSample } from "@/lib/testing/samples";
import { chooseImporter } from "../choose";

const CALLS = [
  "litellm-call-log/model-1757015029.090.json",
  "litellm-call-log/model-1757015025.972.json",
  "litellm-call-log/model-1757015027.500.json",
] as const;

describe("LiteLLM call log", () => {
  it("makes one conversation of a folder's files, in the order of their times", async () => {
    const { format, sessions } = await importSample(...CALLS);
    expect(format).toBe("litellm_call_log");
    expect(sessions.map((session) => session.turns.length)).toEqual([2, 1]);
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "tool:bash                   |##|
      system                      |##|
      user_goal:83d659fc634a      |##|
      assistant_text:273e6f6c448a | #|
      call:t1                     | #|
      result:t1                   | #|"
    `);
  });

  it("reads usage with its cached parts, the context window and the times", async () => {
    const { sessions } = await importSample(...CALLS);
    expect(sessions[0]?.meta).toMatchObject({
      name: "litellm-call-log",
      model: "litellm_proxy/claude-sonnet-4",
      contextWindow: 200_000,
    });
    expect(sessions[0]?.turns.map((turn) => turn.usage)).toMatchObject([
      { input: 4000, uncached: 100, cacheRead: 0, cacheWrite: 3900 },
      { input: 4100, uncached: 50, cacheRead: 3900, cacheWrite: 150 },
    ]);
    expect(sessions[0]?.turns[0]).toMatchObject({ at: 1_757_015_023_472, endedAt: 1_757_015_025_972 });
  });

  it("takes a file alone", async () => {
    const { sessions } = await importSample(CALLS[0]);
    expect(sessions.map((session) => session.turns.length)).toEqual([1]);
  });

  it("is known by what stands behind the messages, however long they are", async () => {
    const messages = [{ role: "user", content: "x".repeat(300_000) }];
    const call = { messages, context_window: 1, response: {}, timestamp: 1, latency_sec: 1 };
    const long = await textFile("long-1757015030.1.json", JSON.stringify(call));
    expect(chooseImporter(long.sniff)).toMatchObject({ importer: { id: "litellm_call_log" } });
    const other = await textFile("other.json", JSON.stringify({ messages, cost: 1 }));
    expect(chooseImporter(other.sniff)).toMatchObject({ importer: { id: "openai_messages" } });
  });
});
