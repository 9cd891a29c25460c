import { countUntil } from "../count-until";
import type { TurnIndex } from "../units";
import type { Cut } from "./cuts";
import { LikeValues } from "./like-values";
import type { CutSurvival } from "./survival";
import type { ValueTable } from "./value-table";

/** The values that each cut lost. A later want counts for the newest cut before it. */
export class LostValues {
  /** Cuts with what survived, by their turn. */
  private readonly byTurn: ReadonlyMap<TurnIndex, CutSurvival>;
  /** The lost values of each cut; made when they are first asked for. */
  private readonly blocks = new Map<CutSurvival, ReadonlyMap<number, number | null>>();
  private readonly like = new Map<CutSurvival, LikeValues>();

  constructor(private readonly cuts: readonly CutSurvival[]) {
    this.byTurn = new Map(cuts.map((cutSurvival) => [cutSurvival.cut.turn, cutSurvival]));
  }

  /** The cut at a turn; `undefined` where there is none. */
  cutAt(turn: TurnIndex): Cut | undefined {
    return this.byTurn.get(turn)?.cut;
  }

  /** The newest cut behind which a turn stands. */
  findCutBefore(turn: TurnIndex): CutSurvival | undefined {
    return this.cuts[countUntil(this.cuts, ({ cut }) => cut.turn <= turn) - 1];
  }

  /** The lost values by number, each with a block that said it. */
  of(survival: CutSurvival): ReadonlyMap<number, number | null> {
    let lostBlocks = this.blocks.get(survival);
    if (lostBlocks === undefined) {
      lostBlocks = new Map(
        survival.fates.filter(({ fate }) => fate === "lost").map(({ value, block }) => [value.no, block]),
      );
      this.blocks.set(survival, lostBlocks);
    }
    return lostBlocks;
  }

  /** Finds, among the values that a cut lost, the one that another value is like. */
  collectLikeValues(survival: CutSurvival, table: ValueTable): LikeValues {
    let like = this.like.get(survival);
    if (like === undefined) {
      like = new LikeValues([...this.of(survival).keys()].flatMap((no) => table.values[no] ?? []));
      this.like.set(survival, like);
    }
    return like;
  }
}
