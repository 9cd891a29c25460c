import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { recordedHttp } from "./recorded-http";

type Fields = Record<string, unknown>;
interface Exchange {
  readonly path: string;
  readonly request: Fields;
  readonly response: Fields | string;
  readonly status?: number;
}

const RULES = "You keep the shop's books.";
let drawn = 0;
const user = (content: string) => ({ role: "user", content });
const said = (content: string) => ({ role: "assistant", content });
const asks = (id: string, name = "look") => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
});
const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });

const chat = (messages: unknown[], message: Fields, rules = RULES, tool = "look"): Exchange => ({
  path: "/v1/chat/completions",
  request: {
    model: "gpt-4.1",
    messages: [{ role: "system", content: rules }, ...messages],
    tools: [{ type: "function", function: { name: tool, parameters: { type: "object" } } }],
  },
  response: {
    id: `chatcmpl-${drawn++}`,
    object: "chat.completion",
    model: "gpt-4.1",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { prompt_tokens: 90 + JSON.stringify(messages).length, completion_tokens: 9 },
  },
});

async function read(exchanges: readonly Exchange[]) {
  const interactions = exchanges.map(({ path, request, response, status = 200 }) => ({
    request: { method: "POST", uri: `https://api.example.org${path}`, body: JSON.stringify(request) },
    response: {
      status: { code: status },
      body: { string: typeof response === "string" ? response : JSON.stringify(response) },
    },
  }));
  const file = await textFile("tape.json", JSON.stringify({ version: 1, interactions }));
  const { sessions } = await runImporter(recordedHttp, [file]);
  const folded = [...sessions.values()].map((events) => foldSession(events));
  return {
    turns: folded.map(({ turns }) => turns.length),
    evictions: folded.flatMap(({ evictions }) => evictions.map(({ how }) => how)),
    tools: folded.map(({ toolCalls }) => toolCalls),
  };
}

