import type { Claim } from "../../proof/claim";
import { isFailedResult } from "../../evidence/failure";
import { quoteError, readMissingPlace } from "../../proof/read-error";
import { parseJsonOrText, recordIn } from "../../source/arguments";
import { looksUp } from "../../source/looks-up";
import { shortenPlace } from "../../source/source";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";

const NAME_CHARS_MAX = 300;
const NAMES_MAX = 20;
const QUOTED_CHARS_MAX = 120;

interface Refused {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
}

/**
 * What a call was to make, was refused, and was used as if it were there: the later call says that it is not. A look whether it is
 * there is none, and neither is what something else may have made since.
 *
 *     turn 3   write {path: "run.py"}    "Read it first."        turn 4   python3 run.py    "can't open file 'run.py': No such file"
 */
export function* findUsedUnmade(input: FindingInput): Generator<Case | undefined> {
  const { session, recording } = input;
  const calls = pairCalls(session);
  const refused = new Map<string, Refused>();
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output) {
      const block = session.blocks[call];
      const result = calls.resultOf.get(call);
      if (block?.kind !== "tool_call" || result === undefined) continue;
      const args = readTextOfBlock(recording, call);
      const name = plainToolName(block.toolName);
      const makes = !isShell(name) && isChange(name, args);
      if (!makes && refused.size === 0) continue;
      if (!isFailedResult(recording, result)) {
        if (makes) for (const madeName of listNames(args)) refused.delete(madeName);
        else if (isShell(name) && !looksUp(block.toolName, args)) refused.clear();
        continue;
      }
      const missing = looksUp(block.toolName, args) ? null : readMissingPlace(recording, calls, result);
      const before = missing === null ? undefined : refused.get(missing);
      if (missing !== null && before !== undefined && before.turn < turn) {
        yield buildCase(input, before, { call, result, turn }, missing);
        refused.delete(missing);
      } else if (makes && missing === null)
        for (const usedName of listNames(args))
          if (!refused.has(usedName)) refused.set(usedName, { call, result, turn });
    }
  }
}

/** The places and ids that a call names, without its text. */
function listNames(args: string): string[] {
  return Object.values(recordIn(parseJsonOrText(args)) ?? {})
    .slice(0, NAMES_MAX)
    .flatMap((value) =>
      typeof value === "string" && value.length <= NAME_CHARS_MAX && /^\S{3,}$/.test(value)
        ? shortenPlace(value)
        : [],
    );
}

function buildCase(input: FindingInput, refusedWrite: Refused, failedUse: Refused, what: string): Case {
  const getBlockId = (no: number) => input.session.blocks[no]?.id ?? "";
  const errorText = quoteError(input.recording, pairCalls(input.session), refusedWrite.result);
  return {
    from: refusedWrite.turn,
    to: failedUse.turn,
    blocks: [refusedWrite.result, refusedWrite.call, failedUse.call, failedUse.result].map(getBlockId),
    numbers: { attempts: 2 },
    sentence:
      `The ${nameOfBlock(input, refusedWrite.call)} of turn ${refusedWrite.turn} was to make "${shortenWords(what)}" and failed with "${shortenWords(errorText, QUOTED_CHARS_MAX)}". ` +
      `The ${nameOfBlock(input, failedUse.call)} of turn ${failedUse.turn} used it, and failed since it is not there.`,
    proof: { view: "turn", turn: failedUse.turn, block: getBlockId(failedUse.call) },
    claims: [
      buildFailedClaim(input, refusedWrite.result, "same-error"),
      { is: "used", value: what, turn: failedUse.turn, block: getBlockId(failedUse.call) },
      buildFailedClaim(input, failedUse.result, "same-missing"),
    ],
  };
}

/** The claim that a call failed: what the record says, or else what the answer says itself. */
function buildFailedClaim(
  { session }: FindingInput,
  result: number,
  says: "same-error" | "same-missing",
): Claim {
  const { id = "", isError = false } = session.blocks[result] ?? {};
  return isError ? { is: "failed", block: id } : { is: says, blocks: [id, id] };
}
