import type { Guide, SendTarget } from "./guide";
import { makeEnvironmentSnippet, makeExporterVariables } from "./guide";

const claudeCode: Guide = {
  id: "claude-code",
  label: "Claude Code",
  about: "Every request and response whole, as log events, with token counts, tools and sub-agents.",
  dialects: ["claude_code"],
  snippets: (place) => [
    makeEnvironmentSnippet({
      CLAUDE_CODE_ENABLE_TELEMETRY: "1",
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: "1",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_LOGS_EXPORTER: "otlp",
      ...makeExporterVariables(place),
      OTEL_LOG_USER_PROMPTS: "1",
      OTEL_LOG_TOOL_DETAILS: "1",
      OTEL_LOG_TOOL_CONTENT: "1",
      OTEL_LOG_RAW_API_BODIES: "1",
      CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH: "2000000",
    }),
    {
      title:
        "In the folder of Sightglass: after a compaction, tell the agent what was lost and is still needed",
      text: `npm run connect -- claude-code --url ${place.base}`,
    },
    { title: "Tools with which the agent looks up what left its window", text: writeMcpCommand(place) },
  ],
  notes: [
    "Without OTEL_LOG_RAW_API_BODIES the windows are known by their token totals only.",
    "Without CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH a request is cut at 60 kB, and with it the end of the window.",
  ],
};

function writeMcpCommand({ base, key }: SendTarget): string {
  return `claude mcp add --transport http sightglass ${base}/mcp${writeAuthorization(key)}`;
}

function writeAuthorization(key: string | null): string {
  return key === null ? "" : ` --header "Authorization: Bearer ${key}"`;
}

const codex: Guide = {
  id: "codex",
  label: "Codex",
  about: "Token counts, tool runs with their output, and compactions; never the messages.",
  dialects: ["codex"],
  snippets: (place) => [
    {
      title: "~/.codex/config.toml",
      text: [
        "[otel]",
        "log_user_prompt = true",
        `exporter = ${writeCodexExporter(place, "logs")}`,
        `trace_exporter = ${writeCodexExporter(place, "traces")}`,
      ].join("\n"),
    },
    {
      title:
        "In the folder of Sightglass: after a compaction, tell the agent what was lost and is still needed",
      text: `npm run connect -- codex --url ${place.base}`,
    },
  ],
  notes: [
    "Codex exports no messages, so its windows are known by their totals. The session files in ~/.codex/sessions have everything: drop them on the session list.",
    "Each endpoint is the whole address here; Codex does not add the path.",
  ],
};

function writeCodexExporter({ base, key }: SendTarget, signal: string): string {
  const headers = key === null ? "" : `, headers = { authorization = "Bearer ${key}" }`;
  return `{ otlp-http = { endpoint = "${base}/v1/${signal}", protocol = "binary"${headers} } }`;
}

const copilot: Guide = {
  id: "copilot-cli",
  label: "Copilot CLI",
  about: "What is new in every call, tools, token counts, and its compactions.",
  dialects: ["copilot"],
  snippets: (place) => [
    makeEnvironmentSnippet({
      ...makeExporterVariables(place),
      OTEL_EXPORTER_OTLP_PROTOCOL: null,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    }),
  ],
  notes: [
    "Its calls carry only what is new. The windows are put together from that, so a session that began before the exporter was on is incomplete.",
    "Its hooks name a transcript that Sightglass does not read. So there is no hook for it here.",
  ],
};

const geminiCli: Guide = {
  id: "gemini-cli",
  label: "Gemini CLI",
  about: "Requests and responses as log events, with token counts and tool calls.",
  dialects: ["gemini_cli"],
  snippets: ({ base, key }) => [
    makeEnvironmentSnippet({
      GEMINI_TELEMETRY_ENABLED: "true",
      GEMINI_TELEMETRY_TARGET: "local",
      GEMINI_TELEMETRY_OTLP_ENDPOINT: base,
      GEMINI_TELEMETRY_OTLP_PROTOCOL: "http",
      GEMINI_TELEMETRY_LOG_PROMPTS: "true",
      GEMINI_TELEMETRY_TRACES_ENABLED: "true",
      OTEL_EXPORTER_OTLP_HEADERS: key === null ? null : `Authorization=Bearer%20${key}`,
    }),
    {
      title:
        "In the folder of Sightglass: after a compression, tell the agent what was lost and is still needed",
      text: `npm run connect -- gemini --url ${base}`,
    },
    {
      title: "Tools with which the agent looks up what left its window",
      text: `gemini mcp add --scope user --transport http sightglass ${base}/mcp${writeAuthorization(key)}`,
    },
  ],
  notes: [
    "Set the protocol to http. Sightglass does not accept gRPC, which is the default.",
    "The agent is told with its next tool or prompt, because Gemini CLI calls no hook after a compression. This needs a version that records its sessions as .jsonl files in ~/.gemini/tmp.",
  ],
};

export const CODING_AGENTS: readonly Guide[] = [claudeCode, codex, copilot, geminiCli];
