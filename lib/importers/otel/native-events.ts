import type { TraceEvent } from "@/lib/core/trace/event";
import { hashContent, writeCanonicalJson } from "@/lib/core/hash";
import type { ParsedEvent } from "@/lib/core/trace/parse-event";
import { parseEvent } from "@/lib/core/trace/parse-event";
import { SOURCE_KINDS } from "@/lib/core/vocabulary";
import { findId } from "../shared/bounds";
import { recordsOf } from "../shared/values";
import type { NativeEvent } from "./spans/facts";
import type { TurnTime } from "./write-lineage";
import { convertToInstant } from "./instant";

const ID_CHARS = 16;
const UNKNOWN_MS = Date.UTC(2300, 0);

/**
 * Fills in what a sender may leave out from the record: the time, the turn, the ids of a ledger.
 * @param turns start and end times, in order
 * @returns `null` for an incomplete event; `findNativeEventIssue` says why
 */
export function buildNativeEvent(
  session: string,
  nativeEvent: NativeEvent,
  turns: readonly TurnTime[],
): TraceEvent | null {
  const parsed = parseOwn(session, nativeEvent, turns);
  return parsed.ok ? parsed.event : null;
}

export function isPlacedByTurns({ event }: NativeEvent): boolean {
  return event.type !== "session.ended" && event.turn === undefined;
}

export function findNativeEventIssue(nativeEvent: NativeEvent): string | null {
  const { event } = nativeEvent;
  if (PLANS.has(event.type) && recordsOf(event.steps).length === 0)
    return "steps: expected a list of steps with an id each, as JSON text or as a structured value";
  if (event.type === "ctx.window" && Object.keys(readNumbers(event)).length === 0)
    return "limit: expected a number of tokens, or a budget with numbers";
  const parsed = parseOwn("session", nativeEvent, []);
  return parsed.ok ? null : [getSentName(parsed.issue.path), parsed.issue.message].filter(Boolean).join(": ");
}

function parseOwn(session: string, nativeEvent: NativeEvent, turns: readonly TurnTime[]): ParsedEvent {
  const { event, at, record } = nativeEvent;
  const id = `${event.type}-${hashContent(`${at} ${record.traceId} ${record.spanId} ${writeCanonicalJson(event)}`).slice(0, ID_CHARS)}`;
  return parseEvent({
    ...fillIn(event, at, record.spanId, turns),
    id,
    session,
    at: new Date(convertToInstant(at) ?? UNKNOWN_MS).toISOString(),
  });
}

function getSentName(path: string): string {
  if (path === "step") return "stepId";
  return path.replace(/^(included|excluded)\[0\]\./, "").replace(/\.dependsOn\b/, ".needs");
}

type Loose = Readonly<Record<string, unknown>>;

/** Fields of each type of event. Anything else in the record is its sender's own. */
const PLAN_FIELDS = ["planId", "turn", "block", "title", "steps"];
const PLANS: ReadonlySet<string> = new Set(["plan.declared", "plan.revised"]);
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "context.decided": [
    ...["turn", "runId", "turnId", "modelInputId", "policy", "phase", "tokenBudget", "estimatedTokens"],
    ...["included", "excluded", "compactions"],
    ...["sourceId", "sourceKind", "action", "mode", "reason", "trust", "trustLevel", "tokens"],
  ],
  "context.edited": [
    ...[
      "turn",
      "how",
      "blocks",
      "policy",
      "rule",
      "reason",
      "numbers",
      "trigger",
      "reference",
      "summaryBlock",
    ],
    ...[
      "tokensBefore",
      "tokensAfter",
      "tokensFreed",
      "blockId",
      "toolCallId",
      "summaryId",
      "replaced",
      "originalRef",
    ],
  ],
  "plan.declared": PLAN_FIELDS,
  "plan.revised": [...PLAN_FIELDS, "reason"],
  "plan.step": ["planId", "turn", "step", "stepId", "status", "note", "output", "evidence"],
  "step.validated": ["planId", "turn", "step", "stepId", "present", "missing", "action"],
  "checkpoint.taken": ["turn", "block", "blockId", "state"],
  "session.restarted": ["turn", "reason"],
  "gate.checked": ["turn", "gate", "passed", "message", "numbers"],
  "session.ended": ["outcome", "reason"],
  "ctx.window": ["turn", "limit", "budget"],
};

const AROUND = /\.|^(type|id|at|time|timestamp|session|thread|conversation|trace|span)/i;

export function listUnknownOwnFields({ event }: NativeEvent): string[] {
  const allowed = FIELDS[event.type] ?? [];
  return Object.keys(event).filter((key) => !allowed.includes(key) && !AROUND.test(key));
}

