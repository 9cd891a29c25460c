import type { InSteps } from "../../steps";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { Turn } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { FindingInput } from "../rule/rule";

const CHARS_MAX = 20_000;

export interface SaidMessage {
  readonly block: number;
  readonly turn: TurnIndex;
  /** Place of the turn in the session. */
  readonly at: number;
  readonly text: string;
}

/** Messages that came alone, of which something can be known again. A turn per step. */
export function* listSaidMessages({ session, recording, index }: FindingInput): InSteps<SaidMessage[]> {
  const said: SaidMessage[] = [];
  for (const [at, { index: turn }] of session.turns.entries()) {
    yield;
    const messages = index
      .listBegun(turn)
      .filter(({ block, since, continues }) => {
        const kind = session.blocks[block]?.kind;
        return since === turn && !continues && (kind === "user_message" || kind === "user_goal");
      })
      .map(({ block }) => ({ block, text: readTextOfBlock(recording, block).trim() }))
      .filter(({ text }) => !/^[<[]/.test(text));
    const [own, ...others] = messages;
    if (own === undefined || others.length > 0 || own.text.length > CHARS_MAX) continue;
    said.push({ ...own, at, turn, text: own.text.replace(/\s+/g, " ") });
  }
  return said;
}

/** Whether the model said or did something after one message and before another. */
export function isActedOn({ session }: FindingInput, one: SaidMessage, next: SaidMessage): boolean {
  return session.turns
    .slice(one.at, next.at)
    .some(({ output, error }) => output.length > 0 && error === null);
}

export function countCallsOf({ session }: FindingInput, turns: readonly Turn[]): number {
  return turns.flatMap(({ output }) => output).filter((no) => session.blocks[no]?.kind === "tool_call")
    .length;
}
