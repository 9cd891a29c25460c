import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { STANDING } from "./codes";
import type { StoredFinding } from "./finding-rows";
import { findingCodec } from "./finding-rows";
import { listOf } from "./list-params";
import type { Fields } from "./table";
import { listColumns } from "./table";
import { FINDING } from "./tables";
import { makeCounting, type FoundRow, updateCounts } from "./verdicts";
import { placeAtSession } from "../places";

/** A finding that a model judged. */
export type FindingOfJudge = Omit<StoredFinding, "no" | "standing">;

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
export function readAccusingAnswers(tx: Queryable, key: string): Promise<AccusingAnswer[]> {
  return tx.$queryRawUnsafe<AccusingAnswer[]>(
    placeAtSession(`${KEEP_PLAN}SELECT hash, question, turn, severity, sentence, quotes FROM judge_answer
     WHERE session_id = $1::uuid AND stands AND severity IS NOT NULL ORDER BY severity DESC, turn, hash`),
    key,
  );
}

/**
 * Puts what a model judged of a session in the place of what it judged before, and counts the session's findings
 * accordingly, with what people said of them. Call it in a transaction with the session's analysis locked.
 */
export async function replaceJudged(
  tx: Queryable,
  key: string,
  findings: readonly FindingOfJudge[],
): Promise<void> {
  const before = await readJudged(tx, key);
  if (before.length === 0 && findings.length === 0) return;
  await tx.$executeRawUnsafe(
    placeAtSession(`DELETE FROM finding WHERE session_id = $1::uuid AND standing = ${JUDGED}`),
    key,
  );
  const params: unknown[] = [key];
  const columns = listColumns(FINDING.columns);
  const { sql, values } = listOf<Fields>(
    columns,
    findings.map((finding, i) => findingCodec.toRow({ ...finding, no: FIRST_NO + i, standing: "judged" })),
    (value) => `$${params.push(value)}`,
  );
  await tx.$executeRawUnsafe(
    placeAtSession(`INSERT INTO finding (session_id, ${columns.map(({ name }) => `"${name}"`).join(", ")})
     SELECT $1::uuid, ${values.join(", ")} FROM ${sql}`),
    ...params,
  );
  // What is called false counts nowhere: so does what is not there.
  const absent: PersonVerdict = "false";
  await updateCounts(tx, key, [
    ...before.map((row) => ({ finding: makeCounting(row), before: row.verdict, after: absent })),
    ...(await readJudged(tx, key)).map((row) => ({
      finding: makeCounting(row),
      before: absent,
      after: row.verdict,
    })),
  ]);
}

function readJudged(tx: Queryable, key: string) {
  return tx.$queryRawUnsafe<(FoundRow & { verdict: PersonVerdict | null })[]>(
    placeAtSession(`${KEEP_PLAN}SELECT f.id, f.code, f.standing, f.severity, v.verdict
     FROM finding f LEFT JOIN finding_verdict v ON v.session_id = f.session_id AND v.finding = f.id
     WHERE f.session_id = $1::uuid AND f.standing = ${JUDGED}`),
    key,
  );
}
