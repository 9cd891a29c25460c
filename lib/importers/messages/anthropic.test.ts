import { describe, expect, it } from "vitest";
import { readItemsOfContent, readAnthropicUsage } from "./anthropic";
import { ToolCalls } from "./tool-calls";

describe("readItemsOfContent", () => {
  it("reads the blocks of an answer and of what is sent back", () => {
    const calls = new ToolCalls();
    const answer = readItemsOfContent(
      "assistant",
      [
        { type: "thinking", thinking: "Look it up.", signature: "x" },
        { type: "redacted_thinking", data: "sealed" },
        { type: "text", text: "One moment." },
        { type: "tool_use", id: "c1", name: "Read", input: { file_path: "a.ts" } },
        { type: "server_tool_use", id: "c2", name: "web_fetch", input: { url: "https://example.org/a" } },
      ],
      calls,
    );
    expect(answer.map(({ kind, content }) => [kind, content])).toEqual([
      ["thinking", "Look it up."],
      ["thinking", ""],
      ["assistant_text", "One moment."],
      ["tool_call", '{"file_path":"a.ts"}'],
      ["tool_call", '{"url":"https://example.org/a"}'],
    ]);
    const image = { type: "image", source: { type: "base64", data: "AAAA" } };
    const results = readItemsOfContent(
      "user",
      [
        { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "text" }, image, image] },
        { type: "tool_result", tool_use_id: "c2", content: "gone", is_error: true },
        { type: "tool_result", tool_use_id: "nobody's", content: [] },
        { type: "text", text: "And now?" },
        image,
      ],
      calls,
    );
    expect(results).toEqual([
      {
        kind: "tool_result",
        toolCallId: "c1",
        toolName: "Read",
        content: "text",
        media: { image: 2 },
        origin: { path: "a.ts" },
      },
      {
        kind: "tool_result",
        toolCallId: "c2",
        toolName: "web_fetch",
        content: "gone",
        isError: true,
        origin: { url: "https://example.org/a" },
      },
      { kind: "tool_result", toolCallId: "nobody's", content: "" },
      { kind: "user_message", content: "And now?" },
      { kind: "user_message", content: "", media: { image: 1 } },
    ]);
  });

  it.each([[null], [42], [[null, "text", { type: "text", text: "" }, {}]], [{ type: "text" }]])(
    "makes nothing of %j",
    (content) => expect(readItemsOfContent("user", content, new ToolCalls())).toEqual([]),
  );
});

describe("the usage of an Anthropic response", () => {
  it("adds the cached part to the input", () => {
    const reported = {
      input_tokens: 3,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 500,
      output_tokens: 9,
    };
    expect(readAnthropicUsage(reported)).toEqual({
      input: 20_503,
      cacheRead: 20_000,
      cacheWrite: 500,
      output: 9,
    });
  });

  it("leaves open what is not reported, and takes zero for not reported", () => {
    expect(readAnthropicUsage({ input_tokens: 20, output_tokens: 25 })).toEqual({
      input: 20,
      cacheRead: null,
      cacheWrite: null,
      output: 25,
    });
    expect(readAnthropicUsage({ input_tokens: 0, output_tokens: 0 })).toBeUndefined();
    expect(readAnthropicUsage(undefined)).toBeUndefined();
  });

  it("sums the passes of a call that the provider compacted, of which the top level has the last only", () => {
    const iterations = [
      { type: "compaction", input_tokens: 55_196, output_tokens: 300 },
      { type: "message", input_tokens: 229, output_tokens: 20 },
    ];
    const reported = { input_tokens: 229, output_tokens: 20, iterations };
    expect(readAnthropicUsage(reported)).toMatchObject({ input: 55_425, output: 320 });
    expect(readAnthropicUsage(reported, "claude-x")).toMatchObject({
      input: 55_196,
      output: 320,
      inside: [{ model: "claude-x", input: 229, output: 0 }],
    });
  });
});
