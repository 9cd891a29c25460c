import { formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import { extractErrorWords } from "../../proof/error-words";
import { readError } from "../../proof/read-error";
import { isToldFailed } from "../../proof/failed";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { countShared } from "../../proof/shared-lines";
import { looksUp } from "../../source/looks-up";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import type { InSteps } from "../../steps";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";
import { readOwnLines } from "./own-lines";

const AGAIN_MIN = 2;
const AGAIN_SHARE_MIN = 0.5;
/** The fewest words of a telling opening: one in fewer words may stand above anything. */
const WORDS_MIN = 4;
const LINES_MIN = 2;
const LINES_SHARE_MIN = 0.5;
/** The most looks between two attempts: the model may look at what it changes. */
const LOOKS_MAX = 2;
const QUOTED_CHARS_MAX = 120;

interface Made {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  /** The first line of the answer. */
  readonly opening: string;
  /** The next call, where it makes the same change again. */
  readonly again: { readonly call: number; readonly lines: number } | null;
}

/**
 * Changes that were answered alike and made again at once with half of their text or more: nobody calls the answer an error, but the model
 * took it for one. Of changes that were made, few are made again at once.
 *
 *     turn 3  edit 4:9 …   "Your edit has new syntax errors. …"      turn 4  edit 4:9 …, with one line otherwise
 *     turn 7  edit 20:31 … "Your edit has new syntax errors. …"      turn 8  edit 20:31 …, with one line otherwise
 */
export function* findMadeAgain(input: FindingInput): Generator<Case | undefined> {
  const changes = yield* listChanges(input);
  for (const group of groupBy(
    changes,
    ({ opening, call }) => `${input.session.blocks[call]?.toolName ?? ""} ${opening}`,
  ).values()) {
    yield undefined;
    const again = group.filter((change) => change.again !== null).length;
    if (again >= AGAIN_MIN && again >= group.length * AGAIN_SHARE_MIN) yield buildCase(input, group);
  }
}

/** Calls that change something, with an answer that the record does not call an error. */
function* listChanges(input: FindingInput): InSteps<Made[]> {
  const { session, recording } = input;
  const pairs = pairCalls(session);
  const calls = session.turns.flatMap(({ index, output }) =>
    output.flatMap((call) => (session.blocks[call]?.kind === "tool_call" ? { call, turn: index } : [])),
  );
  const changes: Made[] = [];
  for (const [i, { call, turn }] of calls.entries()) {
    yield;
    const [block, result] = [session.blocks[call], pairs.resultOf.get(call)];
    const answer = session.blocks[result ?? -1];
    if (
      block === undefined ||
      result === undefined ||
      answer === undefined ||
      isToldFailed(recording, pairs, result)
    )
      continue;
    const args = readFullText(recording, block) ?? "";
    const name = plainToolName(block.toolName);
    if (isShell(name) || !isChange(name, args)) continue;
    const [opening = ""] = (readFullText(recording, answer) ?? "").trimStart().split("\n", 1);
    const words = extractErrorWords(opening, args)?.split(" ").length ?? 0;
    if (words < WORDS_MIN || readError(recording, pairs, result) !== null) continue;
    const next = calls.slice(i + 1, i + 2 + LOOKS_MAX).find((laterCall) => !isLook(input, laterCall.call));
    const again = next !== undefined && next.turn > turn ? findAgain(input, call, next.call) : null;
    changes.push({ call, result, turn, opening: opening.trim(), again });
  }
  return changes;
}

function isLook({ session, recording }: FindingInput, call: number): boolean {
  const block = session.blocks[call];
  return block !== undefined && looksUp(block.toolName, readFullText(recording, block) ?? "");
}

function findAgain(input: FindingInput, call: number, next: number): Made["again"] {
  const { blocks } = input.session;
  if (blocks[call]?.toolName !== blocks[next]?.toolName) return null;
  const lines = readOwnLines(input);
  const [linesBefore, linesAfter] = [lines.of(call), lines.of(next)];
  const shared = countShared(linesBefore, linesAfter);
  return shared >= LINES_MIN && shared >= Math.min(linesBefore.size, linesAfter.size) * LINES_SHARE_MIN
    ? { call: next, lines: shared }
    : null;
}

function buildCase(input: FindingInput, group: readonly Made[]): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const [first, ...otherChanges] = group;
  const last = group.at(-1);
  const again = group.filter((change) => change.again !== null);
  const [from, to] = [first?.turn ?? 0, last?.turn ?? 0];
  return {
    from,
    to,
    blocks: group
      .flatMap(({ call, result }) => [call, result])
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { attempts: group.length, again: again.length },
    sentence:
      `The ${nameOfBlock(input, first?.call ?? -1)} of turn ${from} was answered "${shortenWords(first?.opening ?? "", QUOTED_CHARS_MAX)}"${group.length === 1 ? "" : `, as were ${formatDigits(group.length - 1)} more of its kind`}. ` +
      `${formatDigits(again.length)} of the ${formatDigits(group.length)} were made again at once with half of their text or more, ${nameTurnsOf(again.map(({ turn }) => turn))}.`,
    proof: { view: "turn", turn: to, block: getBlockId(last?.call) },
    claims: [
      ...again.map(({ call, again: next }): Claim => ({
        is: "shares-lines",
        blocks: [getBlockId(call), getBlockId(next?.call)],
        n: next?.lines ?? 1,
      })),
      ...otherChanges.map(({ result }): Claim => ({
        is: "shares-lines",
        blocks: [getBlockId(first?.result), getBlockId(result)],
        n: 1,
      })),
    ].slice(0, CLAIMS_MAX),
  };
}
