import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { otlp } from "../formats/otel";

const said = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const GOAL = said(
  "user",
  "Compare the prices of three lamps that stand in the north window of the shop.".repeat(4),
);
const ANSWER = "I compared the three lamps of the north window: the brass one is the cheapest by far.".repeat(
  3,
);

interface Told {
  readonly list: readonly object[];
  readonly answer?: string;
  readonly input: number;
  readonly output?: number;
  readonly system?: string | undefined;
}

async function read(calls: readonly Told[]) {
  const attribute = (key: string, value: string | number) => ({
    key,
    value: typeof value === "number" ? { intValue: value } : { stringValue: value },
  });
  const spans = calls.map(({ list, answer = ANSWER, input, output = 60, system }, n) => ({
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: `b7ad6b716920330${n}`,
    name: "chat gpt-4.1",
    startTimeUnixNano: `${1_780_000_000 + n * 10}000000000`,
    endTimeUnixNano: `${1_780_000_005 + n * 10}000000000`,
    attributes: [
      attribute("gen_ai.operation.name", "chat"),
      attribute("gen_ai.provider.name", "azure.ai.inference"),
      attribute("gen_ai.request.model", "gpt-4.1"),
      attribute("gen_ai.conversation.id", "thread-1"),
      attribute("gen_ai.input.messages", JSON.stringify(list)),
      attribute(
        "gen_ai.output.messages",
        JSON.stringify([{ ...said("assistant", answer), finish_reason: "stop" }]),
      ),
      attribute("gen_ai.usage.input_tokens", input),
      attribute("gen_ai.usage.output_tokens", output),
      ...(system === undefined
        ? []
        : [attribute("gen_ai.system_instructions", JSON.stringify([{ type: "text", content: system }]))]),
    ],
  }));
  const body = { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: "x" }, spans }] }] };
  const { sessions } = await runImporter(otlp, [await textFile("spans.json", JSON.stringify(body))]);
  return [...sessions.values()].map((events) => foldSession(events));
}

describe("a list with nothing of the window before it", () => {
  const NEXT = said("user", "And which is the brightest?");
  const LAST = said("user", "Order that one.");

  it.each([
    ["instructions that it repeats", "You sell lamps."],
    ["instructions that nobody recorded", undefined],
  ])("goes on where the provider read all before it, beside %s", async (_, system) => {
    const sessions = await read([
      { list: [GOAL], input: 520, system },
      { list: [NEXT], input: 588, system },
      { list: [LAST], input: 655, system },
    ]);
    expect(sessions.map(({ turns, evictions }) => [turns.length, evictions.length])).toEqual([[3, 0]]);
    expect(sessions[0]?.turns.at(-1)?.window.entries).toBe(system === undefined ? 5 : 6);
  });

  it("is another window where the provider read no more than it", async () => {
    const sessions = await read([
      { list: [GOAL], input: 520, system: "You sell lamps." },
      { list: [NEXT], input: 450, system: "You sell lamps." },
    ]);
    const standing = sessions.flatMap(({ turns }) => turns.map(({ window }) => window.entries));
    expect(standing).toEqual([2, 2]);
  });

  it("is another window where a long list explains the count by itself", async () => {
    const long = said("user", "The invoice names every lamp of the shop and its price. ".repeat(90));
    const sessions = await read([
      { list: [GOAL], input: 520 },
      { list: [long], input: 1_790 },
    ]);
    expect(Math.max(...sessions.flatMap(({ turns }) => turns.map(({ window }) => window.entries ?? 0)))).toBe(
      1,
    );
  });

  it("proves nothing without a count", async () => {
    const sessions = await read([
      { list: [GOAL], input: 0 },
      { list: [NEXT], input: 0 },
    ]);
    expect(Math.max(...sessions.flatMap(({ turns }) => turns.map(({ window }) => window.entries ?? 0)))).toBe(
      1,
    );
  });
});
