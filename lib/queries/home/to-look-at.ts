import type { SessionSummary } from "@/lib/api/schemas/session";
import type { Database } from "@/lib/db/client";
import type { TurnIndex } from "@/lib/core/units";
import { DEMO_SESSIONS } from "@/lib/core/demo-sessions";
import { exampleKeys } from "@/lib/db/reads/demos";
import { readFirstSeriousFindings } from "@/lib/db/reads/findings";
import { readWindowSizes } from "@/lib/db/reads/turns";
import { groupBy } from "@/lib/core/group-by";
import { countByCode, buildSummary } from "../reading/session-view";

/** The first serious finding of a session, how many more there are of its code, and the shape of the session's window. */
export interface SessionToLookAt {
  readonly session: SessionSummary;
  readonly finding: { readonly code: string; readonly turn: number; readonly times: number } | null;
  /** Some turns in order, the fullest among them. */
  readonly windows: readonly { readonly turn: number; readonly tokens: number | null }[];
}

/** Only these many newest sessions are looked through. What is older has been looked at, or never will be. */
const LOOKED_THROUGH = 2_000;
const LISTED = 5;
const SPARK_POINTS = 48;

export interface SessionsToLookAt {
  /** The worst first. */
  readonly sessions: readonly SessionToLookAt[];
  /** Demo sessions, once the project has sessions of its own. */
  readonly examples: readonly SessionToLookAt[];
  readonly total: number;
  readonly unknown: number;
}

/** The newest sessions of a project with proved serious findings. Reads stored rows only. */
export async function listSessionsToLookAt(db: Database, project: string): Promise<SessionsToLookAt> {
  const [newest, demos] = await Promise.all([
    db.session.findMany({
      where: { projectId: project, role: "main" },
      orderBy: [{ updatedAt: "desc" }, { sessionId: "asc" }],
      take: LOOKED_THROUGH,
      select: { sessionId: true, serious: true, startedAt: true },
    }),
    exampleKeys(db, project),
  ]);
  const isExample = ({ sessionId }: { readonly sessionId: string }) => demos.includes(sessionId);
  const failed = newest
    .filter(({ serious }) => (serious ?? 0) > 0)
    .toSorted(
      (a, b) => (b.serious ?? 0) - (a.serious ?? 0) || Number(b.startedAt ?? 0) - Number(a.startedAt ?? 0),
    );
  const own = failed.filter((session) => !isExample(session));
  const keys = own
    .slice(0, demos.length === 0 ? DEMO_SESSIONS.length : LISTED)
    .map(({ sessionId }) => sessionId);
  const shownExamples = failed.filter(isExample).map(({ sessionId }) => sessionId);
  const rows = await describe(db, [...keys, ...shownExamples]);
  const listRows = (some: readonly string[]) => some.flatMap((key) => rows.get(key) ?? []);
  return {
    sessions: listRows(keys),
    examples: listRows(shownExamples),
    total: own.length,
    unknown: newest.filter((session) => session.serious === null && !isExample(session)).length,
  };
}

async function describe(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SessionToLookAt>> {
  const [rows, findings] = await Promise.all([
    db.session.findMany({ where: { sessionId: { in: [...keys] } } }),
    readFirstSeriousFindings(db, [...keys]),
  ]);
  const windows = await readWindowShapes(db, rows);
  return new Map(
    rows.map((row) => {
      const finding = findings.get(row.sessionId);
      return [
        row.sessionId,
        {
          session: buildSummary(row),
          finding: finding === undefined ? null : { ...finding, times: countByCode(row)[finding.code] ?? 1 },
          windows: windows.get(row.sessionId) ?? [],
        },
      ];
    }),
  );
}

/** Reads a fixed number of turns of each session, however long it is. */
async function readWindowShapes(db: Database, sessions: readonly Long[]) {
  const picked = sessions.flatMap(({ sessionId, turns, peakTurn }) =>
    [...pickTurnsToDraw(turns, peakTurn)].map((turn) => ({ sessionId, turn })),
  );
  const rows = await readWindowSizes(db, picked);
  return groupBy(rows, ({ session_id }) => session_id);
}

interface Long {
  readonly sessionId: string;
  readonly turns: number | null;
  readonly peakTurn: TurnIndex | null;
}

function pickTurnsToDraw(turns: number | null, peakTurn: TurnIndex | null): ReadonlySet<TurnIndex> {
  const last = Math.max((turns ?? 0) - 1, 0);
  const evenly = Array.from({ length: SPARK_POINTS }, (_, i) => Math.floor((i * last) / (SPARK_POINTS - 1)));
  return new Set(peakTurn === null ? evenly : [...evenly, peakTurn]);
}
