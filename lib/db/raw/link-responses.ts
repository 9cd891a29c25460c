import { groupBy } from "@/lib/core/group-by";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import type { ResponseRole, StreamRecord } from "./raw-record";

interface Holder {
  readonly response: string;
  readonly stream_id: string;
  readonly role: ResponseRole;
}

/** A name that streams share because their records are about one response. */
const LINK = "response:";

/**
 * Relates streams whose records are about one response of a provider: a raw call and the telemetry of the same call, or
 * a call that goes on from the response of another. An id that several raw calls answer with, or several spans tell of,
 * relates none of them: some servers give all answers one id.
 * Comes before the records are stored, so that whoever works them out sees what they are related with.
 */
export async function linkResponses(
  db: Queryable,
  project: string,
  records: readonly StreamRecord[],
): Promise<void> {
  const responses = records.flatMap(({ key, record }) =>
    Object.entries(record.responses ?? {}).flatMap(([role, response]) =>
      response === undefined ? [] : [{ key, role, response }],
    ),
  );
  if (responses.length === 0) return;
  await db.$executeRawUnsafe(
    `${KEEP_PLAN}INSERT INTO stream_response (project_id, response, stream_id, role)
     SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::text[]) ON CONFLICT DO NOTHING`,
    project,
    responses.map(({ response }) => response),
    responses.map(({ key }) => key),
    responses.map(({ role }) => role),
  );
  // In a statement of its own: of two writers, the later one sees what both wrote.
  const holders = await db.$queryRawUnsafe<Holder[]>(
    `${KEEP_PLAN}SELECT response, stream_id, role FROM stream_response
     WHERE project_id = $1 AND response = ANY($2::text[])`,
    project,
    [...new Set(responses.map(({ response }) => response))],
  );
  const links = [...groupBy(holders, ({ response }) => response)].flatMap(([response, group]) =>
    relateHolders(group).map((stream) => ({ stream, name: `${LINK}${response}` })),
  );
  if (links.length === 0) return;
  await db.$executeRawUnsafe(
    `${KEEP_PLAN}INSERT INTO stream_session (stream_id, project_id, session)
     SELECT stream, $1, name FROM unnest($2::uuid[], $3::text[]) AS t (stream, name) ON CONFLICT DO NOTHING`,
    project,
    links.map(({ stream }) => stream),
    links.map(({ name }) => name),
  );
}

/** A framework and the client in it may each send a trace of their own. */
const TOLD_MAX = 2;

function relateHolders(holders: readonly Holder[]): string[] {
  const listStreams = (role: ResponseRole) =>
    holders.filter((holder) => holder.role === role).map(({ stream_id: stream }) => stream);
  const [raw, toldStreams] = [listStreams("raw"), listStreams("told")];
  const answered = [...(raw.length === 1 ? raw : []), ...(toldStreams.length <= TOLD_MAX ? toldStreams : [])];
  const related = new Set(answered.length === 0 ? [] : [...answered, ...listStreams("asked")]);
  return related.size > 1 ? [...related] : [];
}
