import { describe, expect, it } from "vitest";
import { maskOutput } from "@/lib/policies/gemini-cli/mask";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { decodeJson } from "@/lib/importers/otel/decode-json";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import type { TestLog, Value } from "@/lib/testing/otlp-bodies";
import { logsJson } from "@/lib/testing/otlp-bodies";
import { projectRecords } from "../project";
import type { OtelRecord } from "../spans/record";
import { findDialect } from ".";

const AT = Date.UTC(2026, 0, 1);
const DETAILS = "gen_ai.client.inference.operation.details";
const MODEL = "gemini-x-pro";

function event(name: string, at: number, attributes: Readonly<Record<string, Value>>): TestLog {
  return {
    trace: "",
    at,
    body: "words for a reader",
    attributes: {
      "event.name": name,
      "event.timestamp": new Date(at).toISOString(),
      "session.id": "gemini-session",
      ...attributes,
    },
  };
}

const text = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const ASKED = text("user", "How many lines has log.txt?");
const CALLED = {
  role: "model",
  parts: [{ type: "tool_call", id: "c1", name: "read_file", arguments: { path: "log.txt" } }],
};
const RESULT = {
  role: "user",
  parts: [{ type: "tool_call_response", id: "c1", response: { output: "one\ntwo" } }],
};
const SAID = text("model", "Two.");
const SUMMARY = text("user", "<state_snapshot>log.txt has two lines</state_snapshot>");

interface CallShape {
  readonly at: number;
  readonly input: readonly object[];
  readonly output: object;
  readonly tokens: Readonly<Record<string, Value>>;
  readonly role?: string;
}

function call({ at, input, output, tokens, role = "main" }: CallShape): TestLog[] {
  const begun = {
    "gen_ai.operation.name": "generate_content",
    "gen_ai.provider.name": "gcp.gemini",
    "gen_ai.request.model": MODEL,
    "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: "Be brief." }]),
    "gen_ai.input.messages": JSON.stringify(input),
  };
  const ended = {
    ...begun,
    "gen_ai.response.model": MODEL,
    "gen_ai.output.messages": JSON.stringify([output]),
    "gen_ai.usage.input_tokens": tokens.input_token_count ?? 0,
    "gen_ai.usage.output_tokens": tokens.output_token_count ?? 0,
  };
  return [
    event("gemini_cli.api_request", at, { model: MODEL, prompt_id: "p1", request_text: "[]", role }),
    event(DETAILS, at, begun),
    event("gemini_cli.api_response", at + 900, {
      model: MODEL,
      prompt_id: "p1",
      duration_ms: 900,
      role,
      ...tokens,
    }),
    event(DETAILS, at + 900, ended),
  ];
}

const first = call({
  at: AT,
  input: [ASKED],
  output: CALLED,
  tokens: {
    input_token_count: 120,
    output_token_count: 8,
    cached_content_token_count: 100,
    thoughts_token_count: 30,
    tool_token_count: 0,
  },
});
const tool = event("gemini_cli.tool_call", AT + 1_500, {
  function_name: "read_file",
  function_args: '{"path":"log.txt"}',
  success: true,
  call_id: "c1",
});
const second = call({
  at: AT + 2_000,
  input: [ASKED, CALLED, RESULT],
  output: SAID,
  tokens: { input_token_count: 150, output_token_count: 2 },
});
const compression = event("gemini_cli.chat_compression", AT + 4_000, {
  tokens_before: 5_000,
  tokens_after: 900,
});
const third = call({
  at: AT + 5_000,
  input: [SUMMARY, text("user", "And words?")],
  output: text("model", "Two as well."),
  tokens: { input_token_count: 60, output_token_count: 4 },
});

const recordsOf = (logs: readonly TestLog[]): OtelRecord[] =>
  decodeJson(logsJson("gemini-cli", logs), "logs").records;

function sessionOf(logs: readonly TestLog[]): Session {
  const { events, sources } = projectRecords(recordsOf(logs));
  const [id] = [...sources.keys()];
  return foldSession(events.filter(({ session }) => session === id));
}

const kinds = (session: Session, turn: number) =>
  windowIds(session, turn).map((id) => id.replace(/:[0-9a-f]{12}.*/, ""));

