import { isTelling } from "../../evidence/telling";
import { scanValues } from "../../evidence/values/values";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { indexValuePresence } from "../../proof/value-presence";
import { isBranching } from "../../trace/branching";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { SourceKind } from "../../vocabulary";
import { getFindingKind } from "../kinds";
import { ActsNaming, isChangingCall } from "../rule/acts-naming";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";

const TEXT_CHARS_READ = 20_000;
const VALUES_MAX = 20;
const QUOTED_CHARS_MAX = 160;
const SAID_BY_USERS: ReadonlySet<SourceKind> = new Set(["user_message", "user_goal"]);

/**
 * A message of a user that left and names a thing, which nothing in the window names any more, when a call acts on that thing.
 * Whether the message forbade it is a question of meaning; that it was gone is none. A call that only reads is no case.
 */
export const messageLeft: FindingRule = {
  ...getFindingKind("message.left"),
  *find(input) {
    const { session, recording } = input;
    const saidIndex = indexValuePresence(recording);
    const exits = groupBy(
      session.evictions.filter(
        ({ block, toMode, cause }) =>
          SAID_BY_USERS.has(session.blocks[block]?.kind ?? "other") && toMode === null && !isBranching(cause),
      ),
      ({ block }) => block,
    );
    const valuesByMessage = new Map<number, readonly string[]>();
    for (const number of exits.keys()) {
      valuesByMessage.set(number, findValues(readBlockText(input, number)));
      yield undefined;
    }
    const acts = new ActsNaming(input, (block) => isChangingCall(input, block));
    yield* acts.prepareInSteps(new Set([...valuesByMessage.values()].flat()));
    for (const [number, [exit]] of exits) {
      const values = valuesByMessage.get(number) ?? [];
      const isActedOn = (value: string) => acts.findFirstFrom(value, exit?.turn ?? 0) !== undefined;
      valuesByMessage.set(number, values.filter(isActedOn));
      yield undefined;
    }
    yield* saidIndex.prepareInSteps(new Set([...valuesByMessage.values()].flat()));
    for (const [number, [exit]] of exits) {
      yield undefined;
      const message = session.blocks[number];
      if (message === undefined || exit === undefined) continue;
      const text = readBlockText(input, number);
      for (const value of valuesByMessage.get(number) ?? []) {
        const call = acts.findFirstFrom(value, exit.turn);
        const callBlock = session.blocks[call ?? -1];
        const claims =
          callBlock === undefined
            ? []
            : buildClaims(input, number, callBlock.id, callBlock.createdTurn ?? 0, value);
        if (
          callBlock === undefined ||
          claims.length === 0 ||
          saidIndex.isSaid(value, callBlock.createdTurn ?? 0)
        )
          continue;
        const turn = callBlock.createdTurn ?? exit.turn;
        yield {
          from: exit.turn,
          to: turn,
          blocks: [message.id, callBlock.id],
          numbers: { turns: turn - exit.turn },
          sentence: `The ${nameOfBlock(input, call ?? -1)} of turn ${turn} acts on "${value}". The message that named it, "${shortenWords(text, QUOTED_CHARS_MAX)}", had left the window at turn ${exit.turn}, and nothing there names it any more.`,
          proof: { view: "why", turn, block: message.id },
          claims,
        };
        break;
      }
    }
  },
};

function buildClaims(
  { session, index }: FindingInput,
  message: number,
  call: string,
  turn: number,
  value: string,
): Claim[] {
  const block = session.blocks[message]?.id;
  const residency = index
    .listResidencies(message)
    .findLast(({ from, mode }) => from < turn && mode !== "reference");
  if (block === undefined || residency === undefined) return [];
  return [
    { is: "present", value, turn: residency.from, block },
    { is: "left", block, turn },
    { is: "absent", value, turn },
    { is: "used", value, turn, block: call },
  ];
}

/** Values that nobody knows without having seen them. */
function findValues(text: string): string[] {
  const values = new Set<string>();
  scanValues(text, (value) => {
    if (values.size < VALUES_MAX && isTelling(value)) values.add(value);
  });
  return [...values];
}

function readBlockText({ recording }: FindingInput, number: number): string {
  return readTextOfBlock(recording, number).slice(0, TEXT_CHARS_READ);
}
