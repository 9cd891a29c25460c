import { findKindWithCode } from "@/lib/core/findings/kinds";
import type { Block, Session } from "@/lib/core/trace/session";
import { nameIncidentBlock } from "./block-name";
import type { Annotation, PinKind } from "./incident";
import type { IncidentPlan, IncidentSource } from "./incident-source";

export type IncidentPin = Pick<Annotation, "turn" | "pin" | "target">;

export interface PinProblem {
  readonly field: "turn" | "target";
  readonly expected: string;
}

export interface PinWords {
  readonly kind: PinKind;
  /** May quote names and texts of the trace. */
  readonly text: string;
  /** Without any text of the trace. */
  readonly plain: string;
}

/** `null` when the target exists. */
export function pinProblem(told: IncidentSource, { turn, pin, target }: IncidentPin): PinProblem | null {
  const { session } = told.recording;
  if (!session.turns.some(({ index }) => index === turn))
    return { field: "turn", expected: "a turn of this session" };
  const missing = (expected: string): PinProblem => ({ field: "target", expected });
  switch (pin) {
    case "turn":
      return target === null ? null : missing("nothing: a turn is named by `turn` alone");
    case "block":
      return findBlock(session, target) === null ? missing("the id of a block of this session") : null;
    case "eviction":
      return session.evictions.some((one) => one.turn === turn && session.blocks[one.block]?.id === target)
        ? null
        : missing(`the id of a block that left the window in turn ${turn}`);
    case "step":
      return findPinnedStep(told.plans, target) === null ? missing("the id of a step of a plan") : null;
    case "finding":
      return told.findings.some(({ code, from, to }) => code === target && from <= turn && turn <= to)
        ? null
        : missing(`the code of a finding about turn ${turn}`);
  }
}

/** Also works when the session changed and the target no longer exists. */
export function pinWords(
  { session, plans }: { readonly session: Session; readonly plans: readonly IncidentPlan[] },
  { turn, pin, target }: IncidentPin,
): PinWords {
  switch (pin) {
    case "turn":
      return { kind: pin, text: `turn ${turn}`, plain: `turn ${turn}` };
    case "block":
    case "eviction": {
      const block = findBlock(session, target);
      const [text, plain] =
        block === null ? ["a block", "a block"] : [nameIncidentBlock(block), nameKind(block)];
      return pin === "block"
        ? { kind: pin, text, plain }
        : { kind: pin, text: `eviction of ${text}`, plain: `eviction of ${plain}` };
    }
    case "step": {
      const step = findPinnedStep(plans, target)?.step;
      return { kind: pin, text: step === undefined ? "a step" : `step “${step.text}”`, plain: "a step" };
    }
    case "finding": {
      const title = `finding “${findKindWithCode(target ?? "")?.title ?? "unknown"}”`;
      return { kind: pin, text: title, plain: title };
    }
  }
}

export function findPinnedStep(
  plans: readonly IncidentPlan[],
  id: string | null,
): { readonly plan: IncidentPlan; readonly step: IncidentPlan["steps"][number] } | null {
  for (const plan of plans) {
    const step = plan.steps.find((one) => one.id === id);
    if (step !== undefined) return { plan, step };
  }
  return null;
}

function findBlock({ blocks }: Session, id: string | null): Block | null {
  return blocks.find((block) => block.id === id) ?? null;
}

function nameKind({ kind }: Block): string {
  return kind.replaceAll("_", " ");
}
