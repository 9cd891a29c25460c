import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { STANDING } from "./codes";
import { counting, type FoundRow, recount } from "./verdicts";

/** A finding that a model judged, as a row. */
export interface JudgedRow {
  readonly id: string;
  readonly code: string;
  readonly severity: number;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly body: object;
}

/** An answer of the judge that accuses, as a row. `quotes` is as it was stored. */
export interface AccusingAnswer {
  readonly hash: string;
  readonly question: string;
  readonly turn: number;
  readonly severity: number;
  readonly sentence: string;
  readonly quotes: unknown;
}

/** Behind every number that an analysis gives. */
const FIRST_NO = 1_000_000;
const JUDGED = STANDING.of("judged");

/** The session's answers that stand and accuse, the worst first. */
export function accusingAnswers(tx: Queryable, key: string): Promise<AccusingAnswer[]> {
  return tx.$queryRawUnsafe<AccusingAnswer[]>(
    `${KEEP_PLAN}SELECT hash, question, turn, severity, sentence, quotes FROM judge_answer
     WHERE session_id = $1::uuid AND stands AND severity IS NOT NULL ORDER BY severity DESC, turn, hash`,
    key,
  );
}

/**
 * Puts what a model judged of a session in the place of what it judged before, and counts the session's findings
 * accordingly, with what people said of them. Call it in a transaction with the session's analysis locked.
 */
export async function replaceJudged(tx: Queryable, key: string, rows: readonly JudgedRow[]): Promise<void> {
  const before = await judgedIn(tx, key);
  if (before.length === 0 && rows.length === 0) return;
  await tx.$executeRawUnsafe(`DELETE FROM finding WHERE session_id = $1::uuid AND standing = ${JUDGED}`, key);
  await tx.$executeRawUnsafe(
    `INSERT INTO finding (session_id, no, id, code, standing, severity, from_turn, to_turn, body)
     SELECT $1::uuid, no, id, code, ${JUDGED}, severity, from_turn, to_turn, body
     FROM jsonb_to_recordset($2::jsonb) AS row(no int, id text, code text, severity smallint, from_turn int, to_turn int, body jsonb)`,
    key,
    JSON.stringify(
      rows.map(({ fromTurn, toTurn, ...row }, i) => ({
        ...row,
        no: FIRST_NO + i,
        from_turn: fromTurn,
        to_turn: toTurn,
      })),
    ),
  );
  // What is called false counts nowhere: so does what is not there.
  const absent: PersonVerdict = "false";
  await recount(tx, key, [
    ...before.map((row) => ({ finding: counting(row), before: row.verdict, after: absent })),
    ...(await judgedIn(tx, key)).map((row) => ({
      finding: counting(row),
      before: absent,
      after: row.verdict,
    })),
  ]);
}

function judgedIn(tx: Queryable, key: string) {
  return tx.$queryRawUnsafe<(FoundRow & { verdict: PersonVerdict | null })[]>(
    `${KEEP_PLAN}SELECT f.id, f.code, f.standing, f.severity, v.verdict
     FROM finding f LEFT JOIN finding_verdict v ON v.session_id = f.session_id AND v.finding = f.id
     WHERE f.session_id = $1::uuid AND f.standing = ${JUDGED}`,
    key,
  );
}
