import type { PriceTable } from "@/lib/core/models/prices";

export const PRICE_FIELDS = [
  { key: "input", label: "Input", about: "per million tokens" },
  { key: "cacheRead", label: "Cache read", about: "as a multiple of input" },
  { key: "cacheWrite", label: "Cache write", about: "as a multiple of input" },
  { key: "ttlMs", label: "Time to live", about: "milliseconds an unused prefix is kept" },
  { key: "minPrefix", label: "Shortest prefix", about: "tokens below which nothing is kept" },
  { key: "step", label: "Step", about: "prefixes are kept in multiples of this" },
] as const satisfies readonly { key: keyof PriceTable; label: string; about: string }[];

export function describePricesTitle({ model, currency, input }: PriceTable): string {
  return input === null
    ? `Prices: not known${model === "unknown" ? "" : ` for ${model}`}`
    : `Prices: ${model}, ${currency} ${input} per million input tokens`;
}