function selectFields(event: NativeEvent["event"]): Loose {
  const allowed = FIELDS[event.type] ?? [];
  const namedFields = Object.entries(event).filter(([key]) => key === "type" || allowed.includes(key));
  return Object.fromEntries(namedFields);
}

function turnAt(at: number, turns: readonly TurnTime[]): number | undefined {
  const next = turns.findIndex((turn) => at <= Math.max(turn.at, turn.endedAt));
  return turns[next < 0 ? turns.length - 1 : next]?.turn;
}

function fillIn(event: NativeEvent["event"], at: number, spanId: string, turns: readonly TurnTime[]): Loose {
  const fields = selectFields(event);
  const started = turns.filter((turn) => turn.at <= at).length;
  const during = turnAt(at, turns);
  const placed = during === undefined || fields.turn !== undefined ? {} : { turn: during };
  switch (event.type) {
    case "context.decided":
      return { ...placed, ...makeDecision(fields, spanId) };
    case "context.edited":
      return makeEdit(fields, started);
    case "session.restarted":
      return { ...fields, turn: fields.turn ?? started };
    case "session.ended":
      return fields;
    case "checkpoint.taken": {
      const { blockId, block, ...rest } = fields;
      return { ...placed, ...rest, ...((block ?? blockId) !== undefined && { block: block ?? blockId }) };
    }
    case "gate.checked":
      return { ...placed, ...fields };
    case "plan.declared":
    case "plan.revised":
      return {
        ...placed,
        ...fields,
        steps: recordsOf(fields.steps).map(({ needs, title, ...step }) => ({
          ...step,
          text: step.text ?? title ?? step.id,
          ...(needs !== undefined && { dependsOn: needs }),
        })),
      };
    case "plan.step": {
      const { stepId, evidence, ...rest } = fields;
      return {
        ...placed,
        ...rest,
        step: rest.step ?? stepId,
        ...(evidence !== undefined && { output: evidence }),
      };
    }
    case "step.validated": {
      const { stepId, ...rest } = fields;
      const { present = [], missing = [] } = rest;
      return { ...placed, ...rest, step: rest.step ?? stepId, present, missing };
    }
    default:
      return {
        ...placed,
        type: "gate.checked",
        gate: "window",
        passed: true,
        numbers: readNumbers(fields),
        ...(typeof fields.turn === "number" && { turn: fields.turn }),
      };
  }
}

/** A single decision names one source and its action; otherwise a whole ledger. */
function makeDecision(fields: Loose, spanId: string): Loose {
  const { sourceId, sourceKind, action, mode, reason, trust, trustLevel, tokens, turnId, runId, ...rest } =
    fields;
  const base = {
    ...rest,
    runId: runId ?? "run",
    turnId: turnId ?? findId(spanId) ?? "turn",
    included: rest.included ?? [],
    excluded: rest.excluded ?? [],
    compactions: rest.compactions ?? [],
  };
  if (sourceId === undefined) return base;
  const kind = SOURCE_KINDS.find((candidate) => candidate === sourceKind) ?? "other";
  const source = {
    sourceId,
    sourceKind: kind,
    reason: reason ?? "",
    ...((trustLevel ?? trust) !== undefined && { trustLevel: trustLevel ?? trust }),
    ...(tokens !== undefined && { tokens }),
  };
  if (action === "exclude") return { ...base, excluded: [source] };
  const modes = new Map<unknown, string>([
    ["include", "full"],
    ["summarize", "summary"],
    ["reference", "reference"],
  ]);
  return { ...base, included: [{ ...source, mode: mode ?? modes.get(action) ?? "full" }] };
}

function makeEdit(fields: Loose, turn: number): Loose {
  const { blockId, toolCallId, summaryId, replaced, originalRef, ...rest } = fields;
  const editedIds = [blockId, toolCallId, replaced, rest.blocks]
    .flat()
    .filter((id) => typeof id === "string");
  const text =
    typeof originalRef === "string"
      ? originalRef
      : typeof rest.reference === "string"
        ? rest.reference
        : undefined;
  return {
    ...rest,
    turn: rest.turn ?? turn,
    how: rest.how ?? "removed",
    ...(editedIds.length > 0 && { blocks: editedIds }),
    ...(summaryId !== undefined && { summaryBlock: summaryId }),
    ...(text !== undefined && { reference: { kind: /^https?:/.test(text) ? "url" : "artifact", text } }),
  };
}

function readNumbers(fields: Loose): Record<string, number> {
  const flat = Object.entries({ limit: fields.limit, budget: fields.budget }).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([part, number]): [string, unknown] => [`${key}.${part}`, number])
      : [[key, value] as [string, unknown]],
  );
  return Object.fromEntries(flat.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}
