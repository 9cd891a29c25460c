import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { makeLife } from "@/lib/db/log/plan-session";
import { makeSessionKey } from "@/lib/db/session-id";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { deriveSession } from "./derive-session";
import { takeFold } from "@/lib/db/recordings/fold-cache";
import { placeAtSession } from "@/lib/db/places";

const db = testDatabase();

it("derives what came after another process had derived the beginning", async () => {
  const project = freshProject();
  const events = trace("restarted")
    .turn((t) => t.user("one"))
    .turn((t) => t.user("two"))
    .turn((t) => t.user("three"))
    .events();
  const key = makeSessionKey(project, "restarted");
  for (const event of events) {
    await appendEvents(db, project, [event], "refuse");
    const [row] = await db.$queryRawUnsafe<{ born: Date }[]>(
      placeAtSession("SELECT received_at AS born FROM session WHERE session_id = $1::uuid"),
      key,
    );
    takeFold(makeLife(key, row?.born));
    await deriveSession(db, key);
    const { lastSeq, derivedSeq } = await db.session.findFirstOrThrow({ where: { sessionId: key } });
    expect(derivedSeq).toBe(lastSeq);
  }
  expect((await db.session.findFirstOrThrow({ where: { sessionId: key } })).turns).toBe(3);
});
