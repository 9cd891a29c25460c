import type { Guide, Language } from "./guide";
import { ATTRIBUTE_LIMIT, makeEnvironmentSnippet, makeExporterVariables, listRegistrations } from "./guide";

const otel: Guide = {
  id: "opentelemetry",
  label: "OpenTelemetry",
  about: "Any SDK or instrumentation that follows the GenAI conventions, in any language.",
  dialects: ["genai", "ctx", "vercel_ai", "vercel_ai7", "anthropic_sdk"],
  snippets: (place) => [
    makeEnvironmentSnippet({
      ...makeExporterVariables(place),
      OTEL_SEMCONV_STABILITY_OPT_IN: "gen_ai_latest_experimental",
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_AND_EVENT",
      ...ATTRIBUTE_LIMIT,
    }),
  ],
  notes: [
    "Messages are left out unless the content switch is on; older instrumentations take true instead.",
    "Set session.id or gen_ai.conversation.id on the spans. Without one, a session is a trace. AI SDK 6 takes it from experimental_telemetry.metadata.sessionId, AI SDK 7 from the runtimeContext that telemetry includes.",
    "Anthropic's SDK writes messages with ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content; OpenAI's needs OpenInference.",
    "Decisions, evictions, plans and window budgets can be sent as events of their own: docs/sending.md has them in TypeScript and Python.",
  ],
};

/** Their model calls go through the program's `fetch`, in Python through httpx: two lines record them. */
function makeRegisteredGuide(
  id: string,
  label: string,
  languages: readonly Language[],
  notes: readonly string[] = [],
): Guide {
  return {
    id,
    label,
    about: "Two lines at the start of the program record every model call as it was sent and answered.",
    dialects: ["raw_call"],
    sharesDialects: true,
    snippets: (place) => languages.flatMap((language) => listRegistrations(language, place)),
    notes: [
      ...notes,
      "Records are sent in the background. While Sightglass cannot be reached, they wait on disk, and the agent goes on.",
      "A run is one session. within({ agent }, work) puts some work into a session of its own; docs/runtime.md says more.",
    ],
  };
}

const LANGUAGES: readonly Language[] = ["TypeScript", "Python"];

const claudeAgent: Guide = {
  id: "claude-agent-sdk",
  label: "Claude Agent SDK",
  about: "No line changes: the command that starts the program records every call of the agent that it runs.",
  dialects: ["raw_call"],
  sharesDialects: true,
  snippets: ({ base, key }) => [
    {
      title: "Start the program, in TypeScript or Python, with",
      text: `${key === null ? "" : `export SIGHTGLASS_API_KEY=${key}\n`}SIGHTGLASS_PROXY_TARGET=${base} npx sightglass run -- node agent.js`,
    },
    {
      title: "After a compaction, tell the agent what was lost and is still needed",
      text: `npx sightglass connect claude-code --url ${base}`,
    },
  ],
  notes: [
    "In a clone of Sightglass, npm run run -- and npm run connect -- do the same.",
    'The agent reads the hooks that connect writes where its options have settingSources: ["user"].',
  ],
};

const OWN_LOOPS: readonly Guide[] = [
  makeRegisteredGuide("langgraph", "LangGraph", LANGUAGES),
  makeRegisteredGuide("langchain", "LangChain", LANGUAGES),
  makeRegisteredGuide("deepagents", "Deep Agents", LANGUAGES),
  makeRegisteredGuide("openai-agents", "OpenAI Agents SDK", LANGUAGES),
  claudeAgent,
  makeRegisteredGuide("ai-sdk", "AI SDK", ["TypeScript"]),
  makeRegisteredGuide("mastra", "Mastra", ["TypeScript"]),
  makeRegisteredGuide("pydantic-ai", "Pydantic AI", ["Python"]),
  makeRegisteredGuide("crewai", "CrewAI", ["Python"]),
  makeRegisteredGuide("google-adk", "Google ADK", LANGUAGES),
  makeRegisteredGuide("model-sdks", "OpenAI, Anthropic and Google SDKs", LANGUAGES, [
    "Where a program has many clients, session.wrap(client) records one alone: docs/runtime.md.",
  ]),
];

const openinference: Guide = {
  id: "openinference",
  label: "OpenInference",
  about: "Phoenix's instrumentations, for any framework that has one: raw requests, tools and token counts.",
  dialects: ["openinference"],
  snippets: (place) => [
    makeEnvironmentSnippet({ ...makeExporterVariables(place), ...ATTRIBUTE_LIMIT }),
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
    makeEnvironmentSnippet({
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
    makeEnvironmentSnippet({
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
    makeEnvironmentSnippet({
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
    makeEnvironmentSnippet({
      ...makeExporterVariables(place),
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
  ...OWN_LOOPS,
  otel,
  openinference,
  traceloop,
  langfuse,
  langsmith,
  strands,
];
