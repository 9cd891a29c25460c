import type { ModelSetting } from "../models/model-settings";
import type { PriceTable } from "../models/prices";
import { priceChanges, findPrices } from "../models/prices";
import type { InsideCall } from "../trace/event-parts";
import type { Turn } from "../trace/session";
import type { EpochMs } from "../units";
import type { CalledUsage, PricedUsage } from "./priced-usage";
import { makePricedUsage } from "./priced-usage";

type PricedTurn = Pick<Turn, "model" | "at"> & { readonly usage: CalledUsage | null };

/** The prices of a session's calls, each looked up once: those of its model on its day. */
export class RateCard {
  readonly #tables = new Map<string, PriceTable>();

  /**
   * @param model of calls that name none
   * @param given the prices of every call, whatever its model
   */
  constructor(
    private readonly model: string | null,
    private readonly settings: readonly ModelSetting[],
    private readonly given: PriceTable | null = null,
  ) {}

  findTable({ model, at }: Pick<Turn, "model" | "at">): PriceTable {
    if (this.given !== null) return this.given;
    const name = model ?? this.model;
    const era = priceEra(name, this.settings, at);
    const key = `${era} ${name ?? ""}`;
    const table = this.#tables.get(key) ?? findPrices(name, this.settings, at);
    this.#tables.set(key, table);
    return table;
  }

  /** The tables that were asked for. */
  get tables(): readonly PriceTable[] {
    return [...this.#tables.values()];
  }

  /** The call of a turn, and the calls inside it, each with its prices. */
  listCalls({ model, at, usage }: PricedTurn): (readonly [PricedUsage, PriceTable])[] {
    const table = this.findTable({ model, at });
    const inside = (usage?.inside ?? []).map(
      (call) =>
        [makeInsideUsage(call, usage?.tier ?? null), this.findTable({ model: call.model, at })] as const,
    );
    return [[makePricedUsage(usage, table), table], ...inside];
  }
}

/** How many lists of prices came after the one that holds for a call; 0 for today's. */
export function priceEra(
  model: string | null,
  settings: readonly ModelSetting[],
  at: EpochMs | null,
): number {
  return at === null ? 0 : priceChanges(model, settings).filter((change) => at < change).length;
}

/** A call inside another one is part of a call that is counted already, so it counts as none. */
function makeInsideUsage(call: InsideCall, tier: string | null): PricedUsage {
  return {
    input: call.input,
    cacheRead: call.cacheRead ?? null,
    cacheWrite: call.cacheWrite ?? null,
    cacheWriteHour: call.cacheWriteHour ?? null,
    output: call.output,
    webSearches: null,
    tier,
    calls: 0,
    long: false,
    statedCost: null,
    statedCalls: 0,
  };
}
