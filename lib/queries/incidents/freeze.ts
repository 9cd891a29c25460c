import { decideCounted } from "@/lib/core/findings/counted";
import type { Snapshot, TimelineView } from "@/lib/incident/snapshot";
import { cutTexts, SNAPSHOT_TURNS_MAX, buildSnapshot } from "@/lib/incident/snapshot";
import type { IncidentFinding, IncidentSource } from "@/lib/incident/incident-source";
import type { TurnIndex } from "@/lib/core/units";
import type { Database } from "@/lib/db/client";
import { nextRound } from "@/lib/rounds";
import { AppError } from "@/lib/errors";
import { findSession } from "../reading/find-session";
import { buildSummary } from "../reading/session-view";
import { writeStoryText } from "@/lib/view/story/story-words";
import { readVerdicts } from "../findings/verdicts";
import { readAttachedReplays } from "./attached-replays";
import { findIncident } from "./list-incidents";
import { tellSession } from "./tell-session";

export interface FrozenSubject {
  readonly incident: string | null;
  readonly from?: TurnIndex | undefined;
  readonly to?: TurnIndex | undefined;
}

/**
 * The present state of an incident or a session, with all names and texts and nothing masked. An incident
 * that was made with too many turns has its first ones; one whose turns are gone has none.
 * @param knownSource the session, for a caller that has told it already
 * @throws AppError `not_found`; `invalid_body` for a range of the session without turns or with too many
 */
export async function freeze(
  db: Database,
  project: string,
  id: string,
  subject: FrozenSubject,
  view: TimelineView,
  knownSource?: IncidentSource,
): Promise<Snapshot> {
  const source = knownSource ?? (await tellSession(db, project, id));
  const { turns, meta } = source.recording.session;
  const incident =
    subject.incident === null
      ? {
          title: meta.name ?? meta.externalId,
          severity: null,
          outcome: meta.outcome,
          from: subject.from ?? turns[0]?.index ?? 0,
          to: subject.to ?? turns.at(-1)?.index ?? 0,
          annotations: [],
          replays: [],
        }
      : await findIncident(db, project, id, subject.incident);
  const inRange = turns.filter(({ index }) => index >= incident.from && index <= incident.to);
  const shownTurns = inRange.slice(0, SNAPSHOT_TURNS_MAX);
  const turnsLeftOut = inRange.length - shownTurns.length;
  if (subject.incident === null) {
    if (shownTurns.length === 0)
      throw new AppError("invalid_body", "from, to: expected a range with turns in it");
    if (turnsLeftOut > 0)
      throw new AppError("invalid_body", `from, to: expected at most ${SNAPSHOT_TURNS_MAX} turns`);
  }
  const annotations = incident.annotations.map((note) => ({
    ...note,
    createdAt: Date.parse(note.createdAt),
  }));
  const replays = await readAttachedReplays(db, project, id, incident.replays);
  const to = turnsLeftOut > 0 ? (shownTurns.at(-1)?.index ?? incident.to) : incident.to;
  const row = await findSession(db, project, id);
  const findings = await keepCounted(db, row.sessionId, source.findings);
  await nextRound("paused");
  const snapshot = buildSnapshot({ ...source, findings }, { ...incident, to, annotations }, view, replays);
  const { story } = buildSummary(row);
  return {
    ...snapshot,
    ...(story !== null && { story: writeStoryText(story) }),
    ...(turnsLeftOut > 0 && { turnsLeftOut }),
  };
}

/** Without what is not proved, and without what a person called false or not useful. */
async function keepCounted(
  db: Database,
  session: string,
  findings: readonly IncidentFinding[],
): Promise<IncidentFinding[]> {
  const verdicts = await readVerdicts(db, session);
  return findings.filter(
    (finding) =>
      (decideCounted(finding, verdicts.get(finding.id)?.verdict ?? null)?.severity ?? null) !== null,
  );
}

/** The same for members of the project: long texts are cut to their beginnings. */
export async function freezeForReading(...args: Parameters<typeof freeze>): Promise<Snapshot> {
  return cutTexts(await freeze(...args));
}