describe("Gemini CLI", () => {
  it("is known by its scope and by the names of its events", () => {
    for (const record of recordsOf([...first, tool, compression])) {
      expect(findDialect(record)?.id).toBe("gemini_cli");
      expect(findDialect({ ...record, scope: "" })?.id).toMatch(/gemini_cli|genai/);
    }
  });

  it("tells of a call four times, which is one call with its content and its token counts", () => {
    const session = sessionOf([...first, tool, ...second]);
    expect(session.meta).toMatchObject({ externalId: "gemini-session", source: { format: "gemini_cli" } });
    expect(session.turns).toHaveLength(2);
    expect(session.turns[0]).toMatchObject({
      at: AT,
      model: MODEL,
      usage: { input: 120, cacheRead: 100, uncached: 20, output: 38, reasoning: 30 },
    });
    expect(kinds(session, 1)).toEqual(["system", "user_goal", "call:c1", "result:c1"]);
    expect(session.toolCalls).toBe(1);
    expect(session.evictions).toEqual([]);
  });

  it("says the same in whatever order its records come", () => {
    const all = [...first, tool, ...second, compression, ...third];
    const events = projectRecords(recordsOf(all)).events;
    expect(projectRecords(recordsOf(all.toReversed())).events).toEqual(events);
  });

  it("gives a compression its sizes, and what left in it that cause", () => {
    const session = sessionOf([...first, ...second, compression, ...third]);
    expect(session.compactions).toMatchObject([
      { turn: 2, tokensBefore: { value: 5_000 }, tokensAfter: { value: 900 } },
    ]);
    expect(session.evictions.map(({ turn, how, cause }) => [turn, how, cause.policy])).toEqual(
      Array(3).fill([2, "compacted", "gemini_cli.chat_compression"]),
    );
  });

  it("masks outputs of tools, which is a clearing that it reports", () => {
    const masked = event("gemini_cli.tool_output_masking", AT + 3_900, {
      tokens_before: 5_000,
      tokens_after: 4_000,
      masked_count: 1,
    });
    const result = (output: string) => ({
      role: "user",
      parts: [{ type: "tool_call_response", id: "c1", response: { output } }],
    });
    const long = Array.from({ length: 400 }, (_, i) => `line ${i} of the log`).join("\n");
    const stub = maskOutput("read_file", long, "tool-outputs/read_file.txt") ?? "";
    const before = call({
      at: AT + 2_000,
      input: [ASKED, CALLED, result(long)],
      output: SAID,
      tokens: { input_token_count: 900, output_token_count: 2 },
    });
    const later = call({
      at: AT + 5_000,
      input: [ASKED, CALLED, result(stub), SAID, text("user", "And words?")],
      output: text("model", "Two."),
      tokens: { input_token_count: 90, output_token_count: 2 },
    });
    const session = sessionOf([...first, ...before, masked, ...later]);
    expect(session.evictions).toMatchObject([
      {
        turn: 2,
        how: "cleared",
        cause: { policy: "gemini_cli.tool_output_masking", provenance: "reported" },
      },
    ]);
  });

  it("keeps calls that serve the program out of the conversation", () => {
    const router = call({
      at: AT - 2_000,
      role: "utility_router",
      input: [text("user", "Which model should answer?")],
      output: text("model", "pro"),
      tokens: { input_token_count: 10, output_token_count: 1 },
    });
    const { events, sources } = projectRecords(recordsOf([...router, ...first, ...second]));
    expect([...sources.keys()].toSorted()).toEqual(["gemini-session", "gemini-session/router"]);
    const main = foldSession(events.filter(({ session }) => session === "gemini-session"));
    expect(main.turns).toHaveLength(2);
    expect(kinds(main, 0)).toEqual(["system", "user_goal"]);
  });

  it("has a failed call once, with what went wrong", () => {
    const failed = event("gemini_cli.api_error", AT + 400, {
      model: MODEL,
      error: "quota exceeded",
      duration_ms: 400,
    });
    const content = event(DETAILS, AT + 400, {
      "gen_ai.operation.name": "generate_content",
      "gen_ai.response.model": MODEL,
      "gen_ai.input.messages": JSON.stringify([ASKED]),
    });
    const session = sessionOf([failed, content]);
    expect(session.turns).toMatchObject([{ error: "quota exceeded", usage: null }]);
    expect(kinds(session, 0)).toEqual(["user_goal"]);
  });

  it("without prompts is known by its totals only", () => {
    const bare = first.filter(({ attributes }) => attributes?.["event.name"] === "gemini_cli.api_response");
    const session = sessionOf(bare);
    expect(session.turns).toMatchObject([{ completeness: "metadata_only", usage: { input: 120 } }]);
    expect(session.turns[0]?.window.known).toBe(false);
  });
});
