import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { EpochMs, Tokens } from "@/lib/core/units";

type Turn = TraceEventOf<"turn.recorded">;

interface Base {
  /** The record's id; in files without ids its place. */
  readonly key: string;
  /** The record that this one was appended to, as the file has it. */
  readonly parent: string | null;
  readonly at: EpochMs | null;
  /** What it puts into the window of the calls behind it. */
  readonly blocks: readonly BlockStatement[];
}

/** A message or a note. `endsRun` marks those that a run ends with: results, the message of a yield, repeated replies. */
export interface PlainNode extends Base {
  readonly type: "plain";
  readonly endsRun: boolean;
  /** Kept out of the active branch by the harness itself. */
  readonly isSide: boolean;
}

/** A model call: its blocks are the answer. */
export interface CallNode extends Base {
  readonly type: "call";
  readonly fields: Pick<Turn, "turnId" | "endedAt" | "model" | "provider" | "usage" | "stopReason" | "error">;
}

/** From here on a window begins with the summary, then what is kept from `firstKept` on, if that lies before it. */
export interface CompactionNode extends Base {
  readonly type: "compaction";
  readonly firstKept: string | undefined;
  readonly tokensBefore: Tokens | undefined;
  readonly fromHook: boolean;
}

/** Makes another record the end of the active branch. What is appended next is linked to `appendTo` in the file. */
export interface LeafNode extends Base {
  readonly type: "leaf";
  readonly target: string | null;
  readonly appendTo: string | null;
}

/** A record of a session file, read once: its texts are blocks, the rest of it is not kept. */
export type Node = PlainNode | CallNode | CompactionNode | LeafNode;

/** Whether the harness expects the model to go on after this call by itself, with the results of what it called for. */
export function goesOn(call: CallNode): boolean {
  return call.fields.stopReason === "toolUse" && !yields(call);
}

/** Whether the call ends its run to wait for what was started: a notice or the user starts the next one. */
export function yields({ blocks }: Node): boolean {
  return blocks.some(({ kind, toolName }) => kind === "tool_call" && toolName === "sessions_yield");
}
