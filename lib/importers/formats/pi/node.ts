import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { EpochMs, Tokens } from "@/lib/core/units";

type Turn = TraceEventOf<"turn.recorded">;

interface Base {
  readonly key: string;
  readonly parent: string | null;
  readonly at: EpochMs | null;
  readonly blocks: readonly BlockStatement[];
}

export interface PlainNode extends Base {
  readonly type: "plain";
  readonly endsRun: boolean;
  readonly isSide: boolean;
}

export interface CallNode extends Base {
  readonly type: "call";
  readonly fields: Pick<Turn, "turnId" | "endedAt" | "model" | "provider" | "usage" | "stopReason" | "error">;
}

/**
 * From here on a window begins with the summary, then what is kept from `firstKept` on, if that is before it.
 */
export interface CompactionNode extends Base {
  readonly type: "compaction";
  readonly firstKept: string | undefined;
  readonly tokensBefore: Tokens | undefined;
  readonly fromHook: boolean;
}

/**
 * Makes another record the end of the active branch. In the file, the next record is linked to `appendTo`.
 */
export interface LeafNode extends Base {
  readonly type: "leaf";
  readonly target: string | null;
  readonly appendTo: string | null;
}

export type Node = PlainNode | CallNode | CompactionNode | LeafNode;

/** The harness calls the model again by itself, with the results of this call's tools. */
export function isCalledAgain(call: CallNode): boolean {
  return call.fields.stopReason === "toolUse" && !isYield(call);
}

export function isYield({ blocks }: Node): boolean {
  return blocks.some(({ kind, toolName }) => kind === "tool_call" && toolName === "sessions_yield");
}
