import { createHash } from "node:crypto";
import { SEARCHED_CHARS, WordFilter } from "@/lib/core/questions/contents/word-filter";
import type { Queryable } from "../client";
import { makeUuid } from "../session-id";
import { runEachInSlices } from "../slices";
import type { RowOf, TableRows } from "./table";
import { pairRows } from "./table";
import { WORD_FILTER } from "./tables";
import { placeAtSession } from "../places";

/** A text of a block that can be searched. */
export interface SearchedText {
  /** The block's number. */
  readonly no: number;
  /** The hash of the run's texts: equal for equal texts. */
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

/** What the filters of a session have to be, by the number of their first block. */
export type WantedFilters = ReadonlyMap<number, { readonly hash: string; readonly row: () => FilterRow }>;

type FilterRow = RowOf<typeof WORD_FILTER>;

/**
 * Reads what the filters of a session are made of, outside of any transaction: only runs with new or changed texts.
 * @param isNew whether the session has no filter yet
 */
export async function prepareWordFilters(
  db: Queryable,
  session: string,
  texts: readonly SearchedText[],
  isNew: boolean,
): Promise<WantedFilters> {
  const textHashes = new Map(
    isNew ? [] : (await readStandingFilters(db, session)).map((row) => [row.no, row.texts]),
  );
  const filters = new Map<number, { readonly hash: string; readonly row: () => FilterRow }>();
  await runEachInSlices(splitRuns(texts), (run) => {
    const [no, isMade] = [run.texts[0]?.no ?? 0, textHashes.get(run.texts[0]?.no ?? 0) !== run.hash];
    const row = isMade ? filterRow(run) : null;
    filters.set(no, { hash: run.hash, row: () => row ?? filterRow(run) });
  });
  return filters;
}

/** Takes away the filters of a session that are outdated. @returns the rows that are missing then */
export async function replaceWordFilters(
  tx: Queryable,
  session: string,
  wantedFilters: WantedFilters,
): Promise<TableRows> {
  const standingFilters = await readStandingFilters(tx, session);
  const outdated = standingFilters
    .filter((row) => wantedFilters.get(row.no)?.hash !== row.texts)
    .map(({ no }) => no);
  if (outdated.length > 0)
    await tx.$executeRawUnsafe(
      placeAtSession("DELETE FROM word_filter WHERE session_id = $1::uuid AND no = ANY($2::int[])"),
      session,
      outdated,
    );
  const stands = new Map(standingFilters.map(({ no, texts }) => [no, texts]));
  const missing = [...wantedFilters].filter(([no, { hash }]) => stands.get(no) !== hash);
  return pairRows(
    WORD_FILTER,
    missing.map(([, { row }]) => row()),
  );
}

function readStandingFilters(db: Queryable, session: string): Promise<{ no: number; texts: string }[]> {
  return db.$queryRawUnsafe(
    placeAtSession(`SELECT no, texts FROM word_filter WHERE session_id = $1::uuid`),
    session,
  );
}

/**
 * Splits texts into runs. The place where a run begins follows from the blocks before it, so a session that grows gets only its
 * last filter anew.
 */
function splitRuns(texts: readonly SearchedText[]): FilteredRun[] {
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
  for (const { no, hash: text } of texts) hash.update(`${no} ${text.length} ${text}`);
  return makeUuid(hash.digest("hex").slice(0, 32));
}

function filterRow({ texts, hash }: FilteredRun): FilterRow {
  const filter = new WordFilter();
  for (const { text } of texts) filter.add(text() ?? "");
  return { no: texts[0]?.no ?? 0, last: texts.at(-1)?.no ?? 0, texts: hash, words: filter.packBytes() };
}
