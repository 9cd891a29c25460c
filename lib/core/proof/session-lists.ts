import { countUntil } from "../count-until";
import { groupBy } from "../group-by";
import type { Eviction, Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { TurnSpans } from "../window/turn-spans";

/** What estimates and small additions of a provider may amount to: tokens, and a share of the window. */
const UNLISTED_TOKENS = 1_000;
const UNLISTED_SHARE = 0.05;

type SessionRecord = Session["records"][number];

/** What the checker counts of a session, by turn, by block and by name. Each list is made when it is first asked for. */
export class SessionLists {
  private whole: TurnSpans | null = null;
  private edits: readonly Eviction[] | null = null;
  private byTurn: ReadonlyMap<TurnIndex, readonly Eviction[]> | null = null;
  private byBlock: ReadonlyMap<number, readonly Eviction[]> | null = null;
  private records: ReadonlyMap<string, readonly SessionRecord[]> | null = null;
  private named: ReadonlyMap<string, number> | null = null;

  constructor(private readonly session: Session) {}

  listEvictionsAt(turn: TurnIndex): readonly Eviction[] {
    this.byTurn ??= groupBy(this.session.evictions, (eviction) => eviction.turn);
    return this.byTurn.get(turn) ?? [];
  }

  listExits(block: number): readonly Eviction[] {
    this.byBlock ??= groupBy(this.session.evictions, (eviction) => eviction.block);
    return this.byBlock.get(block) ?? [];
  }

  /** How many blocks have this id, call, path, page or artifact. */
  countNamed(name: string): number {
    if (this.named === null) {
      const counts = new Map<string, number>();
      for (const { id, toolCallId, origin } of this.session.blocks)
        for (const blockName of new Set([id, toolCallId, origin?.path, origin?.url, origin?.artifact]))
          if (blockName != null) counts.set(blockName, (counts.get(blockName) ?? 0) + 1);
      this.named = counts;
    }
    return this.named.get(name) ?? 0;
  }

  /**
   * The turns whose window is known, and holds no more that is not listed than earlier windows did: beyond the least that was
   * ever measured up to then, which is instructions and tools that no source shows. A harness that attaches files again after
   * a compaction, without recording it, shows in what was measured.
   */
  findWholeTurns(): TurnSpans {
    if (this.whole !== null) return this.whole;
    const whole: { from: TurnIndex; to: TurnIndex }[] = [];
    let least = Infinity;
    for (const { index, window } of this.session.turns) {
      const { known, residual, tokens } = window;
      if (known && residual !== null) least = Math.min(least, Math.max(0, residual));
      const unlisted = (tokens.value ?? 0) * UNLISTED_SHARE;
      if (known && (residual === null || residual <= least + Math.max(UNLISTED_TOKENS, unlisted)))
        whole.push({ from: index, to: index });
    }
    return (this.whole = TurnSpans.joinOver(whole));
  }

  /** The events that the harness sent of one type. An edit of the window is listed with what it took away. */
  listRecords(type: string, from: TurnIndex, to: TurnIndex): readonly unknown[] {
    const { meta, evictions, records } = this.session;
    if (type === "session.started") return [meta];
    const sliceRange = <Item extends { readonly turn: TurnIndex }>(items: readonly Item[]) =>
      items.slice(
        countUntil(items, ({ turn }) => turn < from),
        countUntil(items, ({ turn }) => turn <= to),
      );
    if (type === "context.edited")
      return sliceRange((this.edits ??= evictions.filter(isReported).sort(compareByTurn)));
    this.records ??= groupBy([...records].sort(compareByTurn), ({ event }) => event.type);
    return sliceRange(this.records.get(type) ?? []).map(({ event }) => event);
  }
}

function isReported({ cause }: Eviction): boolean {
  return cause.provenance === "reported";
}

function compareByTurn(a: { readonly turn: TurnIndex }, b: { readonly turn: TurnIndex }): number {
  return a.turn - b.turn;
}
