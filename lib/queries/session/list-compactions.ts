import type { z } from "zod";
import type { listCompactions as route } from "@/lib/api/endpoints/compactions";
import type { CompactionResult, StoredCard } from "@/lib/api/schemas/compaction";
import { cutCardSchema } from "@/lib/api/schemas/compaction";
import { CUTS_MAX } from "@/lib/core/compaction/cuts";
import { findTrigger } from "@/lib/core/compaction/trigger";
import { COMPACTION_FACTS } from "@/lib/core/trace/cause-facts";
import { makeAnswerer, makeTeller } from "@/lib/core/trace/fact";
import type { Database } from "@/lib/db/client";
import { readStoredCurrency } from "@/lib/db/reads/sessions";
import { compactionCodec } from "@/lib/db/derived/compaction-rows";
import { countNeededByCompaction } from "@/lib/db/reads/residencies";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findAnalysed } from "../reading/find-analysed";

type Answer = z.output<(typeof route)["response"]>;

/**
 * Every compaction as it is derived, with what the analysis found of it, and the clearings and restarts that only the analysis
 * knows. @throws AppError `not_found`
 */
export async function listCompactions(db: Database, project: string, id: string): Promise<Answer> {
  const { row: session, analysed, analysedTurn } = await findAnalysed(db, project, id);
  const { sessionId } = session;
  const [rows, stored, currency] = await Promise.all([
    db.compaction.findMany({ where: { sessionId }, orderBy: { no: "asc" }, take: CUTS_MAX }),
    db.cutCard.findMany({ where: { sessionId }, orderBy: [{ turn: "asc" }, { no: "asc" }], take: CUTS_MAX }),
    readStoredCurrency(db, sessionId),
  ]);
  const parsed = rows.map(compactionCodec.fromRow);
  const cards = new Map(
    stored.flatMap(({ no, body }) => {
      const card = cutCardSchema.safeParse(body);
      return card.success ? [[no, card.data] as const] : [];
    }),
  );
  const summaries = await readBlocksByNo(
    db,
    sessionId,
    parsed.flatMap(({ summaryBlock }) => summaryBlock ?? []),
  );
  const needed = analysedTurn === null ? null : await countNeededByCompaction(db, sessionId);
  const compactions = parsed.map(
    ({ no, turn, tokensBefore, tokensAfter, removed, cause, summaryBlock, ...facts }): CompactionResult => ({
      ...answerFacts(facts),
      no,
      is: "compaction",
      turn,
      trigger: findTrigger({ ...facts, cause }, undefined),
      stated: facts.trigger,
      before: tokensBefore,
      after: tokensAfter,
      removed,
      cause,
      neededLater: needed === null ? null : (needed.get(no) ?? 0),
      summaryBlockId: summaryBlock === null ? null : (summaries.get(summaryBlock)?.id ?? null),
      ...describeAnalysedPart(cards.get(no)),
    }),
  );
  const others = [...cards.values()].filter(({ is }) => is !== "compaction").map(describeOtherCut);
  return {
    analysed,
    analysedAsOfTurn: analysedTurn,
    currency,
    compactions: [...compactions, ...others]
      .sort((a, b) => a.turn - b.turn || b.no - a.no)
      .slice(0, CUTS_MAX),
  };
}

const answerFacts = makeAnswerer(COMPACTION_FACTS);
const NO_FACTS = answerFacts(makeTeller(COMPACTION_FACTS)({}));

function describeOtherCut(card: StoredCard): CompactionResult {
  const { no, is, turn, trigger, stated, before, after, removed, summaryBlock } = card;
  return {
    ...NO_FACTS,
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
    ...describeAnalysedPart(card),
  };
}

function describeAnalysedPart(card: StoredCard | undefined) {
  return {
    behind: card?.after ?? null,
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
