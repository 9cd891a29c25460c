import { randomUUID } from "node:crypto";
import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import { LangfuseSpanProcessor } from "@langfuse/otel";
import {
  propagateAttributes,
  setLangfuseTracerProvider,
  startActiveObservation,
  startObservation,
} from "@langfuse/tracing";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import OpenAI from "openai";
import ts from "typescript";
import { afterEach, describe, expect, it, vi } from "vitest";
import { postLangfuseTraces, postTraces } from "@/lib/api/endpoints/otlp";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { clientSetting, scriptedOpenAi } from "@/lib/testing/servers/real-clients";
import { GUIDES } from "@/lib/view/connect";
import { readBatch } from "../read-batch";
import { ingestModelCalls } from "../telemetry/model-calls";
import { serveOtlp } from "./serve-otlp";

testWorker();
const db = testDatabase();
const WHOLE = { content: "1", order: "window", offset: 0, limit: 1_000 } as const;
const { serving, providerTo } = clientSetting();
const receive = serveOtlp(postTraces, "traces", () => db);
const ANSWERS = ["It is pending.", "Since Monday."];

afterEach(() => vi.unstubAllEnvs());

async function told(
  session: string,
): Promise<{ texts: (string | null | undefined)[]; outputs: (number | null)[] }> {
  await worked(db, DEFAULT_PROJECT);
  const { id, counts } = await getSession(db, DEFAULT_PROJECT, session);
  expect(counts).toMatchObject({ turns: 2, evictions: 0 });
  const windows = await Promise.all([0, 1].map((turn) => getWindow(db, DEFAULT_PROJECT, id, turn, WHOLE)));
  return {
    texts: windows[1]?.entries.map((entry) => entry.content) ?? [],
    outputs: windows.map(({ turn }) => turn.usage?.output ?? null),
  };
}

const SEEN = { texts: ["Be brief.", "Where is order 7?", "It is pending.", "Since when?"], outputs: [4, 4] };

/** Two calls in every way that the client offers: whole or streamed, with the history or by a pointer. */
const WAYS: readonly [string, string, (client: OpenAI) => Promise<void>][] = [
  ["Chat Completions", "openai.chat", (client) => chat(client, false)],
  ["Chat Completions, streamed", "openai.chat", (client) => chat(client, true)],
  ["Responses", "openai.responses", (client) => responses(client, false)],
  ["Responses, streamed", "openai.responses", (client) => responses(client, true)],
];

async function chat(client: OpenAI, stream: boolean): Promise<void> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Where is order 7?" },
  ];
  for (const next of ["Since when?", null]) {
    const request = { model: "gpt-5-mini", messages: [...messages] };
    let content = "";
    if (stream) {
      const parts = await client.chat.completions.create({
        ...request,
        stream: true,
        stream_options: { include_usage: true },
      });
      for await (const part of parts) content += part.choices[0]?.delta.content ?? "";
    } else content = (await client.chat.completions.create(request)).choices[0]?.message.content ?? "";
    messages.push({ role: "assistant", content });
    if (next !== null) messages.push({ role: "user", content: next });
  }
}

async function responses(client: OpenAI, stream: boolean): Promise<void> {
  let previous: string | undefined;
  for (const input of ["Where is order 7?", "Since when?"]) {
    const request = {
      model: "gpt-5-mini",
      instructions: "Be brief.",
      input,
      ...(previous !== undefined && { previous_response_id: previous }),
    };
    if (!stream) {
      previous = (await client.responses.create(request)).id;
      continue;
    }
    for await (const event of await client.responses.create({ ...request, stream: true }))
      if (event.type === "response.completed") previous = event.response.id;
  }
}

async function wrapperFor(base: string): Promise<(api: string, session: string) => typeof fetch> {
  const [wrapper] = GUIDES.find(({ id }) => id === "model-calls")?.snippets({ base, key: null }) ?? [];
  const { outputText } = ts.transpileModule(wrapper?.text ?? "", {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  });
  const source = `data:text/javascript,${encodeURIComponent(outputText)}`;
  return ((await import(source)) as { recording: (api: string, session: string) => typeof fetch }).recording;
}

describe("OpenAI's SDK", () => {
  it.each(WAYS)("%s, recorded by the wrapper for its fetch", async (_name, api, talk) => {
    const session = `wrapped-${randomUUID()}`;
    const arrivals: Promise<unknown>[] = [];
    const url = await serving(async (request) => {
      const work = readBatch(request, "calls").then((batch) => ingestModelCalls(db, DEFAULT_PROJECT, batch));
      arrivals.push(work);
      return Response.json(await work);
    });
    const model = await serving(scriptedOpenAi(ANSWERS));
    const recording = await wrapperFor(url);
    await talk(new OpenAI({ apiKey: "none", baseURL: model, fetch: recording(api, session) }));
    await vi.waitFor(() => expect(arrivals).toHaveLength(2), { timeout: 60_000 });
    await Promise.all(arrivals);
    expect(await told(session)).toEqual(SEEN);
  });

  it.each(WAYS)("%s, instrumented by OpenInference", async (_name, _api, talk) => {
    vi.stubEnv("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "10000");
    const session = `openinference-${randomUUID()}`;
    const provider = providerTo(new OTLPTraceExporter({ url: `${await serving(receive)}/v1/traces` }));
    provider.register();
    const instrumentation = new OpenAIInstrumentation();
    instrumentation.setTracerProvider(provider);
    instrumentation.manuallyInstrument(OpenAI);
    const model = await serving(scriptedOpenAi(ANSWERS));
    const tracer = provider.getTracer("desk");
    await tracer.startActiveSpan("run", { attributes: { "session.id": session } }, async (span) => {
      await talk(new OpenAI({ apiKey: "none", baseURL: model }));
      span.end();
    });
    instrumentation.disable();
    await provider.forceFlush();
    await provider.shutdown();
    expect((await told(session)).texts).toEqual(SEEN.texts);
  });
});

describe("Langfuse's SDK", () => {
  it("sends here by its base URL alone", async () => {
    const session = `langfuse-${randomUUID()}`;
    const paths: string[] = [];
    const receiveThere = serveOtlp(postLangfuseTraces, "traces", () => db);
    const url = await serving((request) => {
      paths.push(new URL(request.url).pathname);
      return receiveThere(request);
    });
    vi.stubEnv("LANGFUSE_BASE_URL", url);
    vi.stubEnv("LANGFUSE_PUBLIC_KEY", "sightglass");
    vi.stubEnv("LANGFUSE_SECRET_KEY", "any");
    const processor = new LangfuseSpanProcessor();
    const provider = new NodeTracerProvider({ spanProcessors: [processor] });
    provider.register();
    setLangfuseTracerProvider(provider);
    await propagateAttributes({ sessionId: session }, () =>
      startActiveObservation("agent", () => {
        const messages = [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Where is order 7?" },
        ];
        for (const [i, answer] of ANSWERS.entries()) {
          startObservation(
            `call ${i}`,
            {
              model: "gpt-5-mini",
              input: { messages: [...messages] },
              output: { role: "assistant", content: answer },
              usageDetails: { input: 20, output: 4 },
            },
            { asType: "generation" },
          ).end();
          messages.push({ role: "assistant", content: answer }, { role: "user", content: "Since when?" });
        }
        return Promise.resolve();
      }),
    );
    await provider.forceFlush();
    await provider.shutdown();
    setLangfuseTracerProvider(null);
    expect([...new Set(paths)]).toEqual(["/api/public/otel/v1/traces"]);
    expect(await told(session)).toEqual(SEEN);
  });
});
