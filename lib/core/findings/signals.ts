import { formatCount, formatDigits } from "../digits";
import type { Session, Turn } from "../trace/session";
import { classifyFallenTotals } from "../window/fallen-totals";
import type { SourceKind } from "../vocabulary";
import type { Analysed } from "./find";

export const SIGNAL_STATES = ["seen", "derived", "unseen"] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];

export const SIGNALS = [
  "windows",
  "evictions",
  "usage",
  "cache",
  "system_prompt",
  "tool_schemas",
  "content",
  "decisions",
  "dependencies",
] as const;
export type SignalName = (typeof SIGNALS)[number];

export interface Signal {
  readonly signal: SignalName;
  readonly state: SignalState;
  readonly sentence: string;
}

/** What the source shows, what is derived, and what no finding can speak of. */
export function listSignals(analysed: Analysed): Signal[] {
  const { session } = analysed.recording;
  return [
    signalWindows(session),
    signalEvictions(session),
    signalUsage(session),
    signalCache(session),
    signalKind(session, "system_prompt", "system_rules", "The system prompt"),
    signalKind(session, "tool_schemas", "tool_schemas", "What the tools look like to the model"),
    signalContent(session),
    signalDecisions(session),
    signalDependencies(analysed),
  ];
}

/** Estimates of a short window are off by so much without anything being wrong. */
const ERROR_TOKENS = 250;

function describeCalls(n: number, { turns }: Session): string {
  if (n !== turns.length) return `${formatDigits(n)} of ${formatDigits(turns.length)} calls`;
  return n === 1 ? "the only call" : `all ${formatDigits(n)} calls`;
}

function signalWindows(session: Session): Signal {
  const knownTurns = session.turns.filter(({ window }) => window.known);
  const rebuilt = knownTurns.filter(({ windowProvenance }) => windowProvenance === "inferred").length;
  const signal = "windows";
  if (knownTurns.length === 0)
    return { signal, state: "unseen", sentence: "What stood in the window is not in the source." };
  const { contradictions } = classifyFallenTotals(session);
  const contradicted = session.turns.filter(
    (turn) => contradictions.has(turn.index) && tokensApart(turn) > ERROR_TOKENS,
  ).length;
  if (contradicted > 0)
    return {
      signal,
      state: "unseen",
      sentence: `The windows of ${describeCalls(contradicted, session)} list more than the provider counted: what left them is not recorded.`,
    };
  if (contradictions.size > 0)
    return {
      signal,
      state: "derived",
      sentence: `The windows of ${describeCalls(contradictions.size, session)} list up to ${ERROR_TOKENS} tokens more than the provider counted, as an estimate may.`,
    };
  if (rebuilt > 0)
    return {
      signal,
      state: "derived",
      sentence: `The windows of ${describeCalls(rebuilt, session)} are rebuilt by the harness's rule.`,
    };
  return {
    signal,
    state: "seen",
    sentence: `The windows of ${describeCalls(knownTurns.length, session)} are recorded.`,
  };
}

/** By how many tokens what is listed in a window is above what the provider counted, there or against the turn before. */
function tokensApart({ delta, window }: Turn): number {
  return Math.max(-(delta.value ?? 0), -(window.residual ?? 0));
}

function signalEvictions(session: Session): Signal {
  const reported = session.evictions.filter(({ cause }) => cause.provenance === "reported").length;
  const signal = "evictions";
  if (reported > 0)
    return {
      signal,
      state: "seen",
      sentence: `The harness reported ${formatDigits(reported)} of ${formatDigits(session.evictions.length)} evictions.`,
    };
  if (session.turns.some(({ window }) => window.known))
    return { signal, state: "derived", sentence: "What left is found by comparing windows." };
  return { signal, state: "unseen", sentence: "Without windows nothing can be said of what left them." };
}

function signalUsage(session: Session): Signal {
  const measured = session.turns.filter(({ usage: used }) => used?.input != null).length;
  if (measured === 0)
    return { signal: "usage", state: "unseen", sentence: "No call has usage: sizes are estimates." };
  return {
    signal: "usage",
    state: measured === session.turns.length ? "seen" : "derived",
    sentence: `The provider's usage is there for ${describeCalls(measured, session)}.`,
  };
}

function signalCache(session: Session): Signal {
  const measured = session.turns.filter(({ usage: used }) => used?.cacheRead != null).length;
  if (measured === 0)
    return {
      signal: "cache",
      state: "unseen",
      sentence: "What an edit of the window costs in cache cannot be known.",
    };
  return {
    signal: "cache",
    state: "seen",
    sentence: `Reads of the prompt cache are there for ${describeCalls(measured, session)}.`,
  };
}

function signalKind(session: Session, signal: SignalName, source: SourceKind, subject: string): Signal {
  const isThere = session.blocks.some((block) => block.kind === source);
  return {
    signal,
    state: isThere ? "seen" : "unseen",
    sentence: isThere ? `${subject} is recorded.` : `${subject} is not in the source.`,
  };
}

function signalContent(session: Session): Signal {
  if (session.blocks.every(({ versions }) => versions.every(({ hash }) => hash === null)))
    return {
      signal: "content",
      state: "unseen",
      sentence: "No block came with its text: what it said cannot be known.",
    };
  const cut = session.turns.filter(({ completeness }) => completeness !== "complete").length;
  return {
    signal: "content",
    state: cut === 0 ? "seen" : "unseen",
    sentence:
      cut === 0
        ? "Nothing was cut off before it was received."
        : `Of ${describeCalls(cut, session)} only a part was received.`,
  };
}

function signalDecisions({ records }: Session): Signal {
  const decisions = records.filter(({ event }) => event.type === "context.decided").length;
  return decisions > 0
    ? {
        signal: "decisions",
        state: "seen",
        sentence: `The harness kept a ledger for ${formatCount(decisions, "turn")}.`,
      }
    : { signal: "decisions", state: "derived", sentence: "Ledgers are worked out from the windows." };
}

function signalDependencies({ plans, evidence }: Analysed): Signal {
  const declared = evidence.edges.filter((edge) => edge.kind === "declared").length;
  const signal = "dependencies";
  if (declared > 0)
    return {
      signal,
      state: "seen",
      sentence: `Plans declare ${formatCount(declared, "need")} of their steps.`,
    };
  if (evidence.edges.length > 0)
    return {
      signal,
      state: "derived",
      sentence: `No needs are declared; ${formatCount(evidence.edges.length, "use")} of evidence ${evidence.edges.length === 1 ? "is" : "are"} inferred from values.`,
    };
  return {
    signal,
    state: "unseen",
    sentence:
      plans.length > 0
        ? "The plan declares no needs, and no value of a result was seen to be used again."
        : "No plan is declared or recognised, and no value of a result was seen to be used again.",
  };
}
