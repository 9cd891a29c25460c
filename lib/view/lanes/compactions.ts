import { causeText } from "@/lib/core/ledger/reason";
import type { LaneCompaction } from "../answers";
import { count, plural, tokens } from "../format/format";
import { listCauseNumbers } from "./cause-numbers";
import { visibleText } from "../format/trace-text";

export interface CompactionRow {
  readonly no: number;
  /** The turn whose window first shows it; the last turn when no call followed. */
  readonly turn: number;
  readonly when: string;
  readonly trigger: string;
  /** `window 166,874 → 32,015 tokens` */
  readonly size: string;
  readonly removed: string;
  readonly needed: string | null;
  readonly cause: string;
  readonly numbers: readonly { readonly label: string; readonly value: string }[];
}

/** In the order in which they happened. `lastTurn` is the session's last call. */
export function compactionRows(
  compactions: readonly LaneCompaction[],
  lastTurn: number | null,
): CompactionRow[] {
  return compactions.map(({ cause, ...facts }) => ({
    no: facts.no,
    turn: Math.min(facts.turn, lastTurn ?? facts.turn),
    when: lastTurn !== null && facts.turn > lastTurn ? `after turn ${lastTurn}` : `turn ${facts.turn}`,
    trigger: visibleText(facts.trigger ?? cause.provenance),
    size: sizeWords(facts),
    removed: `${plural(facts.removed, "block")} became ${facts.summaryBlockId === null ? "a summary that is not stored" : "a summary"}`,
    needed: facts.neededLater === 0 ? null : `${count(facts.neededLater)} wanted again`,
    cause: visibleText(causeText(cause)),
    numbers: listCauseNumbers(cause),
  }));
}

function sizeWords({
  tokensBefore: before,
  tokensAfter: after,
}: Pick<LaneCompaction, "tokensBefore" | "tokensAfter">): string {
  const then = `window ${tokens(before.value, before.provenance)}`;
  return after.value === null
    ? `${then} tokens before`
    : `${then} → ${tokens(after.value, after.provenance)} tokens`;
}
