import { findKindWithCode } from "./kinds";

/** What harm can be done: the sorts that a session tells one after the other. */
export const HARM_SORTS = ["lost", "repeated", "filled", "paid", "broken"] as const;
export type HarmSort = (typeof HARM_SORTS)[number];

/** What of a finding says it, as the analysis has it and as answers do. */
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
 *     lost       it claims more often that something was gone than that it stood
 *     filled     it is about the growth of the window
 *     repeated   its kind counts calls that failed or were made in vain
 *     paid       its kind counts tokens alone
 *     broken     the rest: a rule, an agreement or a statement does not hold
 */
export function sortHarm({ code, claims, from }: Sorted): HarmSort {
  let [gone, stood] = [0, 0];
  for (const { is, block, turn = 0 } of claims) {
    if (is === "left" || (is === "absent" && block === undefined && turn >= from)) gone++;
    else if (is === "stands") stood++;
  }
  if (gone > stood) return "lost";
  const kind = findKindWithCode(code);
  if (kind?.family === "growth") return "filled";
  if (kind?.harm?.calls !== undefined) return "repeated";
  return kind?.harm?.tokens === undefined ? "broken" : "paid";
}
