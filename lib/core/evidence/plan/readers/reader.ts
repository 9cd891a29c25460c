import { isRecord } from "../../../is-record";
import type { SourceKind } from "../../../vocabulary";
import type { StatedStep } from "../steps/step-identity";

export type LooseRecord = Readonly<Record<string, unknown>>;

/** A block as readers see it. A result comes with the call that it answers. */
export interface PlanText {
  readonly kind: SourceKind;
  /** The tool's name in lower case; empty for what is not a call or result. */
  readonly tool: string;
  readonly text: string;
  /** Arguments of the call, or of the call that a result answers; empty where they are no JSON object. */
  readonly args: LooseRecord;
}

/** What one block says of a plan. */
export interface Statement {
  /** Tells several plans of one reader apart, such as the file that holds them. */
  readonly plan?: string | undefined;
  readonly title?: string | undefined;
  readonly steps: readonly StatedStep[];
  /** `whole` replaces the plan's steps, `part` changes or adds those that it names, `known` changes only known ones. */
  readonly extent: "whole" | "part" | "known";
}

/** Recognises one way in which agents write plans down. */
export interface PlanReader {
  readonly id: string;
  readonly title: string;
  /** True if a tracker keeps the plan: what leaves the window can be looked up there again. */
  readonly isKeptOutside?: true;
  /** Whether a block can state such a plan, from what costs nothing to look at. */
  readonly matches: (kind: SourceKind, tool: string) => boolean;
  /** What the block says of a plan; `null` when it says nothing. */
  readonly read: (text: PlanText) => Statement | null;
}

/** Characters of a step's text that are kept. */
const STEP_CHARS_MAX = 1_000;

/** Steps of one statement that are read. */
const STEPS_READ_MAX = 1_000;

/** The steps of a statement within their bounds; `null` when there are none. */
export function statement(steps: readonly StatedStep[], more: Partial<Statement> = {}): Statement | null {
  if (steps.length === 0) return null;
  const kept = steps
    .slice(0, STEPS_READ_MAX)
    .map((step) => ({ ...step, text: step.text.trim().slice(0, STEP_CHARS_MAX).toWellFormed() }));
  return { extent: "whole", ...more, steps: kept };
}

/** The objects of a list that came from outside. */
export function objectsOf(value: unknown): LooseRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** An id as agents give them: a text or a number. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : textOf(value);
}
