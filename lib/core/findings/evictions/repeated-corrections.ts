import { countWords } from "../../count-words";
import { addToGroup } from "../../group-by";
import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { countShared, isMostlyShared } from "../../proof/shared-lines";
import { extractCommand, parseJsonOrText, recordIn } from "../../source/arguments";
import { isShell, plainToolName } from "../../source/tool-words";
import type { InSteps } from "../../steps";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { Turn } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";
import { readOwnLines } from "./own-lines";
import { describeTimes } from "./repeat-groups";

const SAYINGS_MIN = 3;
/** The fewest words of a correction: a shorter message may be said for many reasons. */
const WORDS_MIN = 8;
/** The share of lines that two corrections must have in common: a line may tell how this reply was wrong. */
const SHARE_MIN = 0.6;
/** The most lines of a correction: a harness that refuses a reply does not say more. */
const MESSAGE_LINES_MAX = 200;
const REPAIRED_MIN = 2;
/** The fewest characters of a line of a call that stands in the reply before it by no chance. */
const LINE_CHARS_MIN = 12;
const LINE_CHARS_MAX = 200;
const LINES_MAX = 40;
const QUOTED_CHARS_MAX = 120;

/** A message that came after a reply without a call. */
export interface Answered {
  readonly reply: number;
  readonly replyTurn: TurnIndex;
  readonly message: number;
  /** A line that the reply had said and that the next turn called. */
  readonly repaired: { readonly line: string; readonly call: number; readonly turn: TurnIndex } | null;
}

/**
 * A message that stood in the window and that replies without a call drew again and again, each of them and no other message: a
 * harness refuses replies of a wrong form. The next turn calls what the refused reply had only said. That tells it from what a person
 * says each time that something is done.
 *
 *     turn 3  says "`ls -la src` and then `cat a.py`"    turn 4  told "Give exactly one action, found 2."    calls ls -la src
 *     turn 9  says "`sed -i s/a/b/ a.py` and `make`"     turn 10 told "Give exactly one action, found 2."    calls sed -i s/a/b/ a.py
 */
export function* findRepeatedCorrections(
  input: FindingInput,
  answered: readonly Answered[],
): Generator<Case | undefined> {
  const lines = readOwnLines(input);
  const tasks = input.session.turns
    .slice(0, 1)
    .flatMap(({ index }) => input.index.listBegun(index).map(({ block }) => block));
  const sayings = new Sayings();
  for (const answeredSaying of answered) {
    yield undefined;
    const ownLines = lines.of(answeredSaying.message);
    if (ownLines.size > MESSAGE_LINES_MAX) continue;
    const group = sayings.find(ownLines);
    if (group !== undefined) group.push(answeredSaying);
    else if (
      countWords(readTextOfBlock(input.recording, answeredSaying.message)) >= WORDS_MIN &&
      !tasks.some((block) => isMostlyShared(ownLines, lines.of(block), SHARE_MIN))
    )
      sayings.add(ownLines, answeredSaying);
  }
  for (const group of sayings.groups) {
    yield undefined;
    if (isCorrection(group, answered)) yield* buildCase(input, group);
  }
}

/** Messages that say nearly the same, by their lines. */
class Sayings {
  readonly groups: Answered[][] = [];
  private readonly linesOf: ReadonlySet<string>[] = [];
  private readonly withLine = new Map<string, number[]>();

  add(ownLines: ReadonlySet<string>, answeredSaying: Answered): void {
    for (const line of ownLines) addToGroup(this.withLine, line, this.groups.length);
    this.linesOf.push(ownLines);
    this.groups.push([answeredSaying]);
  }

  /**
   * The first group that has most of these lines. It has one of any few of them that are more than it may lack, so only groups with
   * one of the rarest are compared.
   */
  find(ownLines: ReadonlySet<string>): Answered[] | undefined {
    const groupsWith = (line: string) => this.withLine.get(line) ?? [];
    const rareLines = ownLines.size - Math.ceil(ownLines.size * SHARE_MIN) + 1;
    const rarest = [...ownLines]
      .sort((a, b) => groupsWith(a).length - groupsWith(b).length)
      .slice(0, rareLines);
    const near = [...new Set(rarest.flatMap(groupsWith))].sort((a, b) => a - b);
    const found = near.find((no) => isMostlyShared(ownLines, this.linesOf[no] ?? new Set(), SHARE_MIN));
    return found === undefined ? undefined : this.groups[found];
  }
}

/** Whether all replies without a call in its time drew it, and what some of them said was called next. */
function isCorrection(group: readonly Answered[], answered: readonly Answered[]): boolean {
  const [from, to] = [group[0]?.replyTurn ?? 0, group.at(-1)?.replyTurn ?? 0];
  return (
    group.length >= SAYINGS_MIN &&
    answered.filter(({ replyTurn }) => replyTurn >= from && replyTurn <= to).length === group.length &&
    group.filter(({ repaired }) => repaired !== null).length >= REPAIRED_MIN
  );
}

