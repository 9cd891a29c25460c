import type { EvidenceEdge } from "../../evidence/edge";
import { strengthOf } from "../../evidence/values/values";
import type { Claim } from "../../proof/claim";
import type { FindingInput } from "../rule/rule";
import { fullText } from "../../trace/fold/recording";
import { pairsOf } from "../rule/subject";

/** As {@link strengthOf} measures it: an identifier with digits, a long number, an address. */
const TELLING_STRENGTH = 0.85;
const PART_CHARS_MIN = 3;
/** With fewer digits it may be a type, a colour or a name of a test: int256, user123. */
const DIGITS_MIN = 5;
const GROUPED_DIGITS_MIN = 4;

/**
 * A value that nobody knows without having seen it. A file path, a word of a program and a small number are none: they
 * can be found again, guessed or be meant in another sense.
 */
export function isTelling(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  const isGrouped = /[\p{L}\p{N}][-_/#@.][\p{L}\p{N}]/u.test(value);
  if (digits < (isGrouped ? GROUPED_DIGITS_MIN : DIGITS_MIN)) return false;
  if (/^https?:/.test(value)) return /\d/.test(tellingPart(value));
  return !value.includes("/") && !/\.[A-Za-z]\w{0,7}$/.test(value) && strengthOf(value) >= TELLING_STRENGTH;
}

/** The longest part of a value with a digit, else its longest part: a value whose parts all stand can be put together. */
export function tellingPart(value: string): string {
  const parts = value.match(/[\p{L}\p{N}]+/gu) ?? [];
  const best = (own: readonly string[]) => own.reduce((a, b) => (b.length > a.length ? b : a), "");
  return best(parts.filter((part) => /\d/.test(part))) || best(parts);
}

/**
 * What proves that a value was used that the window did not hold: it stood in the evidence, the evidence left, the call or
 * answer has it, and the window says neither the value nor its most telling part. Empty where nothing of it can be proved.
 */
export function usedUnseen(input: FindingInput, edge: EvidenceEdge): Claim[] {
  const { session, index } = input;
  const { from, to, leftTurn } = edge;
  const [evidence, use] = [session.blocks[from]?.id, session.blocks[to.block ?? -1]?.id];
  const value = edge.matched.find(isTelling);
  if (evidence === undefined || use === undefined || value === undefined || leftTurn === null) return [];
  const stood = index.life(from).findLast((one) => one.from < leftTurn && one.mode !== "reference")?.from;
  if (stood === undefined || looksForIt(input, edge)) return [];
  const part = tellingPart(value);
  return [
    { is: "present", value, turn: stood, block: evidence },
    { is: "left", block: evidence, turn: to.turn },
    { is: "used", value, turn: to.turn, block: use },
    { is: "absent", value, turn: to.turn },
    ...(part.length >= PART_CHARS_MIN && part !== value
      ? [{ is: "absent" as const, value: part, turn: to.turn }]
      : []),
  ];
}

/**
 * Whether a call only asks again for what it names: a call of the same tool brought the evidence, or its own result says
 * the value. To look a thing up is no use of what was known of it.
 */
function looksForIt(input: FindingInput, { from, to, matched }: EvidenceEdge): boolean {
  const { session, recording } = input;
  const { callOf, resultOf } = pairsOf(input);
  const call = session.blocks[to.block ?? -1];
  if (to.block === null || call?.kind !== "tool_call") return false;
  const brought = session.blocks[callOf.get(from) ?? -1];
  if (brought !== undefined && brought.toolName === call.toolName) return true;
  const result = session.blocks[resultOf.get(to.block) ?? -1];
  const answer = result === undefined ? "" : (fullText(recording, result) ?? "");
  const asked = fullText(recording, call) ?? "";
  return answer.length > asked.length && matched.some((value) => answer.includes(value));
}
