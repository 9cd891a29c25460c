import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession } from "@/lib/testing/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { otlp } from ".";

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

function olderNames(): unknown {
  const renamed = sampleText("otlp.json")
    .replace('"resourceSpans"', '"batches"')
    .replace('"scopeSpans"', '"instrumentationLibrarySpans"')
    .replace('"scope"', '"instrumentationLibrary"');
  return JSON.parse(renamed) as unknown;
}
