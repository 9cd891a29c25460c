import { groupBy } from "@/lib/core/group-by";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { Database } from "../client";
import { SEVERITY, STANDING } from "../derived/codes";
import { Prisma } from "../generated/client";
import { readOverSessions } from "../over-sessions";

/** How often people judged findings of a rule, and how often they confirmed it or called it wrong. */
export interface JudgedRuleRow {
  code: string;
  judged: bigint;
  confirmed: bigint;
  wrong: bigint;
}

export function readJudgedRules(db: Database, project: string): Promise<JudgedRuleRow[]> {
  return readOverSessions<JudgedRuleRow>(
    db,
    (rows) => Prisma.sql`
    SELECT v.code, count(*) AS judged, count(*) FILTER (WHERE v.verdict = 'true') AS confirmed,
      count(*) FILTER (WHERE v.verdict = 'false') AS wrong
    FROM ${rows("finding_verdict")} AS v JOIN ${rows("session")} AS s ON s.session_id = v.session_id
    WHERE s.project_id = ${project}
    GROUP BY v.code ORDER BY count(*) DESC, v.code COLLATE "C"`,
  );
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
  const found = await readOverSessions<FoundKind>(
    db,
    (rows) => Prisma.sql`
      SELECT DISTINCT f.session_id::text, f.code, f.standing, f.severity, v.verdict
      FROM ${rows("finding")} AS f LEFT JOIN ${rows("finding_verdict")} AS v ON v.session_id = f.session_id AND v.finding = f.id
      WHERE f.session_id = ANY(${keys}::uuid[])`,
    { asked: keys },
  );
  return groupBy(found, ({ session_id }) => session_id);
}

/** The first proved serious finding of each of these sessions that no person called wrong, by the session's key. */
export async function readFirstSeriousFindings(db: Database, keys: readonly string[]) {
  const found = await readOverSessions<{ session_id: string; code: string; turn: number }>(
    db,
    (rows) => Prisma.sql`
    SELECT DISTINCT ON (f.session_id) f.session_id::text, f.code, f.from_turn AS turn
    FROM ${rows("finding")} AS f LEFT JOIN ${rows("finding_verdict")} AS v ON v.session_id = f.session_id AND v.finding = f.id
    WHERE f.session_id = ANY(${keys}::uuid[]) AND f.severity = ${SEVERITY.of("serious")}
      AND f.standing = ${STANDING.of("proved")} AND COALESCE(v.verdict, 'true') = 'true'
    ORDER BY f.session_id, f.no`,
    { asked: keys },
  );
  return new Map(found.map(({ session_id, code, turn }) => [session_id, { code, turn }]));
}
