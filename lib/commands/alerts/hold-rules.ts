import { writeStoryText } from "@/lib/view/story/story-words";
import { buildSummary } from "@/lib/queries/reading/session-view";
import type { StepOf } from "@/lib/access/step-of";
import type { AlertContent } from "@/lib/alerts/payload";
import {
  type AlertFinding,
  matchAlert,
  type AlertRule,
  alertRuleSchema,
  type AlertScene,
} from "@/lib/core/alert/rule";
import { measureCost } from "@/lib/core/cost/cost-limits";
import type { CostSummary } from "@/lib/core/cost/summary-schema";
import { decideCounted } from "@/lib/core/findings/counted";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { makePublicId } from "@/lib/db/session-id";
import { instance } from "@/lib/env";
import { findingCodec } from "@/lib/db/derived/finding-rows";
import { readCostSummary } from "@/lib/queries/reading/cost-summaries";
import { readVerdicts } from "@/lib/queries/findings/verdicts";

const FINDINGS_READ = 500;
const FINDINGS_TOLD = 5;

/**
 * Stores a message for every rule and target that the session matches, at most one per rule, target and
 * session.
 * @returns whether anything is new
 */
export async function holdRules({
  ctx: { db, project: projectId },
  input: sessionId,
}: StepOf<"db" | "project", string>): Promise<boolean> {
  const rules = await db.alertRule.findMany({ where: { projectId } });
  const session = rules.length === 0 ? null : await db.session.findFirst({ where: { sessionId, projectId } });
  if (session === null) return false;
  const bill = await readCostSummary(db, sessionId);
  const scene = await readAlertScene({ ctx: { db }, input: { session, bill } });
  const now = Date.now();
  const messages = rules.flatMap(({ id, name, rule: written, targets }) => {
    const rule = alertRuleSchema.safeParse(written).data;
    const found = rule === undefined ? null : matchAlert(rule, scene);
    if (rule === undefined || found === null) return [];
    return targets.map((target) => {
      const message = `${id}:${target}:${makePublicId(sessionId)}`;
      return {
        projectId,
        id: message,
        rule: id,
        target,
        session: makePublicId(sessionId),
        status: rule.sustainedS > 0 ? "held" : "waiting",
        dueAt: new Date(now + rule.sustainedS * 1_000),
        content: { ...buildAlertContent(session, scene, found, message, { id, name }) },
      };
    });
  });
  if (messages.length === 0) return false;
  const { count } = await db.alertMessage.createMany({ data: messages as never, skipDuplicates: true });
  return count > 0;
}

export async function isStillHeld({
  ctx: { db, project: projectId },
  input: { rule, sessionId },
}: StepOf<"db" | "project", { readonly rule: AlertRule; readonly sessionId: string }>): Promise<boolean> {
  const session = await db.session.findFirst({ where: { sessionId, projectId } });
  return (
    session !== null &&
    matchAlert(
      rule,
      await readAlertScene({ ctx: { db }, input: { session, bill: await readCostSummary(db, sessionId) } }),
    ) !== null
  );
}

/** @param bill the summary of its bill; `null` while it is not analysed */
export async function readAlertScene({
  ctx: { db },
  input: { session, bill },
}: StepOf<"db", { readonly session: SessionRow; readonly bill: CostSummary | null }>): Promise<AlertScene> {
  const { sessionId, budget, contextWindow } = session;
  const [rows, verdicts, newest] = await Promise.all([
    db.finding.findMany({
      where: { sessionId },
      orderBy: [{ severity: { sort: "desc", nulls: "last" } }, { no: "asc" }],
      take: FINDINGS_READ,
    }),
    readVerdicts(db, sessionId),
    db.turn.findFirst({ where: { sessionId, windowTokens: { not: null } }, orderBy: { turn: "desc" } }),
  ]);
  const limit = budget ?? contextWindow;
  const tokens = newest?.windowTokens ?? null;
  const tags = session.givenTags ?? session.tags;
  return {
    agent: session.agent,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    ended: session.outcome !== null,
    windowShare: tokens === null || limit === null || limit === 0 ? null : tokens / limit,
    cost: measureCost(bill),
    findings: rows.map(findingCodec.fromRow).flatMap((finding): AlertFinding[] => {
      const { id, code, from, sentence } = finding;
      const counted = decideCounted(finding, verdicts.get(id)?.verdict ?? null);
      return counted === null ? [] : [{ code, ...counted, fromTurn: from, sentence }];
    }),
  };
}

function buildAlertContent(
  session: SessionRow,
  { ended, windowShare }: AlertScene,
  found: readonly AlertFinding[],
  id: string,
  rule: { readonly id: string; readonly name: string },
): AlertContent {
  const { sessionId, externalId, name, agent } = session;
  const { story } = buildSummary(session);
  const [first] = found;
  const cursor = first === undefined ? "" : `?turn=${first.fromTurn}`;
  const link = new URL(`/sessions/${makePublicId(sessionId)}${cursor}`, instance().url).href;
  return {
    id,
    type: "alert",
    at: new Date().toISOString(),
    rule,
    session: { id: makePublicId(sessionId), externalId, name, agent, ended, link },
    windowShare,
    story: story === null ? null : writeStoryText(story),
    findings: found.slice(0, FINDINGS_TOLD),
    more: Math.max(0, found.length - FINDINGS_TOLD),
  };
}
