import { describe, expect, it } from "vitest";
import { readRawCall } from ".";
import { requestSummaryOf } from "./request-summary";

const said = (items: readonly { content: string }[] | undefined) => items?.map(({ content }) => content);
const lines = (events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");

const ASKED = { model: "m", prompt: "Is order 7 pending?" };
const COMPLETION = { object: "text_completion", choices: [{ text: "Yes.", finish_reason: "stop" }] };
const GENERATED = { model: "m", response: "Yes.", done: true, prompt_eval_count: 9, eval_count: 2 };

describe("APIs that take a prompt in place of messages", () => {
  it.each<[string, object, unknown]>([
    ["completions", ASKED, COMPLETION],
    [
      "completions, streamed",
      ASKED,
      [{ choices: [{ text: "Ye" }] }, { choices: [{ text: "s.", finish_reason: "stop" }] }],
    ],
    ["Ollama's generate", { ...ASKED, system: "Be brief." }, GENERATED],
    [
      "Ollama's generate, streamed",
      ASKED,
      lines([
        { response: "Ye", done: false },
        { response: "s.", done: false },
        { response: "", done: true },
      ]),
    ],
  ])("are read: %s", (_, request, response) => {
    const call = readRawCall(request, response);
    const asked = call?.messages?.flatMap(({ items }) => said(items) ?? []);
    expect(asked?.at(-1)).toBe("Is order 7 pending?");
    expect(said(call?.answer)).toEqual(["Yes."]);
    expect(requestSummaryOf(request, response)?.isAnswerKnown).toBe(true);
  });

  it("reads the events that the client for Bedrock hands over below a name", () => {
    const stream = [{ contentBlockDelta: { delta: { text: "Yes." }, contentBlockIndex: 0 } }];
    const messages = [{ role: "user", content: [{ text: "Is it?" }] }];
    expect(said(readRawCall({ modelId: "m", messages }, { stream })?.answer)).toEqual(["Yes."]);
  });

  it("says so where a response has none of the API's answers", () => {
    const messages = [{ role: "user", content: "Is it?" }];
    for (const response of [{ outputs: ["Yes."] }, { choices: [{ reply: "Yes." }] }])
      expect(requestSummaryOf({ messages }, response)?.isAnswerKnown).toBe(false);
    expect(requestSummaryOf({ input: { prompt: "Is it?" } }, { output: ["Yes."] })).toBeNull();
  });
});
