import { describe, expect, it } from "vitest";
import { readRawCall } from "../otel/raw";

const items = (call: ReturnType<typeof readRawCall>) =>
  call?.messages?.flatMap((message) => message.items.map(({ kind, content }) => [kind, content]));
const cited = (call: ReturnType<typeof readRawCall>) =>
  call?.answer?.find(({ label }) => label === "Citations")?.content;

describe("a document in a message", () => {
  it("stands there with its names and its text, and is not what the user said", () => {
    const content = [
      { type: "document", title: "Sales", source: { type: "text", media_type: "text/plain", data: "Four." } },
      { type: "document", title: "Annex", source: { type: "file", file_id: "file_1" } },
      { type: "document", source: { type: "content", content: [{ type: "text", text: "A piece." }] } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0x" } },
      { type: "text", text: "How many?" },
    ];
    const call = readRawCall(
      { model: "m", system: "s", messages: [{ role: "user", content }] },
      {},
      "anthropic",
    );
    expect(items(call)).toEqual([
      ["attachment", "Sales\nFour."],
      ["attachment", "Annex\nfile_1"],
      ["attachment", "A piece."],
      ["attachment", ""],
      ["user_message", "How many?"],
    ]);
  });

  it("is named after the text of a message that other APIs keep whole", () => {
    const file = { type: "input_file", file_id: "file-7", filename: "sales.pdf" };
    const input = [{ role: "user", content: [file, { type: "input_text", text: "How many?" }] }];
    expect(items(readRawCall({ input }, {}, "openai.responses"))).toEqual([
      ["user_message", "How many?\nfile-7\nsales.pdf"],
    ]);
  });
});

describe("what an answer refers to", () => {
  it.each<[string, Parameters<typeof readRawCall>, string]>([
    [
      "Anthropic",
      [
        { messages: [], system: "s" },
        {
          type: "message",
          content: [
            {
              type: "text",
              text: "4",
              citations: [{ type: "char_location", cited_text: "Four.", document_title: "Sales" }],
            },
          ],
        },
      ],
      "Four. · Sales",
    ],
    [
      "Responses",
      [
        { input: "How many?" },
        {
          object: "response",
          output: [
            {
              type: "message",
              role: "assistant",
              content: [
                {
                  type: "output_text",
                  text: "4",
                  annotations: [{ type: "file_citation", filename: "sales.pdf" }],
                },
              ],
            },
          ],
        },
      ],
      "sales.pdf",
    ],
    [
      "Chat Completions",
      [
        { messages: [] },
        {
          choices: [
            {
              message: {
                role: "assistant",
                content: "4",
                annotations: [
                  { type: "url_citation", url_citation: { url: "https://s.example", title: "S" } },
                ],
              },
            },
          ],
        },
      ],
      "https://s.example · S",
    ],
  ])("stands beside it, without a size of its own: %s", (_, [request, response], expected) => {
    expect(cited(readRawCall(request, response))).toBe(expected);
  });
});
