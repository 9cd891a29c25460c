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

const KINDS: Readonly<Record<string, string>> = {
  attributes_dropped: "Attributes dropped",
  content_truncated: "Content truncated",
  no_content: "No content captured",
  unknown_dialect: "Unknown dialect",
  wrong_path: "Sent to the wrong path",
  undecodable: "Not decodable",
  clock_ahead: "Clock ahead",
  value_cut: "Value cut",
  record_refused: "Record refused",
  event_refused: "Context event refused",
  projection_failed: "Session not worked out",
  record_differs: "Sent again, not alike",
  call_differs: "Sent again, not alike",
  event_differs: "Sent again, not alike",
  overlap_differs: "Files differ",
  span_differs: "Span told twice, not alike",
};

export function kindLabel(code: string): string {
  const words = code.replaceAll("_", " ").replace(/:(?=\S)/, ": ");
  return KINDS[code] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** An empty value filters nothing. */
export function warningRows(warnings: readonly Warning[], { kind, source }: WarningFilter): WarningRow[] {
  return warnings
    .filter((warning) => kind === "" || warning.code === kind)
    .filter((warning) => source === "" || warning.source === source)
    .map((warning) => ({
      ...warning,
      kind: kindLabel(warning.code),
      times: warning.count === 1 ? "once" : `${count(warning.count)} times`,
      sample: sampleFields(warning.sample),
    }));
}

export function warningFacets(warnings: readonly Warning[]): {
  readonly kinds: readonly WarningFacet[];
  readonly sources: readonly WarningFacet[];
} {
  return {
    kinds: facetOf(warnings, ({ code }) => code, kindLabel),
    sources: facetOf(
      warnings,
      ({ source }) => source,
      (source) => source,
    ),
  };
}

export function withAll(facet: readonly WarningFacet[]): WarningFacet[] {
  const all = facet.reduce((sum, { count: times }) => sum + times, 0);
  return [{ value: "", label: "All", count: all, countText: count(all) }, ...facet];
}

function facetOf(
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

export function shownWarnings(shown: number, all: number): string {
  const total = plural(all, "warning");
  return shown === all ? total : `${count(shown)} of ${total}`;
}
