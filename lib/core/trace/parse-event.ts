import { readPlainly } from "../plain-issues";
import { type TraceEvent, readWireEvent } from "./event";
import { EVENT_VERSION, eventSchema } from "./event-schema";
import { YEAR_MAX, YEAR_MIN } from "./limits";
import { JSON_DEPTH_MAX, JSON_FIELDS_MAX, shapeOf, makeWellFormed } from "./well-formed";
import { assert } from "../assert";

export interface EventIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export type ParsedEvent =
  | { readonly ok: true; readonly event: TraceEvent; readonly warnings: readonly EventIssue[] }
  | { readonly ok: false; readonly id: string | null; readonly issue: EventIssue };

/** Parses one received event: any JSON value in; an event, or the one most important problem, out. */
export function parseEvent(receivedValue: unknown): ParsedEvent {
  const shape = shapeOf(receivedValue);
  if (shape === "too_deep") {
    return refuse(receivedValue, {
      path: "",
      code: "too_deep",
      message: `an event may nest ${JSON_DEPTH_MAX} levels deep at most`,
    });
  }
  if (shape === "too_many_fields") {
    return refuse(receivedValue, {
      path: "",
      code: "too_many_fields",
      message: `an event may have ${JSON_FIELDS_MAX} fields at most, in all of its levels together`,
    });
  }
  if (receivedValue === null || typeof receivedValue !== "object" || Array.isArray(receivedValue)) {
    return refuse(receivedValue, { path: "", code: "invalid_type", message: "expected an object, an event" });
  }
  const whole = receivedValue as Record<string, unknown>;
  const { value, replaced } = shape === "broken_text" ? makeWellFormed(whole) : { value: whole, replaced: 0 };
  const upgraded = upgradeEvent(value);
  if (typeof upgraded.v === "number" && upgraded.v > EVENT_VERSION) {
    const message = `version ${upgraded.v} is newer than this program, which reads versions up to ${EVENT_VERSION}`;
    return refuse(receivedValue, { path: "v", code: "unknown_version", message });
  }
  const parsed = readPlainly(eventSchema, upgraded);
  if (!parsed.ok) {
    const [first] = parsed.issues;
    return refuse(receivedValue, {
      path: formatPath(first?.path ?? []),
      code: first?.code ?? "invalid",
      message: first?.message ?? "is not an event",
    });
  }
  const { event, unbelieved } = readWireEvent(parsed.data);
  const warnings: EventIssue[] = [];
  if (replaced > 0) {
    warnings.push({
      path: "",
      code: "text_replaced",
      message: `${replaced} texts held NUL or half characters, which were replaced`,
    });
  }
  if (unbelieved) {
    warnings.push({
      path: "at",
      code: "time_not_believed",
      message: `the year is outside ${YEAR_MIN} to ${YEAR_MAX}; the time counts as unknown`,
    });
  }
  return { ok: true, event, warnings };
}

function refuse(receivedValue: unknown, issue: EventIssue): ParsedEvent {
  const id =
    receivedValue !== null && typeof receivedValue === "object"
      ? (receivedValue as { id?: unknown }).id
      : undefined;
  return { ok: false, id: typeof id === "string" ? id.slice(0, 200) : null, issue };
}

/** A path in the form used in code: `window.entries[3].id`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? String(key) : `.${String(key)}`))
    .join("");
}

type UpgradeStep = (event: Record<string, unknown>) => Record<string, unknown>;

/** `steps[i]` upgrades version `i + 1` to `i + 2`. Version 1 is the first, so there is no step yet. */
const STEPS: readonly UpgradeStep[] = [];

/**
 * Makes the function that upgrades a stored or received event to `current`, one version at a time.
 * @throws InvariantError if the chain has not exactly one step for each version below `current`.
 */
export function makeUpgrade(steps: readonly UpgradeStep[], current: number) {
  assert(steps.length === current - 1, `the upgrade chain has ${steps.length} steps for version ${current}`);
  return (event: Record<string, unknown>): Record<string, unknown> => {
    const version = event.v === undefined ? 1 : event.v;
    if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || version > current)
      return event;
    return steps
      .slice(version - 1)
      .reduce((older, step, i) => ({ ...step(older), v: version + i + 1 }), event);
  };
}

/**
 * Upgrades an event to {@link EVENT_VERSION}. An event of an unknown version is returned unchanged; the schema refuses
 * it.
 */
export const upgradeEvent = makeUpgrade(STEPS, EVENT_VERSION);
