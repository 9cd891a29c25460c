import { countUntil } from "../../count-until";
import { TextAnswers } from "../../proof/text-answers";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { computePerSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";

const MESSAGES: ReadonlySet<SourceKind> = new Set(["user_message", "user_goal", "attachment"]);

type Scene = Pick<FindingInput, "session" | "recording" | "index">;

/** What users and harnesses sent during the session, by the turn in which it entered. */
export const messagesOf = computePerSession(({ session, recording, index }: Scene) => {
  const entered = session.turns.flatMap(({ index: turn }) =>
    index
      .listBegun(turn)
      .filter(({ block, since, continues }) => {
        const kind = session.blocks[block]?.kind;
        return since === turn && !continues && kind !== undefined && MESSAGES.has(kind);
      })
      .map(({ block }) => ({ turn, block })),
  );
  // Only what the messages say is searched: a session says a thousand times as much.
  const answers = new TextAnswers();
  const turnsSaying: TurnIndex[][] = [];
  for (const { turn, block } of entered) {
    const text = readTextOfBlock(recording, block);
    (turnsSaying[answers.add(text, text)] ??= []).push(turn);
  }
  const turnsAsking = new Map<string, readonly TurnIndex[]>();
  /** The turns in which a message came that the harness wrote, which may ask for anything, or that names what is asked. */
  const makeAskedFilter = (askedText: string) => {
    let turns = turnsAsking.get(askedText);
    if (turns === undefined) {
      const naming = askedText === "" ? [] : answers.listTextsThatSay(askedText);
      turns = [...attached, ...naming.flatMap((no) => turnsSaying[no] ?? [])].sort((a, b) => a - b);
      turnsAsking.set(askedText, turns);
    }
    return turns;
  };
  const attached = entered.flatMap(({ turn, block }) =>
    session.blocks[block]?.kind === "attachment" ? turn : [],
  );
  return {
    /** How many had entered when a turn began: equal for two turns with nothing said between them. */
    by: (turn: TurnIndex) => countUntil(entered, (enteredTurn) => enteredTurn.turn <= turn),
    /** Reads the messages once for all that is asked for. */
    prepareInSteps: (askedTexts: Iterable<string>) => answers.prepareInSteps(askedTexts),
    /** Whether a message that came after one turn and up to another asks for what a call asks for. */
    isAskedBetween: (from: TurnIndex, to: TurnIndex, askedText: string) => {
      const turns = makeAskedFilter(askedText);
      return (turns[countUntil(turns, (turn) => turn <= from)] ?? Infinity) <= to;
    },
  };
});
