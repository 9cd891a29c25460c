import { costParts } from "@/lib/core/pricing/cost";
import { isLongRequest, pricedUsage } from "@/lib/core/pricing/priced-usage";
import { RateCard } from "@/lib/core/pricing/rate-card";
import type { PriceTable } from "@/lib/core/models/prices";
import { pricesFor } from "@/lib/core/models/prices";
import type { Turn } from "@/lib/core/trace/session";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { CacheSpend } from "./prompt-cache";

/** What calls cost: at the given prices, else each at those of its own model, or of the session's if it names none. */
export class CallPrices {
  /** For the session's model. */
  readonly table: PriceTable;
  readonly #given: PriceTable | undefined;
  readonly #rates: RateCard;
  #share = 0;

  constructor({ session, models }: Recording, given: PriceTable | undefined) {
    this.table = given ?? pricesFor(session.meta.model, models);
    this.#given = given;
    this.#rates = new RateCard(session.meta.model, models ?? []);
  }

  /** `null` where the table has no price. */
  of({ model, at, usage }: Turn, { read, write, uncached }: CacheSpend) {
    const table = this.#given ?? this.#rates.tableOf({ model, at });
    const input = read + write + uncached;
    const parts = costParts(
      {
        ...pricedUsage(usage, table),
        input,
        cacheRead: read,
        cacheWrite: write,
        cacheWriteHour: write * this.#hourShare(usage),
        long: isLongRequest(input, table),
      },
      table,
    );
    if (parts === null) return { price: null, outputPrice: null };
    const price = parts.uncached + parts.cacheRead + parts.cacheWrite;
    return { price, outputPrice: parts.output + parts.other };
  }

  /** A client that asks for an hour asks for it at every call. */
  #hourShare(usage: Turn["usage"]): number {
    if (usage?.cacheWrite && usage.cacheWriteHour !== null)
      this.#share = usage.cacheWriteHour / usage.cacheWrite;
    return this.#share;
  }
}
