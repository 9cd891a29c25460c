import type { Database, Queryable } from "./client";

export interface ProjectSettings {
  /** How many days a session is kept after the last data received for it; `null` is for ever. */
  readonly retentionDays: number | null;
  /** This and the next five are as they were written. Readers must validate them. */
  readonly retentionTags: unknown;
  readonly retentionMegabytes: unknown;
  readonly redaction: unknown;
  readonly findings: unknown;
  readonly models: unknown;
  readonly judge: unknown;
  readonly watch: boolean;
}

/** A setting that was never set has the default of a new project. */
export async function readSettings(db: Database, project: string): Promise<ProjectSettings> {
  const row = await db.project.findUnique({ where: { id: project }, select: { settings: true } });
  const {
    retentionDays: days,
    retentionTags = [],
    retentionMegabytes = null,
    redaction = null,
    findings = null,
    models = null,
    judge = null,
    watch = false,
  } = makeObject(row?.settings);
  return {
    retentionDays: typeof days === "number" && days > 0 ? days : null,
    retentionTags,
    retentionMegabytes,
    redaction,
    findings,
    models,
    judge,
    watch: watch === true,
  };
}

export async function writeSettings(
  db: Queryable,
  project: string,
  settings: Partial<ProjectSettings>,
): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO project (id, name, settings) VALUES ($1, $1, $2::jsonb)
     ON CONFLICT (id) DO UPDATE SET settings = project.settings || $2::jsonb`,
    project,
    JSON.stringify(settings),
  );
}

function makeObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
