import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { recordedHttp } from "./recorded-http";

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
    expect(format).toBe("recorded_http");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "tool:lookup                     |###|
      system                          |###|
      user_goal:e7a9f3b2db41          |## |
      call:t1                         | # |
      result:t2                       |  .|
      result:t1                       | # |
      compaction_summary:caec1bc4f740 |  #|
      assistant_text:a24f29bb54ad     |  #|
      call:t2                         |  #|"
    `);
  });

  it("has of a call that the provider compacted the window that was read, the peak, and bills the pass that answered", async () => {
    const { session } = await imported();
    expect(session.turns.map(({ usage }) => usage?.input)).toEqual([203, 500, 20]);
    expect(session.turns[1]?.usage?.inside).toMatchObject([{ input: 60, output: 0 }]);
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
    expect(chooseImporter(file.sniff)).toMatchObject({ importer: { id: "recorded_http" } });
    const { sessions } = await runImporter(recordedHttp, [file]);
    const session = foldSession([...sessions.values()].flat());
    expect(drawSession(session)).toBe(drawSession((await imported()).session));
  });

  it("reads the body of a response alone, whose window nobody knows", async () => {
    const { interactions } = JSON.parse(sampleText(SAMPLE)) as {
      interactions: { response: { parsed_body: unknown } }[];
    };
    const file = await textFile("body.json", JSON.stringify(interactions[1]?.response.parsed_body));
    expect(chooseImporter(file.sniff)).toMatchObject({ importer: { id: "recorded_http" } });
    const { sessions } = await runImporter(recordedHttp, [file]);
    const session = foldSession([...sessions.values()].flat());
    expect(session.turns.map(({ window, toolCalls }) => [window.known, toolCalls])).toEqual([[false, 1]]);
  });

  it("reads answers that were streamed, and says of a refusal what was answered", async () => {
    const request = (n: number) => ({ model: "claude-x", messages: [{ role: "user", content: `Go ${n}.` }] });
    const message = {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      usage: { input_tokens: 5 },
    };
    const events = [
      { type: "message_start", message: { ...message, content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Gone." } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
      { type: "message_stop" },
    ];
    const streamed = events
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
    const refused = JSON.stringify({
      type: "error",
      error: { type: "rate_limit_error", message: "slow down" },
    });
    const interactions = [streamed, refused, "<html>"].map((string, i) => ({
      request: {
        method: "POST",
        uri: "https://api.anthropic.com/v1/messages",
        body: JSON.stringify(request(i)),
      },
      response: { status: { code: [200, 429, 200][i] }, body: { string } },
    }));
    const file = await textFile("streamed.json", JSON.stringify({ version: 1, interactions }));
    const { sessions, warnings } = await runImporter(recordedHttp, [file]);
    const folded = [...sessions.values()].map((events) => foldSession(events));
    const turns = folded.flatMap((one) => one.turns);
    const blocks = folded.flatMap((one) => one.blocks);
    expect(turns.map(({ error, stopReason }) => [error, stopReason])).toEqual([
      [null, "end_turn"],
      ["status 429: slow down", null],
      [null, null],
    ]);
    expect(blocks.map(({ versions }) => versions[0]?.chars)).toContain("Gone.".length);
    expect(warnings.get("unread_answer")).toBe(1);
  });

  it("refuses aliases that stand for more than any memory holds", async () => {
    const layers = Array.from({ length: 12 }, (_, i) => {
      const inner = i === 0 ? '"x"' : Array.from({ length: 10 }, () => `*a${i - 1}`).join(", ");
      return `a${i}: &a${i} [${inner}]`;
    });
    const text = ["uri: /v1/messages", "interactions:", "- request: {}", ...layers].join("\n");
    const { sessions, warnings } = await runImporter(recordedHttp, [await textFile("bomb.yaml", text)]);
    expect([sessions.size, warnings.get("too_large")]).toEqual([0, 1]);
  });
});
