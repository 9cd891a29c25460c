import { costParts, isLongRequest } from "@/lib/core/figures/cost";
import type { ModelSetting } from "@/lib/core/models/model-settings";
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
  readonly #models: readonly ModelSetting[] | undefined;
  readonly #tables = new Map<string, PriceTable>();

  constructor({ session, models }: Recording, given: PriceTable | undefined) {
    this.table = given ?? pricesFor(session.meta.model, models);
    this.#given = given;
    this.#models = models;
  }

  /** `null` where the table has no price. */
  of({ model, usage }: Turn, { read, write, uncached }: CacheSpend) {
    const table = this.#tableOf(model);
    const input = read + write + uncached;
    const parts = costParts(
      {
        input,
        cacheRead: read,
        cacheWrite: write,
        output: usage?.output ?? null,
        long: isLongRequest(input, table),
      },
      table,
    );
    if (parts === null) return { price: null, outputPrice: null };
    return { price: parts.uncached + parts.cacheRead + parts.cacheWrite, outputPrice: parts.output };
  }

  #tableOf(model: string | null): PriceTable {
    if (this.#given !== undefined || model === null) return this.table;
    const known = this.#tables.get(model) ?? pricesFor(model, this.#models);
    this.#tables.set(model, known);
    return known;
  }
}
