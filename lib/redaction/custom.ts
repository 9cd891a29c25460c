import { checkPattern } from "@/lib/core/redaction-pattern";
import type { Detector } from "./detector";
import { byPattern } from "./detector";

/**
 * A rule that a project adds: a text to mask wherever it stands, `*` for anything up to the next space or quote; or a
 * regular expression of the kind that `checkPattern` lets pass.
 */
export interface RedactionRule {
  readonly name: string;
  readonly kind: "text" | "regex";
  readonly pattern: string;
}

/** What a project says about redaction: rules of its own, and detectors that it does without. */
export interface RedactionRules {
  readonly rules: readonly RedactionRule[];
  readonly off: readonly string[];
}

export const NO_RULES: RedactionRules = { rules: [], off: [] };

/** The detector of a project's own rule. Its repetitions are bounded, so that no rule can make a share take for ever. */
export function customDetector(rule: RedactionRule, index: number): Detector {
  return byPattern(`rule-${index + 1}`, rule.name, new RegExp(sourceOf(rule), "giu"));
}

const NEVER = "(?!)";

function sourceOf({ kind, pattern }: RedactionRule): string {
  if (kind === "regex") {
    const checked = checkPattern(pattern);
    return "source" in checked ? checked.source : NEVER;
  }
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.join("[^\\s\"'<>]{0,100}");
}
