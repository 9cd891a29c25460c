import type { WantedHow } from "@/lib/core/compaction/wanted";
import type { CompactionInput } from "../answers";
import { moneyWords } from "../format/cost";
import { count, plural } from "../format/format";

/** The most serious first. */
const ORDER: readonly WantedHow[] = ["overwritten", "wrong", "used", "asked", "fetched"];
const HEADS: Readonly<Record<WantedHow, readonly [one: string, many: string]>> = {
  overwritten: ["file was overwritten without its text", "files were overwritten without their text"],
  wrong: ["value was got wrong", "values were got wrong"],
  used: ["value was used although nothing said it", "values were used although nothing said them"],
  asked: ["thing had to be said again by the user", "things had to be said again by the user"],
  fetched: ["source was fetched again", "sources were fetched again"],
};

/**
 * What a cut took and was wanted again, in one sentence; `null` where nothing was, and before an analysis. Everything that tells
 * of a cut in a sentence takes it from here.
 */
export function cutHeadline(cut: CompactionInput, currency: string | null): string | null {
  const { wanted, wantedTotal, fetching } = cut;
  if (wanted === null || wanted.length === 0) return null;
  const tokens = wanted.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  const parts = ORDER.flatMap((how) => {
    const times = wanted.filter((one) => one.how === how).length;
    if (times === 0) return [];
    const [one, many] = HEADS[how];
    const price =
      fetching !== null && fetching > 0 && currency !== null ? `, ${moneyWords(fetching, currency)}` : "";
    const size = how === "fetched" && tokens > 0 ? ` (${count(tokens)} tokens${price})` : "";
    return [`${plural(times, one, many)}${size}`];
  });
  const isCut = (wantedTotal ?? 0) > wanted.length;
  const behind = `After the ${cut.is} at turn ${cut.turn}`;
  return `${behind} ${isCut ? "at least " : ""}${listWords(parts)}.`;
}

/** "a, b and c". */
function listWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
