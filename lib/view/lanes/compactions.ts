import type { Provenance } from "@/lib/core/vocabulary";
import { count, figure, plural, tokens } from "../format";
import { visibleText } from "../trace-text";
import { causeWords } from "../window-rows";

/** What of a compaction its row needs. The API's compactions have it. */
export interface CompactionFacts {
  readonly no: number;
  readonly turn: number;
  readonly trigger: string | null;
  readonly tokensBefore: { readonly value: number | null; readonly provenance: Provenance };
  readonly tokensAfter: { readonly value: number | null; readonly provenance: Provenance };
  readonly removed: number;
  readonly neededLater: number;
  readonly summaryBlockId: string | null;
  readonly cause: {
    readonly policy: string | null;
    readonly rule: string | null;
    readonly reason: string | null;
    readonly numbers: Readonly<Record<string, number>> | null;
    readonly provenance: string;
  };
}

export interface CompactionRow {
  readonly no: number;
  readonly turn: number;
  /** `auto`, or who says that there was one. */
  readonly trigger: string;
  /** `166,874 → 32,015` */
  readonly size: string;
  readonly removed: string;
  readonly needed: string | null;
  readonly cause: string;
  readonly numbers: readonly { readonly label: string; readonly value: string }[];
  readonly hasSummary: boolean;
}

/** Compactions as rows, in the order in which they happened. */
export function compactionRows(compactions: readonly CompactionFacts[]): CompactionRow[] {
  return compactions.map(({ cause, ...facts }) => ({
    no: facts.no,
    turn: facts.turn,
    trigger: visibleText(facts.trigger ?? cause.provenance),
    size: `${tokens(facts.tokensBefore.value, facts.tokensBefore.provenance)} → ${tokens(facts.tokensAfter.value, facts.tokensAfter.provenance)}`,
    removed: plural(facts.removed, "block"),
    needed: facts.neededLater === 0 ? null : `${count(facts.neededLater)} needed later`,
    cause: visibleText(causeWords(cause)),
    numbers: Object.entries(cause.numbers ?? {}).map(([label, value]) => ({
      label: visibleText(label),
      value: figure(value),
    })),
    hasSummary: facts.summaryBlockId !== null,
  }));
}
