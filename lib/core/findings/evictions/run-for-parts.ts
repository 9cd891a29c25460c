import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { extractCommand } from "../../source/arguments";
import { isReadByAnother, nameRun } from "../../source/attempted";
import { looksUp } from "../../source/looks-up";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { nameTurnsOf } from "./name-turns";

const RUNS_MIN = 3;
const BETWEEN_MAX = 2;

interface Run {
  readonly call: number;
  readonly turn: TurnIndex;
  readonly place: number;
  readonly command: string;
  /** The folder that the command goes to; `null` where it stays where it is. */
  readonly folder: string | null;
}

/**
 * A command that was run again and again, at once and with nothing changed or said between, only to see another part of what it
 * gives: another program reads its output. A look may come between, and two runs are what anybody does. In another folder it is another
 * run.
 *
 *     turn 3  npm test 2>&1 | tail -20      turn 4  npm test | grep FAIL      turn 6  npm test 2>&1 | grep -A9 "one case"
 */
export function* findRunForParts(input: FindingInput): Generator<Case | undefined> {
  const { session, recording } = input;
  const messages = messagesOf(input);
  let open: { readonly key: string; readonly runs: readonly Run[] } = { key: "", runs: [] };
  let place = 0;
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output) {
      const block = session.blocks[call];
      if (block?.kind !== "tool_call") continue;
      place++;
      const args = readFullText(recording, block) ?? "";
      const name = plainToolName(block.toolName);
      if (looksUp(block.toolName, args)) continue;
      // What is no look may change what the command finds.
      const isRun = isShell(name) && !isChange(name, args);
      const run = isRun ? nameRun(block.toolName, args) : null;
      const key = run === null ? "" : `${messages.by(turn)} ${run}`;
      const before = open.runs.at(-1);
      const goesOn =
        before !== undefined &&
        key === open.key &&
        before.turn < turn &&
        place - before.place <= 1 + BETWEEN_MAX &&
        !isElsewhere(open.runs, args);
      if (!goesOn && isRunForParts(open.runs)) yield buildCase(input, open.runs);
      const command = extractCommand(args);
      const runNow = { call, turn, place, command, folder: GO_TO.exec(command)?.[1] ?? null };
      open = { key, runs: run === null ? [] : goesOn ? [...open.runs, runNow] : [runNow] };
    }
  }
  if (isRunForParts(open.runs)) yield buildCase(input, open.runs);
}

const GO_TO = /^\s{0,10}cd\s{1,3}("[^"\n]{1,300}"|'[^'\n]{1,300}'|[^\s;&|]{1,300})/;

/** In another folder the same command is another run. */
function isElsewhere(runs: readonly Run[], args: string): boolean {
  const folder = GO_TO.exec(extractCommand(args))?.[1];
  const named = runs.find((run) => run.folder !== null)?.folder;
  return folder !== undefined && named != null && named !== folder;
}

/** The very same command again is another matter. */
function isRunForParts(runs: readonly Run[]): boolean {
  const commands = new Set(runs.map(({ command }) => command));
  return commands.size >= RUNS_MIN && [...commands].some((command) => isReadByAnother(command));
}

function buildCase(input: FindingInput, runs: readonly Run[]): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const [first, ...laterRuns] = runs;
  const last = runs.at(-1);
  return {
    severity: "warning",
    from: first?.turn ?? 0,
    to: last?.turn ?? 0,
    blocks: runs
      .map(({ call }) => call)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { times: laterRuns.length, tokens: 0 },
    sentence:
      `The ${nameOfBlock(input, first?.call ?? -1)} was run ${formatDigits(runs.length)} times with nothing changed between, ${nameTurnsOf(runs.map(({ turn }) => turn))}: ` +
      `only what reads its output was another each time.`,
    proof: { view: "turn", turn: last?.turn ?? 0, block: getBlockId(last?.call) },
    claims: laterRuns
      .map(({ call }): Claim => ({ is: "same-attempt", blocks: [getBlockId(first?.call), getBlockId(call)] }))
      .slice(0, CLAIMS_MAX),
  };
}
