import { z } from "zod";
import type { SessionSkeleton, SessionSummary } from "@/lib/api/schemas/session";
import { sessionSkeletonSchema } from "@/lib/api/schemas/session";
import { storySchema } from "@/lib/core/story/story-schema";
import { hasFigures, describePending } from "@/lib/core/pending";
import { LIMIT_PROVENANCES, OUTCOMES, PROVENANCES, SESSION_ROLES } from "@/lib/core/vocabulary";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { makePublicId } from "@/lib/db/session-id";

const outcomeColumn = z.enum(OUTCOMES).nullable().catch(null);
const roleColumn = z.enum(SESSION_ROLES).catch("main");
const provenanceColumn = z.enum(PROVENANCES).catch("unavailable");

export const limitColumn = z.enum(LIMIT_PROVENANCES).catch("unavailable");

/** Findings by severity or by code. */
export const countsColumn = z.record(z.string(), z.int()).catch({});

const findingsColumn = sessionSkeletonSchema.shape.findings.catch(null);

const storyColumn = storySchema.nullable().catch(null);

const extraColumn = sessionSkeletonSchema
  .pick({
    policy: true,
    notes: true,
    reported: true,
    warnings: true,
    gaps: true,
    calibration: true,
    budgets: true,
  })
  .partial()
  .catch({});

/** Findings by code, those included that are not listed; empty while the session is not analysed. */
export function countByCode({ findingsByCode }: Pick<SessionRow, "findingsByCode">): Record<string, number> {
  return countsColumn.parse(findingsByCode ?? {});
}

export function formatIsoTime(ms: bigint | number | null): string | null {
  return ms === null ? null : new Date(Number(ms)).toISOString();
}

/** As its findings count now: people may have called one false since the analysis told of it. */
function readStory(row: SessionRow): SessionSummary["story"] {
  const story = storyColumn.parse(row.story);
  if (story === null) return null;
  const findings = findingsColumn.parse(row.findingsBySeverity) ?? {};
  const isCounted = story.worst !== null && story.worst.code in countByCode(row);
  return {
    ...story,
    serious: findings.serious ?? 0,
    warnings: findings.warning ?? 0,
    worst: isCounted ? story.worst : null,
  };
}

export function buildSummary(row: SessionRow): SessionSummary {
  const showKnown = (value: number) => (hasFigures(row) ? value : null);
  return {
    id: makePublicId(row.sessionId),
    externalId: row.externalId,
    name: row.name,
    agent: row.agent,
    model: row.model,
    role: roleColumn.parse(row.role),
    parentId: row.parentId === null ? null : makePublicId(row.parentId),
    outcome: outcomeColumn.parse(row.outcome),
    tags: z.array(z.string()).catch([]).parse(row.tags),
    startedAt: formatIsoTime(row.startedAt),
    endedAt: formatIsoTime(row.endedAt),
    updatedAt: row.updatedAt.toISOString(),
    version: Number(row.version),
    source: row.sourceFormat === null ? null : { format: row.sourceFormat, file: row.sourceFile },
    counts: {
      turns: showKnown(row.turns),
      blocks: showKnown(row.blocks),
      toolCalls: showKnown(row.toolCalls),
      repeatedToolCalls: showKnown(row.repeatedCalls),
      evictions: showKnown(row.evictions),
      compactions: showKnown(row.compactions),
      dangling: row.dangling,
      decisions: row.decisions,
      decisionsAbsent: row.decisionsAbsent,
    },
    findings: findingsColumn.parse(row.findingsBySeverity),
    story: readStory(row),
    pending: describePending(row),
    analysisRefused: row.analysisRefused,
    tokens: {
      peakWindow: row.peakWindow,
      peakTurn: row.peakTurn,
      peakProvenance: provenanceColumn.parse(row.peakProvenance),
      peakShare: row.peakShare,
      contextWindow: row.contextWindow,
      contextWindowProvenance: limitColumn.parse(row.contextWindowProvenance),
      budget: row.budget,
      evicted: hasFigures(row) ? row.evictedTokens : null,
    },
  };
}

export function buildSkeleton(
  row: SessionRow,
  children: SessionSkeleton["children"],
  range: { first: number | null; last: number | null },
  costs: Pick<SessionSkeleton, "costs" | "costsWithChildren">,
  forkedFrom: SessionSkeleton["forkedFrom"],
): SessionSkeleton {
  const extra = extraColumn.parse(row.extra);
  return {
    ...buildSummary(row),
    ...costs,
    outcomeReason: row.outcomeReason,
    parentExternalId: row.parentExternal,
    parentToolCallId: row.parentToolCall,
    forkedFrom,
    copied:
      row.copiedFrom === null
        ? null
        : { turns: row.copiedTurns, ownFrom: row.ownFrom, sessionId: makePublicId(row.copiedFrom) },
    children,
    policy: extra.policy ?? null,
    notes: extra.notes ?? [],
    budgets: extra.budgets ?? null,
    reported: extra.reported ?? null,
    warnings: extra.warnings ?? [],
    gaps: extra.gaps ?? [],
    calibration: extra.calibration ?? null,
    firstTurn: range.first,
    lastTurn: range.last,
  };
}
