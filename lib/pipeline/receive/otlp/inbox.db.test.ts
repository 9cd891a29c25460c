import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { takeOutOfInbox } from "@/lib/db/raw/inbox";
import { sweep } from "../../worker/sweep";
import { waitForProject, waitForRecords, countRecordsWaiting } from "@/lib/db/progress";
import { projectStreams } from "@/lib/pipeline/project/project-streams";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { readSessionFreshness } from "@/lib/queries/reading/reading";
import { isOnCluster } from "@/lib/testing/cluster/cluster-database";
import { testDatabase } from "@/lib/testing/database";
import type { TestSpan } from "@/lib/testing/otlp-bodies";
import { postSpans } from "@/lib/testing/post-spans";
import { withWorker, worked } from "@/lib/testing/worker";
import { unpackNext } from "../../project/unpack-bodies";

const db = testDatabase();
const AT = Date.UTC(2026, 0, 1);
let trace = "";
let traces = 0;

beforeEach(async () => {
  await db.ingestionWarning.deleteMany();
  trace = (++traces).toString(16).padStart(32, "a");
});

const messages = (role: string, contents: readonly string[]) =>
  JSON.stringify(contents.map((content) => ({ role, parts: [{ type: "text", content }] })));
const said = (content: string) => messages("assistant", [content]);
const questions = (count: number) => Array.from({ length: count }, (_, i) => `question ${i + 1}`);

/** Call number `no` of a session, from 1 on: it asks one question more than the one before. */
function call(session: string, no: number, extra: Record<string, string> = {}): TestSpan {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "session.id": session,
    "gen_ai.input.messages": messages("user", questions(no)),
    ...extra,
  };
  return { id: `c${no}`, name: "chat", trace, at: AT + no * 1_000, attributes };
}

const post = (spans: readonly TestSpan[], asBytes = false) => postSpans(db, spans, asBytes);

const inInbox = () => db.inboxBody.count();
const turnsOf = async (session: string) =>
  (await db.session.findFirst({ where: { projectId: DEFAULT_PROJECT, externalId: session } }))?.turns;
const questionsOf = async (session: string) => {
  const row = await db.session.findFirstOrThrow({
    where: { projectId: DEFAULT_PROJECT, externalId: session },
  });
  const blocks = await db.block.findMany({ where: { sessionId: row.sessionId }, orderBy: { no: "asc" } });
  return blocks.map(({ text }) => text);
};
const warningCount = async (code: string) => {
  const { warnings } = await listIngestionWarnings(db, DEFAULT_PROJECT);
  return warnings.filter((warning) => warning.code === code).map(({ count }) => count);
};

describe("a request of telemetry", () => {
  it.each([false, true])("is on disk as it came, and unpacked later (as protobuf: %s)", async (asBytes) => {
    const session = `kept-${asBytes}`;
    expect(await post([call(session, 1), call(session, 2)], asBytes)).toBe(asBytes ? "" : "{}");
    expect(await inInbox()).toBe(1);
    expect(await db.stream.count({ where: { name: `trace:${trace}` } })).toBe(0);
    const waiting = await countRecordsWaiting(db, DEFAULT_PROJECT, session);
    expect(waiting).toMatchObject({ records: 2, bodies: [expect.any(String)] });
    await expect(readSessionFreshness(db, DEFAULT_PROJECT, session)).rejects.toThrow(
      "2 records are being processed",
    );
    expect(await countRecordsWaiting(db, DEFAULT_PROJECT, "somebody else's")).toMatchObject({ records: 0 });
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect([await turnsOf(session), await inInbox(), await db.inboxStream.count()]).toEqual([2, 0, 0]);
    expect(await readSessionFreshness(db, DEFAULT_PROJECT, session)).toMatchObject({ waiting: 0 });
  });

  it("counts for a session that its streams were known to tell of", async () => {
    await post([call("older", 1)]);
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    const { "session.id": _none, ...attributes } = call("older", 2).attributes ?? {};
    await post([{ ...call("older", 2), attributes }]);
    expect(await readSessionFreshness(db, DEFAULT_PROJECT, "older")).toMatchObject({ waiting: 1 });
    expect(await waitForProject(db, DEFAULT_PROJECT, 50)).toBe(false);
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect(await turnsOf("older")).toBe(2);
  });

  it("keeps the good spans of a body with a bad one, and says so once", async () => {
    const answer = await post([call("mixed", 1), { ...call("mixed", 2), trace: "00" }, call("mixed", 3)]);
    expect(JSON.parse(answer)).toMatchObject({ partialSuccess: { rejectedSpans: 1 } });
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect(await questionsOf("mixed")).toEqual(questions(3));
    expect(await warningCount("record_refused")).toEqual([1]);
  });

  it("that comes twice is kept once, whether the first is unpacked or not", async () => {
    const spans = [call("twice", 1), call("twice", 2)];
    expect([await post(spans), await post(spans)]).toEqual(["{}", "{}"]);
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect(await post(spans)).toBe("{}");
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect(await questionsOf("twice")).toEqual(questions(2));
    expect(await warningCount("record_differs")).toEqual([]);
  });

  it("says whether a span says something else than before, also while that is not unpacked", async () => {
    const answering = (text: string) => [call("differs", 1, { "gen_ai.output.messages": said(text) })];
    expect(await post(answering("Yes."))).toBe("{}");
    expect(await post([...answering("No."), call("differs", 2)])).toContain("both are kept");
    expect(await post([call("differs", 3)])).toBe("{}");
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect((await questionsOf("differs")).sort()).toEqual([
      "No.",
      "Yes.",
      "question 1",
      "question 2",
      "question 3",
    ]);
    expect(await warningCount("record_differs")).toEqual([1]);
  });

  it("that came to two processes at once is told of in the warnings", async () => {
    const answering = (text: string) => [call("raced", 1, { "gen_ai.output.messages": said(text) })];
    await post(answering("Yes."));
    const bodies = await db.inboxBody.findMany();
    const parts = await db.inboxStream.findMany();
    await db.inboxStream.deleteMany();
    await post(answering("No."));
    await db.inboxStream.createMany({ data: parts });
    expect([bodies.length, await inInbox()]).toEqual([1, 2]);
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect((await questionsOf("raced")).sort()).toEqual(["No.", "Yes.", "question 1"]);
    expect(await warningCount("record_differs")).toEqual([1]);
  });
});

