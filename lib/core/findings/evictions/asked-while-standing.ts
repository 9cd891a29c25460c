import { addToGroup } from "../../group-by";
import { formatDigits } from "../../digits";
import { groupAlikeAnswers } from "../../proof/alike-answers";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { placeAsked } from "../../source/source";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { describeTurnRange } from "./repeat-groups";
import { resultsOf } from "./same-results";

const TIMES_MIN = 3;
const PLACES_MIN = 2;
/** Each takes a call of the model, and brings nothing. */
const COSTLY_TIMES = 5;
const QUOTED_CHARS_MAX = 80;

interface Asked {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  readonly place: string;
  /** What the file had been read with, and that stands. */
  readonly before: number;
}

/**
 * Files that were asked for again while an earlier reading of them stood, and nothing of them came: several were answered in the same
 * few words, which are about the asking (see {@link groupAlikeAnswers}).
 *
 *     turn 3   read a.ts   300 lines      turn 40   read a.ts   "The file is as it was"
 *     turn 5   read b.ts   200 lines      turn 41   read b.ts   "The file is as it was"     …
 */
export function* findAskedWhileStanding(input: FindingInput): Generator<Case | undefined> {
  const { session, recording, index } = input;
  const { unchanged: alike } = yield* groupAlikeAnswers.inSteps(recording);
  if (alike.size === 0) return;
  const { resultOf } = pairCalls(session);
  const readings = new Map<string, number>();
  const groups = new Map<string, Asked[]>();
  for (const { index: turn, output } of session.turns) {
    yield undefined;
    for (const call of output) {
      const result = resultOf.get(call);
      const toolName = session.blocks[call]?.toolName ?? null;
      const place = result === undefined ? null : placeAsked(toolName, readTextOfBlock(recording, call));
      if (place === null || result === undefined) continue;
      const about = alike.get(result);
      const before = readings.get(place);
      if (about === undefined) readings.set(place, result);
      else if (before !== undefined && index.standing.findAt(before, turn)?.mode === "full")
        addToGroup(groups, about, { call, result, turn, place, before });
    }
  }
  for (const own of groups.values())
    if (own.length >= TIMES_MIN && new Set(own.map(({ place }) => place)).size >= PLACES_MIN)
      yield buildCase(input, own);
}

function buildCase(input: FindingInput, asked: readonly Asked[]): Case {
  const { session, recording } = input;
  const results = resultsOf(input);
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const [first, last] = [asked[0], asked.at(-1)];
  const [from, to] = [first?.turn ?? 0, last?.turn ?? 0];
  const said = shortenWords(readTextOfBlock(recording, first?.result ?? -1), QUOTED_CHARS_MAX);
  return {
    severity: asked.length < COSTLY_TIMES ? "note" : "warning",
    from,
    to,
    blocks: asked
      .map(({ call }) => call)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { times: asked.length },
    sentence:
      `Files that stood in the window were asked for again ${formatDigits(asked.length)} times, ${describeTurnRange(from, to)}, first with the ${nameOfBlock(input, first?.call ?? -1)}. ` +
      `Each time the answer was "${said}", and nothing of the file came.`,
    proof: { view: "turn", turn: from, block: getBlockId(first?.call) },
    claims: asked
      .flatMap(({ before, call, result, turn }, i): Claim[] => [
        { is: "stands", block: getBlockId(before), turn, mode: "full" },
        ...(i > 0 && results.areSame(first?.call ?? -1, call)
          ? [{ is: "equal", blocks: [getBlockId(first?.result), getBlockId(result)] } satisfies Claim]
          : []),
      ])
      .slice(0, CLAIMS_MAX),
  };
}
