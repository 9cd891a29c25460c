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
});
