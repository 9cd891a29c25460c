import { kindLabel } from "../chart/palette";
import { compact, count, plural } from "../format/format";

export function laneSize(lane: {
  readonly kind: Parameters<typeof kindLabel>[0];
  readonly tokens: number | null;
}): string {
  return `${kindLabel(lane.kind)} · ${compact(lane.tokens)} tokens`;
}

export function shownBlocks({ shown, total }: { readonly shown: number; readonly total: number }): string {
  const all = plural(total, "block");
  return shown === total ? all : `${count(shown)} of ${all}`;
}

export function facetOption(label: string, times: number): string {
  return `${label} (${count(times)})`;
}

export function evictionsWords(evictions: number): string {
  return plural(evictions, "eviction");
}
