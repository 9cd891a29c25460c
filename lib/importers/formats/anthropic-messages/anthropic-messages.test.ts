import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { drawSession } from "@/lib/testing/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { anthropicMessages } from ".";

const SAMPLE = "anthropic-cassette.json";

async function imported() {
  const { format, sessions } = await importSample(SAMPLE);
  const [session] = sessions;
  if (session === undefined) throw new Error("no session");
  return { format, session };
}

describe("recorded Anthropic messages", () => {
  it("shows the model what the provider does: from the last compaction block on", async () => {
    const { format, session } = await imported();
    expect(format).toBe("anthropic_messages");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "tool:lookup                     |###|
      system                          |###|
      user_goal:e7a9f3b2db41          |## |
      call:t1                         | # |
      result:t1                       | # |
      compaction_summary:caec1bc4f740 |  #|
      assistant_text:a24f29bb54ad     |  #|
      call:t2                         |  #|
      result:t2                       |  #|"
    `);
  });

  it("sums the passes of a call that the provider compacted, and has their sizes", async () => {
    const { session } = await imported();
    expect(session.turns.map(({ usage }) => usage?.input)).toEqual([203, 560, 90]);
    expect(session.compactions).toMatchObject([
      { turn: 2, tokensBefore: { value: 500 }, tokensAfter: { value: 60 } },
    ]);
  });

  it("keeps the edits that the provider says it applied", async () => {
    const { session } = await imported();
    expect(session.turns.at(-1)?.appliedEdits).toEqual([
      { type: "clear_tool_uses_20250919", clearedToolUses: 1, clearedInputTokens: 30 },
    ]);
  });

  it("reads the same cassette in YAML", async () => {
    const file = await textFile("cassette.yaml", dump(JSON.parse(sampleText(SAMPLE))));
    expect(chooseImporter(file.sniff)).toMatchObject({ importer: { id: "anthropic_messages" } });
    const { sessions } = await runImporter(anthropicMessages, [file]);
    const session = foldSession([...sessions.values()].flat());
    expect(drawSession(session)).toBe(drawSession((await imported()).session));
  });

  it("reads the body of a response alone, whose window nobody knows", async () => {
    const { interactions } = JSON.parse(sampleText(SAMPLE)) as {
      interactions: { response: { parsed_body: unknown } }[];
    };
    const file = await textFile("body.json", JSON.stringify(interactions[1]?.response.parsed_body));
    expect(chooseImporter(file.sniff)).toMatchObject({ importer: { id: "anthropic_messages" } });
    const { sessions } = await runImporter(anthropicMessages, [file]);
    const session = foldSession([...sessions.values()].flat());
    expect(session.turns.map(({ window, toolCalls }) => [window.known, toolCalls])).toEqual([[false, 1]]);
  });

  it("refuses aliases that stand for more than any memory holds", async () => {
    const layers = Array.from({ length: 12 }, (_, i) => {
      const inner = i === 0 ? '"x"' : Array.from({ length: 10 }, () => `*a${i - 1}`).join(", ");
      return `a${i}: &a${i} [${inner}]`;
    });
    const text = ["uri: /v1/messages", "interactions:", "- request: {}", ...layers].join("\n");
    const { sessions, warnings } = await runImporter(anthropicMessages, [await textFile("bomb.yaml", text)]);
    expect([sessions.size, warnings.get("too_large")]).toEqual([0, 1]);
  });
});
