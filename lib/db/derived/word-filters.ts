import { createHash } from "node:crypto";
import { SEARCHED_CHARS, WordFilter } from "@/lib/core/questions/contents/word-filter";
import type { Queryable } from "../client";
import { uuidOfHex } from "../session-id";
import type { RowOf, TableRows } from "./table";
import { rowsFor } from "./table";
import { WORD_FILTER } from "./tables";

/** A text of a block that can be searched. */
export interface SearchedText {
  /** The block's number. */
  readonly no: number;
  /** Equal for equal texts. */
  readonly hash: string;
  readonly chars: number;
  readonly text: () => string | null;
}

/** Blocks that follow one another and have one filter together. */
interface FilteredRun {
  readonly texts: SearchedText[];
  readonly hash: string;
}

/** A run ends with the block that brings it to so many characters. A search that seems to find something reads a run. */
const CHARS_PER_RUN = 256 * 1024;

/** The filters of a session that has none yet. */
export function wordFilters(texts: readonly SearchedText[]): TableRows {
  return rowsFor(WORD_FILTER, filterRows(runsOf(texts)));
}

/** Brings a session's filters up to date. Only runs with new or changed texts are read. */
export async function replaceWordFilters(
  tx: Queryable,
  session: string,
  texts: readonly SearchedText[],
): Promise<TableRows> {
  const standing = await tx.$queryRawUnsafe<{ no: number; texts: string }[]>(
    `SELECT no, texts FROM word_filter WHERE session_id = $1::uuid`,
    session,
  );
  const runs = new Map(runsOf(texts).map((run) => [run.texts[0]?.no ?? 0, run]));
  const outdated = standing.filter((row) => runs.get(row.no)?.hash !== row.texts).map(({ no }) => no);
  if (outdated.length > 0)
    await tx.$executeRawUnsafe(
      "DELETE FROM word_filter WHERE session_id = $1::uuid AND no = ANY($2::int[])",
      session,
      outdated,
    );
  for (const { no, texts: hash } of standing) if (runs.get(no)?.hash === hash) runs.delete(no);
  return rowsFor(WORD_FILTER, filterRows(runs.values()));
}

/** Where a run begins follows from the blocks before it, so a session that grows gets only its last filter anew. */
function runsOf(texts: readonly SearchedText[]): FilteredRun[] {
  const runs: SearchedText[][] = [];
  let chars = CHARS_PER_RUN;
  for (const text of texts) {
    if (chars >= CHARS_PER_RUN) {
      runs.push([]);
      chars = 0;
    }
    runs.at(-1)?.push(text);
    chars += Math.min(text.chars, SEARCHED_CHARS);
  }
  return runs.map((run) => ({ texts: run, hash: hashOf(run) }));
}

function hashOf(texts: readonly SearchedText[]): string {
  const hash = createHash("sha256");
  for (const { no, hash: one } of texts) hash.update(`${no} ${one.length} ${one}`);
  return uuidOfHex(hash.digest("hex").slice(0, 32));
}

function* filterRows(runs: Iterable<FilteredRun>): Generator<RowOf<typeof WORD_FILTER>> {
  for (const run of runs) yield filterRow(run);
}

function filterRow({ texts, hash }: FilteredRun): RowOf<typeof WORD_FILTER> {
  const filter = new WordFilter();
  for (const { text } of texts) filter.add(text() ?? "");
  return { no: texts[0]?.no ?? 0, last: texts.at(-1)?.no ?? 0, texts: hash, words: filter.bytes() };
}
