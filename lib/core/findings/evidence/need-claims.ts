import type { EvidenceEdge } from "../../evidence/edge";
import { makeNeedResolver } from "../../evidence/needs";
import type { Plan, PlanStep } from "../../evidence/plan/steps/plan";
import type { Claim } from "../../proof/claim";
import { readTextOfBlock } from "../../trace/fold/recording";
import { pairCalls } from "../../window/call-pairs";
import type { FindingInput } from "../rule/rule";
import { startOf } from "../rule/start-of";

type Scene = Pick<FindingInput, "session" | "recording" | "plans" | "index">;

/** A line of the evidence so long stands nowhere else by chance. */
const LINE_CHARS_MIN = 24;
const LINE_CHARS_MAX = 160;

/** The need of a step that names this block, and what says so; `null` where no statement of the plan does. */
export function makeNeedClaim(scene: Scene, plan: Plan, step: PlanStep, block: number): Claim | null {
  const resolve = makeNeedResolver(scene.recording, pairCalls(scene.session), plan);
  const need = step.needs.find((statedNeed) => resolve(statedNeed)?.includes(block) === true);
  return need === undefined ? null : claimStatement(scene, plan, step, need);
}

/** Which record or block of the session states a need of a step. */
export function claimStatement({ session }: Scene, plan: Plan, step: PlanStep, need: string): Claim | null {
  const since = step.neededSince[need] ?? step.addedTurn;
  const record = session.records.find(({ event }) => {
    if (event.type === "step.validated")
      return event.step === step.id && [...event.present, ...event.missing].includes(need);
    if (event.type !== "plan.declared" && event.type !== "plan.revised") return false;
    return event.steps.some(({ id, dependsOn }) => id === step.id && dependsOn?.includes(need) === true);
  });
  if (record !== undefined)
    return { is: "declared", event: record.event.type, turn: record.turn, says: [step.id, need] };
  const statingBlock = plan.revisions.findLast(({ block, turn }) => block !== null && turn <= since)?.block;
  const block = session.blocks[statingBlock ?? -1];
  if (block === undefined) return null;
  return block.createdTurn !== null && block.kind === "tool_call"
    ? { is: "used", value: need, turn: block.createdTurn, block: block.id }
    : { is: "present", value: need, turn: Math.max(since, block.createdTurn ?? since), block: block.id };
}

/** Claims that evidence did not stand in the window of a turn: it had left, or it never stood there. */
export function buildGoneClaims({ session, index }: Scene, block: number, turn: number): Claim[] {
  const id = session.blocks[block]?.id;
  if (id === undefined) return [];
  const stands = index.standing.findAt(block, turn);
  if (stands !== undefined && stands.mode !== "reference")
    return [{ is: "left", block: id, turn, as: stands.mode }];
  const hasStood = index.listResidencies(block).some(({ from }) => from < turn);
  return hasStood
    ? [{ is: "left", block: id, turn }]
    : [{ is: "count", n: 0, of: { in: "window", turn, block: id } }];
}

/** Claims that no other block of the window says what the evidence said: its longest line, and the values that were used. */
export function buildOtherUnsaidClaims(
  { recording }: Scene,
  { from, matched, to }: Pick<EvidenceEdge, "from" | "matched" | "to">,
): Claim[] {
  const text = readTextOfBlock(recording, from);
  const line = findLongestLine(text);
  const values = [...(matched[0] === undefined ? [] : [matched[0]]), ...(line === null ? [] : [line])];
  return values.map((value) => ({ is: "absent", value, turn: to.turn }));
}

function findLongestLine(text: string): string | null {
  let longest = "";
  for (const line of text.split("\n")) {
    const ownLine = line.trim().slice(0, LINE_CHARS_MAX);
    if (ownLine.length > longest.length) longest = ownLine;
  }
  return longest.length < LINE_CHARS_MIN ? null : startOf(longest, LINE_CHARS_MAX);
}
