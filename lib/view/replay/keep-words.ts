import type { ReplayResultInput } from "../answers";
import { formatCompact, count, plural } from "../format/format";
import { makeNamedBlock } from "../format/named-block";
import { formatMoney } from "./results";

export interface KeepWords {
  readonly sentence: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly cells: readonly string[];
  }[];
  /** How many more there are than are listed. */
  readonly more: string | null;
}

export const KEEP_HEADS = ["Keep or pin", "Tokens", "Left", "Wanted last", "Price"] as const;
const ROWS_MAX = 15;

/** What would have had to stay, before any policy: "Keep these 15 blocks: 20.6k tokens, $0.14." */
export function keepWords(keep: ReplayResultInput["keep"] | undefined): KeepWords | null {
  if (keep == null) return null;
  const { blocks, blocksTotal, tokens, price, currency, changed } = keep;
  if (blocksTotal === 0)
    return {
      sentence:
        changed === 0
          ? "Nothing that left was wanted again as it was: there is nothing to keep or to pin."
          : `${plural(changed, "block")} that left came back as another text: nothing that was kept or pinned would have been of use.`,
      rows: [],
      more: null,
    };
  const cost = price === null || currency === null ? "" : `, ${formatMoney(price, currency)}`;
  const which = blocksTotal === 1 ? "this block" : `these ${plural(blocksTotal, "block")}`;
  const shown = blocks.slice(0, ROWS_MAX);
  return {
    sentence: `Keep ${which}: ${formatCompact(tokens)} tokens${cost}.${describeChanged(changed)}`,
    rows: shown.map((one) => ({
      key: one.blockId,
      name: makeNamedBlock(one),
      cells: [
        count(one.tokens),
        `turn ${one.leftTurn}`,
        `turn ${one.wantedTurn}`,
        one.price === null || currency === null ? "–" : formatMoney(one.price, currency),
      ],
    })),
    more: blocksTotal > shown.length ? `and ${count(blocksTotal - shown.length)} more` : null,
  };
}

/** To say it keeps a reader from looking for them in the list. */
function describeChanged(changed: number): string {
  if (changed === 0) return "";
  return ` ${plural(changed, "more block")} came back as another text, so the old one would not have helped.`;
}
