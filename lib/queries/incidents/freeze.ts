import type { Analysed } from "@/lib/core/findings/find";
import { findInSteps } from "@/lib/core/findings/find";
import { decideCounted } from "@/lib/core/findings/counted";
import { deriveEvidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import type { Snapshot, TimelineView, ToldFinding } from "@/lib/incident/snapshot";
import { cutTexts, SNAPSHOT_TURNS_MAX, buildSnapshot } from "@/lib/incident/snapshot";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { TurnIndex } from "@/lib/core/units";
import { STANDING } from "@/lib/db/derived/codes";
import { findingCodec } from "@/lib/db/derived/finding-rows";
import { readCurrentStamp, readFindingSettings } from "@/lib/db/finding-settings";
import type { Database } from "@/lib/db/client";
import type { Session } from "@/lib/db/generated/client";
import { runInSlices } from "@/lib/db/slices";
import { nextRound } from "@/lib/rounds";
import { AppError } from "@/lib/errors";
import { findAnalysed } from "../reading/find-analysed";
import { findRecording } from "../reading/find-recording";
import { buildSummary } from "../reading/session-view";
import { writeStoryText } from "@/lib/view/story/story-words";
import { readVerdicts } from "../findings/verdicts";
import { readAttachedReplays } from "./attached-replays";
import { findIncident } from "./list-incidents";

export interface FrozenSubject {
  readonly incident: string | null;
  readonly from?: TurnIndex | undefined;
  readonly to?: TurnIndex | undefined;
}

const known = new WeakMap<Recording, Analysed>();

/**
 * A session with everything that findings need, worked out once per reading, and its project's thresholds. @throws
 * AppError `not_found`
 */
export async function analyseForIncident(db: Database, project: string, id: string): Promise<Analysed> {
  const recording = await findRecording(db, project, id);
  const done = known.get(recording) ?? (await analyseInSlices(recording));
  known.set(recording, done);
  return { ...done, settings: await readFindingSettings(db, project) };
}

/** Other work of the process runs in between. */
async function analyseInSlices(recording: Recording): Promise<Analysed> {
  await nextRound("paused");
  const plans = buildPlans(recording);
  return { recording, plans, evidence: await runInSlices(deriveEvidenceInSteps(recording, plans)) };
}

/**
 * The present state of an incident or a session, with all names and texts and nothing masked. An incident
 * that was made with too many turns has its first ones; one whose turns are gone has none.
 * @throws AppError `not_found`; `invalid_body` for a range of the session without turns or with too many
 */
export async function freeze(
  db: Database,
  project: string,
  id: string,
  subject: FrozenSubject,
  view: TimelineView,
): Promise<Snapshot> {
  const all = await analyseForIncident(db, project, id);
  const { turns, meta } = all.recording.session;
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
  const shown = inRange.slice(0, SNAPSHOT_TURNS_MAX);
  const turnsLeftOut = inRange.length - shown.length;
  if (subject.incident === null) {
    if (shown.length === 0) throw new AppError("invalid_body", "from, to: expected a range with turns in it");
    if (turnsLeftOut > 0)
      throw new AppError("invalid_body", `from, to: expected at most ${SNAPSHOT_TURNS_MAX} turns`);
  }
  const annotations = incident.annotations.map((note) => ({
    ...note,
    createdAt: Date.parse(note.createdAt),
  }));
  const replays = await readAttachedReplays(db, project, id, incident.replays);
  const to = turnsLeftOut > 0 ? (shown.at(-1)?.index ?? incident.to) : incident.to;
  const { row, analysed } = await findAnalysed(db, project, id);
  const stored = analysed ? await readStoredFindings(db, project, row) : null;
  const findings = stored ?? (await runInSlices(findInSteps(all))).findings;
  const found = await keepCounted(db, row.sessionId, findings);
  await nextRound("paused");
  const snapshot = buildSnapshot(all, { ...incident, to, annotations }, view, replays, found);
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
  findings: readonly ToldFinding[],
): Promise<ToldFinding[]> {
  const verdicts = await readVerdicts(db, session);
  return findings.filter(
    (finding) =>
      (decideCounted(finding, verdicts.get(finding.id)?.verdict ?? null)?.severity ?? null) !== null,
  );
}

/** What the rules found in all of an analysed session; `null` where they ran with other settings than those of now. */
async function readStoredFindings(
  db: Database,
  project: string,
  { sessionId, findingsStamp }: Pick<Session, "sessionId" | "findingsStamp">,
): Promise<ToldFinding[] | null> {
  if (findingsStamp !== (await readCurrentStamp(db, project))) return null;
  const stored = await db.finding.findMany({
    where: { sessionId, standing: { not: STANDING.of("judged") } },
    orderBy: { no: "asc" },
  });
  return stored.map((one) => findingCodec.fromRow(one));
}

/** The same for members of the project: long texts are cut to their beginnings. */
export async function freezeForReading(...asked: Parameters<typeof freeze>): Promise<Snapshot> {
  return cutTexts(await freeze(...asked));
}
