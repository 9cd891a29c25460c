import type { SessionLookup } from "../trace/lookup";
import type { Residency } from "../trace/session";
import type { Figure } from "../trace/turn-figures";
import type { LedgerRow } from "./ledger-rows";

export const UNKNOWN_FIGURE: Figure = { value: null, provenance: "unavailable" };

/** What a ledger says of a block, whatever was decided about it. */
export function makeLedgerBlockRow(
  { session, residencies }: SessionLookup,
  number: number,
): Omit<LedgerRow, "decision" | "reason" | "standing"> {
  const block = session.blocks[number];
  return {
    sourceId: block?.id ?? "",
    block: number,
    kind: block?.kind ?? "other",
    name: block?.label ?? block?.toolName ?? null,
    mode: null,
    position: null,
    trust: block?.trust ?? null,
    tokens: sizeOf(block?.versions[block.full]),
    enteredTurn: residencies.get(number)?.[0]?.since ?? null,
    summaryId: null,
    originalRef: null,
    text: null,
  };
}

/** The size of the version that stands, which can be an excerpt of the block. */
export function getStandingSize({ session }: SessionLookup, residency: Residency): Figure {
  return sizeOf(session.blocks[residency.block]?.versions[residency.version]);
}

function sizeOf(version: { tokens: number | null; provenance: Figure["provenance"] } | undefined): Figure {
  return version === undefined
    ? UNKNOWN_FIGURE
    : { value: version.tokens, provenance: version.tokens === null ? "unavailable" : version.provenance };
}
