import { chooseImporter } from "@/lib/importers/choose";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { otelSdkSpans, otlp } from ".";

const text = (value: string) => ({ stringValue: value });

describe("telemetry in files", () => {
  it.each([
    ["otlp.json", "otlp"],
    ["otel-sdk-spans.json", "otel_sdk_spans"],
  ])(
    "%s: innermost calls in the order of time, whose windows are the messages that they show",
    async (file, id) => {
      const { format, sessions } = await importSample(file);
      const [session] = sessions;
      expect(format).toBe(id);
      expect(sessions).toHaveLength(1);
      expect(session?.meta.source).toEqual({ format: id, file });
      expect(session?.turns.map(({ usage, toolCalls }) => [usage?.input, toolCalls])).toEqual([
        [50, 1],
        [80, 0],
      ]);
      expect(
        session &&
          drawSession(session)
            .split("\n")
            .map((line) => line.split("|")[1]),
      ).toContain(" #");
    },
  );

  it("names parts as older stores do", async () => {
    const { sessions: whole } = await importSample("otlp.json");
    const file = await textFile("otlp.json", JSON.stringify(olderNames()));
    const { sessions } = await runImporter(otlp, [file]);
    expect([...sessions.values()].map((events) => drawSession(foldSession(events)))).toEqual(
      whole.map((session) => drawSession(session)),
    );
  });

  it("reads spans as Phoenix keeps them, with the kind and the status beside their attributes", async () => {
    const span = (id: string, kind: string, attributes: object, failed = false) => ({
      ...{ id: `row-${id}`, name: kind.toLowerCase(), parent_id: null, span_kind: kind, attributes },
      ...{
        context: { trace_id: "t1", span_id: id },
        status_code: failed ? "ERROR" : "OK",
        status_message: "no",
      },
      ...{
        start_time: `2026-01-05T10:00:0${id}+00:00`,
        end_time: `2026-01-05T10:00:0${id}+00:00`,
        events: [],
      },
    });
    const asked = {
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.content": "Hi",
    };
    const spans = [
      span("1", "LLM", { ...asked, "llm.token_count.prompt": 7, "session.id": "s" }),
      span("2", "LLM", { ...asked, "session.id": "s" }, true),
    ];
    const { sessions, warnings } = await runImporter(otelSdkSpans, [
      await textFile("spans.json", JSON.stringify(spans)),
    ]);
    const { turns } = foldSession([...sessions.values()].flat());
    expect([...warnings]).toEqual([]);
    expect(turns.map(({ usage, error }) => [usage?.input, error])).toEqual([
      [7, null],
      [undefined, "no"],
    ]);
  });

  it("records tools that ran where no model call is told of, and invents none", async () => {
    const span = {
      traceId: "c".repeat(32),
      spanId: "d".repeat(16),
      name: "execute_tool get_file",
      startTimeUnixNano: "1770000000000000000",
      attributes: [
        { key: "gen_ai.operation.name", value: text("execute_tool") },
        { key: "gen_ai.tool.name", value: text("get_file") },
        { key: "gen_ai.tool.call.id", value: text("call-1") },
        { key: "gen_ai.tool.call.result", value: text("class App") },
      ],
    };
    const body = { resourceSpans: [{ scopeSpans: [{ scope: {}, spans: [span] }] }] };
    const { sessions, warnings } = await runImporter(otlp, [await textFile("a.jsonl", JSON.stringify(body))]);
    const session = foldSession([...sessions.values()].flat());
    expect([session.turns.length, session.toolCalls, warnings.get("no_model_calls")]).toEqual([0, 1, 1]);
  });
});

describe("an export request with the names of the protocol's files", () => {
  it("is the same session", async () => {
    const text = sampleText("otlp.json");
    const named = text.replace(
      /"([a-z]+(?:[A-Z][a-z]+)+)":/g,
      (_, key: string) => `"${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}":`,
    );
    expect(named).toContain('"resource_spans"');
    const eventsIn = async (content: string) => {
      const file = await textFile("otlp.json", content);
      const { importer } = chooseImporter(file.sniff);
      return importer && [...(await runImporter(importer, [file])).sessions];
    };
    expect(await eventsIn(named)).toEqual(await eventsIn(text));
  });
});

function olderNames(): unknown {
  const renamed = sampleText("otlp.json")
    .replace('"resourceSpans"', '"batches"')
    .replace('"scopeSpans"', '"instrumentationLibrarySpans"')
    .replace('"scope"', '"instrumentationLibrary"');
  return JSON.parse(renamed) as unknown;
}
