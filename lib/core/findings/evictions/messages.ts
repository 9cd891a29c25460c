import { normalSpelling } from "../../evidence/values/spelling";
import { normalValue, says } from "../../proof/says";
import { fullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { perSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";

const MESSAGES: ReadonlySet<SourceKind> = new Set(["user_message", "user_goal", "attachment"]);

type Scene = Pick<FindingInput, "session" | "recording" | "index">;

/** What users and harnesses sent during the session, by the turn in which it entered. */
export const messagesOf = perSession(({ session, recording, index }: Scene) => {
  const entered = session.turns.flatMap(({ index: turn }) =>
    index
      .begun(turn)
      .filter(({ block, since, continues }) => {
        const kind = session.blocks[block]?.kind;
        return since === turn && !continues && kind !== undefined && MESSAGES.has(kind);
      })
      .map(({ block }) => ({ turn, block })),
  );
  return {
    /** How many had entered when a turn began: equal for two turns with nothing said between them. */
    by: (turn: TurnIndex) => firstAfter(entered, turn),
    /** The blocks of those that entered after one turn and up to another. */
    between: (from: TurnIndex, to: TurnIndex) =>
      entered.slice(firstAfter(entered, from), firstAfter(entered, to)).map(({ block }) => block),
    /** Whether a message names what a call asks for, or comes from the harness, which may ask for anything. */
    asksFor: (block: number, asked: string) => {
      const facts = session.blocks[block];
      if (facts === undefined || facts.kind === "attachment") return true;
      const text = fullText(recording, facts) ?? "";
      return asked !== "" && says(text, normalSpelling(text), normalValue(asked));
    },
  };
});

function firstAfter(entered: readonly { readonly turn: TurnIndex }[], turn: TurnIndex): number {
  let [low, high] = [0, entered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entered[middle]?.turn ?? Infinity) <= turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
