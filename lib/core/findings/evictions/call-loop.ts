import { digits } from "../../digits";
import type { TurnIndex } from "../../units";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { pairCalls } from "../../window/call-pairs";
import { looksUp } from "../../source/looks-up";
import { plainToolName } from "../../source/tool-words";
import { fullText } from "../../trace/fold/recording";
import { repeatedCalls } from "./repeated-calls";
import { contentOf } from "./content";
import { firstCalls } from "../../trace/first-calls";
import { nameOfBlock } from "../rule/subject";

const PERIOD_MAX = 30;
/** Rounds of the same calls that make a loop. A short period needs more rounds. */
const ROUNDS_MIN = 3;
const CALLS_MIN = 6;

interface Loop {
  readonly start: number;
  readonly end: number;
  readonly period: number;
}

export const callLoop: FindingRule = {
  ...findingKind("call.loop"),
  *find(input) {
    const calls = callsInOrder(input);
    for (const { start, end, period } of loopsOf(calls.map(({ first }) => first))) {
      const [from, to] = [calls[start]?.turn ?? 0, calls[end - 1]?.turn ?? 0];
      const rounds = Math.floor((end - start) / period);
      const cycle = calls.slice(start, start + period);
      if (isMeant(input, calls.slice(start, end), period)) continue;
      const names = [...new Set(cycle.map(({ no }) => nameOfBlock(input, no)))].slice(0, 3).join(", ");
      yield {
        from,
        to,
        blocks: cycle.map(({ id }) => id),
        numbers: { period, rounds, calls: end - start },
        sentence: `A cycle of ${period === 1 ? "one call" : `${period} calls`} (${names}${period > 3 ? " …" : ""}) was gone through ${digits(rounds)} times, from turn ${from} to ${to}.`,
        proof: { view: "turn", turn: from },
      };
    }
  },
};

/**
 * A cycle that waits, or that goes through something part by part: every call of it waits or gets something
 * new each time.
 */
function isMeant(input: FindingInput, run: readonly LoopCall[], period: number): boolean {
  const { isWaiting, isPaging } = repeatedCalls(input);
  const { resultOf } = pairCalls(input.session);
  const positions = Array.from({ length: period }, (_, at) => run.filter((_call, i) => i % period === at));
  return positions.every((calls) => {
    const [first] = calls;
    if (first === undefined) return false;
    if (calls.slice(0, -1).filter(({ no }) => !isWaiting(no)).length < Math.min(ROUNDS_MIN, calls.length) - 1)
      return true;
    if (showsNew(input, calls)) return true;
    if (!isPaging(first.no)) return false;
    const texts = calls.map(({ no }) => contentOf(input.session.blocks[resultOf.get(no) ?? -1]));
    return new Set(texts).size > calls.length / 2;
  });
}

/** Varies in any output: times, durations, random ids. */
const MOMENT =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.,Z+-]*)?|\b\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?|\b\d+(?:[.,]\d+)?\s?(?:ms|s|secs?|seconds)\b|\b\d{10,13}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b0x[0-9a-f]+/gi;
/** If something new is shown, at most this share was there the last time. */
const KNOWN_SHARE_MAX = 0.5;
const TEXT_CHARS_READ = 20_000;

const GOES_ON =
  /(?:^|[\s_"'/])(?:tail|journalctl|dmesg|ps|top|logs?|events|status|progress|output|watch|nvidia-smi)(?=$|[\s_"'/.])|\.log\b/i;

/** The calls watch something that goes on by itself, such as the end of a log: each output is mostly new. */
function showsNew({ session, recording }: FindingInput, calls: readonly LoopCall[]): boolean {
  const { resultOf } = pairCalls(session);
  const textOf = (no: number | undefined) => {
    const block = session.blocks[no ?? -1];
    return block === undefined ? "" : (fullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ);
  };
  const isLook = ({ no }: LoopCall) => {
    const [name, args] = [session.blocks[no]?.toolName ?? "", textOf(no)];
    return looksUp(name, args) && (GOES_ON.test(plainToolName(name)) || GOES_ON.test(args));
  };
  if (!calls.every(isLook)) return false;
  const shown = calls.map(({ no }) => linesOf(textOf(resultOf.get(no)).replace(MOMENT, "")));
  return shown.slice(1).every((lines, i) => {
    const known = lines.filter((line) => shown[i]?.includes(line) === true).length;
    return lines.length > 0 && known / lines.length < KNOWN_SHARE_MAX;
  });
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

interface LoopCall {
  readonly no: number;
  readonly first: number;
  readonly turn: TurnIndex;
  readonly id: string;
  readonly name: string;
}

function callsInOrder({ session }: FindingInput) {
  const firstOf = firstCalls(session);
  const calls: LoopCall[] = [];
  for (const turn of session.turns) {
    for (const no of turn.output) {
      const block = session.blocks[no];
      if (block?.kind !== "tool_call") continue;
      calls.push({
        no,
        first: firstOf(no),
        turn: turn.index,
        id: block.id,
        name: block.toolName ?? "a tool",
      });
    }
  }
  return calls;
}

/** Maximal periodic runs, the shortest period first. A run that an earlier one covers is left out. */
function loopsOf(keys: readonly number[]): Loop[] {
  const loops: Loop[] = [];
  let covered = 0;
  for (let start = 0; start < keys.length; start = Math.max(start + 1, covered)) {
    const loop = loopFrom(keys, start);
    if (loop === null) continue;
    loops.push(loop);
    covered = loop.end;
  }
  return loops;
}

function loopFrom(keys: readonly number[], start: number): Loop | null {
  for (let period = 1; period <= PERIOD_MAX; period++) {
    const needed = Math.max(period * ROUNDS_MIN, CALLS_MIN);
    let end = start + period;
    while (end < keys.length && keys[end] === keys[end - period]) end++;
    if (end - start >= needed) return { start, end, period };
  }
  return null;
}
