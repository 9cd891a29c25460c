import { formatDigits } from "../../digits";
import type { FailedAttempt } from "../../evidence/failed-attempt";
import { listChangedArguments, groupSameErrors } from "../../evidence/failed-attempts";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { SessionLists } from "../../proof/session-lists";
import { UncertainWindows } from "../../proof/uncertain-windows";
import { quoteError } from "../../proof/read-error";
import { removeExits, saysTryAgain } from "../../source/failure";
import { findLimitLine } from "../../source/limit";
import { looksUp } from "../../source/looks-up";
import { isBranching } from "../../trace/branching";
import { readTextOfBlock } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { findMistakesInReplies } from "./mistakes-in-replies";
import { messagesOf } from "./messages";
import { nameTurnsOf } from "./name-turns";
import { findDeadHosts } from "./named-hosts";
import { findRepeatedCorrections, listAnswered } from "./repeated-corrections";
import { describeTimes } from "./repeat-groups";
import { findSaidAgain } from "./said-again";
import { findUsedUnmade } from "./unmade";
import { pairCalls } from "../../window/call-pairs";

const QUOTED_CHARS_MAX = 120;
/** To try once more is right where the error says that it passes. */
const PASSING_MIN = 3;

/** Where the answer before was when a call failed with it again; `unknown` where the windows do not decide it. */
type Whereabouts = "stood" | "left" | "unknown";

interface Again {
  readonly before: FailedAttempt;
  readonly attempt: FailedAttempt;
  readonly was: Whereabouts;
}

/**
 * A call that failed with an error that the model had seen: the error stood in the window and did not bind, or it had left.
 * One case for all attempts with the same error. What was refused and then used as if it had been made is a second failure, too, and
 * so is a host that the errors of several kinds of calls name. What a user has to say again is one, too.
 */
export const errorAgain: FindingRule = {
  ...getFindingKind("error.again"),
  *find(input) {
    yield* findMistakesInReplies(input);
    const answered = yield* listAnswered(input);
    yield* findRepeatedCorrections(input, answered);
    yield* findSaidAgain(input, answered);
    yield* findFailedCalls(input);
    yield* findUsedUnmade(input);
    yield* findDeadHosts(input);
  },
};

function* findFailedCalls(input: FindingInput): Generator<Case | undefined> {
  const { session, recording, index } = input;
  const calls = pairCalls(input.session);
  const groups = yield* groupSameErrors({ recording, calls, standing: index.standing });
  if (groups.length === 0) return;
  const branched = new Set(
    session.evictions.flatMap(({ block, cause }) => (isBranching(cause) ? block : [])),
  );
  const windows = new UncertainWindows(session, new SessionLists(session));
  const messages = messagesOf(input);
  yield* messages.prepareInSteps(new Set(groups.flatMap(([first]) => first?.missing ?? [])));
  for (const group of groups) {
    yield undefined;
    const [first] = group;
    if (first === undefined || group.some(({ result }) => branched.has(result))) continue;
    const last = group.at(-1) ?? first;
    if (first.missing !== null && messages.isAskedBetween(first.turn, last.turn, first.missing)) continue;
    const said = removeExits(readTextOfBlock(input.recording, first.result));
    const [limit = null, ...others] = group.map((one) => findLimit(input, one));
    const isOfLimit = limit !== null && !others.includes(null);
    if (group.length < PASSING_MIN && !isOfLimit && saysTryAgain(said)) continue;
    const again = group
      .slice(1)
      .map((attempt, i) => findSeenBefore(input, windows, group[i] ?? first, attempt));
    yield buildCase(
      input,
      first,
      again,
      isOfLimit ? limit : quoteError(input.recording, calls, first.result),
    );
  }
}

/** What says that the time which the call itself allowed ended it, and nothing that passes. */
function findLimit({ recording }: FindingInput, { call, result }: FailedAttempt): string | null {
  return findLimitLine(readTextOfBlock(recording, call), readTextOfBlock(recording, result));
}

function findSeenBefore(
  { index }: FindingInput,
  windows: UncertainWindows,
  before: FailedAttempt,
  attempt: FailedAttempt,
): Again {
  const shown = index.standing.findAt(before.result, attempt.turn);
  const isKnown = index.turn(attempt.turn)?.window.known === true;
  const stands = shown?.mode === "full";
  const isDoubted =
    shown === undefined
      ? windows.mayHold(before.result, attempt.turn)
      : windows.mayLack(shown, attempt.turn) || (!stands && shown.mode !== "reference");
  return { before, attempt, was: !isKnown || isDoubted ? "unknown" : stands ? "stood" : "left" };
}

