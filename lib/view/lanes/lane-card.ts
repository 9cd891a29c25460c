import { formatCompact, plural } from "../format/format";
import { labelKind } from "../chart/palette";
import type { Lane } from "./decode";
import { describeCausedExit } from "./exit-words";

export interface LaneCard {
  readonly title: string;
  readonly hint: string;
  readonly about: string;
  readonly life: readonly string[];
  readonly more: string;
}

const RESIDENCIES_SHOWN = 4;

export function makeLaneCard(lane: Lane, lastTurn: number): LaneCard {
  const { residencies } = lane;
  const hidden = residencies.length - RESIDENCIES_SHOWN;
  return {
    title: lane.name,
    hint: lane.hint,
    about: `${labelKind(lane.kind)} · ${lane.tokens === null ? "size unknown" : `${formatCompact(lane.tokens)} tokens`}`,
    life:
      residencies.length === 0
        ? ["never in a window"]
        : residencies.slice(0, RESIDENCIES_SHOWN).map(({ from, to, mode, eviction }) => {
            const how = mode === "full" ? "" : ` as ${mode}`;
            const still = to === null || (to === lastTurn && eviction === null);
            const last = to ?? lastTurn;
            const when =
              last < from ? "never whole" : last === from ? `turn ${from}` : `turns ${from} to ${last}`;
            return `${when}${how}: ${eviction === null ? (still ? "still there" : "goes on in another form") : describeCausedExit(eviction)}`;
          }),
    more: hidden > 0 ? `and ${plural(hidden, "more stay")}` : "",
  };
}
