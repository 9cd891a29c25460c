import { canonicalJson } from "@/lib/core/hash";
import type { GrownResidency } from "@/lib/core/trace/fold/growth";
import type { Block, BlockVersion } from "@/lib/core/trace/session";
import { uuidOfHex } from "../session-id";
import { storedCallId } from "./call-ids";
import { HOW, KIND, MODE, PROVENANCE, TRUST } from "./codes";
import { bagOf } from "./stored-facts";
import type { BlockRow, ResidencyRow } from "./tables";

export function blockRow(block: Block, no: number): BlockRow {
  const full = block.versions[block.full];
  const others = block.versions.filter((_, i) => i !== block.full);
  return {
    no,
    id: block.id,
    kind: KIND.of(block.kind),
    trust: TRUST.of(block.trust),
    toolName: block.toolName,
    toolCallId: storedCallId(block),
    label: block.label,
    createdTurn: block.createdTurn,
    hash: uuidOf(full),
    text: full?.text ?? null,
    chars: full?.chars ?? null,
    tokens: full?.tokens ?? null,
    provenance: PROVENANCE.of(full?.provenance ?? "unavailable"),
    extra: bagOf({
      isError: block.isError ? true : null,
      media: block.media,
      origin: block.origin,
      completeness: block.completeness === "complete" ? null : block.completeness,
      versions: others.length === 0 ? null : others,
    }),
  };
}

export function residencyRow(grown: GrownResidency, no: number): ResidencyRow {
  const { residency, block, eviction } = grown;
  const version = block.versions[residency.version];
  return {
    no,
    block: residency.block,
    since: residency.since,
    fromTurn: residency.from,
    toTurn: residency.to,
    rank: residency.rank,
    mode: MODE.of(residency.mode),
    continues: residency.continues,
    hash: residency.version === block.full ? null : uuidOf(version),
    text: residency.version === block.full ? null : (version?.text ?? null),
    tokens: version?.tokens ?? null,
    provenance: PROVENANCE.of(version?.provenance ?? "unavailable"),
    reference: residency.reference,
    evictedTurn: eviction?.turn ?? null,
    how: eviction === null ? null : HOW.of(eviction.how),
    toMode: eviction?.toMode == null ? null : MODE.of(eviction.toMode),
    tokensFreed: eviction?.tokensFreed ?? null,
    restorable: eviction?.restorable ?? null,
    reenteredTurn: eviction?.reenteredTurn ?? null,
    refetchedTurn: eviction?.refetchedTurn ?? null,
    compaction: eviction?.compaction ?? null,
    cause: causeOf(grown),
  };
}

/** Stands in place of a cause that is in the row of the eviction's compaction. */
const OF_COMPACTION = { shared: true } as const;

/**
 * A cause that nobody reported is the same for all evictions, so it is not stored. Nor is one that the eviction shares with
 * its compaction, which takes many blocks out of the window.
 */
function causeOf({ eviction, compactionCause }: GrownResidency): object | null {
  if (eviction === null) return null;
  const { cause, reference } = eviction;
  const stated = bagOf({ ...cause, provenance: cause.provenance === "derived" ? null : cause.provenance });
  if (stated !== null && canonicalJson(cause) === canonicalJson(compactionCause))
    return { ...OF_COMPACTION, ...(reference !== null && { reference }) };
  return bagOf({ ...stated, reference });
}

function uuidOf(version: BlockVersion | undefined): string | null {
  return version?.hash == null || version.text !== null ? null : uuidOfHex(version.hash);
}
