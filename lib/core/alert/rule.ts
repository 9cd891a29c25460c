import { z } from "zod";
import { FINDING_KINDS } from "@/lib/core/findings/kinds";
import { SEVERITIES, type Severity } from "@/lib/core/findings/rule/finding";
import type { CostFigures } from "../cost/cost-limits";
import { ALERT_SESSION_STATES } from "./choices";

const SUSTAINED_S_MAX = 7 * 24 * 3_600;
const SHARE_MAX = 5;
const CODES = FINDING_KINDS.map(({ code }) => code);

function isCode(text: string): boolean {
  const prefix = text.endsWith(".*") ? text.slice(0, -1) : null;
  return CODES.some((code) => (prefix === null ? code === text : code.startsWith(prefix)));
}

/** What a rule can be about; at least one of them. The other fields limit it. */
const WATCHED = ["severity", "code", "windowShare", "cost", "rewrittenShare"] as const;
const NAMED = WATCHED.map((name) => `\`${name}\``).join(", ");

/** All conditions of a rule must hold. */
export const alertRuleSchema = z
  .strictObject({
    severity: z.enum(SEVERITIES).optional().describe("a finding at least as severe"),
    code: z
      .string()
      .max(80)
      .refine(isCode, "expected a code that findings have, or a prefix of codes with .*")
      .optional()
      .describe("a finding of this code, or of all codes of a prefix: `gate.*`, `evidence.*`"),
    windowShare: z
      .number()
      .positive()
      .max(SHARE_MAX)
      .optional()
      .describe("the newest window takes at least this share of its budget, else of the model's window"),
    cost: z
      .number()
      .positive()
      .optional()
      .describe("the session's own calls cost at least this much, in their currency"),
    rewrittenShare: z
      .number()
      .positive()
      .max(1)
      .optional()
      .describe("at least this share of its cost was written again after the prompt cache was lost"),
    agent: z.string().min(1).max(512).optional().describe("only sessions of this agent"),
    tag: z.string().min(1).max(200).optional().describe("only sessions with this tag"),
    state: z
      .enum(ALERT_SESSION_STATES)
      .default("any")
      .describe("only running sessions, only ended ones, or both"),
    sustainedS: z
      .int()
      .min(0)
      .max(SUSTAINED_S_MAX)
      .default(0)
      .describe("seconds for which it has to hold before anything is sent"),
  })
  .refine((rule) => WATCHED.some((name) => rule[name] !== undefined), {
    message: `expected ${NAMED} or several of them: there is nothing to watch for`,
  })
  .meta({ id: "AlertRule" });
export type AlertRule = z.output<typeof alertRuleSchema>;

export interface AlertFinding {
  readonly code: string;
  /** `null` where it is not proved. */
  readonly severity: Severity | null;
  readonly fromTurn: number;
  readonly sentence: string;
}

export interface AlertScene {
  readonly agent: string | null;
  readonly tags: readonly string[];
  readonly ended: boolean;
  readonly windowShare: number | null;
  readonly cost: CostFigures;
  readonly findings: readonly AlertFinding[];
}

/**
 * The findings that the rule is about; `null` where the rule does not hold. A rule about windows or the bill alone
 * gives an empty list. A finding that is not proved is told only where the rule names its very code and no severity.
 */
export function matchAlert(rule: AlertRule, scene: AlertScene): readonly AlertFinding[] | null {
  const { severity, code, windowShare, agent, tag, state } = rule;
  if (agent !== undefined && agent !== scene.agent) return null;
  if (tag !== undefined && !scene.tags.includes(tag)) return null;
  if (state !== "any" && (state === "ended") !== scene.ended) return null;
  if (windowShare !== undefined && (scene.windowShare === null || scene.windowShare < windowShare))
    return null;
  if (!isReached(rule.cost, scene.cost.total)) return null;
  if (!isReached(rule.rewrittenShare, scene.cost.rewrittenShare)) return null;
  if (severity === undefined && code === undefined) return [];
  const least = severity === undefined ? 0 : SEVERITIES.indexOf(severity);
  const found = scene.findings.filter((finding) =>
    finding.severity === null
      ? severity === undefined && finding.code === code
      : SEVERITIES.indexOf(finding.severity) >= least && (code === undefined || isOf(finding.code, code)),
  );
  return found.length === 0 ? null : found;
}

/** What is not known reaches nothing. */
function isReached(least: number | undefined, value: number | null): boolean {
  return least === undefined || (value !== null && value >= least);
}

function isOf(code: string, pattern: string): boolean {
  return pattern.endsWith(".*") ? code.startsWith(pattern.slice(0, -1)) : code === pattern;
}
