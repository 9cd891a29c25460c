import { counted, digits } from "../../digits";
import { groupBy } from "../../group-by";
import { fullText } from "../../trace/fold/recording";
import { EVIDENCE_KINDS } from "../evictions/by-cause";
import type { FindingRule } from "../rule/rule";

const TEXT_CHARS_READ = 200_000;
/** Something by which the originals can be had again: an address, a file, or the name of what was stored. */
const LEADS =
  /https?:\/\/\S|(?:^|[\s"'`(])(?:~|\.{1,2})?\/?[\w.-]{1,80}\/[\w.-]{1,80}\/[\w./-]{0,200}|\b[\w-]{1,80}\.(?:md|txt|jsonl?|log|ts|tsx|js|py|html|csv)\b/;

/** A compaction took results away, and neither the summary nor anything left behind says where the originals are. */
export const summaryUnreferenced: FindingRule = {
  code: "summary.unreferenced",
  family: "governance",
  title: "A summary does not say what it stands for",
  severity: "note",
  advice: "Write into every summary where the originals are: paths, artifacts, or ids of the results.",
  source: "a summary is not the source of truth: it must preserve references for lookup",
  *find({ session, recording }) {
    const decided = new Set(
      session.records.flatMap(({ event }) =>
        event.type === "context.decided"
          ? event.compactions
              .filter(({ originalRef }) => originalRef.trim() !== "")
              .map(({ summaryId }) => summaryId)
          : [],
      ),
    );
    const taken = groupBy(session.evictions, ({ compaction }) => compaction);
    for (const [number, { turn, summaryBlock }] of session.compactions.entries()) {
      const summary = session.blocks[summaryBlock ?? -1];
      const text = summary === undefined ? null : fullText(recording, summary);
      if (summary === undefined || text === null || text.trim() === "" || decided.has(summary.id)) continue;
      const results = (taken.get(number) ?? []).filter(({ block }) =>
        EVIDENCE_KINDS.has(session.blocks[block]?.kind ?? "other"),
      );
      const leads =
        results.some(({ restorable }) => restorable) || LEADS.test(text.slice(0, TEXT_CHARS_READ));
      const named = results.some(({ block }) => {
        const { id, toolCallId } = session.blocks[block] ?? { id: "", toolCallId: null };
        return (
          (id.length > 3 && text.includes(id)) ||
          (toolCallId !== null && toolCallId.length > 3 && text.includes(toolCallId))
        );
      });
      if (results.length === 0 || leads || named) continue;
      const tokens = results.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
      yield {
        from: turn,
        to: turn,
        blocks: [summary.id, ...results.slice(0, 10).flatMap(({ block }) => session.blocks[block]?.id ?? [])],
        numbers: { results: results.length, tokens },
        sentence: `The summary of turn ${turn} stands for ${counted(results.length, "result")} (${digits(tokens)} tokens) and names no path, address or id by which any of them can be had again.`,
        proof: { view: "evictions", turn },
      };
    }
  },
};
