import { fullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import { pairCalls } from "../../window/call-pairs";
import { perSession } from "./per-session";
import type { FindingInput } from "./rule";

const READS = /^(read|view|cat|open|get_file|read_file|readfile|notebookread)/i;
const WRITES =
  /^(write|edit|multiedit|str_replace|apply_patch|apply_diff|insert|create_file|replace|update_file|notebookedit)/i;
const ARGUMENT_CHARS_MAX = 4_000;

/** A file that a call read or changed; calls that failed are left out. */
export interface FileAct {
  readonly path: string;
  /** The result of a read, the call of a write. */
  readonly block: number;
  readonly turn: number;
  readonly writes: boolean;
}

type Scene = Pick<FindingInput, "session" | "recording">;

/** What calls did to files, in the order of their blocks. */
export const fileActs = perSession((scene: Scene): readonly FileAct[] => [...actsIn(scene)]);

function* actsIn({ session, recording }: Scene): Iterable<FileAct> {
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
