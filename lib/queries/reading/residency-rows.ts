import { z } from "zod";
import type { EvictionResult, WindowEntryResult } from "@/lib/api/schemas/window";
import { causeSchema } from "@/lib/api/schemas/window";
import { referenceSchema } from "@/lib/core/trace/blocks-schema";
import { callIdOf } from "@/lib/db/derived/call-ids";
import { FETCH_OUTCOME, HOW, KIND, MODE, PROVENANCE, TRUST } from "@/lib/db/derived/codes";
import type { Block as BlockRow, Residency as ResidencyRow } from "@/lib/db/generated/client";
import { hexOfUuid } from "@/lib/db/session-id";

export const PREVIEW_CHARS = 240;

const extraColumn = z
  .object({
    isError: z.boolean().optional(),
    media: z.record(z.string(), z.int()).optional(),
    origin: z
      .object({ path: z.string().optional(), url: z.string().optional(), artifact: z.string().optional() })
      .optional(),
    completeness: z.string().optional(),
  })
  .nullable()
  .catch(null);

const causeColumn = causeSchema
  .partial()
  .extend({ reference: referenceSchema.optional() })
  .nullable()
  .catch(null);

type BlockPart = Omit<
  WindowEntryResult,
  "enteredTurn" | "mode" | "content" | "preview" | "tokens" | "provenance"
>;

export function blockPart(row: BlockRow): BlockPart {
  const extra = extraColumn.parse(row.extra);
  return {
    blockId: row.id,
    sourceKind: KIND.word(row.kind),
    trust: TRUST.word(row.trust),
    createdTurn: row.createdTurn,
    toolName: row.toolName,
    toolCallId: callIdOf(row),
    label: row.label,
    isError: extra?.isError ?? false,
    media: extra?.media ?? null,
  };
}

export function blockOrigin(row: Pick<BlockRow, "extra">) {
  const extra = extraColumn.parse(row.extra);
  return { origin: extra?.origin ?? null, completeness: extra?.completeness ?? "complete" };
}

type TextPlace = Pick<ResidencyRow, "hash" | "text">;

/** Leaves out texts that are in their rows. */
export function hashesToRead(
  shown: readonly { block: TextPlace | undefined; residency: TextPlace | null }[],
): string[] {
  return shown.flatMap(({ block, residency }) => {
    const place = block === undefined ? undefined : placeOf(block, residency);
    return place?.hash == null ? [] : [hexOfUuid(place.hash)];
  });
}

/** `undefined` if the sender never gave the text. */
export function standingText(
  block: TextPlace,
  residency: TextPlace | null,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const { text, hash } = placeOf(block, residency);
  return text ?? (hash === null ? undefined : texts.get(hexOfUuid(hash)));
}

function placeOf(block: TextPlace, residency: TextPlace | null): TextPlace {
  return residency !== null && (residency.hash !== null || residency.text !== null) ? residency : block;
}

export function provenanceOf(code: number): WindowEntryResult["provenance"] {
  return PROVENANCE.word(code);
}

export function previewOf(text: string | undefined): string {
  return (text ?? "")
    .slice(0, PREVIEW_CHARS * 2)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, PREVIEW_CHARS);
}

/** `null` if no eviction ended it. */
export function evictionOf(residency: ResidencyRow, block: BlockRow): EvictionResult | null {
  if (residency.evictedTurn === null || residency.how === null) return null;
  const cause = causeColumn.parse(residency.cause);
  return {
    turn: residency.evictedTurn,
    blockId: block.id,
    sourceKind: KIND.word(block.kind),
    toolName: block.toolName,
    toolCallId: callIdOf(block),
    enteredTurn: residency.since,
    how: HOW.word(residency.how),
    fromMode: MODE.word(residency.mode),
    toMode: residency.toMode === null ? null : MODE.word(residency.toMode),
    cause: {
      policy: cause?.policy ?? null,
      rule: cause?.rule ?? null,
      reason: cause?.reason ?? null,
      numbers: cause?.numbers ?? null,
      provenance: cause?.provenance ?? "derived",
      doubt: cause?.doubt ?? null,
    },
    tokensFreed: residency.tokensFreed,
    reference: cause?.reference ?? null,
    restorable: residency.restorable ?? false,
    reenteredTurn: residency.reenteredTurn,
    refetchedTurn: residency.refetchedTurn,
    refetchOutcome: residency.refetchOutcome === null ? null : FETCH_OUTCOME.word(residency.refetchOutcome),
    compaction: residency.compaction,
  };
}
