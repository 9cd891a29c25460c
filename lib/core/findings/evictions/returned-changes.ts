import { formatDigits } from "../../digits";
import { isFailedResult } from "../../evidence/failure";
import { findTouched } from "../../evidence/file-acts";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { extractCommand, parseJsonOrText, recordIn } from "../../source/arguments";
import { isShell, plainToolName } from "../../source/tool-words";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { resultsOf } from "./same-results";

const RETURNS_MIN = 3;
const ARGUMENTS_READ = 20_000;

interface Change {
  readonly call: number;
  readonly turn: TurnIndex;
  /** The same for calls with the same tool and arguments, and for the same command whatever is said of it. */
  readonly asked: string;
  readonly isCommand: boolean;
}

interface Returned extends Change {
  readonly before: Change;
}

/**
 * Changes of files that were made before, after others had been made in between, and gave what they had given: what was tried is
 * tried again, with nothing said in between.
 *
 *     turn 3  edit a.ts  x → y     turn 5  edit a.ts  y → x     turn 7  edit a.ts  x → y     turn 9  edit a.ts  y → x   …
 */
export function* findReturnedChanges(input: FindingInput): Generator<Case | undefined> {
  const messages = messagesOf(input);
  let stretch = -1;
  let changes: Change[] = [];
  let returned: Returned[] = [];
  const newest = new Map<string, Change>();
  for (const change of yield* listChanges(input)) {
    if (messages.by(change.turn) !== stretch) {
      if (isCircle(changes, returned)) yield buildCase(input, changes, returned);
      [stretch, changes, returned] = [messages.by(change.turn), [], []];
      newest.clear();
    }
    const before = newest.get(change.asked);
    if (
      before !== undefined &&
      changes.at(-1) !== before &&
      areAnsweredAlike(input, before.call, change.call)
    )
      returned.push({ ...change, before });
    newest.set(change.asked, change);
    changes.push(change);
  }
  if (isCircle(changes, returned)) yield buildCase(input, changes, returned);
}

/**
 * Whether so many came back. Commands clean up after each try in the same words, so theirs have to come back one after the other,
 * with no other change between.
 */
function isCircle(changes: readonly Change[], returned: readonly Returned[]): boolean {
  if (returned.length < RETURNS_MIN) return false;
  if (!returned.some(({ isCommand }) => isCommand)) return true;
  const again = new Set(returned.map(({ call }) => call));
  let [inRow, longest] = [0, 0];
  for (const { call } of changes) {
    inRow = again.has(call) ? inRow + 1 : 0;
    longest = Math.max(longest, inRow);
  }
  return longest >= RETURNS_MIN;
}

/** A command that changes a file often answers nothing. */
function areAnsweredAlike(input: FindingInput, call: number, otherCall: number): boolean {
  const results = resultsOf(input);
  const isSilent = (no: number) => {
    const block = input.session.blocks[results.of(no) ?? -1];
    return block !== undefined && readFullText(input.recording, block)?.trim() === "";
  };
  return results.areSame(call, otherCall) || (isSilent(call) && isSilent(otherCall));
}

/** Whether a command holds what it changes: it edits in place, or hands a text over. What it appends to is another file each time. */
function saysChange(command: string): boolean {
  return /<<|\b(?:g?sed|perl)\s+(?:-\S+\s+){0,9}-\w*i/.test(command) && !command.includes(">>");
}

/**
 * Calls that wrote a file and did not fail. A tool that takes no path writes the file that is open. Of commands only those that
 * hold their change: a copy depends on what was there.
 */
function* listChanges(input: FindingInput): Generator<undefined, Change[]> {
  const { session, recording } = input;
  const results = resultsOf(input);
  const firstOf = indexFirstCalls(session);
  const changes: Change[] = [];
  for (const { index: turn, output } of session.turns) {
    for (const call of output) {
      const block = session.blocks[call];
      const result = results.of(call);
      if (block?.kind !== "tool_call" || result === undefined) continue;
      const args = (readFullText(recording, block) ?? "").slice(0, ARGUMENTS_READ);
      const command = isShell(plainToolName(block.toolName)) ? extractCommand(args) : null;
      if (command !== null && !saysChange(command)) continue;
      const { paths, writes } = findTouched(block, args);
      const hasFile = paths.length > 0 || recordIn(parseJsonOrText(args)) === null;
      if (writes && hasFile && !isFailedResult(recording, result))
        changes.push({
          ...{ call, turn, isCommand: command !== null },
          asked: command === null ? `call ${firstOf(call)}` : `command ${command}`,
        });
    }
    yield;
  }
  return changes;
}

function buildCase(input: FindingInput, changes: readonly Change[], returned: readonly Returned[]): Case {
  const { session } = input;
  const results = resultsOf(input);
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, last] = [returned[0], returned.at(-1)];
  const [from, to] = [first?.before.turn ?? 0, last?.turn ?? 0];
  const between = changes.filter(({ turn }) => turn >= from && turn <= to).length;
  return {
    severity: "warning",
    from,
    to,
    blocks: [first?.before.call, ...returned.map(({ call }) => call)]
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { calls: returned.length, changes: between },
    sentence:
      `Of the ${formatDigits(between)} changes of files from turn ${from} to ${to}, ${formatDigits(returned.length)} had been made before and gave the same again, after others in between: ` +
      `first the ${nameOfBlock(input, first?.call ?? -1)}, at turns ${from} and ${first?.turn ?? 0}.`,
    proof: { view: "turn", turn: first?.turn ?? 0, block: getBlockId(first?.call) },
    claims: returned
      .flatMap(({ call, before, isCommand }): Claim[] => [
        {
          is: isCommand ? "same-attempt" : "same-arguments",
          blocks: [getBlockId(before.call), getBlockId(call)],
        },
        { is: "equal", blocks: [getBlockId(results.of(before.call)), getBlockId(results.of(call))] },
      ])
      .slice(0, CLAIMS_MAX),
  };
}
