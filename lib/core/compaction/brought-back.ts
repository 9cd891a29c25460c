import { answersNothing } from "../evidence/failure";
import { countUntil } from "../count-until";
import { makeOnce } from "../once";
import { stripLineNumber } from "../source/line-number";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Block } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import { placeOf } from "./place-of";
import { pathParts } from "./scan-forms";
import type { CutSurvival, Survivals } from "./survival";

const LINES_MIN = 5;
/**
 * The share of its lines that a later result must have in common with what left. A check that runs again shares fewer, as it says
 * something new.
 */
const SHARE_MIN = 0.9;
/**
 * The share of these lines that must stand nowhere since the cut. A summary quotes some lines, and lines such as `return null;`
 * stand in any file.
 */
const MOST = 0.5;
const LINE_CHARS_MIN = 12;
const LETTERS_MIN = 6;
const LINES_MAX = 5_000;

export interface BroughtBack {
  readonly cut: CutSurvival;
  /** The block that had shown most of the result before the cut. */
  readonly from: number;
  readonly result: number;
  readonly turn: TurnIndex;
}

interface Asked {
  readonly recording: Recording;
  readonly calls: CallPairs;
  readonly survivals: Survivals;
}

/**
 * Results that say again what a cut took, whatever the words of the calls: nearly all lines of the later one stood in results
 * that left with the cut, and most of them in nothing that stands since. A result per step.
 *
 *     r1: `bd show app-7` → 30 lines, which left     r5: `bd show app-7 2>&1 | head -40` → the same lines: r1 was fetched again
 *     r2: `npm test` → 20 lines, which left          r6: `npm test | tail` → 12 of 15 lines are the same: a check of its own
 */
export function* findBroughtBack(
  { recording, calls, survivals }: Asked,
  cuts: readonly CutSurvival[],
): InSteps<BroughtBack[]> {
  const { blocks } = recording.session;
  const found: BroughtBack[] = [];
  // A clearing names what it took, and there can be one at every turn.
  const whole = cuts.filter(({ cut }) => cut.is !== "clearing");
  const lines = makeOnce((block: Block) => readLines(recording, block));
  const linesOf = (no: number) => (blocks[no] === undefined ? [] : lines(blocks[no]));
  const madeResults = whole.length === 0 ? [] : listMade(blocks, calls);
  for (const [no, cut] of whole.entries()) {
    const { turn: first } = cut.cut;
    const end = whole[no + 1]?.cut.turn ?? Infinity;
    const leftLines = new Map<string, number>();
    for (const block of survivals.listLeftAt(cut.cut)) {
      if (blocks[block]?.kind !== "tool_result") continue;
      for (const line of linesOf(block)) if (!leftLines.has(line)) leftLines.set(line, block);
      yield;
    }
    if (leftLines.size < LINES_MIN) continue;
    const standingLines = new Set<string>();
    for (const { block } of survivals.standing.listWindow(first))
      for (const line of linesOf(block)) standingLines.add(line);
    for (let at = countUntil(madeResults, ({ turn }) => turn < first); at < madeResults.length; at++) {
      const { turn, result } = madeResults[at] ?? { turn: end, result: -1 };
      const block = blocks[result];
      if (turn >= end || block === undefined) break;
      yield;
      const ownLines = linesOf(result);
      const from = block.kind === "tool_result" ? findSource(ownLines, leftLines, standingLines) : null;
      if (from !== null && !answersNothing(recording, result) && !areApart(from, result))
        found.push({ cut, from, result, turn });
      for (const line of ownLines) standingLines.add(line);
    }
  }
  return found;

  /** Whether two results are of different files: a file that says the same as another one is read for its own sake. */
  function areApart(from: number, result: number): boolean {
    const [fromPlace, resultPlace] = [from, result].map((block) => placeOf(recording, calls, block));
    return fromPlace != null && resultPlace != null && nameEnd(fromPlace) !== nameEnd(resultPlace);
  }
}

function nameEnd(place: string): string {
  return pathParts(place).slice(-2).join("/").toLowerCase();
}

/** The results of a session with the turns of their calls, in the order of the turns. */
function listMade(
  blocks: readonly Block[],
  calls: CallPairs,
): { readonly turn: TurnIndex; readonly result: number }[] {
  return blocks
    .flatMap((_, result) => {
      const turn = blocks[calls.callOf.get(result) ?? result]?.createdTurn ?? null;
      return turn === null ? [] : [{ turn, result }];
    })
    .sort((a, b) => a.turn - b.turn);
}

function findSource(
  lines: readonly string[],
  blockByLine: ReadonlyMap<string, number>,
  standingLines: ReadonlySet<string>,
): number | null {
  const leftLines = lines.filter((line) => blockByLine.has(line));
  const back = leftLines.filter((line) => !standingLines.has(line));
  if (leftLines.length < lines.length * SHARE_MIN) return null;
  if (back.length < LINES_MIN || back.length <= leftLines.length * MOST) return null;
  const counts = new Map<number, number>();
  for (const line of back) {
    const block = blockByLine.get(line) ?? -1;
    counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  const [topBlock] = [...counts].sort(([, a], [, b]) => b - a);
  return topBlock?.[0] ?? null;
}

/** The distinct lines that say something, without the numbers of a listing. */
function readLines(recording: Recording, block: Block): string[] {
  const lines = (readFullText(recording, block) ?? "")
    .split("\n", LINES_MAX)
    .map((line) => stripLineNumber(line));
  return [...new Set(lines.filter(saysSomething))];
}

function saysSomething(line: string): boolean {
  return line.length >= LINE_CHARS_MIN && (line.match(/\p{L}/gu)?.length ?? 0) >= LETTERS_MIN;
}
