import { countUntil } from "../../count-until";
import { TextAnswers } from "../../proof/text-answers";
import { isChanging } from "../../source/looks-up";
import { readFullText } from "../../trace/fold/recording";
import type { InSteps } from "../../steps";
import type { Block } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { FindingInput } from "./rule";

interface Act {
  readonly block: number;
  readonly turn: TurnIndex;
}

/**
 * Calls of one sort, by the values that they name. Many texts name the same things, so each list is made once and each call is
 * judged once. Only what calls give is searched: a session says a hundred times as much. Give all values to `prepareInSteps` first.
 *
 *     turn 2  write src/pay.ts     turn 5  read src/pay.ts     turn 9  write src/pay.ts
 *     findFirstFrom("src/pay.ts", 3) is the call of turn 9, for calls that write
 */
export class ActsNaming {
  private readonly judged = new Map<number, boolean>();
  private readonly naming = new Map<string, readonly Act[]>();
  private readonly answers = new TextAnswers();
  /** Calls by the number of what they give. */
  private readonly giving: number[][] = [];

  constructor(
    private readonly input: Pick<FindingInput, "recording" | "session">,
    private readonly isAct: (call: Block) => boolean,
  ) {}

  /** Looks for many values in one pass, a call or a value per step. */
  *prepareInSteps(values: ReadonlySet<string>): InSteps<void> {
    if (values.size === 0) return;
    yield* this.readCalls();
    yield* this.answers.prepareInSteps(values);
  }

  private *readCalls(): InSteps<void> {
    const { recording, session } = this.input;
    for (const [number, block] of this.giving.length > 0 ? [] : session.blocks.entries()) {
      if (block.kind !== "tool_call") continue;
      yield;
      const text = readFullText(recording, block);
      if (text !== null) (this.giving[this.answers.add(text, text)] ??= []).push(number);
    }
  }

  /** Index into `Session.blocks` of the first such call from a turn on that names a value. */
  findFirstFrom(value: string, from: TurnIndex): number | undefined {
    let acts = this.naming.get(value);
    if (acts === undefined) {
      acts = this.answers
        .listTextsThatSay(value)
        .flatMap((no) => this.giving[no] ?? [])
        .flatMap((block) => this.findAct(block) ?? [])
        .sort((a, b) => a.turn - b.turn || a.block - b.block);
      this.naming.set(value, acts);
    }
    return acts[countUntil(acts, ({ turn }) => turn < from)]?.block;
  }

  private findAct(number: number): Act | undefined {
    const block = this.input.session.blocks[number];
    if (block?.kind !== "tool_call" || block.createdTurn === null) return undefined;
    let isAct = this.judged.get(number);
    if (isAct === undefined) this.judged.set(number, (isAct = this.isAct(block)));
    return isAct ? { block: number, turn: block.createdTurn } : undefined;
  }
}

/** Whether a call changes something. A look uses nothing. */
export function isChangingCall({ recording }: Pick<FindingInput, "recording">, block: Block): boolean {
  return isChanging(block.toolName, readFullText(recording, block) ?? "");
}
