import type { VendorConfiguration } from "@/lib/policies/contract/configuration";
import type { PinReport } from "@/lib/replay/pin-report";
import type { PriceTable } from "@/lib/core/models/prices";
import type { ReplaySummary } from "@/lib/replay/summary";
import type { UseCounts } from "@/lib/core/evidence/use-state";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** `options` is the JSON Schema of its vendor's configuration. */
export interface ListedPolicy {
  readonly kind: string;
  readonly version: string;
  readonly title: string;
  readonly vendor: string;
  readonly source: string;
  readonly options: JsonObject;
  /** How the vendor's own program is given the options; `null` if no single place takes them. */
  readonly configuration: VendorConfiguration | null;
}

export interface PolicyChoiceInput {
  readonly kind: string;
  readonly version?: string | undefined;
  readonly options: JsonObject;
  readonly pin: boolean | readonly string[];
  readonly restore: boolean;
  readonly recite: boolean;
}

/** Older frozen views have no total by the run's own count. */
type SummaryInput = Omit<ReplaySummary, "tokensSentByRun" | "turnsOverWindow"> &
  Partial<Pick<ReplaySummary, "tokensSentByRun" | "turnsOverWindow">>;

export interface ReplayResultInput {
  readonly policy: { readonly kind: string; readonly title: string; readonly options: Json };
  readonly session: string;
  readonly summary: SummaryInput;
  readonly series: {
    readonly turn: readonly number[];
    readonly tokens: readonly number[];
    readonly evictions: readonly number[];
    /** Measured totals minus counted ones; absent in older frozen views. */
    readonly residual?: readonly (number | null)[];
  };
  readonly evidence: { readonly counts: Omit<UseCounts, "residual"> & Partial<UseCounts> };
  /** Absent in older replays. */
  readonly pins?: PinReport | null;
  readonly notRunnable?: string | null;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  readonly notes: readonly string[];
}

export interface ReplayInput {
  readonly id: string;
  readonly session: string;
  readonly status: "running" | "done" | "cancelled" | "failed";
  readonly progress: { readonly done: number; readonly of: number };
  readonly message: string | null;
  readonly request: {
    readonly policies: readonly PolicyChoiceInput[];
    readonly budget?: number | undefined;
    readonly prices?: PriceTable | undefined;
  };
  readonly recommendation?: { readonly result: number | null; readonly reason: string } | null;
  readonly results: readonly ReplayResultInput[];
  readonly counterfactual: string;
}

export function choice(kind: string, options: JsonObject): PolicyChoiceInput {
  return { kind, options, pin: false, restore: false, recite: false };
}

export const RECORDED_CHOICE = choice("recorded", {});

export const CHOICES_MAX = 6;
