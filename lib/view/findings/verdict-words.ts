import type { GivenVerdictInput } from "../answers";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";

export { NOTE_CHARS_MAX } from "@/lib/core/findings/counted";

/** One verdict with its key and its words. */
export interface VerdictChoice {
  readonly verdict: PersonVerdict;
  readonly key: string;
  readonly label: string;
  readonly help: string;
}

export const VERDICT_CHOICES: readonly VerdictChoice[] = [
  { verdict: "true", key: "t", label: "True", help: "Call it true, or take that back" },
  { verdict: "false", key: "f", label: "False", help: "Call it false, or take that back" },
  { verdict: "not-useful", key: "n", label: "Not useful", help: "Call it not useful, or take that back" },
];

/** What a person said of one finding. */
export interface SaidOfFinding {
  readonly verdict: PersonVerdict;
  readonly note: string;
  /** "False, said ada@example.com: it was on the screen". */
  readonly words: string;
}

export function buildSaid({ verdict, note, who }: GivenVerdictInput): SaidOfFinding {
  const label = VERDICT_CHOICES.find((choice) => choice.verdict === verdict)?.label ?? verdict;
  const why = note === "" ? "" : `: ${revealText(note)}`;
  return { verdict, note, words: `${label}, said ${revealText(who)}${why}` };
}

/** How often people confirmed a rule: "confirmed 12 of 14 here". */
export function describeConfirmed(
  rule: { readonly confirmed: number; readonly judged: number } | undefined,
): string {
  return rule === undefined || rule.judged === 0
    ? "not yet confirmed by anybody here"
    : `confirmed ${count(rule.confirmed)} of ${count(rule.judged)} here`;
}
