import { formatCount } from "@/lib/core/digits";
import { quoteLine } from "./quoted";
import type { ManifestStep } from "./manifest";
import { isPresent, type NeedReport, type Validation } from "./validate";

const ADVICE = {
  refetch: "Get these back first, then run the step. Do not go on from memory.",
  replan: "Make a new plan from what is in the context now. Do not run this step as it stands.",
  abort: "Do not run this step. Say that it cannot be done and why.",
} as const;

/** The text for the model; `null` where the step may run. */
export function writeValidation(step: ManifestStep, { action, problem, needs }: Validation): string | null {
  if (action === "proceed") return null;
  const absent = needs.filter((need) => !isPresent(need));
  const name = `Step ${quoteLine(step.id, 80)}`;
  const opening =
    problem === null
      ? `${name} may not run: ${describeAbsent(absent.length, needs.length)} not in the context.`
      : `${name} may not run: ${problem}.`;
  return [opening, ...absent.map((need) => `- ${writeNeed(need)}`), ADVICE[action]].join("\n");
}

function describeAbsent(absent: number, total: number): string {
  if (total === 1) return "what it needs is";
  const verb = absent === 1 ? "is" : "are";
  return absent === total
    ? `all ${total} things that it needs are`
    : `${absent} of the ${formatCount(total, "thing")} that it needs ${verb}`;
}

function writeNeed(need: NeedReport): string {
  const { call, lastSeen, reference, missing } = need;
  const callText = call === null ? "" : `, the result of ${call.tool} ${quoteLine(call.arguments)}`;
  const lastSeenText = lastSeen === null ? "" : ` It was last in the context at turn ${lastSeen.turn}.`;
  const missingText =
    missing.length === 0
      ? ""
      : ` What stands there now does not say ${missing.map((part) => quoteLine(part, 80)).join(", ")}.`;
  const words = need.residual
    ? " Only earlier words of your own still mention it; they are not evidence."
    : "";
  const again = call === null ? null : `call ${call.tool} again with the same arguments, if it only reads`;
  const way = reference === null ? again : `restore ${reference}`;
  const back = way === null ? " There is no way to get it back." : ` To get it back: ${way}.`;
  return `${quoteLine(need.need, 120)}${callText}: ${STATES[need.state]}.${lastSeenText}${missingText}${words}${back}`;
}

const STATES = {
  live: "in the context",
  pinned: "in the context",
  refetched: "in the context, fetched again",
  referenced: "only a reference is left of it",
  dangling: "it left the context",
  unknown: "nothing of that name was ever there",
} as const;