function buildCase(input: FindingInput, first: FailedAttempt, again: readonly Again[], said: string): Case {
  const { session } = input;
  const getBlockId = (no: number) => session.blocks[no]?.id ?? "";
  const last = again.at(-1)?.attempt ?? first;
  const stood = again.filter(({ was }) => was === "stood").length;
  const left = again.filter(({ was }) => was === "left");
  const turns = again.map(({ attempt }) => attempt.turn);
  const blocks = [first.result, first.call, ...again.map(({ attempt }) => attempt.call)];
  return {
    ...(left.some((one) => isWithdrawn(input, one)) && { severity: "serious" as const }),
    from: first.turn,
    to: last.turn,
    blocks: blocks.slice(0, BLOCKS_NAMED_MAX).map(getBlockId),
    numbers: { attempts: again.length + 1, stood, left: left.length },
    sentence:
      `The ${nameOfBlock(input, first.call)} of turn ${first.turn} failed with "${shortenWords(said, QUOTED_CHARS_MAX)}". ` +
      `${first.missing === null ? `${again.every(({ attempt }) => attempt.kind === first.kind) ? "A call of its kind" : "Another call"} failed with ${again.some(({ attempt }) => attempt.like !== null) ? "nearly " : ""}the same error` : `"${shortenWords(first.missing)}", which is not there, was asked for`} ${again.length === 1 ? "again" : again.length === 2 ? "twice more" : `${formatDigits(again.length)} more times`}, ${nameTurnsOf(turns)}, ` +
      `${describeWhere(again, stood, left.length)}; ${changeWords(input, again)}.`,
    proof: { view: "turn", turn: last.turn, block: getBlockId(last.call) },
    claims: [
      ...again.map(({ attempt }): Claim => buildSameClaim(getBlockId, first, attempt)),
      ...again.flatMap(({ before, attempt: { turn }, was }): Claim[] => {
        if (was === "unknown") return [];
        const block = getBlockId(before.result);
        return [was === "stood" ? { is: "stands", block, turn, mode: "full" } : { is: "left", block, turn }];
      }),
    ].slice(0, CLAIMS_MAX),
  };
}

/** Only what is nearly the same is told by its lines. */
function buildSameClaim(
  getBlockId: (no: number) => string,
  first: FailedAttempt,
  { like, result }: FailedAttempt,
): Claim {
  if (like !== null)
    return {
      is: "shares-lines",
      blocks: [getBlockId(like.result), getBlockId(result)],
      n: like.lines,
    };
  return {
    is: first.missing === null ? "same-error" : "same-missing",
    blocks: [getBlockId(first.result), getBlockId(result)],
  };
}

/**
 * The very same was tried after its answer had left, and nothing had changed that could have given another one. To look once more is
 * cheap.
 */
function isWithdrawn({ session, recording }: FindingInput, { before, attempt }: Again): boolean {
  const toolName = session.blocks[attempt.call]?.toolName ?? null;
  return (
    before.key === attempt.key &&
    before.changes === attempt.changes &&
    !(attempt.missing === null && looksUp(toolName, readTextOfBlock(recording, attempt.call)))
  );
}

function describeWhere(again: readonly Again[], stood: number, left: number): string {
  if (stood === again.length) return "while the answer before stood in the window";
  if (left === again.length) return "after the answer before had left the window";
  const parts = [
    stood > 0 ? `${describeTimes(stood)} while the answer before stood in the window` : "",
    left > 0 ? `${describeTimes(left)} after it had left` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "whatever stood in the window" : parts.join(" and ");
}

function changeWords({ recording }: FindingInput, again: readonly Again[]): string {
  const changed = new Set(
    again.flatMap(({ before, attempt }) => listChangedArguments(recording, before.call, attempt.call)),
  );
  const same = again.filter(({ before, attempt }) => before.key === attempt.key).length;
  if (same === again.length)
    return `the ${changed.size === 0 ? "arguments were" : "command was"} the same each time`;
  const what = changed.size === 0 ? "the arguments" : [...changed].join(", ");
  return `between the attempts it changed ${what}`;
}
