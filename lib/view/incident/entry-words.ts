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

export function nameEntry(kind: EntryKind): string {
  return WORDS[kind];
}
