import type { Snapshot } from "@/lib/incident/snapshot";
import { groupBy } from "@/lib/core/group-by";
import type { Severity } from "@/lib/core/findings/rule/finding";
import type { EntryKind } from "@/lib/incident/timeline";
import type { SourceKind } from "@/lib/core/vocabulary";
import { plural } from "../format/format";
import type { SourceGroup } from "../chart/palette";
import { findPaletteGroup, SOURCE_GROUPS } from "../chart/palette";
import { revealText } from "../format/trace-text";
import { buildTimelineAxis } from "./axis";

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

/** The life of something that was lost: where it stood, where it left, where it was used without it. */
export interface StripLane {
  readonly group: SourceGroup;
  readonly runs: readonly { readonly x: number; readonly width: number }[];
  readonly left: number | null;
  readonly uses: readonly number[];
}

export interface StripModel {
  readonly axis: "time" | "turns";
  readonly bars: readonly StripBar[];
  readonly marks: readonly StripMark[];
  readonly plan: readonly { readonly x: number; readonly width: number; readonly present: boolean }[];
  readonly gaps: readonly { readonly x: number; readonly label: string }[];
  readonly lanes: readonly StripLane[];
  readonly columns: readonly StripColumn[];
  /** Tokens of the fullest window, at least 1. Bars are relative to it. */
  readonly top: number;
  readonly summary: string;
}

export function stripModel(snapshot: Snapshot): StripModel {
  const { turns, view, entries } = snapshot;
  const axis = buildTimelineAxis(turns, view.axis, view.compress);
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
      listStack({ ...turn, tokens: tokens === null ? null : tokens + carried }, columns[i], highest),
    ),
    marks: entries.flatMap(({ turn, kind, severity, text, moment }) => {
      const x = xOf.get(turn);
      return x === undefined ? [] : [{ turn, x, kind, severity, label: `${moment} ${revealText(text)}` }];
    }),
    plan: planRuns(snapshot, columns),
    lanes: listLanes(snapshot, columns),
    summary: writeSummary(snapshot),
  };
}

/** By turn: what its column says, with all of its marks. */
export function indexColumnTitles({
  marks,
  columns,
}: Pick<StripModel, "marks" | "columns">): Map<number, string> {
  const labels = groupBy(marks, ({ turn }) => turn);
  return new Map(
    columns.map(({ turn, label }) => {
      const here = (labels.get(turn) ?? []).map((mark) => mark.label);
      return [turn, [`turn ${turn}${label === String(turn) ? "" : `, ${label}`}`, ...here].join("\n")];
    }),
  );
}

export function listStack(
  turn: Pick<Snapshot["turns"][number], "turn" | "tokens" | "bySource">,
  column: Pick<StripColumn, "turn" | "x" | "width"> | undefined,
  top: number,
): StripBar[] {
  if (column === undefined || turn.tokens === null) return [];
  const values = new Map<SourceGroup | "residual", number>();
  for (const [kind, value] of Object.entries(turn.bySource) as [SourceKind, number][])
    values.set(findPaletteGroup(kind), (values.get(findPaletteGroup(kind)) ?? 0) + value);
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

function listLanes({ lost = [], blocks }: Snapshot, columns: readonly StripColumn[]): StripLane[] {
  const places = new Map(columns.map((column) => [column.turn, column]));
  const xOf = (turn: number) => places.get(turn)?.x;
  return lost.flatMap(({ block, left, usedAt }) => {
    const of = blocks[block];
    if (of === undefined) return [];
    return [
      {
        group: findPaletteGroup(of.kind),
        runs: of.residencies.flatMap(({ from, to }) => {
          const [first, last] = [places.get(from), places.get(to)];
          return first === undefined || last === undefined
            ? []
            : [{ x: first.x, width: last.x + last.width - first.x }];
        }),
        left: xOf(left) ?? null,
        uses: usedAt.flatMap((turn) => xOf(turn) ?? []),
      },
    ];
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

/** What the figure shows that the incident's own summary does not say. */
function writeSummary({ turns, entries, lost = [] }: Snapshot): string {
  const unknown = turns.filter(({ tokens }) => tokens === null).length;
  const without = turns.filter(({ plan }) => plan === false).length;
  const notes = entries.filter(({ kind }) => kind === "annotation").length;
  const parts = [
    `The windows of ${plural(turns.length, "turn")}`,
    ...(unknown === 0 ? [] : [`that of ${plural(unknown, "turn")} is not known`]),
    ...(lost.length === 0
      ? []
      : [`the life of ${lost.length === 1 ? "what was lost" : `${lost.length} texts that were lost`}`]),
    ...(without === 0 ? [] : [`${plural(without, "turn")} without the plan`]),
    ...(notes === 0 ? [] : [plural(notes, "note")]),
  ];
  return `${parts.join(", ")}.`;
}
