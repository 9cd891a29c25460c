import { parseAtoms } from "@/lib/core/redaction-pattern";
import type { PatternAtom } from "@/lib/core/redaction-pattern";
import type { Detector } from "./detector";
import { makeLinearMatcher } from "@/lib/core/linear-match";

/**
 * A rule of a project: a text to mask, in which `*` stands for anything up to the next space or quote; or a regular
 * expression that `checkPattern` accepts.
 */
export interface RedactionRule {
  readonly name: string;
  readonly kind: "text" | "regex";
  readonly pattern: string;
}

/**
 * A project's redaction settings: its own rules, the default classes that are off, and the extra classes that are on.
 */
export interface RedactionRules {
  readonly rules: readonly RedactionRule[];
  readonly off: readonly string[];
  readonly on: readonly string[];
}

export const NO_CUSTOM_RULES: RedactionRules = { rules: [], off: [], on: [] };

/** The detector of a project's own rule. Its time is linear in the text, so no rule can block a share. */
export function makeCustomDetector(rule: RedactionRule, index: number): Detector {
  const find = makeLinearMatcher(rule.kind === "regex" ? parseAtoms(rule.pattern) : listAtoms(rule.pattern));
  return { id: `rule-${index + 1}`, label: rule.name, find };
}

const ANYTHING: PatternAtom = { source: "[^\\s\"'<>]", min: 0, max: 100 };

function listAtoms(text: string): PatternAtom[] {
  return text
    .split("")
    .map((char) =>
      char === "*"
        ? ANYTHING
        : { source: `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`, min: 1, max: 1 },
    );
}
