import { makeOnce } from "@/lib/core/once";
import type { PriceTable } from "@/lib/core/models/prices";
import type { CallHistory } from "@/lib/core/cost/call-history";
import { buildCallHistory } from "@/lib/core/cost/call-history";
import type { CacheSpend, OtherRequest } from "@/lib/core/cost/other-window";
import { computeSpendParts } from "@/lib/core/cost/spend-price";
import { OtherWindowCache } from "@/lib/core/cost/other-window";
import { computeCostParts } from "@/lib/core/pricing/cost";
import { STATED_CURRENCY, sumOfParts } from "@/lib/core/pricing/sums";
import { isLongRequest, NO_USAGE } from "@/lib/core/pricing/priced-usage";
import { RateCard } from "@/lib/core/pricing/rate-card";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Turn } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";
import type { SummarizerCall } from "@/lib/policies/contract/policy";
import { PromptCache } from "./prompt-cache";

/** The sizes of a request where no call of the recording states its usage. */
export interface SizedRequest {
  readonly tokens: Tokens;
  /** Tokens at its beginning that stood in the request before. */
  readonly common: Tokens;
}

export interface PricedRequest extends OtherRequest, SizedRequest {}

export interface PricedCall {
  readonly cache: CacheSpend;
  /** The price of the input; `null` where the call has no price. */
  readonly price: number | null;
  readonly outputPrice: number | null;
}

/** The calls of a recording, read once for all policies that it is replayed under. */
const listHistory = makeOnce(({ session, models = [] }: Recording) =>
  buildCallHistory(session, new RateCard(session.meta.model, models)),
);

/**
 * The price of calls, recorded or under another window, by the same rules: those of the bill. Where no call of a recording
 * states its usage there is no bill; then both sides are priced by the sizes of their blocks, with a cache that is assumed.
 */
export class PricedCalls {
  readonly #rates: RateCard;
  readonly #history: CallHistory;
  readonly #cache: OtherWindowCache;
  readonly #assumed: PromptCache | null;
  readonly #model: string | null;
  #sum = 0;
  #summaries: number | null = 0;
  #priced = 0;
  #isUnknown = false;
  #currency: string | null = null;

  constructor(recording: Recording, priceTable: PriceTable | undefined) {
    const { session, models = [] } = recording;
    this.#rates = new RateCard(session.meta.model, models, priceTable ?? null);
    this.#model = session.meta.model;
    this.#history =
      priceTable === undefined ? listHistory(recording) : buildCallHistory(session, this.#rates);
    this.#cache = new OtherWindowCache(this.#history);
    this.#assumed =
      this.#history.calls.size > 0 ? null : new PromptCache(this.#rates.findTable({ model: null, at: null }));
  }

  /** Whether calls of the recording state their usage. */
  get isMeasured(): boolean {
    return this.#assumed === null;
  }

  /**
   * The price of all calls that have one, also of those whose windows are not known; `null` where a call has none under this
   * window only.
   */
  get total(): number | null {
    return this.#priced === 0 || this.#isUnknown ? null : this.#sum;
  }

  /** The part of the total that the calls for summaries cost; `null` where one has no price. */
  get summaries(): number | null {
    return this.#summaries;
  }

  /**
   * The calls that a policy makes for its summaries, at the prices of the turn's model. Each is a call of its own: nothing of it
   * is read from a cache.
   */
  priceSummaries(turn: Turn, calls: readonly SummarizerCall[]): number | null {
    const table = this.#rates.findTable(turn);
    const prices = calls.map(({ inputTokens: input, outputTokens: output }) =>
      computeCostParts({ ...NO_USAGE, input, output, long: isLongRequest(input, table) }, table),
    );
    const sum = prices.reduce<number | null>(
      (total, parts) => (total === null || parts === null ? null : total + sumOfParts(parts)),
      0,
    );
    this.#isUnknown ||= sum === null;
    this.#sum += sum ?? 0;
    this.#summaries = sum === null || this.#summaries === null ? null : this.#summaries + sum;
    return sum;
  }

  /** A call as it was recorded. */
  priceRecorded(turn: Turn, request: SizedRequest): PricedCall {
    const call = this.#history.calls.get(turn.index);
    if (call === undefined) return this.#assume(turn, request, true);
    const { read, write, uncached, hourShare } = call;
    return this.#price(turn, { read, write, uncached, hour: write * hourShare });
  }

  /** Prices the same call with another window. */
  priceOther(turn: Turn, request: PricedRequest): PricedCall {
    const spend = this.#cache.request(turn.index, request);
    return spend === null ? this.#assume(turn, request, false) : this.#price(turn, spend);
  }

  /** A call whose window is not known: the same under every policy. */
  skipUnknown(turn: Turn): void {
    this.#cache.repeat(turn.index);
    const call = this.#history.calls.get(turn.index);
    if (call === undefined) {
      this.#takeStated(turn);
      return;
    }
    const { read, write, uncached, hourShare } = call;
    this.#price(turn, { read, write, uncached, hour: write * hourShare });
  }

  #assume(turn: Turn, { tokens, common }: SizedRequest, isRecorded: boolean): PricedCall {
    if (this.#assumed === null) {
      const price = isRecorded ? this.#takeStated(turn) : null;
      this.#isUnknown ||= !isRecorded && turn.usage?.statedCost != null;
      return {
        cache: { read: 0, write: 0, uncached: tokens },
        price,
        outputPrice: price === null ? null : 0,
      };
    }
    const place = this.#history.harnessEdits.get(turn.index) ?? Infinity;
    const spend = this.#assumed.request(tokens, Math.min(common, place), turn.at, turn.model ?? this.#model);
    return this.#price(turn, { ...spend, hour: 0 });
  }

  #price(turn: Turn, { hour, ...cache }: CacheSpend & { readonly hour: Tokens }): PricedCall {
    const [[usage, table] = [], ...inside] = this.#rates.listCalls(turn);
    if (usage === undefined || table === undefined) return { cache, price: null, outputPrice: null };
    const input = cache.read + cache.write + cache.uncached;
    const parts = computeSpendParts(usage, { ...cache, hour }, table);
    const within = inside.reduce(
      (sum, [spend, rates]) => sum + sumOfParts(computeCostParts(spend, rates) ?? NOTHING),
      0,
    );
    const [price, outputPrice] =
      parts === null
        ? [input === turn.usage?.input ? usage.statedCost : null, null]
        : [parts.uncached + parts.cacheRead + parts.cacheWrite, parts.output + parts.other];
    if (price === null) this.#isUnknown ||= usage.statedCost !== null;
    else this.#count(parts === null ? STATED_CURRENCY : table.currency);
    this.#sum += (price ?? 0) + (outputPrice ?? 0) + within;
    return { cache, price, outputPrice: price === null ? null : (outputPrice ?? 0) + within };
  }

  /** A call of which only its source's own price is known. */
  #takeStated({ usage }: Turn): number | null {
    if (usage?.statedCost == null) return null;
    this.#count(STATED_CURRENCY);
    this.#sum += usage.statedCost;
    return usage.statedCost;
  }

  /** Two currencies have no sum. */
  #count(currency: string): void {
    this.#priced++;
    this.#isUnknown ||= currency !== (this.#currency ?? currency);
    this.#currency = currency;
  }
}

const NOTHING = { uncached: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, output: 0, other: 0 };
