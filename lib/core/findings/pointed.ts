import { fullText } from "../trace/fold/recording";
import type { Proof } from "./rule/finding";
import { perSession } from "./rule/per-session";
import type { Case, FindingInput } from "./rule/rule";

const QUOTED = /"([^"]{2,400})"/g;
const VALUE_CHARS_MIN = 2;
const TEXT_CHARS_READ = 1_000_000;

/**
 * A proof that points at what it shows: its lane and its compaction, the block of its turn, the evidence of its plan, and
 * what is marked in the text. What the rule has set itself stays.
 */
export function pointed(input: FindingInput, one: Case): Proof {
  const { proof, blocks } = one;
  switch (proof.view) {
    case "evictions":
      return { ...proof, ...laneOf(input, one, proof) };
    case "turn": {
      const block = proof.block ?? blocks.find((id) => isAt(input, id, proof.turn));
      return block === undefined
        ? proof
        : { ...proof, block, ...valueOf(input, one, [block, ...blocks], proof) };
    }
    case "plan":
      return { ...proof, block: proof.block ?? blocks.find((id) => evidenceOf(input).has(id)) };
    case "block":
      return { ...proof, ...valueOf(input, one, [proof.block], proof) };
    default:
      return proof;
  }
}

/** Of what left at the turn of a proof, the first block that the case is about, and the compaction of that turn. */
function laneOf(
  { session, index }: FindingInput,
  { blocks }: Case,
  { turn, block, compaction }: Extract<Proof, { view: "evictions" }>,
) {
  const left = new Set(index.evictions(turn).flatMap((one) => session.blocks[one.block]?.id ?? []));
  const found = session.compactions.findIndex((one) => one.turn === turn);
  return {
    block: block ?? blocks.find((id) => left.has(id)) ?? blocks[0],
    compaction: compaction ?? (found < 0 ? undefined : found),
  };
}

/** Ids of the blocks that steps need. */
const evidenceOf = perSession(
  ({ session, evidence }: FindingInput): ReadonlySet<string> =>
    new Set(evidence.edges.flatMap(({ from }) => session.blocks[from]?.id ?? [])),
);

/** Whether a block stood in the window of a turn, or is part of its answer. */
function isAt({ index }: FindingInput, id: string, turn: number): boolean {
  const number = index.numberOf(id);
  if (number === undefined) return false;
  return index.standing.at(number, turn) !== undefined || index.turn(turn)?.output.includes(number) === true;
}

/** The longest words in quotation marks of a sentence that the first of these blocks says. */
function valueOf(
  { recording, index }: FindingInput,
  { sentence }: Case,
  [first]: readonly string[],
  { value }: { readonly value?: string | undefined },
): { readonly value?: string } {
  if (value !== undefined) return { value };
  const block = index.block(first);
  const text = block === undefined ? "" : (fullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ);
  const said = [...sentence.matchAll(QUOTED)]
    .map(([, quoted = ""]) => quoted.replace(/…$/, ""))
    .filter((quoted) => quoted.length >= VALUE_CHARS_MIN && text.includes(quoted));
  const longest = said.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? {} : { value: longest };
}
