import type { SearchPhrase, SearchWords } from "@/lib/core/questions/contents/search-words";
import { computeWordBits, WORD_BITS } from "@/lib/core/questions/contents/word-filter";
import type { Database } from "../client";
import { Prisma } from "../generated/client";
import { readOverSessions } from "../over-sessions";

/** Blocks of a session that follow one another and have one filter. */
export interface BlockRun {
  readonly session: string;
  readonly no: number;
  readonly last: number;
}

/** The most runs that are looked into, those of the newest sessions. */
export const RUNS_MAX = 50_000;
/** The most words of a phrase that decide which runs are looked into; more of them make no difference. */
const WORDS_TRIED_MAX = 12;

/**
 * The runs of a project's sessions that may have what is searched for in one block, those of the newest sessions first.
 * @param limit runs at most
 */
export async function readRunsThatMayHave(
  db: Database,
  project: string,
  askedWords: SearchWords,
  limit: number,
): Promise<BlockRun[]> {
  const condition = Prisma.join(askedWords.map(writeMayHaveAll), " OR ");
  return readOverSessions<BlockRun>(
    db,
    (rows) => Prisma.sql`SELECT f.session_id AS session, f.no, f.last
     FROM ${rows("word_filter")} AS f JOIN ${rows("session")} AS s ON s.session_id = f.session_id
     WHERE s.project_id = ${project} AND s.role <> 'replay' AND (${condition})
     ORDER BY s.updated_at DESC, f.session_id, f.no LIMIT ${limit}`,
  );
}

function writeMayHaveAll(phrases: readonly SearchPhrase[]): Prisma.Sql {
  const words = new Set(phrases.flatMap((phrase) => (phrase.absent ? [] : phrase.words)));
  const bits = [...words].slice(0, WORDS_TRIED_MAX).flatMap((word) => {
    const { first, step } = computeWordBits(word);
    return WORD_BITS.map((i) => {
      const bit = Prisma.sql`${String(first + i * step)}::text::bigint`;
      return Prisma.sql`get_bit(f.words, (${bit} % (octet_length(f.words) * 8))::bigint) = 1`;
    });
  });
  return bits.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(bits, " AND ")})`;
}
