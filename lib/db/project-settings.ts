import type { Database } from "./client";

/** What a project can be told, beyond its name. */
export interface ProjectSettings {
  /** Days that a session is kept after the last that was received for it; `null` is for ever. */
  readonly retentionDays: number | null;
  /** What is masked in shares, as it was written; whoever reads it checks it. */
  readonly redaction: unknown;
  /** The thresholds of findings, as they were written; whoever reads them checks them. */
  readonly findings: unknown;
  /** What models are, in place of the table, as it was written; whoever reads it checks it. */
  readonly models: unknown;
  /** Whether the session folders of the machine are followed. */
  readonly watch: boolean;
}

/** The settings of a project; what was never set is as it is for a new one. */
export async function readSettings(db: Database, project: string): Promise<ProjectSettings> {
  const row = await db.project.findUnique({ where: { id: project }, select: { settings: true } });
  const {
    retentionDays: days,
    redaction = null,
    findings = null,
    models = null,
    watch = false,
  } = asObject(row?.settings);
  return {
    retentionDays: typeof days === "number" && days > 0 ? days : null,
    redaction,
    findings,
    models,
    watch: watch === true,
  };
}

/** Changes some settings of a project and leaves the others alone. */
export async function writeSettings(
  db: Database,
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

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
