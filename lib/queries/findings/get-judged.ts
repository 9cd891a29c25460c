import type { FindingResult } from "@/lib/api/endpoints/findings";
import type { JudgedFinding, JudgedResult } from "@/lib/api/endpoints/judge";
import type { JudgeRecord } from "@/lib/judge/ask";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { makePublicId } from "@/lib/db/session-id";
import { makeJudgedId } from "@/lib/judge/judged-findings";
import { readJudgeSettings } from "@/lib/judge/judge-settings";
import { findRestsUntil } from "@/lib/judge/judge-tasks";
import { makeBlockHref } from "@/lib/view/questions/links";
import { findSession } from "../reading/find-session";
import { listFindings } from "./list-findings";
import { recordOfRow } from "./judge-record";

/** Its finding is the session's one sentence. */
const SUMMARY = "what-went-wrong";
const JUDGED_MAX = 1_000;

/**
 * What the configured model said of a session, and what it left open.
 * @throws AppError `not_found`
 */
export async function getJudged(db: Database, project: string, id: string): Promise<JudgedResult> {
  const { sessionId } = await findSession(db, project, id);
  const [settings, task, rest, rows, listed] = await Promise.all([
    readJudgeSettings(db, project),
    db.judgeTask.findFirst({ where: { sessionId } }),
    findRestsUntil(db, project),
    db.judgeAnswer.findMany({
      where: { sessionId, stands: true },
      orderBy: [{ severity: { sort: "desc", nulls: "last" } }, { turn: "asc" }, { hash: "asc" }],
    }),
    listFindings(db, project, id, { standing: "judged", limit: JUDGED_MAX, offset: 0 }),
  ]);
  const records = rows.map(recordOfRow);
  const byFinding = new Map(records.map((record) => [makeJudgedId(record.hash), record]));
  const findings = listed.findings.flatMap((one) =>
    describeJudgedFinding(makePublicId(sessionId), one, byFinding),
  );
  const summary = findings.find(({ question }) => question === SUMMARY);
  return {
    on: settings !== null,
    model: settings?.model ?? null,
    status: task?.dueAt != null ? "waiting" : records.length > 0 || task !== null ? "asked" : "never asked",
    note: task?.note ?? describeRest(task?.dueAt ?? null, rest),
    summary:
      summary === undefined
        ? null
        : {
            sentence: summary.sentence,
            model: summary.model,
            version: summary.version,
            href: summary.proof.href,
          },
    findings,
    questions: Math.max(task?.questions ?? 0, records.length),
    answered: records.filter(({ why }) => why === null).length,
    unanswered: listUnanswered(records),
    tokens: records.reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0),
  };
}

/** Another session met the end of the budget, or a failure. */
function describeRest(dueAt: Date | null, rest: Date | null): string | null {
  return dueAt === null || rest === null || dueAt > rest
    ? null
    : `The judge rests until ${rest.toISOString()}: the daily budget is spent, or its service fails.`;
}

function listUnanswered(records: readonly JudgeRecord[]): JudgedResult["unanswered"] {
  const groups = groupBy(
    records.filter(({ why }) => why !== null),
    ({ question, why }) => `${question} ${why}`,
  );
  return [...groups.values()].flatMap((own) => {
    const last = own.at(-1);
    if (last?.why == null) return [];
    return [{ question: last.question, why: last.why, count: own.length, detail: last.sentence }];
  });
}

function describeJudgedFinding(
  session: string,
  finding: FindingResult,
  records: ReadonlyMap<string, JudgeRecord>,
): JudgedFinding[] {
  const record = records.get(finding.id);
  if (record === undefined || record.verdict === null) return [];
  const { question, version, model } = record;
  const quotes = record.quotes.map(({ role, block, turn, quote }) => ({
    ...{ role, block, turn, quote },
    href: makeBlockHref(session, block, quote),
  }));
  return [{ ...finding, question, version, model, answer: record.verdict, quotes }];
}
