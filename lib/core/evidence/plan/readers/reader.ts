import { isRecord } from "../../../is-record";
import type { SourceKind } from "../../../vocabulary";
import type { StatedStep } from "../steps/step-identity";

export type LooseRecord = Readonly<Record<string, unknown>>;

/** A result comes with the call that it answers. */
export interface PlanText {
  readonly kind: SourceKind;
  /** In lower case; empty for other blocks than calls and results. */
  readonly tool: string;
  readonly text: string;
  readonly args: LooseRecord;
}

export interface Statement {
  /** Tells several plans of one reader apart, such as the file that holds them. */
  readonly plan?: string | undefined;
  readonly title?: string | undefined;
  readonly steps: readonly StatedStep[];
  /** `whole` replaces the plan's steps, `part` changes or adds those that it names, `known` changes only known ones. */
  readonly extent: "whole" | "part" | "known";
}

export interface PlanReader {
  readonly id: string;
  readonly title: string;
  /** A tracker or a file keeps the plan, so what leaves the window can be looked up there. */
  readonly isKeptOutside?: true;
  readonly matches: (kind: SourceKind, tool: string) => boolean;
  readonly read: (text: PlanText) => Statement | null;
}

const STEP_CHARS_MAX = 1_000;

const STEPS_READ_MAX = 1_000;

export function makeStatement(
  steps: readonly StatedStep[],
  otherFields: Partial<Statement> = {},
): Statement | null {
  if (steps.length === 0) return null;
  const statedSteps = steps
    .slice(0, STEPS_READ_MAX)
    .map((step) => ({ ...step, text: step.text.trim().slice(0, STEP_CHARS_MAX).toWellFormed() }));
  return { extent: "whole", ...otherFields, steps: statedSteps };
}

export function listObjects(value: unknown): LooseRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function readStatedText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function readStatedId(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : readStatedText(value);
}
