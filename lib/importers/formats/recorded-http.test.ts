import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { recordedHttp } from "./recorded-http";
import { CountingReport } from "../reading/report";
import { importSample } from "@/lib/testing/samples";

async function read(name: string, text: string) {
  const file = await textFile(name, text);
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) throw new Error(`${name} is not recognised`);
  const { sessions, warnings } = await runImporter(importer, [file]);
  const folded = [...sessions.values()].map((events) => foldSession(events));
  return {
    format: importer.id,
    warnings: [...warnings],
    turns: folded.flatMap((session) => session.turns),
    blocks: folded.flatMap((session) => session.blocks),
  };
}

describe("a HAR file", () => {
  it("gives its calls to models in their order, also streamed and refused ones, and names other exchanges", async () => {
    const { format, sessions, warnings } = await importSample("recorded-calls.har");
    expect([format, warnings, sessions.length]).toEqual(["recorded_http", { other_exchange: 1 }, 1]);
    expect(
      sessions[0]?.turns.map(({ usage, toolCalls, window, error, at }) => [
        ...[usage?.input, usage?.output, toolCalls, window.entries, error],
        at !== null,
      ]),
    ).toEqual([
      [61, 17, 1, 3, null, true],
      [92, 5, 0, 5, null, true],
      [undefined, undefined, 0, 7, "status 429: Rate limit reached", true],
    ]);
  });
});

const CASSETTE = `interactions:
- request:
    body: '{"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}'
    method: POST
    uri: https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent
    headers:
      content-type:
      - !!binary |
        YXBwbGljYXRpb24vanNvbg==
  response:
    body:
      string: '{"candidates": [{"content": {"role": "model", "parts": [{"text": "Hello"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 1}}'
    status: {code: 200, message: OK}
version: 1
`;

describe("a cassette", () => {
  it("has each call once though the client gives ids of its own to calls that came without", async () => {
    const part = (name: string, id?: string) => ({
      functionCall: { name, args: { n: name }, ...(id && { id }) },
    });
    const asked = { role: "user", parts: [{ text: "Go." }] };
    const result = (name: string, id: string) => ({
      functionResponse: { name, id, response: { output: name } },
    });
    const sent = [
      { role: "model", parts: [part("a", "own_1"), part("b", "own_2")] },
      { role: "user", parts: [result("b", "own_2"), result("a", "own_1")] },
    ];
    const exchange = (contents: object[], parts: object[]) => ({
      request: {
        method: "POST",
        uri: "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent",
        parsed_body: { contents },
      },
      response: {
        status: { code: 200 },
        parsed_body: { candidates: [{ content: { role: "model", parts } }] },
      },
    });
    const interactions = [
      exchange([asked], [part("a"), part("b")]),
      exchange([asked, ...sent], [part("c")]),
      exchange([asked, ...sent, { role: "model", parts: [part("c", "own_3")] }], [{ text: "Done." }]),
    ];
    const { turns, blocks } = await read("own-ids.json", JSON.stringify({ interactions }));
    expect(turns.map(({ toolCalls }) => toolCalls)).toEqual([2, 1, 0]);
    expect(
      blocks.flatMap(({ kind, toolCallId, toolName }) =>
        kind.startsWith("tool_") ? `${kind} ${toolCallId} ${toolName}` : [],
      ),
    ).toEqual([
      "tool_call call-1 a",
      "tool_call call-2 b",
      "tool_result call-2 b",
      "tool_result call-1 a",
      "tool_call call-3 c",
    ]);
  });

  it("has no times, and names its model in the path", async () => {
    const { format, turns, warnings } = await read("hi.yaml", CASSETTE);
    expect([format, warnings]).toEqual(["recorded_http", []]);
    expect(turns.map(({ model, usage, at }) => [model, usage?.input, usage?.output, at])).toEqual([
      ["gemini-2.5-flash", 3, 1, null],
    ]);
  });

  it("can hold Bedrock's binary stream", async () => {
    const frame = (name: string, payload: object) => {
      const header = Buffer.concat([
        Buffer.from([":event-type".length]),
        Buffer.from(":event-type"),
        Buffer.from([7, 0, name.length]),
        Buffer.from(name),
      ]);
      const body = Buffer.from(JSON.stringify(payload));
      const lengths = Buffer.alloc(12);
      lengths.writeUInt32BE(16 + header.length + body.length, 0);
      lengths.writeUInt32BE(header.length, 4);
      return Buffer.concat([lengths, header, body, Buffer.alloc(4)]);
    };
    const stream = Buffer.concat([
      frame("messageStart", { role: "assistant" }),
      frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hel" } }),
      frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "lo" } }),
      frame("messageStop", { stopReason: "end_turn" }),
      frame("metadata", { usage: { inputTokens: 4, outputTokens: 2 } }),
    ]);
    const answers = [stream, stream.subarray(0, stream.indexOf("messageStop") - 20)].map(
      (bytes) => `- request:
    body: '{"messages": [{"role": "user", "content": [{"text": "Hi"}]}]}'
    method: POST
    uri: https://bedrock-runtime.us-east-1.amazonaws.com/model/eu.amazon.nova/converse-stream
  response:
    body:
      string: !!binary |
        ${bytes.toString("base64")}
    status: {code: 200, message: OK}`,
    );
    const { turns } = await read("bedrock.yaml", `interactions:\n${answers.join("\n")}\nversion: 1\n`);
    expect(
      turns.map(({ model, usage, stopReason, error }) => [model, usage?.input, stopReason, error]),
    ).toEqual([
      ["eu.amazon.nova", 4, "end_turn", null],
      ["eu.amazon.nova", undefined, null, "the answer broke off"],
    ]);
  });
});

