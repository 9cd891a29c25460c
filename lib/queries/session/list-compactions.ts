import { z } from "zod";
import type { listCompactions as route } from "@/lib/api/endpoints/compactions";
import type { CompactionResult, StoredCard } from "@/lib/api/schemas/compaction";
import { cutCardSchema } from "@/lib/api/schemas/compaction";
import { CUTS_MAX } from "@/lib/core/compaction/cuts";
import { triggerOf } from "@/lib/core/compaction/trigger";
import { causeSchema } from "@/lib/core/trace/cause";
import { figureSchema } from "@/lib/core/trace/turn-figures";
import { turnField } from "@/lib/core/trace/fields";
import type { Database } from "@/lib/db/client";
import { storedCurrency } from "@/lib/db/reads/sessions";
import { neededByCompaction } from "@/lib/db/reads/residencies";
import { blocksByNo } from "../reading/blocks-by-no";
import { findAnalysed } from "../reading/find-analysed";

type Answer = z.output<(typeof route)["response"]>;

/** The stored form of a compaction, which may be from an older program. */
const compactionColumn = z.object({
  turn: turnField,
  trigger: z.string().nullable(),
  tokensBefore: figureSchema,
  tokensAfter: figureSchema,
  removed: z.int(),
  cause: causeSchema,
  summaryBlock: z.int().nullable(),
});

/**
 * Every compaction as it is derived, with what the analysis found of it, and the clearings and restarts that only the analysis
 * knows. @throws AppError `not_found`
 */
export async function listCompactions(db: Database, project: string, id: string): Promise<Answer> {
  const { row: session, analysed, analysedTurn } = await findAnalysed(db, project, id);
  const { sessionId } = session;
  const [rows, stored, currency] = await Promise.all([
    db.compaction.findMany({ where: { sessionId }, orderBy: { no: "asc" }, take: CUTS_MAX }),
    db.cutCard.findMany({ where: { sessionId }, orderBy: { turn: "asc" }, take: CUTS_MAX }),
    storedCurrency(db, sessionId),
  ]);
  const parsed = rows.flatMap(({ no, body }) => {
    const compaction = compactionColumn.safeParse(body);
    return compaction.success ? [{ no, ...compaction.data }] : [];
  });
  const cards = new Map(
    stored.flatMap(({ no, body }) => {
      const card = cutCardSchema.safeParse(body);
      return card.success ? [[no, card.data] as const] : [];
    }),
  );
  const summaries = await blocksByNo(
    db,
    sessionId,
    parsed.flatMap(({ summaryBlock }) => summaryBlock ?? []),
  );
  const needed = parsed.length === 0 ? null : await neededByCompaction(db, sessionId, analysedTurn !== null);
  const compactions = parsed.map(
    ({ no, turn, trigger, tokensBefore, tokensAfter, removed, cause, summaryBlock }): CompactionResult => ({
      no,
      is: "compaction",
      turn,
      trigger: triggerOf({ trigger, cause }, undefined),
      stated: trigger,
      before: tokensBefore,
      after: tokensAfter,
      removed,
      cause,
      neededLater: needed?.get(no) ?? 0,
      summaryBlockId: summaryBlock === null ? null : (summaries.get(summaryBlock)?.id ?? null),
      ...analysedPart(cards.get(no)),
    }),
  );
  const others = [...cards.values()].filter(({ is }) => is !== "compaction").map(otherCut);
  return {
    analysed,
    analysedAsOfTurn: analysedTurn,
    currency,
    compactions: [...compactions, ...others]
      .sort((a, b) => a.turn - b.turn || b.no - a.no)
      .slice(0, CUTS_MAX),
  };
}

function otherCut(card: StoredCard): CompactionResult {
  const { no, is, turn, trigger, stated, before, after, removed, summaryBlock } = card;
  return {
    no,
    is,
    turn,
    trigger,
    stated,
    before,
    after,
    removed,
    cause: card.cause,
    neededLater: null,
    summaryBlockId: summaryBlock,
    ...analysedPart(card),
  };
}

function analysedPart(card: StoredCard | undefined) {
  return {
    survival: card?.survival ?? null,
    partly: card?.partly ?? null,
    wanted: card?.wanted ?? null,
    wantedTotal: card?.wantedTotal ?? null,
    paid: card?.price?.paid ?? null,
    fetching: card?.price?.fetching ?? null,
    saved: card?.price?.saved ?? null,
    paidOffAfter: card?.price?.paidOffAfter ?? null,
    floor: card?.floor ?? null,
    durationMs: card?.durationMs ?? null,
    attached: card?.attached ?? null,
    drift: card?.drift ?? null,
  };
}
