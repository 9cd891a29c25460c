import type { Family, FindingStanding, Severity } from "@/lib/core/findings/rule/finding";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { Claim } from "@/lib/core/proof/claim";

/** Shares that were made earlier lack what is optional. */
export interface ListedFindingInput {
  readonly id?: string;
  readonly standing?: FindingStanding;
  readonly claims?: readonly Claim[];
  /** Ids of the blocks that it is about, the most important first. */
  readonly blocks?: readonly string[];
  readonly verdict?: GivenVerdictInput | null;
  readonly code: string;
  readonly family: Family;
  readonly title: string;
  /** `null` where it is only suspected. */
  readonly severity: Severity | null;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly numbers: Readonly<Record<string, number>>;
  readonly sentence: string;
  readonly advice: string;
  readonly proof: { readonly href: string };
}

export interface GivenVerdictInput {
  readonly verdict: PersonVerdict;
  readonly note: string;
  readonly who: string;
  readonly at: string;
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
  readonly suspected?: Readonly<Record<string, number>>;
  /** What people said of findings that are no longer found. */
  readonly gone?: readonly (GivenVerdictInput & { readonly id: string; readonly code: string })[];
  readonly unlisted: Readonly<Record<string, number>>;
  readonly coverage: readonly SignalInput[];
}

export interface SignalInput {
  readonly signal: string;
  readonly state: "seen" | "derived" | "unseen";
  readonly sentence: string;
}
