import { addToGroup } from "../group-by";
import { countUntil } from "../count-until";
import { nameAttemptKind, readAttempted } from "../source/attempted";
import { extractErrorWords } from "../proof/error-words";
import { readError } from "../proof/read-error";
import { isToldFailed } from "../proof/failed";
import { extractCommand } from "../source/arguments";
import { isChanging } from "../source/looks-up";
import { isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";

/** A call that failed. Blocks are indexes into `Session.blocks`. */
export interface FailedTry {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  /** The words of the error without what differs from call to call. */
  readonly words: string | null;
  /** How many calls that change something had worked before it. */
  readonly changes: number;
  /** The command, or the arguments. */
  readonly asked: string;
}

/** Attempts at one thing that all failed, in the order of turns, one a turn. */
export interface Attempts {
  readonly failed: readonly FailedTry[];
  /** The first turn after them that tried it and did not fail; `null` for none. */
  readonly workedAt: TurnIndex | null;
  /** The first call of its kind after them that worked, where the thing itself never did; `null` for none. */
  readonly variant: Worked | null;
  /** Whether what was tried changes something. */
  readonly isChange: boolean;
}

/** A call that worked, as a number of `Session.blocks`. */
interface Worked {
  readonly call: number;
  readonly turn: TurnIndex;
}

interface Open {
  readonly failed: FailedTry[];
  readonly kind: string;
  readonly isChange: boolean;
}

/**
 * Attempts at one thing (see `readAttempted`) that failed one after the other, by what is told of their results (see
 * `isToldFailed`) and not by their words. One that works ends them. Yields after each turn.
 *
 *     turn 3   git commit -m "One"   error     turn 5   edit a.ts      turn 6   git commit -m "One"   error
 *     turn 9   git commit -m "One"   error     turn 12  git commit -m "One"     → three, which worked at turn 12
 */
export function* groupAttempts(
  recording: Recording,
  pairs: CallPairs,
): Generator<undefined, readonly Attempts[]> {
  const { turns, blocks } = recording.session;
  const { resultOf } = pairs;
  const open = new Map<string, Open>();
  const ended: Attempts[] = [];
  const worked = new Map<string, Worked[]>();
  let changes = 0;
  for (const { index: turn, output } of turns) {
    for (const call of output) {
      const block = blocks[call];
      const result = resultOf.get(call);
      const answer = blocks[result ?? -1];
      if (block?.kind !== "tool_call" || result === undefined || answer === undefined) continue;
      const args = readFullText(recording, block) ?? "";
      const tried = readAttempted(block.toolName, args);
      const attempt = tried === null ? undefined : open.get(tried.key);
      if (!isToldFailed(recording, pairs, result)) {
        // A pipe can hide that it failed: what names an error at its end says nothing of the others, and did not work.
        if (readError(recording, pairs, result) !== null) continue;
        if (attempt !== undefined) ended.push({ ...attempt, workedAt: turn, variant: null });
        if (tried !== null) open.delete(tried.key);
        const kind = nameAttemptKind(block.toolName, args);
        addToGroup(worked, kind, { call, turn });
        if (isChanging(block.toolName, args)) changes++;
      } else if (tried !== null && attempt?.failed.at(-1)?.turn !== turn) {
        const kind = nameAttemptKind(block.toolName, args);
        const group = attempt ?? { failed: [], kind, isChange: tried.isChange };
        const words = extractErrorWords(readFullText(recording, answer) ?? "", args, true);
        group.failed.push({ call, result, turn, words, changes, asked: readAsked(block.toolName, args) });
        open.set(tried.key, group);
      }
    }
    yield;
  }
  const never = [...open.values()].map((attempt): Attempts => {
    const last = attempt.failed.at(-1)?.turn ?? 0;
    const variants = worked.get(attempt.kind) ?? [];
    const variant = variants[countUntil(variants, ({ turn }) => turn <= last)] ?? null;
    return { workedAt: null, variant, ...attempt };
  });
  return [...ended, ...never].sort((a, b) => (a.failed[0]?.turn ?? 0) - (b.failed[0]?.turn ?? 0));
}

function readAsked(toolName: string | null, args: string): string {
  return isShell(plainToolName(toolName)) ? extractCommand(args) : args.trim();
}
