import { findKindWithCode } from "@/lib/core/findings/kinds";

interface FindingOfIncident {
  readonly code: string;
  readonly turn: number;
  /** What the finding says; empty where that is not at hand. */
  readonly sentence: string;
}

/** A sentence: what the finding says if there is room for all of it in one line, else what it is and where. */
export function makeIncidentTitle({ code, turn, sentence }: FindingOfIncident, charsMax: number): string {
  const isLine = sentence.length <= charsMax && !sentence.includes("\n");
  if (sentence !== "" && isLine) return sentence;
  return `${findKindWithCode(code)?.title ?? code} at turn ${turn}`;
}
