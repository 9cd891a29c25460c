import type { Guide } from "./guide";
import { ATTRIBUTE_LIMIT, environment, exporterVariables, NODE_PROVIDER } from "./guide";

const otel: Guide = {
  id: "opentelemetry",
  label: "OpenTelemetry",
  about: "Any SDK or instrumentation that follows the GenAI conventions, in any language.",
  dialects: ["genai", "ctx"],
  snippets: (place) => [
    environment({
      ...exporterVariables(place),
      OTEL_SEMCONV_STABILITY_OPT_IN: "gen_ai_latest_experimental",
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_AND_EVENT",
      ...ATTRIBUTE_LIMIT,
    }),
  ],
  notes: [
    "Messages are left out unless the content switch is on; older instrumentations take true instead.",
    "Set session.id or gen_ai.conversation.id on the spans. Without one, a session is a trace.",
    "Decisions, evictions, plans and window budgets can be sent as events of their own: docs/sending.md has them in TypeScript and Python.",
  ],
};

const vercel6: Guide = {
  id: "vercel-ai-6",
  label: "Vercel AI SDK 6",
  about: "Every step's messages, tools, token counts, and the edits that a provider applied.",
  dialects: ["vercel_ai"],
  snippets: (place) => [
    environment({ ...exporterVariables(place), ...ATTRIBUTE_LIMIT }),
    NODE_PROVIDER,
    {
      title: "On every call",
      text: [
        "await generateText({",
        "  model, tools, messages,",
        "  experimental_telemetry: { isEnabled: true, metadata: { sessionId } },",
        "});",
      ].join("\n"),
    },
  ],
  notes: ["Without metadata.sessionId every call is a session of its own, since none names another."],
};

const vercel7: Guide = {
  id: "vercel-ai-7",
  label: "Vercel AI SDK 7",
  about: "Every step's messages, tools and token counts, by the GenAI conventions.",
  dialects: ["vercel_ai7"],
  snippets: (place) => [
    environment({ ...exporterVariables(place), ...ATTRIBUTE_LIMIT }),
    {
      title: NODE_PROVIDER.title,
      text: [
        'import { OpenTelemetry } from "@ai-sdk/otel";',
        'import { registerTelemetry } from "ai";',
        NODE_PROVIDER.text,
        "registerTelemetry(new OpenTelemetry({ runtimeContext: true }));",
      ].join("\n"),
    },
    {
      title: "On every call",
      text: [
        "await generateText({",
        "  model, tools, messages,",
        "  runtimeContext: { sessionId },",
        "  telemetry: { includeRuntimeContext: { sessionId: true } },",
        "});",
      ].join("\n"),
    },
  ],
  notes: ["It names no session by itself: without the runtime context a session is a trace."],
};

const anthropic: Guide = {
  id: "anthropic-sdk",
  label: "Anthropic SDK",
  about: "Messages and token counts of every call, from the SDK's own spans.",
  dialects: ["anthropic_sdk"],
  snippets: (place) => [
    environment({
      ...exporterVariables(place),
      ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: "content",
    }),
    NODE_PROVIDER,
    {
      title: "On every call, to name the session",
      text: "await client.messages.create(request, { openTelemetry: { conversationId } });",
    },
  ],
  notes: [
    "Tool definitions and the edits that the API applied are not in its spans. Raw model calls have both.",
    "Above 750 kB per span it drops system instructions and the oldest messages first, which is shown as truncated, not as evicted.",
  ],
};

const openai: Guide = {
  id: "openai-sdk",
  label: "OpenAI SDK",
  about: "The SDK has no telemetry of its own: OpenInference instruments it, or raw model calls record it.",
  dialects: ["openinference"],
  snippets: (place) => [
    environment({ ...exporterVariables(place), ...ATTRIBUTE_LIMIT }),
    {
      title: NODE_PROVIDER.title,
      text: [
        'import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";',
        'import { registerInstrumentations } from "@opentelemetry/instrumentation";',
        'import OpenAI from "openai";',
        NODE_PROVIDER.text,
        "const instrumentation = new OpenAIInstrumentation();",
        "registerInstrumentations({ instrumentations: [instrumentation] });",
        "instrumentation.manuallyInstrument(OpenAI);",
      ].join("\n"),
    },
  ],
  notes: [
    "Without OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT the SDK keeps 128 attributes of a span and drops the rest silently: from the eighth call or so on, answers and token counts are gone.",
  ],
};

