/** Where a client has to send to. */
export interface SendTarget {
  /** The address of this server, without a slash at its end. */
  readonly base: string;
  /** What stands for a key in the lines; `null` where the server asks for none. */
  readonly key: string | null;
}

/** Lines to copy, and where they go. */
export interface Snippet {
  readonly title: string;
  readonly text: string;
}

/** How one client is made to send here. */
export interface Guide {
  readonly id: string;
  readonly label: string;
  /** What it sends, in a sentence. */
  readonly about: string;
  /** The dialects that its records are recognised as; the first event of any of them tells that it arrived. */
  readonly dialects: readonly string[];
  readonly snippets: (place: SendTarget) => readonly Snippet[];
  /** What silently takes content away, and what the client cannot tell. */
  readonly notes: readonly string[];
}

export type GuideGroup = "Coding agents" | "SDKs and frameworks" | "Plain HTTP";

/** Environment variables as lines of a shell. A variable without a value is left out. */
export function shellLines(variables: Readonly<Record<string, string | null>>): string {
  return Object.entries(variables)
    .flatMap(([name, value]) => (value === null ? [] : [`export ${name}=${quoted(value)}`]))
    .join("\n");
}

function quoted(value: string): string {
  return /^[\w:/.,%@+-]*$/.test(value) ? value : `"${value}"`;
}

/** The variables that every OpenTelemetry exporter reads. */
export function exporterVariables({ base, key }: SendTarget): Record<string, string | null> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_HEADERS: key === null ? null : `Authorization=Bearer%20${key}`,
  };
}

/** Node's tracer provider with the exporter, for libraries that bring spans and no exporter. */
export const NODE_PROVIDER: Snippet = {
  title: "Once, before anything else is imported",
  text: [
    'import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";',
    'import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";',
    "",
    "export const provider = new NodeTracerProvider({",
    "  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],",
    "});",
    "provider.register();",
  ].join("\n"),
};

/** What keeps an SDK from dropping attributes of a long conversation without a word. */
export const ATTRIBUTE_LIMIT = { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "10000" } as const;

/** Lines of a shell under their usual title. */
export function environment(variables: Readonly<Record<string, string | null>>): Snippet {
  return { title: "Environment", text: shellLines(variables) };
}
