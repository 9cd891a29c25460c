import { groupBy } from "@/lib/core/group-by";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { Database } from "../client";
import { SEVERITY, STANDING } from "../derived/codes";

/** How often people judged findings of a rule, and how often they confirmed it or called it wrong. */
export interface JudgedRuleRow {
  code: string;
  judged: bigint;
  confirmed: bigint;
  wrong: bigint;
}

export function readJudgedRules(db: Database, project: string): Promise<JudgedRuleRow[]> {
  return db.$queryRaw<JudgedRuleRow[]>`
    SELECT v.code, count(*) AS judged, count(*) FILTER (WHERE v.verdict = 'true') AS confirmed,
      count(*) FILTER (WHERE v.verdict = 'false') AS wrong
    FROM finding_verdict v JOIN session s ON s.session_id = v.session_id
    WHERE s.project_id = ${project}
    GROUP BY v.code ORDER BY count(*) DESC, v.code COLLATE "C"`;
}

/** A kind of finding of a session, with what a person said of it. */
export interface FoundKind {
  readonly session_id: string;
  readonly code: string;
  readonly standing: number;
  readonly severity: number | null;
  readonly verdict: PersonVerdict | null;
}

/** The kinds of findings of each of these sessions, by the session's key. */
export async function readKindsFound(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundKind[]>> {
  const rows = await db.$queryRaw<FoundKind[]>`
      SELECT DISTINCT f.session_id::text, f.code, f.standing, f.severity, v.verdict
      FROM finding f LEFT JOIN finding_verdict v ON v.session_id = f.session_id AND v.finding = f.id
      WHERE f.session_id = ANY(${keys}::uuid[])`;
  return groupBy(rows, ({ session_id }) => session_id);
}

/** The first proved serious finding of each of these sessions that no person called wrong, by the session's key. */
export async function readFirstSeriousFindings(db: Database, keys: readonly string[]) {
  const rows = await db.$queryRaw<{ session_id: string; code: string; turn: number }[]>`
    SELECT DISTINCT ON (f.session_id) f.session_id::text, f.code, f.from_turn AS turn
    FROM finding f LEFT JOIN finding_verdict v ON v.session_id = f.session_id AND v.finding = f.id
    WHERE f.session_id = ANY(${keys}::uuid[]) AND f.severity = ${SEVERITY.of("serious")}
      AND f.standing = ${STANDING.of("proved")} AND COALESCE(v.verdict, 'true') = 'true'
    ORDER BY f.session_id, f.no`;
  return new Map(rows.map(({ session_id, code, turn }) => [session_id, { code, turn }]));
}
