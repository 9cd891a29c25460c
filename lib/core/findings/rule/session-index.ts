import { groupBy } from "../../group-by";
import type { Block, Eviction, Residency, Session, Turn } from "../../trace/session";
import type { Tokens, TurnIndex } from "../../units";
import type { ResidencyIndex } from "../../window/residency-index";
import { indexResidencies } from "../../window/residency-index";

/** A session's lists by turn and by block, made once for all rules. One pass per list. */
export class SessionIndex {
  private readonly beginnings: ReadonlyMap<TurnIndex, readonly Residency[]>;
  private readonly evicted: ReadonlyMap<TurnIndex, readonly Eviction[]>;

  readonly standing: ResidencyIndex;
  private readonly turns: ReadonlyMap<TurnIndex, Turn>;
  private readonly decided: ReadonlySet<TurnIndex>;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(private readonly session: Session) {
    this.turns = new Map(session.turns.map((turn) => [turn.index, turn]));
    this.decided = new Set(
      session.records.flatMap(({ turn, event }) => (event.type === "context.decided" ? [turn] : [])),
    );
    this.numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
    this.beginnings = groupBy(session.residencies, (r) => r.from);
    this.evicted = groupBy(session.evictions, (e) => e.turn);
    this.standing = indexResidencies(session);
  }

  turn(turn: TurnIndex): Turn | undefined {
    return this.turns.get(turn);
  }

  getBlock(id: string | undefined): Block | undefined {
    return id === undefined ? undefined : this.session.blocks[this.numbers.get(id) ?? -1];
  }

  getNumber(id: string): number | undefined {
    return this.numbers.get(id);
  }

  listBegun(turn: TurnIndex): readonly Residency[] {
    return this.beginnings.get(turn) ?? [];
  }

  listArrivals(turn: TurnIndex): Block[] {
    return this.listBegun(turn)
      .filter((r) => r.since === turn && !r.continues)
      .flatMap((r) => this.session.blocks[r.block] ?? [])
      .sort((a, b) => (countFullTokens(b) ?? 0) - (countFullTokens(a) ?? 0));
  }

  listEvictions(turn: TurnIndex): readonly Eviction[] {
    return this.evicted.get(turn) ?? [];
  }

  /** Whether the harness kept a ledger for the turn: then what its window lacks was decided and is on record. */
  isDecided(turn: TurnIndex): boolean {
    return this.decided.has(turn);
  }

  listResidencies(block: number): readonly Residency[] {
    return this.standing.listResidencies(block);
  }
}

/** The tokens of a block in full; `null` where unknown. */
export function countFullTokens(block: Block): Tokens | null {
  return block.versions[block.full]?.tokens ?? null;
}

/** The name of a block: its tool, else its kind. */
export function nameBlock(block: Block): string {
  const kind = block.kind.replaceAll("_", " ");
  return block.toolName === null ? kind : `${kind} of ${block.toolName}`;
}
