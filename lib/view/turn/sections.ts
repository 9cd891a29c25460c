import { count, formatCompact, plural } from "../format/format";
import type { SourceGroup } from "../chart/palette";
import { groupLabel, SOURCE_GROUPS } from "../chart/palette";
import type { WindowOrder } from "../format/address-words";
import type { WindowRow } from "./window-rows";

export type SectionLine =
  | { readonly type: "row"; readonly key: string; readonly row: WindowRow }
  | {
      /** Blocks that stand as before, one after the other. */
      readonly type: "fold";
      readonly key: string;
      readonly label: string;
      readonly size: number;
    }
  | {
      readonly type: "head";
      readonly key: string;
      readonly label: string;
      readonly detail: string;
      readonly color: string;
    };

/** A shorter run of blocks that stand as before is shown row by row. */
const FOLDED_FROM = 24;

/** @param unfolded keys of folds that are open; `null` folds nothing */
export function turnWindowLines(
  rows: readonly WindowRow[],
  order: WindowOrder,
  unfolded: ReadonlySet<string> | null = null,
): SectionLine[] {
  const line = (row: WindowRow): SectionLine => ({ type: "row", key: `${row.position} ${row.blockId}`, row });
  if (order === "window") return unfolded === null ? rows.map(line) : listFoldedLines(rows, line, unfolded);
  if (order === "tokens") return [...rows].sort((a, b) => (b.size ?? -1) - (a.size ?? -1)).map(line);
  return SOURCE_GROUPS.flatMap((group) => {
    const members = rows.filter((row) => row.group === group);
    return members.length === 0 ? [] : [buildHead(group, members), ...members.map(line)];
  });
}

function listFoldedLines(
  rows: readonly WindowRow[],
  line: (row: WindowRow) => SectionLine,
  unfolded: ReadonlySet<string>,
): SectionLine[] {
  if (!rows.some(({ isNew }) => isNew)) return rows.map(line);
  const lines: SectionLine[] = [];
  let at = 0;
  while (at < rows.length) {
    const next = rows.findIndex(({ isNew }, i) => i >= at && isNew);
    const end = next < 0 ? rows.length : next;
    const run = rows.slice(at, end);
    const key = `fold ${at}`;
    if (run.length < FOLDED_FROM || unfolded.has(key)) lines.push(...run.map(line));
    else lines.push(foldOf(key, run));
    const fresh = rows[end];
    if (fresh !== undefined) lines.push(line(fresh));
    at = end + 1;
  }
  return lines;
}

function foldOf(key: string, run: readonly WindowRow[]): SectionLine {
  const size = run.reduce((sum, row) => sum + (row.size ?? 0), 0);
  return {
    type: "fold",
    key,
    label: `${plural(run.length, "block")} as before, ${formatCompact(size)} tokens`,
    size,
  };
}

function buildHead(group: SourceGroup, members: readonly WindowRow[]): SectionLine {
  const sized = members.flatMap(({ size }) => size ?? []);
  const size =
    sized.length === 0 ? "size unknown" : `${formatCompact(sized.reduce((sum, n) => sum + n, 0))} tokens`;
  const fresh = members.filter(({ isNew }) => isNew).length;
  return {
    type: "head",
    key: `head ${group}`,
    label: groupLabel(group),
    detail: `${plural(members.length, "block")}, ${size}${fresh === 0 ? "" : `, ${count(fresh)} new`}`,
    color: members[0]?.color ?? "",
  };
}

export interface WindowPlaces {
  readonly fresh: readonly number[];
  readonly largest: number | null;
  readonly heads: readonly { readonly at: number; readonly label: string }[];
}

export function indexWindowPlaces(lines: readonly SectionLine[]): WindowPlaces {
  const fresh: number[] = [];
  const heads: { at: number; label: string }[] = [];
  let largest: { at: number; size: number } | null = null;
  lines.forEach((line, at) => {
    if (line.type === "head") return heads.push({ at, label: line.label });
    if (line.type === "fold") return at;
    if (line.row.isNew) fresh.push(at);
    const { size } = line.row;
    if (size !== null && size > (largest?.size ?? -1)) largest = { at, size };
    return at;
  });
  return { fresh, largest: (largest as { at: number } | null)?.at ?? null, heads };
}

export function findWindowPlace(lines: readonly SectionLine[], blockId: string | null): number | null {
  const at = lines.findIndex((line) => line.type === "row" && line.row.blockId === blockId);
  return at < 0 ? null : at;
}

/**
 * Ignores case.
 * @param contents whole texts by block. For a block without one, searches its name and its beginning
 */
export function findWindowMatches(
  lines: readonly SectionLine[],
  query: string,
  contents: ReadonlyMap<string, string>,
): number[] {
  const needle = query.trim().toLowerCase();
  if (needle === "") return [];
  return lines.flatMap((line, at) => {
    if (line.type !== "row") return [];
    const { name, kind, preview, blockId } = line.row;
    const texts = [name, kind, preview, contents.get(blockId) ?? ""];
    return texts.some((text) => text.toLowerCase().includes(needle)) ? [at] : [];
  });
}

/** Positions are shares of its height, 0 to 1. */
export interface OutlineStripe {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly color: string;
  readonly isNew: boolean;
  readonly title: string;
}

/** The assumed size of a block of unknown size, so that its stripe can be clicked. */
const UNSIZED_TOKENS = 1;
const STRIPE_MIN = 1 / 600;

export function buildWindowOutline(lines: readonly SectionLine[]): OutlineStripe[] {
  const rows = lines.flatMap((line, at) => {
    if (line.type === "head") return [];
    return [{ at, row: line.type === "row" ? line.row : buildStripe(line) }];
  });
  const total = rows.reduce((sum, { row }) => sum + (row.size ?? UNSIZED_TOKENS), 0);
  const heights = rows.map(({ row }) =>
    Math.max(STRIPE_MIN, (row.size ?? UNSIZED_TOKENS) / Math.max(1, total)),
  );
  const whole = heights.reduce((sum, height) => sum + height, 0);
  let start = 0;
  return rows.map(({ at, row }, i) => {
    const end = start + (heights[i] ?? 0) / whole;
    const stripe = {
      at,
      start,
      end,
      color: row.color,
      isNew: row.isNew,
      title: titleOf(row),
    };
    start = end;
    return stripe;
  });
}

type Outlined = Pick<WindowRow, "size" | "color" | "isNew" | "name"> &
  Partial<Pick<WindowRow, "position" | "tokens">>;

function buildStripe({ label, size }: Extract<SectionLine, { type: "fold" }>): Outlined {
  return { size, color: "var(--line-strong)", isNew: false, name: label };
}

function titleOf({ position, name, tokens, isNew }: Outlined): string {
  return position === undefined
    ? name
    : `${position}: ${name}, ${tokens ?? "–"} tokens${isNew ? ", new" : ""}`;
}