describe("the conversations of a recording", () => {
  it("are apart where nothing links them, also with the same instructions and tools", async () => {
    const tape = [1, 2, 3, 4].map((n) => chat([user(`Question ${n}?`)], said(`Answer ${n} at length.`)));
    expect(await read(tape)).toMatchObject({ turns: [1, 1, 1, 1], evictions: [] });
  });

  it("are as many as there are, where their calls take turns", async () => {
    const a = [user("Count the lamps."), asks("call_a"), result("call_a", "14")];
    const b = [user("Count the shelves."), asks("call_b"), result("call_b", "3")];
    const tape = [
      chat(a.slice(0, 1), asks("call_a")),
      chat(b.slice(0, 1), asks("call_b")),
      chat(a, said("14 lamps.")),
      chat(b, said("3 shelves.")),
    ];
    expect(await read(tape)).toMatchObject({ turns: [2, 2], tools: [1, 1], evictions: [] });
  });

  it("are one where a list begins with the one before", async () => {
    const list = [user("One?"), said("1"), user("Two?"), said("2"), user("Three?")];
    const tape = [1, 3, 5].map((length) => chat(list.slice(0, length), said(String((length + 1) / 2))));
    expect(await read(tape)).toMatchObject({ turns: [3], evictions: [] });
  });

  it("are one where the client cut the beginning off and an answer is said again", async () => {
    const first = [user("Read the first chapter of the book."), said("It is about a lighthouse keeper.")];
    const tape = [
      chat(first.slice(0, 1), said("It is about a lighthouse keeper.")),
      chat([...first, user("And the next?")], said("It is about a storm that comes at night.")),
      chat(
        [user("And the next?"), said("It is about a storm that comes at night."), user("And?")],
        said("Ships."),
      ),
    ];
    const { turns, evictions } = await read(tape);
    expect(turns).toEqual([3]);
    expect(evictions).toHaveLength(2);
  });

  it("are two where the same one was recorded twice, and one where a failed request is sent again", async () => {
    const tape = () => [
      chat([user("Count.")], asks(`call_${drawn}`)),
      chat([user("Count."), asks(`call_${drawn - 1}`), result(`call_${drawn - 1}`, "14")], said("14.")),
    ];
    expect(await read([...tape(), ...tape()])).toMatchObject({ turns: [2, 2], evictions: [] });
    const [first, second] = tape();
    if (first === undefined || second === undefined) throw new Error("no tape");
    const failed = { ...first, response: { error: { message: "busy" } }, status: 429 };
    expect((await read([failed, first, second])).turns).toHaveLength(1);
  });

  it("go on behind a response that the server holds", async () => {
    const respond = (id: string, input: unknown, previous?: string): Exchange => ({
      path: "/v1/responses",
      request: { model: "gpt-5", input, ...(previous !== undefined && { previous_response_id: previous }) },
      response: {
        id,
        object: "response",
        status: "completed",
        output: [
          { type: "message", role: "assistant", content: [{ type: "output_text", text: `of ${id}` }] },
        ],
        usage: { input_tokens: 40, output_tokens: 3, total_tokens: 43 },
      },
    });
    const tape = [
      respond("resp_1", "Lamps?"),
      respond("resp_2", "Shelves?"),
      respond("resp_3", "More?", "resp_1"),
      respond("resp_4", "Again?", "resp_2"),
    ];
    expect(await read(tape)).toMatchObject({ turns: [2, 2], evictions: [] });
  });

  it.each([
    ["with the same tools", "look"],
    ["with other tools", "refund"],
  ])("are handed to another agent, %s, and nothing is cut off", async (_, tool) => {
    const list = [
      user("I want my money back for order 7."),
      asks("call_h", "transfer_to_refunds"),
      result("call_h", '{"assistant":"Refunds"}'),
    ];
    const tape = [
      chat(list.slice(0, 1), asks("call_h", "transfer_to_refunds")),
      chat(list, asks("call_r", tool), "You refund orders.", tool),
      chat(
        [...list, asks("call_r", tool), result("call_r", "done")],
        said("Order 7 is refunded."),
        "You refund orders.",
        tool,
      ),
    ];
    const { turns, evictions } = await read(tape);
    expect(turns).toEqual([3]);
    expect(evictions).not.toContain("truncated");
  });

  it("stream: Anthropic's events, with a call of a tool and what its cache read", async () => {
    const events = (message: Fields, blocks: Fields[], stop: string) =>
      [
        {
          type: "message_start",
          message: { type: "message", role: "assistant", model: "claude-x", content: [], ...message },
        },
        ...blocks.flatMap((block, index) => [
          { type: "content_block_start", index, content_block: { ...block, input: {}, text: "" } },
          block.type === "tool_use"
            ? {
                type: "content_block_delta",
                index,
                delta: { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
              }
            : { type: "content_block_delta", index, delta: { type: "text_delta", text: block.text } },
          { type: "content_block_stop", index },
        ]),
        { type: "message_delta", delta: { stop_reason: stop }, usage: { output_tokens: 12 } },
        { type: "message_stop" },
      ]
        .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join("");
    const call = { type: "tool_use", id: "toolu_1", name: "look", input: { place: "shop" } };
    const request = (messages: unknown[]): Fields => ({
      model: "claude-x",
      stream: true,
      system: RULES,
      messages,
    });
    const usage = (input: number, read: number) => ({
      input_tokens: input,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
    });
    const tape: Exchange[] = [
      {
        path: "/v1/messages",
        request: request([user("Lamps?")]),
        response: events(
          { id: "msg_1", usage: usage(30, 0) },
          [{ type: "text", text: "I look." }, call],
          "tool_use",
        ),
      },
      {
        path: "/v1/messages",
        request: request([
          user("Lamps?"),
          { role: "assistant", content: [{ type: "text", text: "I look." }, call] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "14" }] },
        ]),
        response: events({ id: "msg_2", usage: usage(12, 30) }, [{ type: "text", text: "14." }], "end_turn"),
      },
      {
        path: "/v1/messages",
        request: request([user("Shelves?")]),
        response: events({ id: "msg_3", usage: usage(31, 0) }, [{ type: "text", text: "3." }], "end_turn"),
      },
    ];
    expect(await read(tape)).toEqual({ turns: [2, 1], tools: [1, 0], evictions: [] });
  });
});
