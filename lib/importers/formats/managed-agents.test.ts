import { describe, expect, it } from "vitest";
import { importSample, sampleText } from "@/lib/testing/samples";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "../choose";

const SAMPLE = "managed-agents.jsonl";
const events = sampleText(SAMPLE)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown>);

async function countCalls(text: string) {
  const file = await textFile("events.json", text);
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) return null;
  const { sessions } = await runImporter(importer, [file]);
  const calls = [...sessions.values()].flat().filter(({ type }) => type === "turn.recorded").length;
  return [importer.id, calls];
}

describe("events of Claude Managed Agents", () => {
  it("have a call for each span of a model, with what it said and its usage", async () => {
    const { format, sessions, warnings } = await importSample(SAMPLE);
    expect([format, warnings]).toEqual(["claude_managed_agents", { unanswered_request: 1, other_thread: 1 }]);
    const [session] = sessions;
    expect(session?.turns.map(({ usage, toolCalls }) => [usage?.input, usage?.output, toolCalls])).toEqual([
      [902, 40, 1],
      [962, 30, 1],
      [1_012, 20, 1],
      [302, 8, 0],
    ]);
    const results = session?.blocks.filter(({ kind }) => kind === "tool_result");
    expect(new Map(results?.map(({ toolName, isError }) => [toolName, isError]))).toEqual(
      new Map([
        ["bash", false],
        ["read_columns", true],
        ["ask_shop", false],
      ]),
    );
    expect(session?.meta.agent).toBe("stock-keeper");
    expect(session?.meta.reported?.cost).toBe(0.02);
  });

  it("say that the window was compacted, and not what its summary says", async () => {
    const { sessions } = await importSample(SAMPLE);
    expect(sessions[0]?.compactions.length).toBe(1);
    // The summary, and the outcome that was asked for afterwards.
    expect(sessions[0]?.turns.at(-1)?.window.entries).toBe(2);
  });

  it.each([
    ["a list", JSON.stringify(events)],
    ["a page of the API's answer", JSON.stringify({ data: events, next_page: null })],
    [
      "lines that keep each beside what was read of it",
      events.map((raw) => JSON.stringify({ role: "system", kind: "event", raw })).join("\n"),
    ],
  ])("are read from %s", async (_, text) => {
    expect(await countCalls(text)).toEqual(["claude_managed_agents", 4]);
  });

  it("are not what other events are", async () => {
    expect(await countCalls('{"type":"user.message","id":"evt_1"}')).toBeNull();
  });
});