describe("cassettes of other kinds", () => {
  const ASKED = '{"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}]}';
  const answered = {
    ...{
      id: "c",
      object: "chat.completion",
      model: "gpt-4o",
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    },
    choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  };
  const cassette = (path: string, asked: string, body: string, code: number) =>
    `interactions:\n- request:\n    body: |-\n      ${asked}\n    method: POST\n    uri: https://api.openai.com${path}\n  response:\n    body:\n      string: ${body}\n    status:\n      code: ${code}\nversion: 1\n`;

  it.each([
    ["compressed answers", `!!binary |\n        ${gzipSync(JSON.stringify(answered)).toString("base64")}`],
    ["answers with line breaks", `|-\n${JSON.stringify(answered, null, 1).replaceAll(/^/gm, "        ")}`],
  ])("hold %s", async (_, body) => {
    const { turns, warnings } = await read("a.yaml", cassette("/v1/chat/completions", ASKED, body, 200));
    expect([warnings, turns.map(({ usage }) => [usage?.input, usage?.output])]).toEqual([[], [[5, 2]]]);
  });

  it("leave an answer that unfolds to too much, and say so", async () => {
    const body = `!!binary |\n        ${gzipSync(Buffer.alloc(33 * 1024 * 1024), { level: 1 }).toString("base64")}`;
    const { turns, warnings } = await read("a.yaml", cassette("/v1/chat/completions", ASKED, body, 200));
    expect([turns.length, warnings]).toEqual([1, [["unread_answer", 1]]]);
  });

  it("hold no call where an embedding was refused, and name what no reader knows", async () => {
    const body = `'{"error": {"message": "Incorrect API key"}}'`;
    const asked = '{"model": "embedding", "input": "Hi"}';
    const file = await textFile("a.yaml", cassette("/v1/embeddings", asked, body, 401));
    const said: string[] = [];
    const report = new CountingReport((_code, message) => said.push(message));
    for await (const event of recordedHttp.convert([file], report)) expect(event).toBeNull();
    expect(said[0]).toContain("of an API that is not known: POST /v1/embeddings");
  });

  it.each(["/v1/threads/thread_1/messages", "/v1/messages"])(
    "hold no call where a person's message is sent to %s",
    async (path) => {
      const body = `'{"id": "msg_1", "object": "thread.message", "role": "user", "content": [{"type": "text"}]}'`;
      const file = await textFile("a.yaml", cassette(path, '{"role": "user", "content": "Hi"}', body, 200));
      const { sessions, warnings } = await runImporter(recordedHttp, [file]);
      expect([sessions.size, warnings.get("other_exchange")]).toEqual([0, 1]);
    },
  );

  it("hold refused calls of the oldest API", async () => {
    const body = `'{"error": {"message": "Incorrect API key"}}'`;
    const asked = '{"model": "text-curie-001", "prompt": "Hi", "stream": true}';
    const { turns } = await read("a.yaml", cassette("/v1/completions", asked, body, 401));
    expect(turns.map(({ error }) => error)).toEqual(["status 401: Incorrect API key"]);
  });
});

describe("recordings of nock", () => {
  it("hold bodies as values", async () => {
    const recorded = [
      {
        ...{ scope: "https://api.openai.com:443", method: "POST", path: "/v1/responses", status: 200 },
        body: { model: "gpt-4.1", input: "Hi" },
        response: {
          ...{ id: "resp_1", object: "response", model: "gpt-4.1", status: "completed" },
          output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] }],
          usage: { input_tokens: 8, output_tokens: 2 },
        },
      },
      { scope: "https://example.test", method: "GET", path: "/", body: "", status: 200, response: "x" },
    ];
    const { format, turns, warnings } = await read("nock.json", JSON.stringify(recorded));
    expect([format, warnings]).toEqual(["recorded_http", [["other_exchange", 1]]]);
    expect(turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([[8, 2]]);
  });
});
