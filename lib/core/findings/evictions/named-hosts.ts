import { formatDigits } from "../../digits";
import { isFailedResult } from "../../evidence/failure";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { quoteError, readError } from "../../proof/read-error";
import { nameAttemptKind } from "../../source/attempted";
import { isFilePlace, placeAsked } from "../../source/source";
import { isChange, plainToolName } from "../../source/tool-words";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";

const CALLS_MIN = 3;
const QUOTED_CHARS_MAX = 100;
const QUOTE_CHARS_READ = 600;
const TEXT_CHARS_READ = 4_000;
const HOSTS_MAX = 4;
/** Hosts as addresses and errors write them: behind a scheme, as numbers, or this machine with a port. */
const HOSTS =
  /(?<=\b[a-z][a-z\d+]{1,12}:\/\/(?:[^\s/@]{1,80}@)?)[\w.-]{3,80}(?::\d{2,5})?|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?(?![\w.])|(?<![\w.-])localhost:\d{2,5}/gi;

interface Failing {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  readonly kind: string;
  readonly words: string | null;
}

/**
 * A host that the errors of several kinds of calls name, one after the other, while none that has to do with it works: one cause, in
 * the words of each program. Errors in the same words are told as such.
 *
 *     turn 3   psql -h …    "connection to server at 10.0.0.5:5432 failed"
 *     turn 5   npm run db   "Error: P1001: no database is reached at postgres://10.0.0.5:5432"
 *     turn 8   node seed    "Error: connect refused 10.0.0.5:5432"
 */
export function* findDeadHosts(input: FindingInput): Generator<Case | undefined> {
  const { session, recording } = input;
  const calls = pairCalls(session);
  const open = new Map<string, Failing[]>();
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output) {
      const block = session.blocks[call];
      const result = calls.resultOf.get(call);
      if (block?.kind !== "tool_call" || result === undefined) continue;
      const words = readError(recording, calls, result);
      const args = readTextOfBlock(recording, call);
      if (words === null && !isFailedResult(recording, result)) {
        if (open.size > 0 && !isOfFile(block.toolName, args))
          for (const host of listReached(`${args} ${readTextOfBlock(recording, result)}`, open)) {
            yield* buildCase(input, host, open.get(host) ?? []);
            open.delete(host);
          }
        continue;
      }
      for (const host of listHosts(quoteError(recording, calls, result))) {
        const failures = open.get(host) ?? [];
        open.set(host, failures);
        if (failures.at(-1)?.turn !== turn)
          failures.push({ call, result, turn, words, kind: nameAttemptKind(block.toolName, args) });
      }
    }
  }
  for (const [host, failures] of open) yield* buildCase(input, host, failures);
}

function listHosts(quote: string): string[] {
  const found = quote.slice(0, QUOTE_CHARS_READ).match(HOSTS) ?? [];
  return [...new Set(found.map((host) => host.toLowerCase()))].slice(0, HOSTS_MAX);
}

/** Of what is known to fail, what a call that did not fail names. */
function listReached(text: string, open: ReadonlyMap<string, unknown>): string[] {
  const plain = text.slice(0, TEXT_CHARS_READ).toLowerCase();
  return [...open.keys()].filter((host) => plain.includes(host));
}

/** Whether a call reads or writes a file, which may name any host. */
function isOfFile(toolName: string | null, args: string): boolean {
  return isChange(plainToolName(toolName), args) || isFilePlace(placeAsked(toolName, args));
}

function* buildCase(input: FindingInput, host: string, failures: readonly Failing[]): Generator<Case> {
  const { session, recording, index } = input;
  const calls = pairCalls(session);
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const differs = (read: (failing: Failing) => unknown) => new Set(failures.map(read)).size > 1;
  const [first, ...otherFailures] = failures;
  if (first === undefined || failures.length < CALLS_MIN || !differs(({ kind }) => kind)) return;
  if (!differs(({ words }) => words)) return;
  const last = failures.at(-1) ?? first;
  const errorText = quoteError(recording, calls, first.result);
  yield {
    from: first.turn,
    to: last.turn,
    blocks: [first.result, ...failures.map(({ call }) => call)].slice(0, BLOCKS_NAMED_MAX).map(getBlockId),
    numbers: { attempts: failures.length },
    sentence:
      `The ${nameOfBlock(input, first.call)} of turn ${first.turn} failed with "${shortenWords(errorText, QUOTED_CHARS_MAX)}". ` +
      `The errors of ${formatDigits(otherFailures.length)} more calls name "${host}", too, ${nameTurnsOf(otherFailures.map(({ turn }) => turn))}, and none that names it worked between.`,
    proof: { view: "turn", turn: last.turn, block: getBlockId(last.call) },
    claims: failures
      .flatMap(({ result }): Claim[] => {
        const [residency] = index.listResidencies(result);
        if (residency === undefined) return [];
        return [{ is: "present", value: host, turn: residency.from, block: getBlockId(result) }];
      })
      .slice(0, CLAIMS_MAX),
  };
}
