import type { EntryKind } from "@/lib/incident/timeline";

const WORDS: Record<EntryKind, string> = {
  repeat: "again",
  eviction: "left",
  compaction: "compacted",
  plan: "plan",
  checkpoint: "checkpoint",
  finding: "finding",
  annotation: "note",
  outcome: "end",
};

/** What a line of a timeline is, in one word, the same as beside its row of marks. */
export function entryWord(kind: EntryKind): string {
  return WORDS[kind];
}
