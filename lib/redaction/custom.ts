import type { Detector } from "./detector";
import { byPattern } from "./detector";

/** A rule that a project adds: a text to mask wherever it stands, `*` for anything up to the next space or quote. */
export interface RedactionRule {
  readonly name: string;
  readonly pattern: string;
}

/** What a project says about redaction: rules of its own, and detectors that it does without. */
export interface RedactionRules {
  readonly rules: readonly RedactionRule[];
  readonly off: readonly string[];
}

export const NO_RULES: RedactionRules = { rules: [], off: [] };
export const STARS_MAX = 2;

/** The detector of a project's own rule. Its wildcard is bounded, so that no rule can make a share take for ever. */
export function customDetector({ name, pattern }: RedactionRule, index: number): Detector {
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return byPattern(`rule-${index + 1}`, name, new RegExp(parts.join("[^\\s\"'<>]{0,100}"), "giu"));
}
