import type { RunTotals } from "@/lib/core/trace/session";
import type { DeclaredBudgets } from "@/lib/core/trace/turn-figures";
import type { CalibrationBasis, Outcome } from "@/lib/core/vocabulary";
import { describeBudgets } from "./turn/budget-words";
import type { Cost } from "@/lib/core/pricing/cost";
import { describeCost, describeMoney } from "./format/cost";
import { formatCompact, count, formatDuration, plural } from "./format/format";
import type { Gauge, SessionInput } from "./session-rows";
import { buildGauge, describeNoWindow } from "./session-rows";
import { revealText } from "./format/trace-text";

export interface SessionDetail extends SessionInput {
  readonly outcomeReason: string | null;
  readonly parentId: string | null;
  readonly parentExternalId: string | null;
  /** Absent in older frozen views. */
  readonly forkedFrom?: { readonly externalId: string; readonly sessionId: string | null } | null;
  /** Absent in older frozen views. */
  readonly copied?: { readonly turns: number; readonly ownFrom: number; readonly sessionId: string } | null;
  readonly source: { readonly format: string; readonly file: string | null } | null;
  readonly children: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly role: string;
    readonly toolCallId: string | null;
    readonly turns: number | null;
  }[];
  readonly notes: readonly string[];
  /** Absent in older frozen views. */
  readonly costs?: readonly Cost[];
  /** Absent in older frozen views. */
  readonly costsWithChildren?: readonly Cost[];
  /** Absent in older frozen views. */
  readonly reported?: RunTotals | null;
  /** How the harness divided the window; absent in older frozen views. */
  readonly budgets?: DeclaredBudgets | null;
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly count: number }[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly calibration: {
    readonly factor: number;
    readonly basis?: CalibrationBasis | undefined;
    readonly samples: number;
    readonly tokenizer: string;
    readonly exact: boolean;
    readonly medianError: number | null;
  } | null;
}

export interface HeaderFact {
  readonly label: string;
  readonly value: string;
  readonly detail: string | null;
  readonly title?: string;
}

export interface SessionHeaderModel {
  readonly id: string;
  readonly title: string;
  readonly line: readonly string[];
  readonly startedAt: string | null;
  readonly outcome: Outcome | null;
  readonly outcomeReason: string | null;
  readonly gauge: Gauge;
  readonly facts: readonly HeaderFact[];
  readonly parent: { readonly href: string; readonly label: string } | null;
  /** The session that its first turns are a copy of. */
  readonly origin: { readonly href: string; readonly label: string } | null;
  readonly children: readonly { readonly href: string; readonly label: string }[];
  /**
   * What the session's source cannot show, and what was corrected. Always visible, so readers do not trust the figures
   * too much.
   */
  readonly caveats: readonly string[];
}

export function makeSessionHeader(session: SessionDetail): SessionHeaderModel {
  return {
    id: session.id,
    title: revealText(session.name ?? session.externalId),
    line: [
      ...new Set(
        // The format of a file says what an agent's name already says.
        [session.agent ?? session.source?.format, session.model].filter(
          (part): part is string => part != null,
        ),
      ),
    ],
    startedAt: session.startedAt,
    outcome: session.outcome,
    outcomeReason: session.outcomeReason,
    gauge: buildGauge(session),
    facts: [
      ...listLastedFacts(session),
      ...countFacts(session),
      ...listCostFacts(session),
      ...listReportedFacts(session.reported),
      ...listBudgetFacts(session.budgets),
    ],
    parent:
      session.parentId === null
        ? null
        : {
            href: `/sessions/${session.parentId}`,
            label:
              session.role === "side"
                ? "side call of another session: made beside it, such as for a title or a summary"
                : "sub-agent of another session",
          },
    origin: buildOrigin(session),
    children: session.children.map((child) => ({
      href: `/sessions/${child.id}`,
      label: `${child.name ?? "unnamed"} (${child.role === "main" ? "session" : child.role}, ${child.turns === null ? "being worked out" : plural(child.turns, "turn")})`,
    })),
    caveats: listCaveats(session),
  };
}

function buildOrigin({ copied, forkedFrom }: SessionDetail): SessionHeaderModel["origin"] {
  const id = copied?.sessionId ?? forkedFrom?.sessionId;
  return id == null ? null : { href: `/sessions/${id}`, label: "session that it was forked from" };
}

function copyCaveats({ copied, forkedFrom, pending }: SessionDetail): string[] {
  if (copied != null) {
    const isOne = copied.turns === 1;
    const turns = isOne ? "The first turn is a copy" : `The first ${count(copied.turns)} turns are copies`;
    return [
      `${turns} from another session and ${isOne ? "counts" : "count"} there once: the cost, the findings and every sum over sessions leave ${isOne ? "it" : "them"} out here.`,
    ];
  }
  if (forkedFrom == null || pending != null) return [];
  return [
    forkedFrom.sessionId === null
      ? `It was forked from the session ${revealText(forkedFrom.externalId)}, which is not here: the turns that were copied from it count here.`
      : `It was forked from the session ${revealText(forkedFrom.externalId)}, and none of its turns was found there: all of them count here.`,
  ];
}

export function describePolicy(policy: unknown): string | null {
  if (typeof policy === "string") return revealText(policy);
  if (typeof policy !== "object" || policy === null) return null;
  const { kind, name, version } = policy as Record<string, unknown>;
  const words = [kind ?? name, version].filter(
    (part) => typeof part === "string" || typeof part === "number",
  );
  return words.length === 0 ? revealText(JSON.stringify(policy)) : revealText(words.join(" "));
}

