import type { MemoryRecord } from "../../governance/memory-record";
import { splitMemoryEntries } from "../../governance/memory-entries";
import { parseMemoryRecord } from "../../governance/memory-record";
import { parseJsonOrText, recordIn } from "../../source/arguments";
import { readFullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { computePerSession } from "../rule/per-session";
import type { Case, FindingInput } from "../rule/rule";
import { shortenWords } from "../rule/subject";

export interface Memory {
  readonly number: number;
  readonly block: Block;
  readonly text: string;
  readonly record: MemoryRecord;
  readonly turn: TurnIndex;
}

/** In the order of the blocks. A block may list several memories. */
export const memoriesOf = computePerSession(
  ({ session, recording, index }: FindingInput): readonly Memory[] =>
    session.blocks.flatMap((block, number): Memory[] => {
      const residency = block.kind === "memory" ? index.listResidencies(number)[0] : undefined;
      if (residency === undefined) return [];
      const text =
        readFullText(recording, block) ?? recording.textOf(block.versions[residency.version]) ?? "";
      return splitMemoryEntries(text).map((entry) => ({
        number,
        block,
        text: entry,
        record: parseMemoryRecord(block.label === null ? entry : `${block.label}\n${entry}`),
        turn: residency.from,
      }));
    }),
);

function readSaid(text: string): string {
  return (
    /^\s{0,9}\{.{0,400}?"(?:memory|text|content|fact|value|body|note)"\s{0,3}:\s{0,3}"((?:[^"\\]|\\.){1,200})/s.exec(
      text,
    )?.[1] ?? text
  );
}

/** Whether its fields are stated as data. Elsewhere they are read from prose. */
export function isStated({ text }: Memory): boolean {
  return recordIn(parseJsonOrText(text)) !== null;
}

export function nameOfMemory({ block, text }: Memory): string {
  const words = shortenWords(block.label ?? readSaid(text), 60);
  return words === "" ? "a memory" : `the memory "${words}"`;
}

export function makeMemoryCase(
  memory: Memory,
  sentence: string,
  otherParts: { turn?: TurnIndex } & Partial<Pick<Case, "blocks" | "numbers" | "claims" | "suspected">> = {},
): Case {
  const { turn = memory.turn, blocks = [], numbers = {}, claims = [], ...rest } = otherParts;
  return {
    from: turn,
    to: turn,
    blocks: [memory.block.id, ...blocks],
    numbers,
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    proof: { view: "block", block: memory.block.id },
    claims: [{ is: "stands", block: memory.block.id, turn: memory.turn }, ...claims],
    ...rest,
  };
}
