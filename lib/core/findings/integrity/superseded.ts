import { groupBy } from "../../group-by";
import { fullText } from "../../trace/recording";
import type { Block } from "../../trace/session";
import { pairCalls } from "../../window/call-pairs";
import type { FindingInput, FindingRule } from "../rule";

const READS = /^(read|view|cat|open|get_file|read_file|readfile|notebookread)/i;
const WRITES =
  /^(write|edit|multiedit|str_replace|apply_patch|apply_diff|insert|create_file|replace|update_file|notebookedit)/i;
const ARGUMENT_CHARS_MAX = 4_000;

/** A file was changed, and what it said before still stands in the window in full. */
export const superseded: FindingRule = {
  code: "stale.superseded",
  family: "integrity",
  title: "An old version of a changed file is still in the window",
  severity: "note",
  advice: "Replace what was read of a file when it is changed, or mark it as outdated.",
  source: "staleness as a reason to exclude: the newest version of a source is the one that counts",
  *find(input) {
    const { session, index } = input;
    const last = session.turns.at(-1)?.index ?? 0;
    for (const [path, acts] of groupBy(fileActs(input), (act) => act.path)) {
      const writes = acts.filter(({ writes: does }) => does);
      const stale = acts.flatMap(({ block, turn, writes: does }) => {
        const write = does ? undefined : writes.find((other) => other.turn > turn);
        const stay = index.life(block).find(({ mode, from, to }) => {
          return mode === "full" && write !== undefined && from <= write.turn && (to ?? last) > write.turn;
        });
        return write === undefined || stay === undefined
          ? []
          : [{ block, from: write.turn + 1, to: stay.to ?? last }];
      });
      const [first] = stale;
      if (first === undefined) continue;
      const to = Math.max(...stale.map((one) => one.to));
      yield {
        from: first.from,
        to,
        blocks: stale.slice(0, 20).flatMap(({ block }) => session.blocks[block]?.id ?? []),
        numbers: { versions: stale.length, turns: to - first.from + 1 },
        sentence: `What was read of ${path} before it was changed at turn ${first.from - 1} still stood in the window at turn ${to}.`,
        proof: { view: "block", block: session.blocks[first.block]?.id ?? "" },
      };
    }
  },
};

interface FileAct {
  readonly path: string;
  /** The result of a read, the call of a write. */
  readonly block: number;
  readonly turn: number;
  readonly writes: boolean;
}

function* fileActs({ session, recording }: FindingInput): Iterable<FileAct> {
  const { resultOf } = pairCalls(session);
  for (const [no, block] of session.blocks.entries()) {
    if (block.kind !== "tool_call" || block.toolName === null || block.createdTurn === null) continue;
    const writes = WRITES.test(block.toolName);
    if (!writes && !READS.test(block.toolName)) continue;
    const result = resultOf.get(no);
    const failed = result !== undefined && session.blocks[result]?.isError === true;
    const path = pathOf(block, (fullText(recording, block) ?? "").slice(0, ARGUMENT_CHARS_MAX));
    if (path === null || failed || (!writes && result === undefined)) continue;
    yield { path, block: writes ? no : (result ?? no), turn: block.createdTurn, writes };
  }
}

function pathOf({ origin }: Block, args: string): string | null {
  const match = /"(?:file_?path|path|filename|target_file|notebook_path)"\s*:\s*"([^"]+)"/i.exec(args);
  return origin?.path ?? match?.[1] ?? null;
}
