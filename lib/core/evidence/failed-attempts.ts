import { groupBy } from "../group-by";
import { readError } from "../proof/error-words";
import { extractCommand, parseJsonOrText, recordIn } from "../source/arguments";
import { makeCallKey } from "../source/call-key";
import { looksUp } from "../source/looks-up";
import { isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import type { Standing } from "../window/standing";

/** With other arguments an error has to say so much to be known again. */
const WORDS_MIN = 4;
const GROUP_MIN = 3;
const CHANGED_MAX = 4;

/** A call that failed, and the turn whose model made it. Blocks are indexes into `Session.blocks`. */
export interface FailedAttempt {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  readonly key: string;
  /** How many calls of its kind had worked before it. */
  readonly worked: number;
}

export interface AttemptScene {
  readonly recording: Recording;
  readonly calls: CallPairs;
  readonly standing: Standing;
}

/**
 * Calls of one kind that failed with the same error, one attempt a turn, in the order of turns. The model of each attempt could
 * see the answer of the one before, now or earlier. A call of a shell is of the kind of its program. A look-up of another thing
 * is another question, so it counts only where it asks for the same.
 *
 *     turn 3   edit a.ts  "0 occurrences of …"     a group of two: nothing of the kind worked between them
 *     turn 4   edit a.ts  "0 occurrences of …"
 *     turn 9   edit b.ts  done
 *     turn 30  edit c.ts  "0 occurrences of …"     belongs to it, since the same was said before
 */
export function* groupSameErrors({
  recording,
  calls,
  standing,
}: AttemptScene): Generator<undefined, FailedAttempt[][]> {
  const { session } = recording;
  const workedOf = new Map<string, number>();
  const failed: (FailedAttempt & { readonly about: string })[] = [];
  for (const { index: turn, output } of session.turns) {
    for (const call of output) {
      const block = session.blocks[call];
      const result = calls.resultOf.get(call);
      if (block?.kind !== "tool_call" || result === undefined) continue;
      const args = readFullText(recording, block) ?? "";
      const kind = nameCallKind(block.toolName, args);
      const words = readError(recording, calls, result);
      const worked = workedOf.get(kind) ?? 0;
      const hasFailed = words !== null || session.blocks[result]?.isError === true;
      if (!hasFailed) workedOf.set(kind, worked + 1);
      if (words === null) continue;
      const key = makeCallKey(block.toolName, args);
      const isOnlyItself = looksUp(block.toolName, args) || words.split(" ").length < WORDS_MIN;
      const about = JSON.stringify([kind, words, isOnlyItself ? key : ""]);
      failed.push({ call, result, turn, key, worked, about });
    }
    yield;
  }
  return [...groupBy(failed, ({ about }) => about).values()]
    .map((group) => keepOneATurn(group, standing))
    .filter((group) => group.length >= GROUP_MIN || isRun(group));
}

/** Calls that were made side by side could not see each other's answers. */
function keepOneATurn(group: readonly FailedAttempt[], standing: Standing): FailedAttempt[] {
  const attempts: FailedAttempt[] = [];
  for (const one of group) {
    const before = attempts.at(-1);
    const hasSeen =
      before !== undefined && standing.listResidencies(before.result).some(({ from }) => from <= one.turn);
    if (before === undefined || (hasSeen && before.turn < one.turn)) attempts.push(one);
  }
  return attempts;
}

/** Whether two attempts follow each other with nothing of the kind that worked between them. */
function isRun(group: readonly FailedAttempt[]): boolean {
  return group.some((one, i) => i > 0 && one.worked === group[i - 1]?.worked);
}

function nameCallKind(toolName: string | null, args: string): string {
  const name = plainToolName(toolName);
  return isShell(name) ? `${name} ${findProgram(extractCommand(args))}` : `${toolName ?? ""}`;
}

/** The first program of a command that does something, with its subcommand: `git commit`. */
function findProgram(command: string): string {
  const parts = command
    .slice(0, 2_000)
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/^(?:\w{1,40}=\S{0,200}\s+){0,9}(?:sudo |timeout \S+ |time )?/, ""));
  const part = parts.find((one) => one !== "" && !/^(?:cd|echo|export|set|source)\b/.test(one)) ?? "";
  return /^\S+(?:\s+[a-z][\w:-]*(?=\s|$))?/.exec(part)?.[0] ?? "";
}

/** The names of the arguments that two calls give otherwise; empty where they give the same. */
export function listChangedArguments(recording: Recording, call: number, other: number): string[] {
  const [one, two] = [call, other].map((no) => {
    const block = recording.session.blocks[no];
    return recordIn(parseJsonOrText(block === undefined ? "" : (readFullText(recording, block) ?? "")));
  });
  if (one == null || two == null) return [];
  const names = new Set([...Object.keys(one), ...Object.keys(two)]);
  return [...names]
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(two[name]))
    .slice(0, CHANGED_MAX);
}
