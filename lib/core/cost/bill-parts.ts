import type { RateCard } from "../pricing/rate-card";
import type { Tokens, TurnIndex } from "../units";
import type { CacheState } from "./cache-state";
import type { TurnRates } from "./money";
import { computeCostBetween } from "./money";
import type { RequestLayout } from "./request-layout";

export interface ChargeShares {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
}

export type PartName = "new" | "carried" | "rewritten" | "residual";
export const PART_NAMES = ["new", "carried", "rewritten", "residual"] as const satisfies readonly PartName[];

/** The cost of one turn, in money units. The four parts add up to `input`. */
export interface TurnBill {
  readonly turn: TurnIndex;
  readonly parts: Readonly<Record<PartName, ChargeShares>>;
  readonly input: number;
  readonly output: number;
  readonly residual: Tokens | null;
  readonly layout: RequestLayout;
  readonly rates: TurnRates;
}

/** The cost of one block over its life, in money units. */
export interface BlockBill {
  readonly block: number;
  readonly tokens: Tokens;
  readonly enteredTurn: TurnIndex;
  readonly lastUseTurn: TurnIndex;
  /** The number of turns in which the block stood. */
  readonly turns: number;
  readonly new: number;
  readonly carried: number;
  readonly rewritten: number;
  readonly afterLastUse: number;
  /** What it would have saved to clear the block after its last use, less the cost of writing again what stands behind it. */
  readonly savedByClearing: number;
}

export interface FirstDifference {
  /** The first place at which the window differs from the one before; `null` where content only followed. */
  readonly place: Tokens;
  readonly entriesBehind: number;
  readonly residency: number;
  readonly isRemoval: boolean;
}

export interface SessionBill {
  /** The first turn that is charged: copies before it are charged in another session. */
  readonly from: TurnIndex;
  readonly turns: readonly TurnBill[];
  readonly blocks: readonly BlockBill[];
  /** By turn: the place where its window differs from the one before, within what had stood there. */
  readonly changes: ReadonlyMap<TurnIndex, FirstDifference>;
  readonly placeOf: ReadonlyMap<TurnIndex, number>;
  /** By turn that lost the cache: the parts of its request that had been in the cache, and stood in the window before. */
  readonly paidAgain: ReadonlyMap<TurnIndex, readonly { readonly from: Tokens; readonly to: Tokens }[]>;
  readonly rates: RateCard;
  readonly cache: ReadonlyMap<TurnIndex, CacheState>;
}

export function sumOf({ read, written, uncached }: ChargeShares): number {
  return read + written + uncached;
}

/** The price of what stands between two places of a turn's request. */
export function priceBetween({ rates }: TurnBill, from: Tokens, to: Tokens): number {
  return computeCostBetween(rates.parts, from, to);
}
