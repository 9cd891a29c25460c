import { makeOnce, makeOnceInSteps } from "../once";
import type { InSteps } from "../steps";
import type { Recording, TextOf } from "../trace/fold/recording";
import type { BlockVersion, Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { TurnSpans } from "../window/turn-spans";
import { TextAnswers } from "./text-answers";

/** A version of a block: what it shows where it stands in that version. */
type Shown = Pick<Residency, "block" | "version">;

const NONE = TurnSpans.joinOver([]);

/**
 * Which block of a session says a value, and in which turns some block of the window does. One for each recording: see
 * `indexValuePresence`. Equal texts are read once, whatever the number of blocks that show them and of values that are asked for.
 * A question is a search in the spans of one value.
 *
 *     turn 0   goal: "Refund order 7."
 *     turn 1   goal · r1: "order 7 costs 1,284.50"
 *     turn 2   goal · r1
 *     turn 3   goal                                  r1 has left
 *     turn 4   goal · r4: "The total is 1284.5 EUR"
 *
 *     said.prepare(["1284.5", "order 7", "refund.ts"])     reads the three texts once, for all values
 *     said.findTurns("1284.5").spans                        1–2, 4–∞: it still stands there
 *     said.findTurns("refund.ts").spans                     none
 *     said.isSaid("1284.5", 3) is false, said.isSaid("1284.5", 2, 3) is true
 *     said.findTurns("1284.5").findBefore(3)                1–2: it was last said at turn 2
 *     said.findTurns("1284.5").findAfter(3)                 4–∞: it comes back at turn 4
 *     said.findSayers("1284.5")                             r1, r4
 *
 * Whoever has many values gives them to `prepare` first. A value that was not prepared is looked for in all texts when it is
 * asked for.
 */
export class ValuePresence {
  /** The numbers of texts by block and version; -1 where the source does not give the text. */
  private readonly numbers: number[][] = [];
  /** Versions of blocks by the number of their text. */
  private readonly shown: Shown[][] = [];
  private readonly standing: Residency[][] = [];
  private readonly turns = new Map<string, TurnSpans>();
  private unread = NONE;

  private constructor(
    private readonly recording: Recording,
    private readonly answers: TextAnswers,
  ) {}

  /** An index of all that a recording shows, a block or a residency per step. */
  static *inSteps(recording: Recording, answers: TextAnswers): InSteps<ValuePresence> {
    const { session } = recording;
    const index = new ValuePresence(recording, answers);
    for (const [block, { versions }] of session.blocks.entries()) {
      index.numbers.push(
        versions.map((blockVersion, version) => index.addText(blockVersion, { block, version })),
      );
      yield;
    }
    for (const residency of session.residencies) {
      const no = index.getNumberAt(residency);
      if (no >= 0) (index.standing[no] ??= []).push(residency);
      yield;
    }
    index.unread = TurnSpans.joinOver([
      ...index.listUnreadBlocks(session),
      ...index.listUnreadSummaries(session),
    ]);
    return index;
  }

  /** What a block shows; `null` where the source does not give it. */
  readShownText(shown: Shown): string | null {
    return this.answers.getText(this.getNumberAt(shown));
  }

  /** Looks for many values in one pass over the texts. */
  prepare(values: Iterable<string>): void {
    const steps = this.prepareInSteps(values);
    while (steps.next().done !== true);
  }

  /** Like `prepare`, a value or a text per step, for a caller that has other work in between. */
  prepareInSteps(values: Iterable<string>): Generator<undefined, void> {
    return this.answers.prepareInSteps(values);
  }

  /** Whether a block of the window of one of these turns, or of this turn, says the value. */
  isSaid(value: string, from: TurnIndex, to = from): boolean {
    return this.findTurns(value).has(from, to);
  }

  /** The turns in whose window some block says the value. */
  findTurns(value: string): TurnSpans {
    let turns = this.turns.get(value);
    if (turns === undefined) {
      const texts = this.answers.listTextsThatSay(value);
      turns = texts.length === 0 ? NONE : TurnSpans.joinOver(texts.flatMap((no) => this.standing[no] ?? []));
      this.turns.set(value, turns);
    }
    return turns;
  }

  /** What says the value, in the order of the blocks, whether it ever stood in a window or not. */
  findSayers(value: string): Shown[] {
    return this.answers
      .listTextsThatSay(value)
      .flatMap((no) => this.shown[no] ?? [])
      .sort((a, b) => a.block - b.block || a.version - b.version);
  }

  /** Whether what a block shows says the value. */
  says(shown: Shown, value: string): boolean {
    const no = this.getNumberAt(shown);
    return no >= 0 && this.answers.says(no, value);
  }

  /**
   * Whether a block of the window of one of these turns has a text that the source does not give, or gives in part. What a
   * compaction left is unknown where its summary is empty or missing, as where a provider encrypts it.
   */
  isUnread(from: TurnIndex, to: TurnIndex): boolean {
    return this.unread.has(from, to);
  }

  private getNumberAt({ block, version }: Shown): number {
    return this.numbers[block]?.[version] ?? -1;
  }

  private addText(version: BlockVersion, shown: Shown): number {
    const text = this.recording.textOf(version);
    if (text === null) return -1;
    const no = this.answers.add(version.hash ?? `text ${text}`, text);
    (this.shown[no] ??= []).push(shown);
    return no;
  }

  private listUnreadBlocks({ blocks, residencies }: Session): Residency[] {
    return residencies.filter((residency) => {
      const block = blocks[residency.block];
      if (block === undefined || block.kind === "thinking") return false;
      return this.getNumberAt(residency) < 0 || block.completeness !== "complete";
    });
  }

  private listUnreadSummaries({ blocks, compactions }: Session): { from: TurnIndex; to: TurnIndex | null }[] {
    return compactions.flatMap(({ turn, summaryBlock }, i) => {
      const summaryText = this.readShownText({
        block: summaryBlock ?? -1,
        version: blocks[summaryBlock ?? -1]?.full ?? -1,
      });
      const next = compactions[i + 1]?.turn;
      return (summaryText ?? "").trim() === ""
        ? [{ from: turn, to: next === undefined ? null : next - 1 }]
        : [];
    });
  }
}

const answersOf = makeOnce((_: TextOf) => new TextAnswers());

/**
 * The index of a recording, which all who ask about it share. A recording that was made of the same texts when the session was
 * shorter leaves it what was read of them.
 */
export const indexValuePresence = makeOnceInSteps(
  (recording: Recording) => ValuePresence.inSteps(recording, answersOf(recording.textOf)),
  ({ session }) => session,
);
