import { formatDigits } from "../../digits";
import { addToGroup } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { isToldFailed } from "../../proof/failed";
import { readError } from "../../proof/read-error";
import { extractCommand, parseJsonOrText, recordIn } from "../../source/arguments";
import { readHeadingExit } from "../../source/heading";
import { isShell, plainToolName } from "../../source/tool-words";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";

const TIMES_MIN = 3;
/** Who knows at once what was missing asks in the next turn, or after one look. */
const TURNS_MAX = 2;
const COMMAND_CHARS_MAX = 4_000;
const QUOTED_CHARS_MAX = 200;
const QUOTED_CHARS_MIN = 2;

interface Asked {
  readonly call: number;
  readonly turn: TurnIndex;
  readonly tool: string;
  readonly command: string;
  readonly names: ReadonlySet<string>;
  readonly exit: number | null;
  readonly hasFailed: boolean;
}

interface Repaired {
  readonly first: Asked;
  readonly second: Asked;
}

/**
 * Commands that were refused and worked as they were once the call set one thing more, the same each time: what the first refusal
 * teaches holds for all of them, whatever the errors say. A number that is set, such as a limit of time, is of its own command.
 *
 *     turn 3   run {cmd: "git log"}   refused      turn 4   run {cmd: "git log", outside: "yes"}   …
 *     turn 9   run {cmd: "ls src"}    refused      turn 10  run {cmd: "ls src", outside: "yes"}    …
 */
export function* findNeededMore(input: FindingInput): Generator<Case | undefined> {
  const bySet = new Map<string, Repaired[]>();
  let open: Asked[] = [];
  for (const { index: turn, output } of input.session.turns) {
    yield undefined;
    open = open.filter((one) => turn - one.turn <= TURNS_MAX);
    const asked = output.flatMap((call) => readAsked(input, call, turn) ?? []);
    for (const second of asked) {
      if (second.hasFailed) continue;
      const first = open.find((one) => isRepairedBy(one, second));
      if (first === undefined) continue;
      open = open.filter((one) => one !== first);
      for (const name of second.names) if (!first.names.has(name)) addToGroup(bySet, name, { first, second });
    }
    open.push(...asked);
  }
  const told = new Set<Asked>();
  for (const [name, own] of [...bySet].sort(([, a], [, b]) => b.length - a.length)) {
    const untold = own.filter(({ first }) => !told.has(first));
    if (untold.length < TIMES_MIN || new Set(untold.map(({ first }) => first.command)).size < TIMES_MIN)
      continue;
    for (const { first } of untold) told.add(first);
    yield buildCase(input, name, untold);
  }
}

function readAsked(input: FindingInput, call: number, turn: TurnIndex): Asked | null {
  const { session, recording } = input;
  const block = session.blocks[call];
  const pairs = pairCalls(session);
  const result = pairs.resultOf.get(call);
  if (block?.kind !== "tool_call" || result === undefined || !isShell(plainToolName(block.toolName)))
    return null;
  const args = readFullText(recording, block) ?? "";
  const fields = recordIn(parseJsonOrText(args));
  const command = extractCommand(args).trim();
  if (fields === null || command === "" || command.length > COMMAND_CHARS_MAX) return null;
  const set = Object.entries(fields).filter(
    ([, value]) => typeof value !== "number" && !(typeof value === "string" && /\s/.test(value)),
  );
  return {
    ...{ call, turn, command, tool: block.toolName ?? "" },
    names: new Set(set.map(([name]) => name)),
    exit: readHeadingExit(readTextOfBlock(recording, result)),
    hasFailed: isToldFailed(recording, pairs, result) || readError(recording, pairs, result) !== null,
  };
}

/** What has no heading where the second call has one did not run. */
function isRepairedBy(first: Asked, second: Asked): boolean {
  return (
    first.turn < second.turn &&
    first.tool === second.tool &&
    first.command === second.command &&
    first.exit !== 0 &&
    (first.hasFailed || (first.exit === null && second.exit === 0)) &&
    [...first.names].every((name) => second.names.has(name))
  );
}

function buildCase(input: FindingInput, name: string, own: readonly Repaired[]): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const [from, to] = [own[0]?.first.turn ?? 0, own.at(-1)?.second.turn ?? 0];
  return {
    from,
    to,
    blocks: own
      .flatMap(({ first, second }) => [first.call, second.call])
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { attempts: own.length },
    sentence:
      `${formatDigits(own.length)} commands did not work until the very same was asked with "${name}" set, ${nameTurnsOf([...new Set(own.map(({ first }) => first.turn))])}: ` +
      `first the ${nameOfBlock(input, own[0]?.first.call ?? -1)}, which worked so at turn ${own[0]?.second.turn ?? 0}.`,
    proof: { view: "turn", turn: to, block: getBlockId(own.at(-1)?.second.call) },
    claims: own
      .flatMap(({ first, second }): Claim[] => {
        const value = quoteCommand(first.command);
        return [
          ...[first, second].map(({ call, turn }): Claim => ({
            is: "used",
            value,
            turn,
            block: getBlockId(call),
          })),
          { is: "used", value: name, turn: second.turn, block: getBlockId(second.call) },
        ];
      })
      .slice(0, CLAIMS_MAX),
  };
}

/** The beginning of a command as far as any source writes it so. */
function quoteCommand(command: string): string {
  const [plain = ""] = command.split(/["\\\n\t]/, 1);
  const start = plain.trim().slice(0, QUOTED_CHARS_MAX).toWellFormed().trim();
  return start.length >= QUOTED_CHARS_MIN ? start : (/\w{2,40}/.exec(command)?.[0] ?? command.slice(0, 1));
}
