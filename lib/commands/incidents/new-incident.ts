import type { AnnotationBody, IncidentBody } from "@/lib/api/endpoints/incidents";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { SessionClock } from "@/lib/incident/clock";
import { findArc } from "@/lib/incident/lost-blocks";
import { SNAPSHOT_TURNS_MAX } from "@/lib/incident/snapshot";
import type { IncidentSource } from "@/lib/incident/incident-source";
import type { Outcome } from "@/lib/core/vocabulary";
import { AppError, notFound } from "@/lib/errors";

const TITLE_CHARS = 200;

export interface NewIncident {
  readonly title: string;
  readonly severity: Severity;
  readonly outcome: Outcome;
  readonly from: number;
  readonly to: number;
  readonly annotations: readonly AnnotationBody[];
}

type Range = Extract<IncidentBody, { readonly range: unknown }>["range"];

/** @throws AppError `not_found`, `invalid_body` */
export function makeIncident({
  told,
  body,
}: {
  readonly told: IncidentSource;
  readonly body: IncidentBody;
}): NewIncident {
  if ("finding" in body) return makeIncidentOfFinding(told, body.finding, body.title);
  return { ...body, ...findTurns({ told, range: body.range }) };
}

/** @throws AppError `invalid_body` if the session has no turns in the range, or more than an incident can show */
export function findTurns({
  told: { recording },
  range,
}: {
  readonly told: Pick<IncidentSource, "recording">;
  readonly range: Range;
}): { from: number; to: number } {
  const { turns, meta } = recording.session;
  checkOrder(range);
  const found =
    "from" in range
      ? { from: range.from, to: range.to }
      : new SessionClock(turns, meta.startedAt).turnsWithin(Date.parse(range.since), Date.parse(range.until));
  const within =
    found === null ? 0 : turns.filter(({ index }) => index >= found.from && index <= found.to).length;
  if (found === null || within === 0)
    throw makeRangeError({
      path: "range",
      code: "no_turns",
      message: `the session has no turn in it${describeTurns(turns)}`,
    });
  if (within > SNAPSHOT_TURNS_MAX)
    throw makeRangeError({
      path: "range",
      code: "too_many_turns",
      message: `must have at most ${SNAPSHOT_TURNS_MAX} turns, not ${within}`,
    });
  return found;
}

function checkOrder(range: Range): void {
  if ("from" in range) {
    if (range.to < range.from)
      throw makeRangeError({
        path: "range.to",
        code: "before_start",
        message: `must not come before the first turn, ${range.from}`,
      });
  } else if (Date.parse(range.until) < Date.parse(range.since))
    throw makeRangeError({
      path: "range.until",
      code: "before_start",
      message: `must not come before the beginning, ${range.since}`,
    });
}

function describeTurns(turns: IncidentSource["recording"]["session"]["turns"]): string {
  const [first, last] = [turns[0], turns.at(-1)];
  return first === undefined || last === undefined ? "" : `; it has turns ${first.index} to ${last.index}`;
}

/** @param path the field, below the body */
export function makeRangeError({
  path,
  code,
  message,
}: {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}): AppError {
  return new AppError("invalid_body", `${path}: ${message}`, [{ path, code, message }]);
}

function makeIncidentOfFinding(
  told: IncidentSource,
  wanted: { code: string; turn: number },
  title: string | undefined,
): NewIncident {
  const finding = told.findings.find(({ code, from }) => code === wanted.code && from === wanted.turn);
  if (finding === undefined) throw notFound(`a finding ${wanted.code} at turn ${wanted.turn}`);
  const { code, severity, sentence, advice } = finding;
  const { from, to } = findArc(told, finding);
  const { turns } = told.recording.session;
  const within = turns.filter(({ index }) => index >= from && index <= to).slice(0, SNAPSHOT_TURNS_MAX);
  return {
    title: title ?? sentence.slice(0, TITLE_CHARS).toWellFormed(),
    severity: severity ?? "note",
    outcome: told.recording.session.meta.outcome ?? "unknown",
    from,
    to: within.at(-1)?.index ?? to,
    annotations: [{ turn: finding.from, pin: "finding", target: code, text: advice }],
  };
}
