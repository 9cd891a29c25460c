import { groupBy } from "@/lib/core/group-by";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { Block } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";
import { indexResidencies } from "@/lib/core/window/residency-index";
import type { JudgedText } from "./judged-text";

/** A block with its text, and the turn that it came in or was written in. */
export interface SceneBlock {
  readonly number: number;
  readonly block: Block;
  readonly turn: TurnIndex;
  readonly text: string;
}

export interface SceneCompaction {
  readonly turn: TurnIndex;
  readonly summary: SceneBlock;
  /** What left the window in it, oldest first. */
  readonly left: readonly SceneBlock[];
}

/** A session as questions look at it. */
export interface JudgeScene {
  /** Those with a text, in the order in which the session had them. */
  readonly blocks: readonly SceneBlock[];
  readonly compactions: readonly SceneCompaction[];
  /** Whether a block stands in full in a turn's window. */
  stands(block: SceneBlock, turn: TurnIndex): boolean;
}

export function buildJudgeScene(recording: Recording): JudgeScene {
  const { session } = recording;
  const standing = indexResidencies(session);
  const known = new Map<number, SceneBlock>();
  for (const [number, block] of session.blocks.entries()) {
    const text = readFullText(recording, block) ?? "";
    const entered = standing.listResidencies(number)[0]?.from;
    const turn =
      (isWritten(block) ? block.createdTurn : entered) ?? entered ?? block.createdTurn ?? undefined;
    if (turn !== undefined && text.trim() !== "") known.set(number, { number, block, turn, text });
  }
  // What a turn's window brings comes before what the turn's model writes.
  const written = (one: SceneBlock): number => (isAct(one) ? 1 : 0);
  const blocks = [...known.values()].sort(
    (a, b) => a.turn - b.turn || written(a) - written(b) || a.number - b.number,
  );
  const byCompaction = groupBy(session.evictions, ({ compaction }) => compaction ?? -1);
  return {
    blocks,
    compactions: session.compactions.flatMap(({ turn, summaryBlock }, number) => {
      const summary = known.get(summaryBlock ?? -1);
      const gone = new Set((byCompaction.get(number) ?? []).map(({ block }) => block));
      const left = blocks.filter((one) => gone.has(one.number) && one !== summary);
      return summary === undefined ? [] : [{ turn, summary, left }];
    }),
    stands: ({ number }, turn) => standing.findAt(number, turn)?.mode === "full",
  };
}

/** What the model said or did. */
export function isAct({ block }: SceneBlock): boolean {
  return isWritten(block);
}

function isWritten({ kind }: Block): boolean {
  return kind === "assistant_text" || kind === "tool_call";
}

export function isFromUser({ block: { kind } }: SceneBlock): boolean {
  return kind === "user_message" || kind === "user_goal";
}

/** @param role the text's id is made of its first letter and a number */
export function listSceneTexts(role: string, blocks: readonly SceneBlock[]): JudgedText[] {
  return blocks.map(({ block, turn, text }, i) => ({
    id: `${role.charAt(0).toUpperCase()}${i + 1}`,
    role,
    label: labelOf(block, turn),
    block: block.id,
    turn,
    text,
  }));
}

function labelOf({ kind, toolName, isError }: Block, turn: TurnIndex): string {
  const words = kind.replaceAll("_", " ");
  return `turn ${turn}, ${isError ? "failed " : ""}${words}${toolName === null ? "" : ` of ${toolName}`}`;
}