const openinference: Guide = {
  id: "openinference",
  label: "OpenInference",
  about: "Phoenix's instrumentations, for any framework that has one: raw requests, tools and token counts.",
  dialects: ["openinference"],
  snippets: (place) => [
    environment({ ...exporterVariables(place), ...ATTRIBUTE_LIMIT }),
    {
      title: "Around a conversation, to name the session",
      text: [
        'import { setSession } from "@arizeai/openinference-core";',
        'import { context } from "@opentelemetry/api";',
        "",
        "context.with(setSession(context.active(), { sessionId }), () => runAgent());",
      ].join("\n"),
    },
  ],
  notes: [
    "Without OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT the SDK keeps 128 attributes of a span and drops the rest silently; OpenInference writes several for every message.",
    "OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS have to be unset.",
  ],
};

const traceloop: Guide = {
  id: "traceloop",
  label: "Traceloop",
  about: "OpenLLMetry's spans: messages, token counts and tool runs.",
  dialects: ["traceloop"],
  snippets: ({ base, key }) => [
    environment({
      TRACELOOP_BASE_URL: base,
      TRACELOOP_API_KEY: key ?? "any",
      TRACELOOP_TRACE_CONTENT: "true",
    }),
    {
      title: "Once, then around a conversation",
      text: [
        'import * as traceloop from "@traceloop/node-server-sdk";',
        "",
        'traceloop.initialize({ appName: "agent" });',
        "traceloop.withAssociationProperties({ session_id: sessionId }, () => runAgent());",
      ].join("\n"),
    },
  ],
  notes: [
    "A tool that throws leaves no span behind, and tool spans have no call id; runs are matched by name and time.",
  ],
};

const langfuse: Guide = {
  id: "langfuse",
  label: "Langfuse",
  about: "The Langfuse SDKs from version 5 on, unchanged: only their base URL is another.",
  dialects: ["langfuse"],
  snippets: ({ base, key }) => [
    environment({
      LANGFUSE_BASE_URL: base,
      LANGFUSE_PUBLIC_KEY: "sightglass",
      LANGFUSE_SECRET_KEY: key ?? "any",
    }),
  ],
  notes: ["The secret key is the key of this project; the public key may be anything."],
};

const langsmith: Guide = {
  id: "langsmith",
  label: "LangSmith",
  about: "The LangSmith SDK's OpenTelemetry mode: raw requests, responses and tool runs.",
  dialects: ["langsmith"],
  snippets: ({ base, key }) => [
    environment({
      LANGSMITH_TRACING: "true",
      LANGSMITH_OTEL_ENABLED: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${base}/v1/traces`,
      OTEL_EXPORTER_OTLP_HEADERS: key === null ? null : `x-api-key=${key}`,
    }),
  ],
  notes: [
    "The endpoint is the whole address here; LangSmith does not add the path.",
    "It records a request after the run, when the message list has grown. Sightglass removes the later messages.",
  ],
};

const strands: Guide = {
  id: "strands",
  label: "Strands Agents",
  about: "Messages as span events, tools and token counts, in TypeScript and Python.",
  dialects: ["strands"],
  snippets: (place) => [
    environment({
      ...exporterVariables(place),
      OTEL_SEMCONV_STABILITY_OPT_IN: "gen_ai_latest_experimental,gen_ai_tool_definitions",
    }),
    {
      title: "Python",
      text: [
        "from strands import Agent",
        "from strands.telemetry import StrandsTelemetry",
        "",
        "StrandsTelemetry().setup_otlp_exporter()",
        'agent = Agent(trace_attributes={"session.id": session_id})',
      ].join("\n"),
    },
  ],
  notes: ["Tool definitions come only with gen_ai_tool_definitions in the opt-in."],
};

export const FRAMEWORKS: readonly Guide[] = [
  otel,
  vercel6,
  vercel7,
  anthropic,
  openai,
  openinference,
  traceloop,
  langfuse,
  langsmith,
  strands,
];
