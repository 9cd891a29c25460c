import { recountFindings, type VerdictChange } from "@/lib/core/findings/counts";
import type { FindingCounts } from "@/lib/core/findings/gate";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { lockWriter } from "../writer-locks";
import { SEVERITY, STANDING } from "./codes";
import { placeAtSession } from "../places";

export interface GivenVerdict {
  readonly finding: string;
  readonly code: string;
  /** The standing, by its number in the list of standings. */
  readonly standing: number;
  readonly verdict: PersonVerdict;
  readonly note: string;
  readonly who: string;
  readonly at: Date;
}

export interface FoundRow {
  readonly id: string;
  readonly code: string;
  readonly standing: number;
  readonly severity: number | null;
}

/** The finding of a session with this id; `undefined` where the newest analysis found none. */
export async function readFinding(tx: Queryable, key: string, id: string): Promise<FoundRow | undefined> {
  const [row] = await tx.$queryRawUnsafe<FoundRow[]>(
    placeAtSession(
      `${KEEP_PLAN}SELECT id, code, standing, severity FROM finding WHERE session_id = $1::uuid AND id = $2 ORDER BY no LIMIT 1`,
    ),
    key,
    id,
  );
  return row;
}

/**
 * Stores what a person said of a finding, and counts the session's findings accordingly. Call it in a transaction.
 * @param replaces whether a verdict that is there gives way
 * @returns whether it was stored
 */
export async function giveVerdict(
  tx: Queryable,
  key: string,
  { finding, code, standing, verdict, note, who, at }: GivenVerdict,
  replaces: boolean,
): Promise<boolean> {
  await lockWriter(tx, "analysis", [key]);
  const before = await readVerdict(tx, key, finding);
  if (before !== null && !replaces) return false;
  await tx.$executeRawUnsafe(
    placeAtSession(`INSERT INTO finding_verdict (session_id, finding, code, standing, verdict, note, who, at)
     VALUES ($1::uuid, $2, $3, $4::smallint, $5, $6, $7, $8::timestamptz)
     ON CONFLICT (session_id, finding) DO UPDATE
     SET code = EXCLUDED.code, standing = EXCLUDED.standing, verdict = EXCLUDED.verdict, note = EXCLUDED.note,
       who = EXCLUDED.who, at = EXCLUDED.at`),
    key,
    finding,
    code,
    standing,
    verdict,
    note,
    who,
    at,
  );
  await updateCounts(tx, key, await readChanges(tx, key, finding, before, verdict));
  return true;
}

/** @returns whether there was one */
export async function withdrawVerdict(tx: Queryable, key: string, finding: string): Promise<boolean> {
  await lockWriter(tx, "analysis", [key]);
  const before = await readVerdict(tx, key, finding);
  if (before === null) return false;
  await tx.$executeRawUnsafe(
    placeAtSession("DELETE FROM finding_verdict WHERE session_id = $1::uuid AND finding = $2"),
    key,
    finding,
  );
  await updateCounts(tx, key, await readChanges(tx, key, finding, before, null));
  return true;
}

/** After an analysis wrote a session's counts anew: takes account of the verdicts that people gave before. */
export async function countVerdicts(tx: Queryable, key: string): Promise<void> {
  const rows = await tx.$queryRawUnsafe<(FoundRow & { verdict: PersonVerdict })[]>(
    placeAtSession(`${KEEP_PLAN}SELECT f.id, f.code, f.standing, f.severity, v.verdict
     FROM finding_verdict v JOIN finding f ON f.session_id = v.session_id AND f.id = v.finding
     WHERE v.session_id = $1::uuid`),
    key,
  );
  await updateCounts(
    tx,
    key,
    rows.map(({ verdict, ...row }) => ({ finding: makeCounting(row), before: null, after: verdict })),
  );
}

/** The sessions that have verdicts, of some. */
export async function readSessionsWithVerdicts(tx: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ key: string }[]>(
    placeAtSession(
      `${KEEP_PLAN}SELECT DISTINCT session_id::text AS key FROM finding_verdict WHERE session_id = ANY($1::uuid[])`,
    ),
    [...keys],
  );
  return rows.map(({ key }) => key);
}

async function readVerdict(tx: Queryable, key: string, finding: string): Promise<PersonVerdict | null> {
  const [row] = await tx.$queryRawUnsafe<{ verdict: PersonVerdict }[]>(
    placeAtSession(
      `${KEEP_PLAN}SELECT verdict FROM finding_verdict WHERE session_id = $1::uuid AND finding = $2`,
    ),
    key,
    finding,
  );
  return row?.verdict ?? null;
}

async function readChanges(
  tx: Queryable,
  key: string,
  id: string,
  before: PersonVerdict | null,
  after: PersonVerdict | null,
): Promise<VerdictChange[]> {
  const row = await readFinding(tx, key, id);
  return row === undefined ? [] : [{ finding: makeCounting(row), before, after }];
}

export function makeCounting({ code, standing, severity }: FoundRow): VerdictChange["finding"] {
  return {
    code,
    standing: STANDING.word(standing),
    severity: severity === null ? null : SEVERITY.word(severity),
  };
}

interface CountsRow {
  readonly byCode: FindingCounts["byCode"] | null;
  readonly bySeverity: FindingCounts["bySeverity"] | null;
  readonly suspected: FindingCounts["suspected"] | null;
}

/** A session that is not analysed yet has no counts. Its first analysis takes account of the verdicts. */
export async function updateCounts(
  tx: Queryable,
  key: string,
  changes: readonly VerdictChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const [row] = await tx.$queryRawUnsafe<CountsRow[]>(
    placeAtSession(`${KEEP_PLAN}SELECT findings_by_code AS "byCode", findings_by_severity AS "bySeverity", findings_suspected AS suspected
     FROM session WHERE session_id = $1::uuid`),
    key,
  );
  if (row === undefined || row.byCode === null) return;
  const { byCode, bySeverity, suspected } = recountFindings(
    { byCode: row.byCode, bySeverity: row.bySeverity ?? {}, suspected: row.suspected ?? {} },
    changes,
  );
  await tx.$executeRawUnsafe(
    placeAtSession(`UPDATE session SET findings_by_code = $2::jsonb, findings_by_severity = $3::jsonb, findings_suspected = $4::jsonb,
       finding_codes = $5::text[], serious = $6::int
     WHERE session_id = $1::uuid`),
    key,
    JSON.stringify(byCode),
    JSON.stringify(bySeverity),
    JSON.stringify(suspected),
    [...new Set([...Object.keys(byCode), ...Object.keys(suspected)])],
    bySeverity.serious ?? 0,
  );
}
