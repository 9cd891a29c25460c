import type { AlertFormat } from "@/lib/core/alert/choices";
import type { AlertRule } from "@/lib/core/alert/rule";
import { groupBy } from "@/lib/core/group-by";
import { plural } from "@/lib/view/format/format";
import { makeProofHref } from "@/lib/view/findings/links";
import { FINDING_KINDS, findKindWithCode } from "@/lib/core/findings/kinds";
import { BROWSER_TARGET } from "@/lib/core/alert/browser-target";

export interface AlertTargetRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly format: string;
}

export interface AlertRuleRow {
  readonly id: string;
  readonly name: string;
  /** The whole rule as one sentence. */
  readonly sentence: string;
  /** How often it would have held of late; empty where that is not known. */
  readonly fired: string;
}

export interface AlertMessageRow {
  readonly id: string;
  readonly at: string;
  readonly rule: string;
  readonly target: string;
  readonly href: string | null;
  readonly state: string;
  readonly answer: string;
  readonly canRetry: boolean;
}

export interface AlertRows {
  readonly targets: readonly AlertTargetRow[];
  readonly receivers: readonly { readonly id: string; readonly name: string }[];
  readonly rules: readonly AlertRuleRow[];
  /** The findings that a rule can name, by their family. */
  readonly findings: readonly FindingChoices[];
  readonly messages: readonly AlertMessageRow[];
}

/** Findings whose codes begin alike. A rule can name one of them, or all by a pattern. */
export interface FindingChoices {
  readonly family: string;
  /** `null` for a family of one. */
  readonly all: string | null;
  readonly choices: readonly { readonly code: string; readonly title: string }[];
}

interface Alerts {
  readonly targets: readonly { id: string; name: string; url: string; format: AlertFormat }[];
  readonly rules: readonly { id: string; name: string; rule: AlertRule; targets: readonly string[] }[];
  readonly messages: readonly {
    id: string;
    rule: string | null;
    target: string | null;
    session: string | null;
    status: "held" | "waiting" | "sent" | "dead";
    attempts: number;
    answer: string | null;
    createdAt: string;
  }[];
}

/** What a session has that has a finding of this severity or a worse one. */
const LEAST: Readonly<Record<NonNullable<AlertRule["severity"]>, string>> = {
  note: "a finding",
  warning: "a warning or worse",
  serious: "a serious finding",
};
const FORMATS: Readonly<Record<AlertFormat, string>> = {
  json: "JSON",
  slack: "Slack",
  email: "e-mail gateway",
};
const STATES = {
  held: "waits until it has held long enough",
  waiting: "waits to be sent",
  sent: "sent",
  dead: "could not be sent",
} as const;

/** @param fired by the id of a rule, for how many sessions of the last week it holds */
export function listAlertRows(
  { targets, rules, messages }: Alerts,
  fired: ReadonlyMap<string, number> = new Map(),
): AlertRows {
  const names = new Map([
    [BROWSER_TARGET, "browsers"],
    ...targets.map(({ id, name }): [string, string] => [id, name]),
  ]);
  return {
    targets: targets.map(({ format, ...rest }) => ({ ...rest, format: FORMATS[format] })),
    receivers: [...names].map(([id, name]) => ({ id, name })),
    rules: rules.map(({ id, name, rule, targets: to }) => ({
      id,
      name,
      sentence: `When a session has ${writeRuleText(rule)}, tell ${to.map((one) => names.get(one) ?? "a deleted target").join(", ")}.`,
      fired: describeFired(fired.get(id)),
    })),
    findings: listFindingChoices(),
    messages: messages.map(({ id, rule, target, session, status, attempts, answer, createdAt }) => ({
      id,
      at: createdAt,
      rule: rule ?? (session === null ? "test" : "a deleted rule"),
      target: target ?? "a deleted target",
      href: session === null ? null : `/sessions/${session}`,
      state: attempts > 1 ? `${STATES[status]} (${attempts} tries)` : STATES[status],
      answer: answer ?? "",
      canRetry: status === "dead",
    })),
  };
}

function listFindingChoices(): FindingChoices[] {
  return [...groupBy(FINDING_KINDS, ({ code }) => code.split(".")[0] ?? code)].map(([prefix, kinds]) => ({
    family: describeFamily(prefix),
    all: kinds.length > 1 ? `${prefix}.*` : null,
    choices: kinds.map(({ code, title }) => ({ code, title })),
  }));
}

function describeFamily(prefix: string): string {
  return prefix.replaceAll("_", " ");
}

function describeFired(sessions: number | undefined): string {
  if (sessions === undefined) return "";
  return sessions === 0
    ? "It would have fired for no session last week."
    : `It would have fired for ${plural(sessions, "session")} last week.`;
}

export function writeRuleText(rule: AlertRule): string {
  const { severity, code, windowShare, cost, rewrittenShare, agent, tag, state, sustainedS } = rule;
  const finding = severity === undefined && code === undefined ? null : LEAST[severity ?? "note"];
  const parts = [
    ...(finding === null ? [] : [code === undefined ? finding : `${finding} of ${describeCode(code)}`]),
    ...(windowShare === undefined
      ? []
      : [`a window of ${Math.round(windowShare * 100)} % of its budget or more`]),
    ...(cost === undefined ? [] : [`a cost of ${cost} or more`]),
    ...(rewrittenShare === undefined
      ? []
      : [`${Math.round(rewrittenShare * 100)} % of its cost or more written again`]),
  ].join(", ");
  const limits = [
    ...(agent === undefined ? [] : [`agent ${agent}`]),
    ...(tag === undefined ? [] : [`tag ${tag}`]),
    ...(state === "any" ? [] : [`${state} sessions`]),
    ...(sustainedS === 0 ? [] : [`held for ${sustainedS} s`]),
  ].join(", ");
  return limits === "" ? parts : `${parts}; ${limits}`;
}

/** A finding by its title, a pattern by its family. */
function describeCode(code: string): string {
  const title = findKindWithCode(code)?.title;
  if (title !== undefined) return `“${title}”`;
  return code.endsWith(".*") ? `any kind about “${describeFamily(code.slice(0, -2))}”` : code;
}

export interface AlertNotice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly href: string;
}

export function makeAlertNotice({
  id,
  rule,
  session,
  name,
  sentence,
  turn,
  more,
  windowShare,
  story,
}: AlertNewsItem): AlertNotice {
  const size = [
    ...(windowShare === null ? [] : [`The window takes ${Math.round(windowShare * 100)} % of its budget.`]),
    ...(story === null ? [] : [story]),
  ].join(" ");
  const body = sentence === null ? size : `${sentence}${more > 0 ? ` And ${more} more.` : ""}`;
  return { id, title: `${rule}: ${name}`, body, href: makeAlertHref(session, turn) };
}

function makeAlertHref(session: string, turn: number | null): string {
  return makeProofHref(session, { view: "overview", turn, block: null });
}

interface AlertNewsItem {
  readonly id: string;
  readonly rule: string;
  readonly session: string;
  readonly name: string;
  readonly sentence: string | null;
  readonly turn: number | null;
  readonly more: number;
  readonly windowShare: number | null;
  readonly story: string | null;
}
