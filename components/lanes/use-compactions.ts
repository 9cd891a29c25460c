import { useState } from "react";
import type { CompactionRow } from "@/lib/view/lanes/compactions";
import { compactionRows } from "@/lib/view/lanes/compactions";
import { compactionsRead } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";

/** Starts with those of the page. Reads all of them again when the page follows new ones. */
export function useCompactions(
  sessionId: string,
  initial: readonly CompactionRow[],
): readonly CompactionRow[] {
  const read = useRead();
  const [grown, setGrown] = useState<{
    from: readonly CompactionRow[];
    rows: readonly CompactionRow[];
  } | null>(null);
  const rows = grown?.from === initial ? grown.rows : initial;
  useOnChange(async ({ session, lastTurn }) => {
    if (session.counts.compactions === rows.length) return;
    const { compactions } = await read(compactionsRead(sessionId));
    setGrown({ from: initial, rows: compactionRows(compactions, lastTurn) });
  });
  return rows;
}
