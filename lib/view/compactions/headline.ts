import type { WantedHow } from "@/lib/core/compaction/wanted-again";
import type { CompactionInput } from "../answers";
import { describeMoney } from "../format/cost";
import { count } from "../format/format";
import { listWords, WANTED_ORDER, listWantedParts } from "../format/wanted-parts";

/**
 * What a cut took and was wanted again, in one sentence; `null` where nothing was, and before an analysis. Everything that tells
 * of a cut in a sentence takes it from here.
 */
export function cutHeadline(cut: CompactionInput, currency: string | null): string | null {
  const { wanted, wantedTotal, fetching } = cut;
  if (wanted === null || wanted.length === 0) return null;
  const tokens = wanted.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  const price =
    fetching !== null && fetching > 0 && currency !== null ? `, ${describeMoney(fetching, currency)}` : "";
  const size = tokens > 0 ? ` (${count(tokens)} tokens${price})` : "";
  const parts = listWantedParts(countHows(wanted)).map(
    ({ how, words }) => `${words}${how === "fetched" ? size : ""}`,
  );
  const isCut = (wantedTotal ?? 0) > wanted.length;
  const behind = `After the ${cut.is} at turn ${cut.turn}`;
  return `${behind} ${isCut ? "at least " : ""}${listWords(parts)}.`;
}

/** What was wanted again of what a cut took, without the cut: "3 calls fetched again what had left"; `null` where nothing was. */
export function describeWanted({ wanted, wantedTotal, neededLater }: CompactionInput): string | null {
  if (wanted === null || wanted.length < (wantedTotal ?? 0)) {
    const times = wantedTotal ?? neededLater ?? 0;
    return times === 0 ? null : `${count(times)} wanted again`;
  }
  return wanted.length === 0 ? null : listWords(listWantedParts(countHows(wanted)).map(({ words }) => words));
}

function countHows(wanted: NonNullable<CompactionInput["wanted"]>): Record<WantedHow, number> {
  const counts = WANTED_ORDER.map((how) => [how, wanted.filter((one) => one.how === how).length]);
  return Object.fromEntries(counts) as Record<WantedHow, number>;
}
