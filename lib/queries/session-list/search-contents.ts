import type { SearchWords } from "@/lib/core/questions/contents/search-words";
import { parseSearchWords } from "@/lib/core/questions/contents/search-words";
import { hasWords, placeOfWords } from "@/lib/core/questions/contents/find-words";
import type { Database } from "@/lib/db/client";
import { Slices } from "@/lib/db/slices";
import { FairGate } from "@/lib/fair-gate";
import { BlockTexts } from "@/lib/db/log/block-texts";
import { readInProcess } from "../reading/read-in-process";
import type { BlockRun } from "@/lib/db/derived/runs-that-may-have";
import { RUNS_MAX, readRunsThatMayHave } from "@/lib/db/derived/runs-that-may-have";

/** A search ends at the first of these bounds, and says so: sessions found, characters read, milliseconds. */
export interface SearchBounds {
  readonly found: number;
  readonly chars: number;
  readonly ms: number;
}
export const SEARCH_BOUNDS: SearchBounds = { found: 2_000, chars: 1_000_000_000, ms: 10_000 };
/** What the process that serves everybody looks into itself: runs of blocks, and bytes of unpacked batches. */
const RUNS_HERE_MAX = 6;
const BYTES_HERE_MAX = 4 * 1024 * 1024;
/** After so many hits in one session the others are not counted. */
const HITS_MAX = 20;
/** Rows are decoded in one piece, so few runs of blocks are read together, and few searches go on at once. */
const RUNS_AT_ONCE = 2;
const searching = new FairGate({ atOnce: 2 });

/** Where the words of a search stand in a session. */
export interface ContentPlace {
  /** The number of the block. */
  readonly no: number;
  /** The text around the words. The matched words stand between the two marks. */
  readonly text: string;
  /** How many blocks of the session have the words, as far as they were counted. */
  hits: number;
  /** Whether there may be more of them. */
  hasMore: boolean;
}

/** What a search over contents has found. */
export interface FoundContents {
  /** The sessions with a block whose text has the words, by key, and for each the first such block. */
  readonly places: ReadonlyMap<string, ContentPlace>;
  /** Whether all that may have the words was looked into. If not, the newest sessions were. */
  readonly isWhole: boolean;
}

/** The marks around matched words: characters that no text uses, so that a view can find them. */
export const [MATCH_START, MATCH_END] = ["\ue000", "\ue001"] as const;

/**
 * Searches the texts of a project's sessions. Filters say which blocks may have the words, and the texts of these are read:
 * by another process when they are many or large.
 * @param words as people type them, see {@link parseSearchWords}
 */
export async function searchContents(
  db: Database,
  project: string,
  words: string,
  signal?: AbortSignal,
): Promise<FoundContents> {
  const searchWords = parseSearchWords(words);
  if (searchWords.length === 0) return { places: new Map(), isWhole: true };
  const runs = await readRunsThatMayHave(db, project, searchWords, RUNS_HERE_MAX + 1);
  if (runs.length <= RUNS_HERE_MAX && (await new BlockTexts(db).measureUnpackedBytes(runs)) <= BYTES_HERE_MAX)
    return searching.run(project, () => findSessionsWith(db, runs, searchWords, SEARCH_BOUNDS));
  return searchApart(db, project, "", words, signal);
}

/** A search that may read everything. It belongs to no session. */
export async function searchAll(
  db: Database,
  project: string,
  _id: string,
  words: string,
): Promise<FoundContents> {
  const searchWords = parseSearchWords(words);
  const runs = await readRunsThatMayHave(db, project, searchWords, RUNS_MAX + 1);
  const { places, isWhole } = await findSessionsWith(db, runs.slice(0, RUNS_MAX), searchWords, SEARCH_BOUNDS);
  return { places, isWhole: isWhole && runs.length <= RUNS_MAX };
}

const searchApart = readInProcess("search", searchAll, () => Promise.resolve(false));

/** Looks into runs of blocks, in their order, until all are done or a bound is reached. */
export async function findSessionsWith(
  db: Database,
  runs: readonly BlockRun[],
  searchWords: SearchWords,
  bounds: SearchBounds,
): Promise<FoundContents> {
  const places = new Map<string, ContentPlace>();
  const texts = new BlockTexts(db);
  const slices = new Slices();
  const end = performance.now() + bounds.ms;
  let chars = 0;
  const isOver = () => places.size >= bounds.found || chars >= bounds.chars || performance.now() >= end;
  let next = 0;
  while (next < runs.length && !isOver()) {
    const now: BlockRun[] = [];
    for (; next < runs.length && now.length < RUNS_AT_ONCE; next++) {
      const run = runs[next];
      const place = run === undefined ? undefined : places.get(run.session);
      if (place !== undefined && place.hits >= HITS_MAX) place.hasMore = true;
      else if (run !== undefined) now.push(run);
    }
    for (const { session, no, text } of await texts.readTextsOfRuns(now)) {
      if (hasWords(text, searchWords)) {
        const place = places.get(session);
        if (place === undefined)
          places.set(session, { no, text: markWords(text, searchWords), hits: 1, hasMore: false });
        else place.hits++;
      }
      chars += text.length;
      await slices.pause();
    }
  }
  for (const { session } of runs.slice(next)) {
    const place = places.get(session);
    if (place !== undefined) place.hasMore = true;
  }
  return { places, isWhole: runs.slice(next).every(({ session }) => places.has(session)) };
}

/** The text around the words in a text. */
function markWords(text: string, searchWords: SearchWords): string {
  const { text: part, runs } = placeOfWords(text, searchWords);
  let marked = "";
  let last = 0;
  for (const { start, end } of runs) {
    marked += part.slice(last, start) + MATCH_START + part.slice(start, end) + MATCH_END;
    last = end;
  }
  return marked + part.slice(last);
}
