import type { AskedPhrase, AskedWords } from "@/lib/core/questions/contents/asked-words";
import { computeWordBits, WORD_BITS } from "@/lib/core/questions/contents/word-filter";
import type { Database } from "../client";

/** Blocks of a session that follow one another and have one filter. */
export interface BlockRun {
  readonly session: string;
  readonly no: number;
  readonly last: number;
}

/** At most so many runs are looked into, those of the newest sessions. */
export const RUNS_MAX = 50_000;
/** More words of a phrase than these make no difference to which runs are looked into. */
const WORDS_TRIED_MAX = 12;

/**
 * The runs of a project's sessions that may have what is searched for in one block, those of the newest sessions first.
 * @param limit runs at most
 */
export async function readRunsThatMayHave(
  db: Database,
  project: string,
  asked: AskedWords,
  limit: number,
): Promise<BlockRun[]> {
  const values: unknown[] = [project];
  const bindNumber = (value: number) => `$${values.push(String(value))}::text::bigint`;
  const condition = asked.map((phrases) => writeMayHaveAll(phrases, bindNumber)).join(" OR ");
  return db.$queryRawUnsafe<BlockRun[]>(
    `SELECT f.session_id AS session, f.no, f.last FROM word_filter f JOIN session s ON s.session_id = f.session_id
     WHERE s.project_id = $1 AND s.role <> 'replay' AND (${condition})
     ORDER BY s.updated_at DESC, f.session_id, f.no LIMIT ${limit}`,
    ...values,
  );
}

function writeMayHaveAll(phrases: readonly AskedPhrase[], param: (value: number) => string): string {
  const words = new Set(phrases.flatMap((phrase) => (phrase.absent ? [] : phrase.words)));
  const bits = [...words].slice(0, WORDS_TRIED_MAX).flatMap((word) => {
    const { first, step } = computeWordBits(word);
    return WORD_BITS.map(
      (i) => `get_bit(f.words, (${param(first + i * step)} % (octet_length(f.words) * 8))::bigint) = 1`,
    );
  });
  return bits.length === 0 ? "true" : `(${bits.join(" AND ")})`;
}
