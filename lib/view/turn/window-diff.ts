import { diffArrays } from "diff";
import { count, plural } from "../format/format";
import type { WindowRow } from "./window-rows";

/** A long run of blocks in both windows is one line that the reader can open. */
export type WindowDiffLine =
  | {
      readonly type: "pair";
      readonly key: string;
      readonly before: WindowRow | null;
      readonly after: WindowRow | null;
      readonly words: string;
    }
  | {
      readonly type: "same";
      readonly key: string;
      readonly words: string;
      readonly rows: readonly WindowRow[];
    };

export interface WindowDiff {
  readonly summary: string;
  readonly lines: readonly WindowDiffLine[];
}

const AROUND = 1;

export function compareWindowLines(before: readonly WindowRow[], after: readonly WindowRow[]): WindowDiff {
  const was = new Map(before.map((row) => [row.blockId, row]));
  const is = new Map(after.map((row) => [row.blockId, row]));
  const parts = diffArrays(
    before.map(({ blockId }) => blockId),
    after.map(({ blockId }) => blockId),
  );
  const pairs = parts.flatMap(({ value, added, removed }) =>
    value.map((id) => ({
      id,
      before: added ? null : (was.get(id) ?? null),
      after: removed ? null : (is.get(id) ?? null),
      moved: (added && was.has(id)) || (removed && is.has(id)),
    })),
  );
  const lines = foldPairs(
    pairs.map(({ id, moved, ...pair }, i) => ({
      key: `${i} ${id}`,
      ...pair,
      words: changeWords(pair, moved),
    })),
  );
  return { summary: writeSummary(lines, before.length, after.length), lines };
}

type Pair = Omit<Extract<WindowDiffLine, { type: "pair" }>, "type">;

function changeWords({ before, after }: Pick<Pair, "before" | "after">, moved: boolean): string {
  if (before === null) return moved ? "moved here" : "came in";
  if (after === null) return moved ? "moved away" : "left";
  if (before.mode !== after.mode) return `${before.mode} → ${after.mode}`;
  return before.size === after.size ? "" : "another size";
}

function foldPairs(pairs: readonly Pair[]): WindowDiffLine[] {
  const lines: WindowDiffLine[] = [];
  let at = 0;
  while (at < pairs.length) {
    const next = pairs.findIndex(({ words }, i) => i >= at && words !== "");
    const end = next < 0 ? pairs.length : next;
    lines.push(...foldSameRun(pairs.slice(at, end), at === 0, next < 0));
    const changed = pairs[end];
    if (changed !== undefined) lines.push({ type: "pair", ...changed });
    at = end + 1;
  }
  return lines;
}

function foldSameRun(run: readonly Pair[], isStart: boolean, isEnd: boolean): WindowDiffLine[] {
  const [head, tail] = [isStart ? 0 : AROUND, isEnd ? 0 : AROUND];
  const shown = (pair: Pair): WindowDiffLine => ({ type: "pair", ...pair });
  const hidden = run.slice(head, run.length - tail);
  if (hidden.length <= 1) return run.map(shown);
  return [
    ...run.slice(0, head).map(shown),
    {
      type: "same",
      key: `same ${hidden[0]?.key ?? ""}`,
      words: `${plural(hidden.length, "block")} as before`,
      rows: hidden.flatMap(({ after }) => after ?? []),
    },
    ...run.slice(run.length - tail).map(shown),
  ];
}

function writeSummary(lines: readonly WindowDiffLine[], before: number, after: number): string {
  const changed = lines.filter((line) => line.type === "pair" && line.words !== "").length;
  const sizes = `${plural(before, "block")} before, ${count(after)} now`;
  return changed === 0 ? `${sizes}; no block differs.` : `${sizes}; ${plural(changed, "difference")}.`;
}