/** @param costs of the session as it is now; while they are not known, the cost says of when it is */
export function updateHeader(
  header: SessionHeaderModel,
  now: SessionInput,
  costs: SessionDetail["costs"] = [],
): SessionHeaderModel {
  const moved = [...listLastedFacts(now), ...countFacts(now), ...listCostFacts({ costs })];
  const hasGrown = header.facts.some(
    ({ label, value }) => label === TURNS && value !== count(now.counts.turns),
  );
  const others = header.facts
    .filter(({ label }) => !moved.some((fact) => fact.label === label))
    .map((fact) =>
      fact.label === COST && hasGrown ? { ...fact, detail: "when the page was opened" } : fact,
    );
  return {
    ...header,
    startedAt: now.startedAt,
    outcome: now.outcome,
    gauge: buildGauge(now),
    facts: keepInPlace(header.facts, [...moved, ...others]),
  };
}

function keepInPlace(before: readonly HeaderFact[], now: readonly HeaderFact[]): HeaderFact[] {
  const place = ({ label }: HeaderFact) => {
    const at = before.findIndex((fact) => fact.label === label);
    return at < 0 ? before.length : at;
  };
  return [...now].sort((a, b) => place(a) - place(b));
}

function countFacts({ counts, tokens }: SessionInput): HeaderFact[] {
  return [
    { label: TURNS, value: count(counts.turns), detail: null },
    {
      label: "Evictions",
      value: count(counts.evictions),
      detail:
        counts.evictions === null || counts.evictions === 0
          ? null
          : `${formatCompact(tokens.evicted)} tokens`,
    },
    { label: "Compactions", value: count(counts.compactions), detail: null },
    {
      label: "Tool calls",
      value: count(counts.toolCalls),
      detail:
        counts.repeatedToolCalls === null || counts.repeatedToolCalls === 0
          ? null
          : `${count(counts.repeatedToolCalls)} repeated`,
    },
  ];
}

const TURNS = "Turns";
const COST = "Cost";

function listLastedFacts({ startedAt, endedAt }: Pick<SessionInput, "startedAt" | "endedAt">): HeaderFact[] {
  if (startedAt === null || endedAt === null) return [];
  return [
    { label: "Lasted", value: formatDuration(Date.parse(endedAt) - Date.parse(startedAt)), detail: null },
  ];
}

/** Its own calls, and beside them all with those of sub-agents and side calls. */
function listCostFacts({
  costs,
  costsWithChildren,
  children = [],
}: Partial<Pick<SessionDetail, "costs" | "costsWithChildren" | "children">>): HeaderFact[] {
  const words = describeCost(costs);
  const all = children.length === 0 ? null : describeCost(costsWithChildren);
  const detail = all === null ? null : `${all.value} with sub-agents and side calls`;
  if (words === null) return all === null ? [] : [{ label: COST, value: "–", detail, title: all.detail }];
  return [{ label: COST, value: words.value, detail, title: words.detail }];
}

function listReportedFacts(reported: SessionDetail["reported"]): HeaderFact[] {
  if (reported == null) return [];
  const { tokensSent, tokensReceived, calls, cost } = reported;
  const parts = [
    ...(tokensSent === null ? [] : [`${count(tokensSent)} tokens sent`]),
    ...(tokensReceived === null ? [] : [`${count(tokensReceived)} received`]),
    ...(calls === null ? [] : [plural(calls, "call")]),
    ...(cost === null ? [] : [describeMoney(cost, "USD")]),
  ];
  const [value, ...more] = parts;
  if (value === undefined) return [];
  return [{ label: "Reported by the run", value, detail: more.length === 0 ? null : more.join(", ") }];
}

function listBudgetFacts(budgets: SessionDetail["budgets"]): HeaderFact[] {
  const words = describeBudgets(budgets);
  return words === null ? [] : [{ label: "Budget by source", value: words, detail: null }];
}

function listCaveats(session: SessionDetail): string[] {
  const { notes, gaps, warnings, calibration, tokens, model, pending } = session;
  const missing = gaps.map(({ from, to }) =>
    from === to ? `Turn ${from} was not received.` : `Turns ${from} to ${to} were not received.`,
  );
  const repaired = warnings.map(
    (warning) =>
      `${toSentence(warning.message)}${warning.count > 1 ? ` (${count(warning.count)} times)` : ""}`,
  );
  return [
    ...notes,
    ...copyCaveats(session),
    ...missing,
    ...(pending?.what === "all" ? [] : limitCaveats(tokens, model)),
    ...repaired,
    ...(calibration === null ? [] : [describeCalibration(calibration)]),
  ];
}

function limitCaveats(
  { contextWindow, contextWindowProvenance: from }: SessionDetail["tokens"],
  model: string | null,
): string[] {
  if (contextWindow === null) return [toSentence(describeNoWindow(model))];
  if (from === undefined || from === "recorded") return [];
  return [
    `The source does not state the context window: ${count(contextWindow)} tokens are from the ${from}.`,
  ];
}

function describeCalibration({
  factor,
  basis,
  samples,
  tokenizer,
  exact,
  medianError,
}: NonNullable<SessionDetail["calibration"]>): string {
  if (exact) return `Block sizes are counted with ${tokenizer}, the model's own tokenizer.`;
  if (basis === "total of the run")
    return `Block sizes are estimated: ${tokenizer} × ${factor}, so that all requests add up to the total that the run reported; no call reports its own.`;
  if (samples === 0 && factor === 1)
    return `Block sizes are estimated with ${tokenizer}; there was nothing in this session to calibrate them by.`;
  if (samples === 0)
    return `Block sizes are estimated: ${tokenizer} × ${factor}, as is usual for the model; this session had too little usage to learn from.`;
  const error = medianError === null ? "" : `, median error ${count(medianError)} tokens`;
  return `Block sizes are estimated: ${tokenizer} × ${factor}, learned from ${plural(samples, "call")} with usage${error}.`;
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
