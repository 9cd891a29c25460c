import type { WantedHow } from "@/lib/core/compaction/wanted-again";
import { plural } from "./format";

/** The most serious first. */
export const WANTED_ORDER: readonly WantedHow[] = ["overwritten", "wrong", "used", "asked", "fetched"];
const HEADS: Readonly<Record<WantedHow, readonly [one: string, many: string]>> = {
  overwritten: ["file was overwritten without its text", "files were overwritten without their text"],
  wrong: ["value was got wrong", "values were got wrong"],
  used: ["value was used although nothing said it", "values were used although nothing said them"],
  asked: ["thing had to be said again by the user", "things had to be said again by the user"],
  fetched: ["call fetched again what had left", "calls fetched again what had left"],
};

/** How much was wanted again and how, the most serious first: `["1 value was got wrong", "3 calls fetched again what had left"]`. */
export function listWantedParts(
  times: Readonly<Record<WantedHow, number>>,
): { how: WantedHow; words: string }[] {
  return WANTED_ORDER.flatMap((how) => {
    const [one, many] = HEADS[how];
    return times[how] === 0 ? [] : [{ how, words: plural(times[how], one, many) }];
  });
}

/** "a, b and c". */
export function listWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
