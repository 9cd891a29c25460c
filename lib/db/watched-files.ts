import type { Database } from "./client";

/** How far a followed file was read, and the fingerprint of its beginning: another one is another file. */
interface FileMark {
  readonly offset: number;
  readonly fingerprint: string;
}

export async function readFileMarks(db: Database, project: string): Promise<Map<string, FileMark>> {
  const rows = await db.watchedFile.findMany({ where: { projectId: project } });
  return new Map(
    rows.map(({ path, offset, fingerprint }) => [path, { offset: Number(offset), fingerprint }]),
  );
}

export async function writeFileMark(
  db: Database,
  project: string,
  file: { readonly path: string; readonly agent: string } & FileMark,
): Promise<void> {
  const { path, agent, offset, fingerprint } = file;
  const fields = { agent, offset: BigInt(offset), fingerprint, readAt: new Date() };
  await db.watchedFile.upsert({
    where: { projectId_path: { projectId: project, path } },
    create: { projectId: project, path, ...fields },
    update: fields,
  });
}

export async function countWatchedFiles(
  db: Database,
  project: string,
): Promise<Map<string, { files: number; lastAt: Date | null }>> {
  const rows = await db.watchedFile.groupBy({
    by: ["agent"],
    where: { projectId: project },
    _count: { _all: true },
    _max: { readAt: true },
  });
  return new Map(rows.map(({ agent, _count, _max }) => [agent, { files: _count._all, lastAt: _max.readAt }]));
}
