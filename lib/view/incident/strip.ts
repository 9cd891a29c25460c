import type { Snapshot } from "@/lib/incident/snapshot";
import { groupBy } from "@/lib/core/group-by";
import type { Severity } from "@/lib/core/findings/rule/finding";
import type { EntryKind } from "@/lib/incident/timeline";
import type { SourceKind } from "@/lib/core/vocabulary";
import { compact, plural } from "../format/format";
import type { SourceGroup } from "../chart/palette";
import { paletteGroup, SOURCE_GROUPS } from "../chart/palette";
import { visibleText } from "../format/trace-text";
import { timelineAxis } from "./axis";
import { fullestIn } from "./summary";

/** A rectangle of the strip in a box of 1 by 1, with y downwards. */
export interface StripBar {
  readonly turn: number;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  readonly group: SourceGroup | "residual";
}

export interface StripMark {
  readonly turn: number;
  readonly x: number;
  readonly kind: EntryKind;
  readonly severity: Severity | null;
  readonly label: string;
}

export interface StripColumn {
  readonly turn: number;
  readonly x: number;
  readonly width: number;
  readonly label: string;
  readonly known: boolean;
}

export interface StripModel {
  readonly axis: "time" | "turns";
  readonly bars: readonly StripBar[];
  readonly marks: readonly StripMark[];
  readonly plan: readonly { readonly x: number; readonly width: number; readonly present: boolean }[];
  readonly gaps: readonly { readonly x: number; readonly label: string }[];
  readonly columns: readonly StripColumn[];
  /** Tokens of the fullest window, at least 1. Bars are relative to it. */
  readonly top: number;
  readonly summary: string;
}

export function stripModel(snapshot: Snapshot): StripModel {
  const { turns, view, entries } = snapshot;
  const axis = timelineAxis(turns, view.axis, view.compress);
  const highest = Math.max(1, ...turns.map(({ tokens, carried = 0 }) => (tokens ?? 0) + carried));
  const columns = turns.map(({ turn, moment, tokens }, i): StripColumn => {
    const x = axis.starts[i] ?? 0;
    return {
      turn,
      x,
      width: Math.max(0, (axis.starts[i + 1] ?? 1) - x),
      label: axis.kind === "time" ? moment : String(turn),
      known: tokens !== null,
    };
  });
  const xOf = new Map(columns.map(({ turn, x }) => [turn, x]));
  return {
    axis: axis.kind,
    columns,
    top: highest,
    gaps: axis.gaps,
    bars: turns.flatMap(({ tokens, carried = 0, ...turn }, i) =>
      stackOf({ ...turn, tokens: tokens === null ? null : tokens + carried }, columns[i], highest),
    ),
    marks: entries.flatMap(({ turn, kind, severity, text, moment }) => {
      const x = xOf.get(turn);
      return x === undefined ? [] : [{ turn, x, kind, severity, label: `${moment} ${visibleText(text)}` }];
    }),
    plan: planRuns(snapshot, columns),
    summary: summaryOf(snapshot),
  };
}

/** By turn: what its column says, with all of its marks. */
export function columnTitles({ marks, columns }: Pick<StripModel, "marks" | "columns">): Map<number, string> {
  const labels = groupBy(marks, ({ turn }) => turn);
  return new Map(
    columns.map(({ turn, label }) => {
      const here = (labels.get(turn) ?? []).map((mark) => mark.label);
      return [turn, [`turn ${turn}${label === String(turn) ? "" : `, ${label}`}`, ...here].join("\n")];
    }),
  );
}

export function stackOf(
  turn: Pick<Snapshot["turns"][number], "turn" | "tokens" | "bySource">,
  column: Pick<StripColumn, "turn" | "x" | "width"> | undefined,
  top: number,
): StripBar[] {
  if (column === undefined || turn.tokens === null) return [];
  const values = new Map<SourceGroup | "residual", number>();
  for (const [kind, value] of Object.entries(turn.bySource) as [SourceKind, number][])
    values.set(paletteGroup(kind), (values.get(paletteGroup(kind)) ?? 0) + value);
  const explained = [...values.values()].reduce((sum, value) => sum + value, 0);
  if (turn.tokens > explained) values.set("residual", turn.tokens - explained);
  const fit = Math.min(1, turn.tokens / Math.max(explained, 1));
  let y = 1;
  return (["residual", ...SOURCE_GROUPS] as const).flatMap((group): StripBar[] => {
    const share = group === "residual" ? 1 : fit;
    const height = Math.min(y, ((values.get(group) ?? 0) * share) / top);
    if (height <= 0) return [];
    y -= height;
    return [{ turn: turn.turn, x: column.x, width: column.width, y, height, group }];
  });
}

function planRuns({ turns }: Snapshot, columns: readonly StripColumn[]): StripModel["plan"] {
  const runs: { x: number; width: number; present: boolean }[] = [];
  turns.forEach(({ plan }, i) => {
    const column = columns[i];
    const last = runs.at(-1);
    if (plan === null || column === undefined) return;
    const touches = last !== undefined && Math.abs(last.x + last.width - column.x) < 1e-9;
    if (touches && last.present === plan) last.width += column.width;
    else runs.push({ x: column.x, width: column.width, present: plan });
  });
  return runs;
}

function summaryOf({ turns, entries, counts }: Snapshot): string {
  const count = (kind: EntryKind) => entries.filter((entry) => entry.kind === kind).length;
  const unknown = turns.filter(({ tokens }) => tokens === null).length;
  const fullest =
    unknown === turns.length
      ? "the size of no window is known"
      : `the fullest window had ${compact(fullestIn(turns))} tokens${unknown === 0 ? "" : `, that of ${plural(unknown, "turn")} is not known`}`;
  const without = turns.filter(({ plan }) => plan === false).length;
  const sentences = [
    ...(counts === undefined
      ? []
      : [
          plural(counts.evictions, "eviction"),
          `${plural(counts.fetchedAgain, "result")} fetched again`,
          plural(counts.repeatedCalls, "repeated call"),
          plural(counts.serious, "serious finding"),
          plural(counts.warnings, "warning"),
        ]),
    ...(without === 0 ? [] : [`${plural(without, "turn")} without the plan`]),
    plural(count("annotation"), "annotation"),
  ];
  return `${plural(turns.length, "turn")}; ${fullest}. ${sentences.join(", ")}.`;
}
