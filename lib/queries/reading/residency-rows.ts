import type { EvictionResult, StandingBlock } from "@/lib/api/schemas/window";
import { BLOCK_FACTS } from "@/lib/core/trace/block-facts";
import { makeAnswerer } from "@/lib/core/trace/fact";
import type { StoredBlock, RowText } from "@/lib/db/derived/block-rows";
import type { StoredLife } from "@/lib/db/derived/residency-rows";
import { fillCause } from "@/lib/db/derived/residency-rows";

const answerBlockFacts = makeAnswerer(BLOCK_FACTS);

export const PREVIEW_CHARS = 240;

/** @param text its text in full, if it is known */
export function describeStandingBlock(block: StoredBlock, text: string | undefined): StandingBlock {
  return {
    blockId: block.id,
    sourceKind: block.kind,
    trust: block.trust,
    createdTurn: block.createdTurn,
    ...answerBlockFacts(block),
    tokens: block.tokens,
    provenance: block.provenance,
    preview: cutPreview(text),
  };
}

/** Leaves out texts that are in their rows. */
export function listHashesToRead(
  shown: readonly { block: RowText | undefined; residency: RowText | null }[],
): string[] {
  return shown.flatMap(({ block, residency }) => {
    const place = block === undefined ? undefined : placeOf(block, residency);
    return place?.hash == null ? [] : [place.hash];
  });
}

/** `undefined` if the sender never gave the text. */
export function findStandingText(
  block: RowText,
  residency: RowText | null,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const { text, hash } = placeOf(block, residency);
  return text ?? (hash === null ? undefined : texts.get(hash));
}

function placeOf(block: RowText, residency: RowText | null): RowText {
  return residency !== null && (residency.hash !== null || residency.text !== null) ? residency : block;
}

export function cutPreview(text: string | undefined): string {
  return (text ?? "")
    .slice(0, PREVIEW_CHARS * 2)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, PREVIEW_CHARS);
}

/** `null` if no eviction ended it. */
export function describeEviction(
  { since, mode, eviction }: StoredLife,
  block: StoredBlock,
): EvictionResult | null {
  if (eviction === null) return null;
  return {
    ...eviction,
    blockId: block.id,
    sourceKind: block.kind,
    toolName: block.toolName,
    toolCallId: block.toolCallId,
    enteredTurn: since,
    fromMode: mode,
    cause: eviction.cause ?? fillCause(null),
  };
}
