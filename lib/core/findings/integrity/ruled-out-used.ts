import { readCheckpointFields, listFieldTexts } from "../../checkpoint/fields";
import { isTelling } from "../../evidence/telling";
import { scanValues } from "../../evidence/values/values";
import { indexValuePresence } from "../../proof/value-presence";
import type { Block } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { USER_KINDS } from "../../vocabulary";
import { getFindingKind } from "../kinds";
import { ActsNaming, isChangingCall } from "../rule/acts-naming";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";

const TEXTS_MAX = 100;
const VALUES_MAX = 200;
const QUOTED_CHARS_MAX = 160;

/** A value that a state ruled out, from that checkpoint until the one that no longer says so. */
interface Ruling {
  readonly value: string;
  readonly text: string;
  readonly from: TurnIndex;
  readonly until: TurnIndex;
}

/**
 * A call that changes something with what the harness's own state had ruled out. Example:
 *
 *     turn 3  checkpoint  { "decisions": [{ "decision": "use db-2", "alternatives_ruled_out": ["migrate to HOST-90417733"] }] }
 *     turn 9  write       { "host": "HOST-90417733" }
 *
 * Whether the ruling was right is no question here. It holds until a checkpoint without it, or until the user names the thing.
 */
export const ruledOutUsed: FindingRule = {
  ...getFindingKind("checkpoint.ruled_out_used"),
  *find(input) {
    const rulings = listRulings(input);
    if (rulings.length === 0) return;
    const saidIndex = indexValuePresence(input.recording);
    const acts = new ActsNaming(input, (block) => isChangingCall(input, block));
    yield* acts.prepareInSteps(new Set(rulings.map(({ value }) => value)));
    const usedRulings = rulings.filter(({ value, from }) => acts.findFirstFrom(value, from) !== undefined);
    yield* saidIndex.prepareInSteps(new Set(usedRulings.map(({ value }) => value)));
    const toldCalls = new Set<number>();
    for (const { value, text, from, until } of usedRulings) {
      yield undefined;
      const call = acts.findFirstFrom(value, from);
      const callBlock = input.session.blocks[call ?? -1];
      const turn = callBlock?.createdTurn ?? null;
      if (
        call === undefined ||
        callBlock === undefined ||
        turn === null ||
        turn >= until ||
        toldCalls.has(call)
      )
        continue;
      const reopened = saidIndex
        .findSayers(value)
        .some(({ block }) => isLaterWord(input.session.blocks[block], from, turn));
      if (reopened) continue;
      toldCalls.add(call);
      yield {
        from,
        to: turn,
        blocks: [callBlock.id],
        numbers: { turns: turn - from },
        sentence: `The ${nameOfBlock(input, call)} of turn ${turn} uses "${value}". The checkpoint of turn ${from} had ruled it out: "${shortenWords(text, QUOTED_CHARS_MAX)}".`,
        proof: { view: "checkpoints", turn: from },
        claims: [
          { is: "declared", event: "checkpoint.taken", turn: from, says: [text] },
          { is: "used", value, turn, block: callBlock.id },
        ],
      };
    }
  },
};

function listRulings({ session }: FindingInput): Ruling[] {
  const checkpoints = session.records.flatMap(({ turn, event }) =>
    event.type === "checkpoint.taken" ? [{ turn: event.turn ?? turn, ...findRuledOut(event.state) }] : [],
  );
  const open = new Map<string, { text: string; from: TurnIndex }>();
  const rulings: Ruling[] = [];
  for (const { turn, ruledOut } of checkpoints) {
    for (const [value, ruling] of open) {
      if (ruledOut.has(value)) continue;
      rulings.push({ value, ...ruling, until: turn });
      open.delete(value);
    }
    for (const [value, text] of ruledOut) if (!open.has(value)) open.set(value, { text, from: turn });
  }
  for (const [value, ruling] of open) rulings.push({ value, ...ruling, until: Infinity });
  return rulings.slice(0, VALUES_MAX);
}

/** Each telling value that a state rules out and names nowhere else, with the words that rule it out. */
function findRuledOut(state: Readonly<Record<string, unknown>>): { ruledOut: ReadonlyMap<string, string> } {
  const ruledOut = new Map<string, string>();
  const whole = JSON.stringify(state);
  const texts = [readCheckpointFields(state).get("ruled_out")].flat(2).flatMap(listFieldTexts);
  for (const text of texts.slice(0, TEXTS_MAX))
    scanValues(text, (value) => {
      const isElsewhere = countIn(whole, value) > countIn(texts.join("\n"), value);
      if (isTelling(value) && !isElsewhere && !ruledOut.has(value)) ruledOut.set(value, text);
    });
  return { ruledOut };
}

function countIn(text: string, value: string): number {
  return text.split(value).length - 1;
}

function isLaterWord(block: Block | undefined, from: TurnIndex, to: TurnIndex): boolean {
  if (block === undefined || !USER_KINDS.has(block.kind)) return false;
  const { createdTurn } = block;
  return createdTurn !== null && createdTurn >= from && createdTurn < to;
}
