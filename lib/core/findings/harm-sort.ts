import { findKindWithCode } from "./kinds";

/** The sorts of harm, which a session tells one after the other. */
export const HARM_SORTS = ["failed", "lost", "wasted"] as const;
export type HarmSort = (typeof HARM_SORTS)[number];

/** The fields of a finding that tell its sort, as the analysis has them and as answers do. */
interface Sorted {
  readonly code: string;
  readonly from: number;
  readonly claims: readonly {
    readonly is: string;
    readonly block?: string | undefined;
    readonly turn?: number | undefined;
  }[];
}

/**
 * The sort of harm of a finding, by what it claims and what its kind counts:
 *
 *     lost     it claims more often that something was gone than that it stood
 *     wasted   it is about the growth of the window, or its kind counts tokens: work went on, for more than it needed
 *     failed   the rest: calls that failed or led nowhere, or a rule, an agreement or a statement that does not hold
 */
export function sortHarm({ code, claims, from }: Sorted): HarmSort {
  let [goneClaims, standClaims] = [0, 0];
  for (const { is, block, turn = 0 } of claims) {
    if (is === "left" || (is === "absent" && block === undefined && turn >= from)) goneClaims++;
    else if (is === "stands") standClaims++;
  }
  if (goneClaims > standClaims) return "lost";
  const kind = findKindWithCode(code);
  return kind?.family === "growth" || kind?.harm?.tokens !== undefined ? "wasted" : "failed";
}
