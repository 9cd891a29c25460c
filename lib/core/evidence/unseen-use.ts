import type { Claim } from "../proof/claim";
import { parseJsonOrText, recordIn } from "../source/arguments";
import { looksUp } from "../source/looks-up";
import { isChange, isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { CallPairs } from "../window/call-pairs";
import type { ResidencyIndex } from "../window/residency-index";
import type { EvidenceEdge } from "./edge";
import { isTelling, findTellingPart } from "./telling";

const PART_CHARS_MIN = 3;
/** Arguments are read up to here. */
const ARGUMENT_CHARS_MAX = 20_000;

export interface UseScene {
  readonly recording: Recording;
  readonly calls: CallPairs;
  readonly standing: ResidencyIndex;
}

export type UnseenUse = Pick<EvidenceEdge, "from" | "to" | "leftTurn" | "matched">;

/**
 * What proves that a value was used that the window did not hold: it stood in the evidence, the evidence left, and it was
 * used unsaid. Empty where nothing of it can be proved.
 */
export function buildUnseenClaims(
  scene: UseScene,
  use: UnseenUse,
  value: string | undefined = use.matched.find(isTelling),
): Claim[] {
  const { recording, standing } = scene;
  const { from, to, leftTurn } = use;
  const evidence = recording.session.blocks[from]?.id;
  if (evidence === undefined || value === undefined || leftTurn === null) return [];
  const stoodFrom = standing
    .listResidencies(from)
    .findLast((residency) => residency.from < leftTurn && residency.mode !== "reference")?.from;
  const unsaid = buildUnsaidClaims(scene, use, value);
  if (stoodFrom === undefined || unsaid.length === 0) return [];
  const now = standing.findAt(from, to.turn);
  const mode = now === undefined || now.mode === "reference" ? {} : { as: now.mode };
  return [
    { is: "present", value, turn: stoodFrom, block: evidence },
    { is: "left", block: evidence, turn: to.turn, ...mode },
    ...unsaid,
  ];
}

/**
 * Claims that the call or answer has a telling value, and that the window says neither the value nor its most telling part.
 * Empty for other values, and for a call that only looks it up.
 */
export function buildUnsaidClaims(scene: UseScene, use: UnseenUse, value: string): Claim[] {
  const { to } = use;
  const user = scene.recording.session.blocks[to.block ?? -1]?.id;
  if (user === undefined || !isTelling(value) || isLookUp(scene, use)) return [];
  const part = findTellingPart(value);
  return [
    { is: "used", value, turn: to.turn, block: user },
    { is: "absent", value, turn: to.turn },
    ...(part.length >= PART_CHARS_MIN && part !== value
      ? [{ is: "absent" as const, value: part, turn: to.turn }]
      : []),
  ];
}

/**
 * Whether a call only asks again for what it names: it reads or searches, a call of the same tool brought the evidence, or
 * it is given nothing else and its own result says the value. To look a thing up is no use of what was known of it; to
 * change it is.
 */
export function isLookUp({ recording, calls }: UseScene, { from, to, matched }: UnseenUse): boolean {
  const { blocks } = recording.session;
  const call = blocks[to.block ?? -1];
  if (to.block === null || call?.kind !== "tool_call") return false;
  const text = readFullText(recording, call) ?? "";
  const args = text.slice(0, ARGUMENT_CHARS_MAX);
  const name = plainToolName(call.toolName);
  if (isChange(name, args)) return false;
  if (looksUp(call.toolName, args)) return true;
  const brought = blocks[calls.callOf.get(from) ?? -1];
  if (!isShell(name)) {
    if (brought?.toolName === call.toolName) return true;
    if (!isGivenOnly(args, matched)) return false;
  }
  const result = blocks[calls.resultOf.get(to.block) ?? -1];
  const answer = result === undefined ? "" : (readFullText(recording, result) ?? "");
  return answer.length > text.length && matched.some((value) => answer.includes(value));
}

/** Whether the arguments of a call are these values and no other words. A text that is no record may be anything. */
function isGivenOnly(args: string, values: readonly string[]): boolean {
  const givenValues = Object.values(recordIn(parseJsonOrText(args)) ?? {});
  const words = givenValues.filter(
    (value) => typeof value === "string" || (value !== null && typeof value === "object"),
  );
  return words.every((word) => typeof word === "string" && values.some((value) => word.includes(value)));
}
