import type { CostInput } from "../answers";
import type { Marker } from "../chart/marker";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";
import { BREAK_WORDS } from "./break-words";

/** A loss of the prompt cache, as charts of turns draw it. */
export interface LossMark {
  readonly turn: number;
  readonly label: string;
  /** In tokens: up to `read` the beginning was still read, up to `kept` the call before had left it in the cache. */
  readonly read: number;
  readonly kept: number;
  /** The block that stands where the reading ended. */
  readonly block: string | null;
  /** Of one that is not, only its bounds are known. */
  readonly isExplained: boolean;
}

export function listLossMarks({ breaks }: Pick<CostInput, "breaks">): LossMark[] {
  return (breaks ?? []).map(({ turn, cause, read, kept, at, edit }) => ({
    turn,
    label: `turn ${turn}: the cache was lost beyond token ${count(read)} of ${count(kept)}, ${describeCause(cause, edit)}`,
    read,
    kept,
    block: edit?.blockId ?? at.blockId,
    isExplained: cause !== "unexplained",
  }));
}

type Break = NonNullable<CostInput["breaks"]>[number];

function describeCause(cause: Break["cause"], edit: Break["edit"]): string {
  if (edit === null) return BREAK_WORDS[cause];
  return `${BREAK_WORDS[cause]}: ${revealText(edit.label ?? edit.blockId)}${edit.how === null ? "" : ` was ${edit.how}`}`;
}

/** In the row of marks above a chart. */
export function listLossMarkers(losses: readonly LossMark[]): Marker[] {
  return losses.map(({ turn, label }) => ({ x: turn, turn, kind: "loss", size: 1, label }));
}
