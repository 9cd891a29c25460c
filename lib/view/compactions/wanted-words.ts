import type { WantedHow } from "@/lib/core/compaction/wanted-again";

/** What happened to what was wanted again, as the end of a sentence about it. */
export const WANTED_WORDS: Readonly<Record<WantedHow, string>> = {
  used: "used although nothing said it",
  fetched: "fetched again",
  asked: "said again by the user",
  wrong: "got wrong",
  overwritten: "overwritten without it",
};
