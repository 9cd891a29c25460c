import { z } from "zod";
import type { AlertNewsResult } from "@/lib/api/endpoints/alerts";
import { BROWSER_TARGET } from "@/lib/core/alert/browser-target";
import type { Database } from "@/lib/db/client";

const NEWS_MAX = 20;

const contentSchema = z.object({
  rule: z.object({ name: z.string() }).nullable(),
  session: z.object({ id: z.string(), externalId: z.string(), name: z.string().nullable() }).nullable(),
  windowShare: z.number().nullable(),
  story: z.string().nullable().default(null),
  findings: z.array(z.object({ sentence: z.string(), fromTurn: z.number() })),
  more: z.number(),
});

/** Newer than `after`, the oldest first. */
export async function getAlertNews(
  db: Database,
  projectId: string,
  after: string | undefined,
): Promise<AlertNewsResult> {
  if (after === undefined) return { alerts: [], until: new Date().toISOString() };
  const rows = await db.alertMessage.findMany({
    where: { projectId, target: BROWSER_TARGET, status: "sent", sentAt: { gt: new Date(after) } },
    orderBy: [{ sentAt: "asc" }, { id: "asc" }],
    take: NEWS_MAX,
  });
  return {
    alerts: rows.flatMap(({ id, content }) => {
      const { data } = contentSchema.safeParse(content);
      if (data?.session == null) return [];
      const { rule, session, windowShare, story, findings, more } = data;
      const [first] = findings;
      return [
        {
          id,
          rule: rule?.name ?? "alert",
          session: session.id,
          name: session.name ?? session.externalId,
          sentence: first?.sentence ?? null,
          turn: first?.fromTurn ?? null,
          more: Math.max(0, findings.length - 1) + more,
          windowShare,
          story,
        },
      ];
    }),
    until: rows.at(-1)?.sentAt?.toISOString() ?? after,
  };
}

export async function hasBrowserAlerts(db: Database, projectId: string): Promise<boolean> {
  const rule = await db.alertRule.findFirst({
    where: { projectId, targets: { has: BROWSER_TARGET } },
    select: { id: true },
  });
  return rule !== null;
}