describe("unpacking", () => {
  it("that was cut off after the records were stored comes to the same when it is done again", async () => {
    await post([{ ...call("cut-off", 1), dropped: 3 }, call("cut-off", 2)]);
    // On a cluster a stream is stored in a transaction, too.
    let transactions = isOnCluster() ? 1 : 0;
    const cutOff = new Proxy(db, {
      get: (of, name) =>
        name === "$transaction" && transactions-- === 0
          ? () => Promise.reject(new Error("Connection terminated"))
          : (Reflect.get(of, name) as unknown),
    });
    await expect(unpackNext(cutOff, DEFAULT_PROJECT, new Map())).rejects.toThrow("terminated");
    expect([await inInbox(), await db.stream.count({ where: { name: `trace:${trace}` } })]).toEqual([1, 1]);
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect(await questionsOf("cut-off")).toEqual(questions(2));
    expect(await warningCount("attributes_dropped")).toEqual([3]);
  });

  it("by two at once stores and counts everything once", async () => {
    for (let no = 1; no <= 20; no++) await post([{ ...call("by-two", no), dropped: 1 }]);
    const both = [1, 2].map(() => unpackNext(db, DEFAULT_PROJECT, new Map()));
    await Promise.all([...both, withWorker(() => worked(db, DEFAULT_PROJECT))]);
    expect(await turnsOf("by-two")).toBe(20);
    expect(await inInbox()).toBe(0);
    expect(await warningCount("attributes_dropped")).toEqual([20]);
  });

  it("of one body that fails holds up no other, and is tried again", async () => {
    await post([call("broken", 1)]);
    const [broken] = await db.inboxBody.findMany();
    const whole = Buffer.from(broken?.body ?? []);
    await db.inboxBody.updateMany({ data: { body: Buffer.from([0, 123]) } });
    await post([call("sound", 2)]);
    const passedOver = new Map<string, unknown>();
    expect(await unpackNext(db, DEFAULT_PROJECT, passedOver)).toBe(true);
    expect([...passedOver.keys()]).toEqual([broken?.bodyId]);
    await projectStreams(db, DEFAULT_PROJECT, []);
    expect([await inInbox(), (await countRecordsWaiting(db, DEFAULT_PROJECT, null)).records]).toEqual([1, 1]);
    await db.inboxBody.updateMany({ data: { body: whole, retryAt: new Date(0) } });
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect([await turnsOf("broken"), await turnsOf("sound")]).toEqual([1, 1]);
  });

  it("of one that fails again and again keeps it, and nothing waits for it", async () => {
    await post([call("hopeless", 1)]);
    await db.inboxBody.updateMany({ data: { body: Buffer.from([0, 123]) } });
    for (let i = 0; i < 6; i++) {
      await db.inboxBody.updateMany({ data: { retryAt: new Date(0) } });
      await unpackNext(db, DEFAULT_PROJECT, new Map());
    }
    expect([await inInbox(), (await countRecordsWaiting(db, DEFAULT_PROJECT, null)).records]).toEqual([1, 0]);
    expect(await waitForRecords(db, DEFAULT_PROJECT, 0)).toBe(true);
    expect(await warningCount("projection_failed")).toEqual([1]);
    await takeOutOfInbox(
      db,
      (await db.inboxBody.findMany()).map(({ bodyId }) => bodyId),
      () => Promise.resolve(),
    );
  });

  it("is found by any worker when nobody was asked for it", async () => {
    await post([call("found", 1)]);
    await db.$executeRawUnsafe("DELETE FROM graphile_worker._private_jobs");
    await sweep(db);
    const jobs = await db.$queryRawUnsafe<{ key: string }[]>("SELECT key FROM graphile_worker.jobs");
    expect(jobs.map(({ key }) => key)).toContain(`project ${DEFAULT_PROJECT}`);
    await withWorker(() => worked(db, DEFAULT_PROJECT));
    expect(await turnsOf("found")).toBe(1);
  });
});
