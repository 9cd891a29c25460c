import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Database } from "@/lib/db/client";
import { deriveSession } from "@/lib/db/derive/derive-session";
import { captureFigures, capturedBodies, hasCaptures, noteMissingCaptures } from "@/lib/testing/captures";
import type { CapturedBody } from "@/lib/testing/captures";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { derivedRows } from "@/lib/testing/derived-rows";
import { encodingOf } from "./answer";
import { receiveOtlp } from "./receive";

noteMissingCaptures("what real clients sent, through the receiver");

const db = testDatabase();
const figures = hasCaptures ? captureFigures() : {};
const folders = Object.keys(figures).filter((folder) => figures[folder]?.kind === "otlp");

async function send(project: string, { path, contentType, bytes }: CapturedBody): Promise<Response> {
  const request = new Request(`http://127.0.0.1${path}`, {
    method: "POST",
    headers: { "content-type": contentType },
    body: new Uint8Array(bytes),
  });
  const encoding = encodingOf(contentType);
  if (encoding === null) throw new Error(`${contentType} is not spoken`);
  return receiveOtlp(db, project, request, path.endsWith("logs") ? "logs" : "traces", encoding);
}

/** Everything that is derived in a project, by session; without what says in which order it came. */
async function everythingIn(database: Database, project: string): Promise<Record<string, unknown>> {
  const sessions = await database.session.findMany({
    where: { projectId: project },
    orderBy: { externalId: "asc" },
  });
  const found: Record<string, unknown> = {};
  for (const { sessionId, externalId } of sessions) {
    await deriveSession(database, sessionId);
    const { session: [row] = [], ...tables } = await derivedRows(database, sessionId);
    const { last_seq: _last, derived_seq: _derived, ...columns } = row as Record<string, unknown>;
    found[externalId] = { ...tables, session: columns };
  }
  return found;
}

describe.skipIf(!hasCaptures)("a captured client, sent to the receiver", () => {
  const bodiesOf = (folder: string) =>
    capturedBodies(folder).filter(({ path }) => !path.endsWith("/metrics"));

  it.each(folders)(
    "%s is taken in once, twice, reversed and shuffled with the same result",
    async (folder) => {
      const bodies = bodiesOf(folder);
      const once = freshProject();
      for (const body of bodies) expect((await send(once, body)).status).toBe(200);
      const expected = await everythingIn(db, once);
      expect(Object.keys(expected).length).toBeGreaterThan(0);
      for (const body of bodies) await send(once, body);
      expect(await everythingIn(db, once)).toEqual(expected);
      const reversed = freshProject();
      for (const body of bodies.toReversed()) await send(reversed, body);
      expect(await everythingIn(db, reversed)).toEqual(expected);
      const [shuffled = []] = fc.sample(
        fc.shuffledSubarray([...bodies, ...bodies], { minLength: bodies.length * 2 }),
        1,
      );
      const mixed = freshProject();
      for (const body of shuffled) await send(mixed, body);
      expect(await everythingIn(db, mixed)).toEqual(expected);
    },
  );
});
