export interface SendTarget {
  readonly base: string;
  /** The placeholder for a key in the lines; `null` when the server needs no key. */
  readonly key: string | null;
}

export interface Snippet {
  readonly title: string;
  readonly text: string;
}

export interface Guide {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  /** The dialects of its records. The first event in any of them shows that the client is connected. */
  readonly dialects: readonly string[];
  readonly snippets: (place: SendTarget) => readonly Snippet[];
  readonly notes: readonly string[];
}

export type GuideGroup = "Coding agents" | "SDKs and frameworks" | "Plain HTTP";

/** Leaves out a variable without a value. */
export function shellLines(variables: Readonly<Record<string, string | null>>): string {
  return Object.entries(variables)
    .flatMap(([name, value]) => (value === null ? [] : [`export ${name}=${quoted(value)}`]))
    .join("\n");
}

function quoted(value: string): string {
  return /^[\w:/.,%@+-]*$/.test(value) ? value : `"${value}"`;
}

export function exporterVariables({ base, key }: SendTarget): Record<string, string | null> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_HEADERS: key === null ? null : `Authorization=Bearer%20${key}`,
  };
}

/** Node's tracer provider with an exporter, for libraries that create spans but have no exporter. */
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

/** Without this limit an SDK silently drops attributes of a long conversation. */
export const ATTRIBUTE_LIMIT = { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "10000" } as const;

export function environment(variables: Readonly<Record<string, string | null>>): Snippet {
  return { title: "Environment", text: shellLines(variables) };
}