/** Replies without a call that a message came after. A turn per step. */
export function* listAnswered(input: FindingInput): InSteps<Answered[]> {
  const { session, index } = input;
  const answered: Answered[] = [];
  for (const [at, turn] of session.turns.entries()) {
    yield;
    const before = session.turns[at - 1];
    const reply = before === undefined ? undefined : findReply(input, before);
    if (before === undefined || reply === undefined) continue;
    const message = index
      .listBegun(turn.index)
      .find(
        ({ block, since, continues }) =>
          since === turn.index && !continues && session.blocks[block]?.kind === "user_message",
      );
    if (message === undefined) continue;
    const repaired = findRepaired(input, turn, readTextOfBlock(input.recording, reply));
    answered.push({ reply, replyTurn: before.index, message: message.block, repaired });
  }
  return answered;
}

/** What the model said in a turn without a call. */
function findReply({ session }: FindingInput, { output }: Turn): number | undefined {
  if (output.some((no) => session.blocks[no]?.kind === "tool_call")) return undefined;
  return output.find((no) => session.blocks[no]?.kind === "assistant_text");
}

function findRepaired(
  input: FindingInput,
  { index, output }: Turn,
  messageText: string,
): Answered["repaired"] {
  for (const call of output) {
    const line = listCallLines(input, call).find((callLine) => messageText.includes(callLine));
    if (line !== undefined) return { line, call, turn: index };
  }
  return null;
}

/** Lines of what a call gives, long enough to be known again. */
function listCallLines(input: FindingInput, call: number): string[] {
  const block = input.session.blocks[call];
  if (block?.kind !== "tool_call") return [];
  const args = readTextOfBlock(input.recording, call);
  const givenTexts = isShell(plainToolName(block.toolName))
    ? [extractCommand(args)]
    : Object.values(recordIn(parseJsonOrText(args)) ?? { args }).filter((value) => typeof value === "string");
  return givenTexts
    .flatMap((text) => text.split(/\n|&&/))
    .slice(0, LINES_MAX)
    .map((line) => line.trim())
    .filter(({ length }) => length >= LINE_CHARS_MIN && length <= LINE_CHARS_MAX);
}

function* buildCase(input: FindingInput, group: readonly Answered[]): Generator<Case> {
  const { session } = input;
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, ...repetitions] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  const standingRepetitions = repetitions.filter(({ replyTurn }, i) =>
    standsInFull(input, group[i]?.message ?? -1, replyTurn),
  );
  if (standingRepetitions.length === 0) return;
  const lines = readOwnLines(input);
  yield {
    from: first.replyTurn,
    to: last.replyTurn,
    blocks: [first.message, ...group.map(({ reply }) => reply)].slice(0, BLOCKS_NAMED_MAX).map(getBlockId),
    numbers: { mistakes: group.length, stood: standingRepetitions.length },
    sentence:
      `A reply without a call drew the same message ${describeTimes(group.length)}, ${nameTurnsOf(group.map(({ replyTurn }) => replyTurn))}: "${shortenWords(readTextOfBlock(input.recording, first.message), QUOTED_CHARS_MAX)}". ` +
      `${formatDigits(standingRepetitions.length)} of them came while the message before stood in the window, and what a reply had said was called right after it.`,
    proof: { view: "turn", turn: last.replyTurn, block: getBlockId(last.reply) },
    claims: [
      ...group.map(({ replyTurn }): Claim => ({
        is: "count",
        n: 0,
        of: { in: "made", kind: "tool_call", from: replyTurn, to: replyTurn },
      })),
      ...repetitions.map(({ message }): Claim => ({
        is: "shares-lines",
        blocks: [getBlockId(first.message), getBlockId(message)],
        n: countShared(lines.of(first.message), lines.of(message)),
      })),
      ...standingRepetitions.map(({ replyTurn }): Claim => {
        const earlier = group[group.findIndex((groupEntry) => groupEntry.replyTurn === replyTurn) - 1];
        return { is: "stands", block: getBlockId(earlier?.message), turn: replyTurn, mode: "full" };
      }),
      ...group.flatMap(({ reply, replyTurn, repaired }): Claim[] =>
        repaired === null
          ? []
          : [
              { is: "used", value: repaired.line, turn: replyTurn, block: getBlockId(reply) },
              { is: "used", value: repaired.line, turn: repaired.turn, block: getBlockId(repaired.call) },
            ],
      ),
    ].slice(0, CLAIMS_MAX),
  };
}

function standsInFull({ index }: FindingInput, block: number, turn: TurnIndex): boolean {
  return index.turn(turn)?.window.known === true && index.standing.findAt(block, turn)?.mode === "full";
}
