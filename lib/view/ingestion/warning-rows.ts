import { groupBy } from "@/lib/core/group-by";
import { count, plural } from "../format/format";

interface Warning {
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly count: number;
  readonly sample: Readonly<Record<string, unknown>>;
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface WarningRow extends Omit<Warning, "sample"> {
  readonly kind: string;
  /** What somebody can do about it. */
  readonly advice: string;
  /** The session in which it was found last, where the sample names it. */
  readonly href: string | null;
  /** "once", "205 times". */
  readonly times: string;
  readonly sample: readonly (readonly [name: string, value: string])[];
}

export interface WarningFacet {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly countText: string;
}

export interface WarningFilter {
  readonly kind: string;
  readonly source: string;
}

const IMPORTED = "import: ";

/** The name of a format is written as words. */
function describeSource(source: string): string {
  return source.startsWith(IMPORTED)
    ? `imported, ${source.slice(IMPORTED.length).replaceAll("_", " ")}`
    : source;
}

const OF_A_FILE =
  "If the export has no more, nothing: its sessions say what is missing, under “What is not known of it”. If it has more, export it whole and import it again; only what is new is added.";
const OF_A_CLIENT = "Compare what the client sends with its part of the Connect page.";

interface WarningKind {
  readonly label: string;
  /** What somebody can do about it. */
  readonly advice: string;
}

const DIFFERS =
  "What came first is kept. Give every event and every call an id of its own, and send what has changed under a new one.";

const KINDS: Readonly<Record<string, WarningKind>> = {
  attributes_dropped: {
    label: "Attributes were dropped",
    advice: "Raise the limit of attributes of a span in the client (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT).",
  },
  content_truncated: {
    label: "Content was cut off",
    advice:
      "Raise the limit of the length of an attribute in the client (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT).",
  },
  no_content: {
    label: "No content was captured",
    advice: "Switch on that the client records messages: the Connect page shows how for each client.",
  },
  unknown_dialect: {
    label: "The names of the attributes are not known",
    advice: "Use one of the conventions that the Connect page lists, or send native events.",
  },
  wrong_path: {
    label: "Sent to the wrong path",
    advice:
      "Send traces to /v1/traces and logs to /v1/logs; the Connect page shows the settings of each client.",
  },
  undecodable: {
    label: "Could not be decoded",
    advice: "Check that the content type and the content encoding of the request say what is sent.",
  },
  clock_ahead: {
    label: "The clock of the sender is ahead",
    advice: "Set the clock of the sending machine. Until then turns are in the order in which they came.",
  },
  value_cut: {
    label: "A value was cut to the longest that is stored",
    advice: "Send large content as an artifact with a reference, if all of it matters.",
  },
  field_lost: {
    label: "A part of a record was not as the protocol has it",
    advice:
      "The source names the field and what was expected there. Correct it: until then, records are kept without it.",
  },
  record_refused: {
    label: "A record was refused",
    advice: "The message names the field and what was expected there. Correct the record and send it again.",
  },
  event_refused: {
    label: "A context event was refused",
    advice: "The message names the field and what was expected there. Correct the event and send it again.",
  },
  projection_failed: {
    label: "A session could not be worked out",
    advice:
      "Export the session and report it: its records are kept, and are tried again by the next version.",
  },
  record_differs: { label: "Sent again with other content", advice: DIFFERS },
  call_differs: { label: "Sent again with other content", advice: DIFFERS },
  event_differs: { label: "Sent again with other content", advice: DIFFERS },
  overlap_differs: {
    label: "Two files tell the same part differently",
    advice: "Import the newer file alone, or under another name.",
  },
  span_differs: { label: "A span was told twice, with other content", advice: DIFFERS },
};

export function labelWarningKind(code: string): string {
  const words = code.replaceAll("_", " ").replace(/:(?=\S)/, ": ");
  return KINDS[code]?.label ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** An empty value filters nothing. */
export function listWarningRows(warnings: readonly Warning[], { kind, source }: WarningFilter): WarningRow[] {
  return warnings
    .filter((warning) => kind === "" || warning.code === kind)
    .filter((warning) => source === "" || warning.source === source)
    .map((warning) => ({
      ...warning,
      source: describeSource(warning.source),
      kind: labelWarningKind(warning.code),
      message: toSentence(warning.message),
      advice: KINDS[warning.code]?.advice ?? (warning.source.startsWith(IMPORTED) ? OF_A_FILE : OF_A_CLIENT),
      href: makeSessionHref(warning.sample),
      times: warning.count === 1 ? "once" : `${count(warning.count)} times`,
      sample: sampleFields(warning.sample),
    }));
}

/** Those that ask for the same together. */
export function listWarningGroups(
  rows: readonly WarningRow[],
): { readonly advice: string; readonly rows: readonly WarningRow[] }[] {
  return [...groupBy(rows, ({ advice }) => advice)].map(([advice, alike]) => ({ advice, rows: alike }));
}

export function listWarningFacets(warnings: readonly Warning[]): {
  readonly kinds: readonly WarningFacet[];
  readonly sources: readonly WarningFacet[];
} {
  return {
    kinds: listFacet(warnings, ({ code }) => code, labelWarningKind),
    sources: listFacet(warnings, ({ source }) => source, describeSource),
  };
}

export function addAll(facet: readonly WarningFacet[]): WarningFacet[] {
  const all = facet.reduce((sum, { count: times }) => sum + times, 0);
  return [{ value: "", label: "All", count: all, countText: count(all) }, ...facet];
}

function listFacet(
  warnings: readonly Warning[],
  valueOf: (warning: Warning) => string,
  labelOf: (value: string) => string,
): WarningFacet[] {
  const counts = new Map<string, number>();
  for (const warning of warnings)
    counts.set(valueOf(warning), (counts.get(valueOf(warning)) ?? 0) + warning.count);
  return [...counts]
    .map(([value, times]) => ({ value, label: labelOf(value), count: times, countText: count(times) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function sampleFields(sample: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(sample)
    .filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
}

function makeSessionHref({ session }: Readonly<Record<string, unknown>>): string | null {
  return typeof session === "string" && session !== "" ? `/sessions/${encodeURIComponent(session)}` : null;
}

/** A file name at the beginning keeps its case. */
function toSentence(text: string): string {
  const whole = /[.!?:]$/.test(text) ? text : `${text}.`;
  return /^[a-z]+[ ,:]/.test(whole) ? `${whole.charAt(0).toUpperCase()}${whole.slice(1)}` : whole;
}

export function describeShownWarnings(shown: number, all: number): string {
  const total = plural(all, "warning");
  return shown === all ? total : `${count(shown)} of ${total}`;
}
