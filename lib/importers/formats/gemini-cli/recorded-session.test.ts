import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "../../choose";
import { geminiCliSession } from "./recorded-session";

interface Recorded {
  readonly messages: readonly object[];
}

async function read(name: string, text: string) {
  const { sessions, warnings } = await runImporter(geminiCliSession, [await textFile(name, text)]);
  return { sessions: [...sessions.values()].map((events) => foldSession(events)), warnings };
}

describe("a session that Gemini CLI recorded", () => {
  it("has a call for each message of the model, with the results of its tools behind it", async () => {
    const { format, sessions } = await importSample("gemini-cli-session.json");
    const [session] = sessions;
    expect(format).toBe("gemini_cli_session");
    expect(session?.meta).toMatchObject({ name: "How many lines has notes.txt?", model: "gemini-2.5-pro" });
    expect(
      session?.turns.map(({ usage, toolCalls, window }) => [
        usage?.input,
        usage?.output,
        toolCalls,
        window.entries,
      ]),
    ).toEqual([
      [8_200, 35, 2, 1],
      [8_300, 6, 0, 6],
    ]);
    const results = session?.blocks.filter(({ kind }) => kind === "tool_result");
    expect(results?.map(({ toolCallId, toolName, isError }) => [toolCallId, toolName, isError])).toEqual([
      ["read_file-1", "read_file", false],
      ["read_file-2", "read_file", true],
    ]);
  });

  it("is the same as lines, of which a later one replaces the earlier of its id", async () => {
    const { messages, ...header } = JSON.parse(sampleText("gemini-cli-session.json")) as Recorded;
    const early = { ...messages[2], toolCalls: [], tokens: null };
    const taken = [{ id: "x1", type: "user", content: "No" }, { $rewindTo: "x1" }];
    const lines = [header, ...messages.slice(0, 2), early, ...messages.slice(2), ...taken];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    expect(chooseImporter((await textFile("s.jsonl", text)).sniff)).toMatchObject({
      importer: { id: "gemini_cli_session" },
    });
    const { sessions, warnings } = await read("s.jsonl", text);
    const whole = await read("s.json", sampleText("gemini-cli-session.json"));
    expect(sessions.map(({ turns, blocks }) => [turns, blocks])).toEqual(
      whole.sessions.map(({ turns, blocks }) => [turns, blocks]),
    );
    expect([...warnings]).toEqual([
      ["message_rewritten", 1],
      ["taken_back", 1],
    ]);
  });

  it("shows a compression where the harness writes the history anew, with what it kept as the same blocks", async () => {
    const header = { sessionId: "s", projectHash: "p", startTime: AT, lastUpdated: AT };
    const result = (id: string, output: string) => ({
      functionResponse: { id, name: "read_file", response: { output } },
    });
    const answer = (id: string, call: string, output: string, more: object[] = []) => ({
      ...said(id, "gemini", "I read."),
      tokens: { input: 900, output: 9 },
      toolCalls: [
        { id: call, name: "read_file", args: { path: call }, result: [result(call, output), ...more] },
      ],
    });
    const snapshot = "<state_snapshot>Goal: the notes.</state_snapshot>";
    const history = [
      said("c1", "user", [{ text: snapshot }]),
      said("c2", "gemini", [{ text: "Got it. Thanks for the additional context!" }]),
      answer("m4", "b", "two", [result("a", "one")]),
      said("c3", "user", [result("b", "two")]),
    ];
    const lines = [
      header,
      said("m1", "user", [{ text: "Read the notes." }]),
      answer("m2", "a", "one"),
      answer("m4", "b", "two"),
      { $set: { lastUpdated: AT } },
      { $set: { messages: history, lastUpdated: AT } },
      { ...said("m5", "gemini", "Both are read."), tokens: { input: 300, output: 9 } },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const { sessions } = await read("s.jsonl", text);
    const [session] = sessions;
    expect(session?.turns).toHaveLength(3);
    const name = (number: number) => session?.blocks[number]?.id.split(":").slice(0, 2).join(":");
    const inWindow = (turn: number) =>
      session?.residencies
        .filter(({ from, to }) => from <= turn && (to ?? turn) >= turn)
        .map(({ block }) => name(block)?.replace(/:[0-9a-f]{12}(~\d+)?$/, ""));
    expect(inWindow(2)?.sort()).toEqual(
      ["assistant_text", "assistant_text", "call:b", "compaction_summary", "result:b"].sort(),
    );
    expect(session?.compactions).toMatchObject([{ turn: 2 }]);
    expect(session?.evictions.map(({ block, how }) => [name(block)?.split(":")[0], how])).toContainEqual([
      "result",
      "compacted",
    ]);
    expect(session?.meta.notes).toHaveLength(1);
  });
});

const AT = "2026-03-01T10:00:00.000Z";
const said = (id: string, type: string, content: unknown) => ({ id, timestamp: AT, type, content });
