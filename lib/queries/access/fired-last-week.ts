import { matchAlert, type AlertFinding, type AlertRule } from "@/lib/core/alert/rule";
import { measureCost } from "@/lib/core/cost/cost-limits";
import { decideCounted } from "@/lib/core/findings/counted";
import type { Database } from "@/lib/db/client";
import type { FoundKind } from "@/lib/db/reads/findings";
import { readKindsFound } from "@/lib/db/reads/findings";
import { readCostSummaries } from "../reading/cost-summaries";
import { readStanding } from "@/lib/db/derived/finding-rows";

const WEEK_MS = 7 * 86_400_000;
/** Only so many of the newest sessions of the week are looked at. */
const SESSIONS_MAX = 1_000;

/**
 * For how many sessions with activity in the last week each rule holds, by the rule's id. What is stored decides: the fullest
 * window in place of the newest, and nothing waits.
 */
export async function countFiredLastWeek(
  db: Database,
  project: string,
  rules: readonly { readonly id: string; readonly rule: AlertRule }[],
): Promise<ReadonlyMap<string, number>> {
  if (rules.length === 0) return new Map();
  const sessions = await db.session.findMany({
    where: { projectId: project, role: { not: "replay" }, updatedAt: { gt: new Date(Date.now() - WEEK_MS) } },
    orderBy: [{ updatedAt: "desc" }, { sessionId: "asc" }],
    take: SESSIONS_MAX,
    select: {
      sessionId: true,
      agent: true,
      tags: true,
      givenTags: true,
      outcome: true,
      peakWindow: true,
      budget: true,
      contextWindow: true,
    },
  });
  const keys = sessions.map(({ sessionId }) => sessionId);
  const [found, bills] = await Promise.all([readKindsFound(db, keys), readCostSummaries(db, keys)]);
  const isHeld = (rule: AlertRule) =>
    sessions.filter((session) => {
      const limit = session.budget ?? session.contextWindow;
      const tags = session.givenTags ?? session.tags;
      const scene = {
        agent: session.agent,
        tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
        // Every session has run once.
        ended: rule.state !== "running" && session.outcome !== null,
        windowShare:
          session.peakWindow === null || limit === null || limit === 0 ? null : session.peakWindow / limit,
        cost: measureCost(bills.get(session.sessionId) ?? null),
        findings: (found.get(session.sessionId) ?? []).flatMap(listCounted),
      };
      return matchAlert(rule, scene) !== null;
    }).length;
  return new Map(rules.map(({ id, rule }) => [id, isHeld(rule)]));
}

function listCounted({ code, standing, severity, verdict }: FoundKind): AlertFinding[] {
  const as = decideCounted(readStanding({ standing, severity }), verdict);
  return as === null ? [] : [{ code, ...as, fromTurn: 0, sentence: "" }];
}
