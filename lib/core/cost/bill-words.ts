import type { CostSummary } from "./summary-schema";
import { rewrittenShareOf } from "./sum-account";

/** One sentence of a bill for a message; `null` where nothing has a price. */
export function tellBill(summary: CostSummary | null): string | null {
  if (summary === null || summary.currency === null) return null;
  const share = rewrittenShareOf(summary);
  const again =
    share === null || share <= 0
      ? ""
      : `; ${Math.round(share * 100)} % of that was written again after the prompt cache was lost`;
  return `Its own calls cost ${summary.own.toFixed(2)} ${summary.currency}${again}.`;
}
