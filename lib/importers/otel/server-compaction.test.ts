import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { chooseImporter } from "../choose";
import { makeCallRecord } from "./call-record";
import { projectRecords } from "./project";

const LONG = "The fox jumps over the lazy dog and back again. ".repeat(40);
const SUMMARY = { type: "compaction", content: "The user told of a fox and a dog." };
const ANSWER = [SUMMARY, { type: "text", text: "I remember the fox." }];
const FIRST = [{ role: "user", content: LONG }];
const NEXT = { role: "user", content: "Which animals were there?" };
const USAGE = {
  input_tokens: 40,
  output_tokens: 9,
  iterations: [
    { type: "compaction", input_tokens: 600, output_tokens: 20 },
    { type: "message", input_tokens: 40, output_tokens: 9 },
  ],
};

const SECOND = {
  "cut at the compaction block": [{ role: "assistant", content: ANSWER }, NEXT],
  "with all before it": [...FIRST, { role: "assistant", content: ANSWER }, NEXT],
};

function exchanges(second: readonly object[]): { request: object; response: object }[] {
  const response = (n: number, content: readonly object[], usage: object) => ({
    id: `msg_${n}`,
    type: "message",
    role: "assistant",
    model: "claude-x",
    stop_reason: "end_turn",
    content,
    usage,
  });
  return [
    { request: { model: "claude-x", max_tokens: 9, messages: FIRST }, response: response(1, ANSWER, USAGE) },
    {
      request: { model: "claude-x", max_tokens: 9, messages: second },
      response: response(2, [{ type: "text", text: "Two." }], { input_tokens: 60, output_tokens: 3 }),
    },
  ];
}

function check(sessions: readonly Session[]): void {
  expect(sessions.map(({ turns }) => turns.length)).toEqual([2]);
  const [session] = sessions;
  expect(session?.compactions.map(({ turn, removed }) => [turn, removed])).toEqual([[1, 1]]);
  expect(session?.evictions.map(({ turn, how }) => [turn, how])).toEqual([[1, "compacted"]]);
  const stands = session?.residencies.filter(({ from, to }) => from <= 1 && (to === null || to >= 1)) ?? [];
  const kinds = stands.sort((a, b) => a.rank - b.rank).map(({ block }) => session?.blocks[block]?.kind);
  expect(kinds).toEqual(["compaction_summary", "assistant_text", "user_message"]);
}

describe.each(Object.entries(SECOND))(
  "a conversation that its provider compacted, whose next request is %s",
  (_, second) => {
    it("goes on in raw calls", () => {
      const records = exchanges(second).map((call, i) =>
        makeCallRecord({
          id: String(i),
          session: "s",
          startedAt: 1_770_000_000_000 + i,
          api: "anthropic",
          ...call,
        }),
      );
      const { events, sources } = projectRecords(records);
      check([...sources.keys()].map((id) => foldSession(events.filter(({ session }) => session === id))));
    });

    it("goes on in a cassette", async () => {
      const interactions = exchanges(second).map(({ request, response }) => ({
        request: { uri: "https://api.anthropic.com/v1/messages", parsed_body: request },
        response: { parsed_body: response },
      }));
      const file = await textFile("cassette.json", JSON.stringify({ interactions }));
      const choice = chooseImporter(file.sniff);
      if (choice.importer === null) throw new Error(choice.reason);
      const { sessions } = await runImporter(choice.importer, [file]);
      check([...sessions.values()].map((events) => foldSession(events)));
    });

    it("goes on in telemetry", async () => {
      const text = (key: string, value: unknown) => ({ key, value: { stringValue: JSON.stringify(value) } });
      const parts = (content: unknown) =>
        typeof content === "string" ? [{ type: "text", content }] : content;
      const spans = exchanges(second).map(({ request, response }, i) => {
        const { messages } = request as { messages: { role: string; content: unknown }[] };
        return {
          traceId: "c".repeat(32),
          spanId: String(i + 1).padStart(16, "0"),
          name: "chat",
          startTimeUnixNano: String(BigInt(1_770_000_000 + i) * BigInt(1e9)),
          endTimeUnixNano: String(BigInt(1_770_000_000 + i) * BigInt(1e9) + BigInt(1e6)),
          attributes: [
            { key: "gen_ai.operation.name", value: { stringValue: "chat" } },
            { key: "gen_ai.conversation.id", value: { stringValue: "s" } },
            { key: "gen_ai.provider.name", value: { stringValue: "anthropic" } },
            text(
              "gen_ai.input.messages",
              messages.map(({ role, content }) => ({ role, parts: parts(content) })),
            ),
            text("gen_ai.output.messages", [
              { role: "assistant", parts: (response as { content: unknown }).content },
            ]),
          ],
        };
      });
      const file = await textFile(
        "spans.json",
        JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
      );
      const choice = chooseImporter(file.sniff);
      if (choice.importer === null) throw new Error(choice.reason);
      const { sessions } = await runImporter(choice.importer, [file]);
      check([...sessions.values()].map((events) => foldSession(events)));
    });
  },
);
