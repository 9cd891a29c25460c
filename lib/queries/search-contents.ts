import pLimit from "p-limit";
import type { AskedWords } from "@/lib/core/questions/contents/asked-words";
import { askedWords } from "@/lib/core/questions/contents/asked-words";
import { hasWords, placeOfWords } from "@/lib/core/questions/contents/find-words";
import type { Database } from "@/lib/db/client";
import { readContents } from "@/lib/db/log/read";
import { hexOfUuid } from "@/lib/db/session-id";
import { Slices } from "@/lib/db/slices";
import { BlockTexts } from "./block-texts";
import type { BlockRun } from "./runs-that-may-have";
import { runsThatMayHave } from "./runs-that-may-have";

const FOUND_MAX = 2_000;
/** And reads at most so many characters, those of the newest sessions. */
const CHARS_READ_MAX = 1_000_000_000;
/** Rows are decoded in one piece, so few runs of blocks are read together, and few searches go on at once. */
const RUNS_AT_ONCE = 4;
const searching = pLimit(2);

export interface ContentMatch {
  readonly blockId: string;
  readonly turn: number | null;
  /** The matched words stand between the two marks. */
  readonly text: string;
}

/** The marks around matched words: characters that no text uses, so that a view can find them. */
export const [MATCH_START, MATCH_END] = ["\ue000", "\ue001"] as const;

/**
 * The sessions of a project with a block whose text has the words, and for each the first such block. Filters say which
 * blocks may have them, and the texts of these are read.
 * @param words as people type them, see {@link askedWords}
 */
export async function searchContents(
  db: Database,
  project: string,
  words: string,
): Promise<ReadonlyMap<string, number>> {
  const asked = askedWords(words);
  return asked.length === 0 ? new Map() : searching(() => sessionsWith(db, project, asked));
}

async function sessionsWith(db: Database, project: string, asked: AskedWords): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const texts = new BlockTexts(db);
  const slices = new Slices();
  const waiting = await runsThatMayHave(db, project, asked);
  let chars = 0;
  for (let next = 0; next < waiting.length && found.size < FOUND_MAX && chars < CHARS_READ_MAX;) {
    const now: BlockRun[] = [];
    for (; next < waiting.length && now.length < RUNS_AT_ONCE; next++) {
      const run = waiting[next];
      if (run !== undefined && !found.has(run.session)) now.push(run);
    }
    for (const { session, no, text } of await texts.ofRuns(now)) {
      if (found.has(session)) continue;
      if (hasWords(text, asked)) found.set(session, no);
      chars += text.length;
      await slices.pause();
    }
  }
  return found;
}

/**
 * The text around the words in a block.
 * @returns `null` if the text is no longer stored
 */
export async function contentMatch(
  db: Database,
  sessionId: string,
  no: number,
  words: string,
): Promise<ContentMatch | null> {
  const block = await db.block.findUnique({ where: { sessionId_no: { sessionId, no } } });
  if (block === null) return null;
  const hash = block.hash === null ? null : hexOfUuid(block.hash);
  const text =
    block.text ?? (hash === null ? undefined : (await readContents(db, sessionId, [hash])).get(hash));
  if (text === undefined) return null;
  return { blockId: block.id, turn: block.createdTurn, text: marked(text, askedWords(words)) };
}

function marked(text: string, asked: AskedWords): string {
  const { text: part, runs } = placeOfWords(text, asked);
  let shown = "";
  let last = 0;
  for (const { start, end } of runs) {
    shown += part.slice(last, start) + MATCH_START + part.slice(start, end) + MATCH_END;
    last = end;
  }
  return shown + part.slice(last);
}
