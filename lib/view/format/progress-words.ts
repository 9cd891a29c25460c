import { formatPercent } from "./format";

/** What is under way, and how far it is: "Sending a.json, 40%". `share` is `null` while that is not known. */
export function describeProgress(what: string, share: number | null): string {
  return share === null ? `${what}…` : `${what}, ${formatPercent(share)}`;
}
