import type { GivenVerdictInput } from "../findings/findings-input";
import type { Severity } from "@/lib/core/findings/rule/finding";

/** What the judge says of a session, as the API answers it. */
export interface JudgedInput {
  readonly on: boolean;
  readonly model: string | null;
  readonly status: "never asked" | "waiting" | "asked";
  readonly note: string | null;
  readonly summary: {
    readonly sentence: string;
    readonly model: string;
    readonly version: number;
    readonly href: string;
  } | null;
  readonly findings: readonly {
    readonly id: string;
    readonly title: string;
    readonly severity: Severity | null;
    readonly fromTurn: number;
    readonly toTurn: number;
    readonly sentence: string;
    readonly verdict?: GivenVerdictInput | null;
    readonly question: string;
    readonly model: string;
    readonly version: number;
    readonly quotes: readonly {
      readonly role: string;
      readonly turn: number;
      readonly quote: string;
      readonly href: string;
    }[];
  }[];
  readonly questions: number;
  readonly answered: number;
  readonly unanswered: readonly {
    readonly question: string;
    readonly why: string;
    readonly count: number;
  }[];
  readonly tokens: number;
}
