import type { Database } from "@/lib/db/client";
import { keyOf } from "../reading/find-session";

/** What an agent may know of its own session. */
export interface KnownOfSession {
  /** The id of the run or of the conversation, as the agent's program names it. */
  readonly run?: string | undefined;
  /** The path of the file that the agent's program writes its transcript to. */
  readonly transcript?: string | undefined;
  /** The folder that the agent works in. */
  readonly folder?: string | undefined;
}

export interface AgentSession {
  readonly id: string;
  readonly name: string | null;
  readonly agent: string | null;
  readonly turns: number;
  readonly updatedAt: Date;
}

const LOOKED_AT_MAX = 1_000;

/** The sessions of a project that what is known names, the newest first; all of the newest where nothing is known. */
export async function agentSessions(
  db: Database,
  project: string,
  { run, transcript, folder }: KnownOfSession,
  limit: number,
): Promise<AgentSession[]> {
  const file = transcript === undefined ? null : lastPart(transcript);
  const ids = [run, file, file?.replace(/\.\w+$/, "")].flatMap((id) => id ?? []);
  const rows = await db.session.findMany({
    where: {
      projectId: project,
      ...(ids.length > 0 && {
        OR: [
          { sessionId: { in: ids.map((id) => keyOf(project, id)) } },
          ...(file === null ? [] : [{ sourceFile: { endsWith: file } }]),
        ],
      }),
    },
    orderBy: { updatedAt: "desc" },
    take: folder === undefined ? limit : LOOKED_AT_MAX,
    select: {
      externalId: true,
      name: true,
      agent: true,
      turns: true,
      updatedAt: true,
      sourceFile: true,
    },
  });
  const place = folder === undefined ? "" : lettersOf(folder);
  return rows
    .filter(({ sourceFile }) => place === "" || lettersOf(sourceFile ?? "").includes(place))
    .slice(0, limit)
    .map(({ externalId, name, agent, turns, updatedAt }) => ({
      id: externalId,
      name,
      agent,
      turns,
      updatedAt,
    }));
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/** Programs that keep a folder's transcripts under its path write other characters for those between its names. */
function lettersOf(path: string): string {
  return path
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("-");
}
