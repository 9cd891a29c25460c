import { labelKind } from "../chart/palette";
import { formatCompact, count, plural } from "../format/format";

export function describeLaneSize(lane: {
  readonly kind: Parameters<typeof labelKind>[0];
  readonly tokens: number | null;
}): string {
  return `${labelKind(lane.kind)} · ${formatCompact(lane.tokens)} tokens`;
}

export function describeShownBlocks({
  shown,
  total,
}: {
  readonly shown: number;
  readonly total: number;
}): string {
  const all = plural(total, "block");
  return shown === total ? all : `${count(shown)} of ${all}`;
}

export function describeFacetOption(label: string, times: number): string {
  return `${label} (${count(times)})`;
}

export function describeEvictions(evictions: number): string {
  return plural(evictions, "eviction");
}
