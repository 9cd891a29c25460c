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
  /** Other guides have the same dialects: which of their clients was heard from cannot be told. */
  readonly sharesDialects?: true;
  readonly snippets: (place: SendTarget) => readonly Snippet[];
  readonly notes: readonly string[];
}

export type GuideGroup = "Coding agents" | "SDKs and frameworks" | "Plain HTTP";

/** Leaves out a variable without a value. */
export function writeShellLines(variables: Readonly<Record<string, string | null>>): string {
  return Object.entries(variables)
    .flatMap(([name, value]) => (value === null ? [] : [`export ${name}=${quote(value)}`]))
    .join("\n");
}

function quote(value: string): string {
  return /^[\w:/.,%@+-]*$/.test(value) ? value : `"${value}"`;
}

export function makeExporterVariables({ base, key }: SendTarget): Record<string, string | null> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_HEADERS: key === null ? null : `Authorization=Bearer%20${key}`,
  };
}

export type Language = "TypeScript" | "Python";

/** The library, and the lines that record a whole program. */
export function listRegistrations(language: Language, { base, key }: SendTarget): readonly Snippet[] {
  const title = `${language}: at the start of the program`;
  if (language === "Python")
    return [
      {
        title: "Install",
        text: `pip install --no-index --find-links ${base}/client/index.html sightglass`,
      },
      {
        title,
        text: `import sightglass\nsightglass.register(auto=True, url="${base}"${key === null ? "" : `, api_key="${key}"`})`,
      },
    ];
  return [
    { title: "Install", text: `curl -sSO ${base}/client/sightglass.tgz && npm i ./sightglass.tgz` },
    {
      title,
      text: `import { register } from "@sightglass/client";\nregister({ auto: true, url: "${base}"${key === null ? "" : `, apiKey: "${key}"`} });`,
    },
  ];
}

/** Without this limit an SDK silently drops attributes of a long conversation. */
export const ATTRIBUTE_LIMIT = { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "10000" } as const;

export function makeEnvironmentSnippet(variables: Readonly<Record<string, string | null>>): Snippet {
  return { title: "Environment", text: writeShellLines(variables) };
}
