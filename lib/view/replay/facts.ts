import type { PinReport } from "@/lib/replay/pin-report";
import type { PriceTable } from "@/lib/replay/prices";
import type { ReplaySummary } from "@/lib/replay/summary";
import type { EdgeState } from "@/lib/core/evidence/edge";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A policy as the page lists it. `options` is the JSON Schema of its owner's configuration. */
export interface PolicyFacts {
  readonly kind: string;
  readonly version: string;
  readonly title: string;
  readonly owner: string;
  readonly source: string;
  readonly options: JsonObject;
}

/** A choice as a request has it. */
export interface ChoiceFacts {
  readonly kind: string;
  readonly version?: string | undefined;
  readonly options: JsonObject;
  readonly pin: boolean | readonly string[];
  readonly restore: boolean;
  readonly recite: boolean;
}

/** A frozen view may have no total by the run's own count. */
type SummaryFacts = Omit<ReplaySummary, "tokensSentByRun" | "turnsOverWindow"> &
  Partial<Pick<ReplaySummary, "tokensSentByRun" | "turnsOverWindow">>;

/** What one policy made of the session. */
export interface ResultFacts {
  readonly policy: { readonly kind: string; readonly title: string; readonly options: Json };
  readonly session: string;
  readonly summary: SummaryFacts;
  readonly series: {
    readonly turn: readonly number[];
    readonly tokens: readonly number[];
    readonly evictions: readonly number[];
    /** Measured totals minus what is counted; a frozen view of before has none. */
    readonly residual?: readonly (number | null)[];
  };
  readonly evidence: { readonly counts: Readonly<Record<EdgeState, number>> };
  /** What its pins came to; a replay of before says nothing of them. */
  readonly pins?: PinReport | null;
  /** Why the session could not have run under it. */
  readonly notRunnable?: string | null;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  readonly notes: readonly string[];
}

/** A saved replay, or how far it is. The API's answer has it. */
export interface ReplayFacts {
  readonly id: string;
  readonly session: string;
  readonly status: "running" | "done" | "cancelled" | "failed";
  readonly progress: { readonly done: number; readonly of: number };
  readonly message: string | null;
  readonly request: {
    readonly policies: readonly ChoiceFacts[];
    readonly budget?: number | undefined;
    readonly prices?: PriceTable | undefined;
  };
  /** What the session could follow instead; null before the replay is done. */
  readonly recommendation?: { readonly result: number | null; readonly reason: string } | null;
  readonly results: readonly ResultFacts[];
  readonly counterfactual: string;
}

/** The recording under its own policy: what every replay is held against. */
export const RECORDED_CHOICE: ChoiceFacts = {
  kind: "recorded",
  options: {},
  pin: false,
  restore: false,
  recite: false,
};

/** Policies that one run of the page compares beside the recording. */
export const CHOICES_MAX = 6;
