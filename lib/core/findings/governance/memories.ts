import type { MemoryRecord } from "../../governance/memory-record";
import { memoryRecord } from "../../governance/memory-record";
import { fullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { perSession } from "../rule/per-session";
import type { Case, FindingInput } from "../rule/rule";
import { shortWords } from "../rule/subject";

/** A memory that stood in windows, with what it says of itself. */
export interface Memory {
  readonly number: number;
  readonly block: Block;
  readonly text: string;
  readonly record: MemoryRecord;
  /** The first turn that had it. */
  readonly turn: TurnIndex;
}

/** The memories of a session in the order of their blocks. */
export const memoriesOf = perSession(({ session, recording, index }: FindingInput): readonly Memory[] =>
  session.blocks.flatMap((block, number): Memory[] => {
    const stay = block.kind === "memory" ? index.life(number)[0] : undefined;
    if (stay === undefined) return [];
    const text = fullText(recording, block) ?? recording.textOf(block.versions[stay.version]) ?? "";
    const said = block.label === null ? text : `${block.label}\n${text}`;
    return [{ number, block, text, record: memoryRecord(said), turn: stay.from }];
  }),
);

/** A memory by what it says. */
export function nameOfMemory({ block, text }: Memory): string {
  const words = shortWords(block.label ?? text, 60);
  return words === "" ? "a memory" : `the memory "${words}"`;
}

/** A case about one memory. */
export function memoryCase(
  memory: Memory,
  sentence: string,
  more: { turn?: TurnIndex; blocks?: readonly string[]; numbers?: Case["numbers"] } = {},
): Case {
  const { turn = memory.turn, blocks = [], numbers = {} } = more;
  return {
    from: turn,
    to: turn,
    blocks: [memory.block.id, ...blocks],
    numbers,
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    proof: { view: "block", block: memory.block.id },
  };
}
