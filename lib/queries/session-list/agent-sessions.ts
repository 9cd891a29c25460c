import { listFoldersAbove, normaliseFolder } from "@/lib/core/trace/work-place";
import { hasFigures } from "@/lib/core/pending";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { makeKey } from "../reading/find-session";

/** What an agent may know of its own session. */
export interface KnownOfSession {
  /** The id of the run or of the conversation, as the agent's program names it. */
  readonly run?: string | undefined;
  /** The path of the file that the agent's program writes its transcript to. */
  readonly transcript?: string | undefined;
  /** The folder that the agent works in, or that its working tree begins at. */
  readonly folder?: string | undefined;
}

export interface AgentSession {
  readonly id: string;
  readonly name: string | null;
  readonly agent: string | null;
  /** `null` while nothing of the session is worked out. */
  readonly turns: number | null;
  readonly updatedAt: Date;
}

type Where = Prisma.SessionWhereInput;
type FoundRow = Omit<AgentSession, "id" | "turns"> & {
  readonly turns: number;
  readonly derivedSeq: number;
  readonly lastSeq: number;
  readonly externalId: string;
  readonly sourceFile: string | null;
};

const LOOKED_AT_MAX = 1_000;
/** Programs name a transcript after its session, some with the time before it. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const FIELDS = {
  externalId: true,
  name: true,
  agent: true,
  turns: true,
  updatedAt: true,
  sourceFile: true,
  derivedSeq: true,
  lastSeq: true,
} as const;

/**
 * The sessions of a project that what is known names, the newest first; all of the newest where nothing is known. A run or
 * a transcript says more than a folder: a folder only chooses between several of them.
 */
export async function findAgentSessions(
  db: Database,
  project: string,
  knownFacts: KnownOfSession,
  limit: number,
): Promise<AgentSession[]> {
  const rows = await findKnownSessions(db, project, knownFacts, limit);
  return rows.map(({ externalId, name, agent, turns, updatedAt, ...marks }) => ({
    id: externalId,
    name,
    agent,
    turns: hasFigures(marks) ? turns : null,
    updatedAt,
  }));
}

async function findKnownSessions(
  db: Database,
  project: string,
  knownFacts: KnownOfSession,
  limit: number,
): Promise<FoundRow[]> {
  const conditions = filterNamedBy(project, knownFacts);
  const { folder } = knownFacts;
  if (conditions.length > 0) {
    const sessionsHere =
      folder === undefined ? [] : await findInFolder(db, project, folder, { OR: conditions }, limit);
    if (sessionsHere.length > 0) return sessionsHere;
    const newestSessions = await findNewest(db, project, { OR: conditions }, limit);
    if (newestSessions.length > 0 || folder === undefined) return newestSessions;
  }
  return folder === undefined
    ? findNewest(db, project, {}, limit)
    : findInFolder(db, project, folder, {}, limit);
}

function filterNamedBy(project: string, { run, transcript }: KnownOfSession): Where[] {
  const file = transcript === undefined ? null : cutToLastPart(transcript);
  const stem = file?.replace(/\.\w+$/, "");
  const ids = [run, file, stem, ...(stem?.match(UUID) ?? [])].flatMap((id) => id ?? []);
  if (ids.length === 0) return [];
  return [
    { sessionId: { in: ids.map((id) => makeKey(project, id)) } },
    ...(file === null ? [] : [{ sourceFile: file }, { sourceFile: { endsWith: `/${file}` } }]),
  ];
}

/**
 * The sessions whose agent worked in a folder or below it; else those that worked in the nearest folder above it; else
 * those whose file lies in a folder that is named after it.
 */
async function findInFolder(
  db: Database,
  project: string,
  folder: string,
  also: Where,
  limit: number,
): Promise<FoundRow[]> {
  const plain = normaliseFolder(folder);
  const filterAt = (filter: Prisma.JsonNullableFilter<"Session">): Where => ({
    AND: [also, { extra: { path: ["place", "folder"], ...filter } }],
  });
  const below = plain.endsWith("/") ? plain : `${plain}/`;
  const tiers = [
    { OR: [filterAt({ equals: plain }), filterAt({ string_starts_with: below })] },
    ...listFoldersAbove(plain).map((above) => filterAt({ equals: above })),
  ];
  for (const where of tiers) {
    const rows = await findNewest(db, project, where, limit);
    if (rows.length > 0) return rows;
  }
  const letters = keepLetters(folder);
  const rows = await findNewest(db, project, also, LOOKED_AT_MAX);
  return rows
    .filter(
      ({ sourceFile }) => letters !== "" && `-${keepLetters(sourceFile ?? "")}-`.includes(`-${letters}-`),
    )
    .slice(0, limit);
}

function findNewest(db: Database, project: string, where: Where, take: number): Promise<FoundRow[]> {
  return db.session.findMany({
    where: { AND: [{ projectId: project }, where] },
    orderBy: [{ updatedAt: "desc" }, { sessionId: "asc" }],
    take,
    select: FIELDS,
  });
}

function cutToLastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/** Programs that keep a folder's transcripts under its path write other characters for those between its names. */
function keepLetters(path: string): string {
  return path
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("-");
}
