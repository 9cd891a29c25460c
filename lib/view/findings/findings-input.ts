import type { Family, Severity } from "@/lib/core/findings/rule/finding";

export interface ListedFindingInput {
  readonly code: string;
  readonly family: Family;
  readonly title: string;
  readonly severity: Severity;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly numbers: Readonly<Record<string, number>>;
  readonly sentence: string;
  readonly advice: string;
  readonly proof: { readonly href: string };
}

export interface FindingsInput {
  readonly analysedUpTo: {
    readonly asOfTurn: number | null;
    readonly events: number;
    readonly received: number;
    readonly thresholds: "current" | "earlier";
    readonly done: boolean;
  };
  readonly findings: readonly ListedFindingInput[];
  readonly total: number;
  readonly byCode: Readonly<Record<string, number>>;
  readonly unlisted: Readonly<Record<string, number>>;
  readonly coverage: readonly SignalInput[];
}

export interface SignalInput {
  readonly signal: string;
  readonly state: "seen" | "derived" | "unseen";
  readonly sentence: string;
}
